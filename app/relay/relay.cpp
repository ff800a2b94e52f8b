#include "app/relay/relay.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <set>
#include <span>
#include <utility>

#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/options/file_use.hpp"
#include "core/base/failure.hpp"
#include "core/base/message.hpp"
#include "core/io/file.hpp"
#include "core/link/machines.hpp"
#include "core/link/message_kind.hpp"
#include "core/model/settings/processors.hpp"
#include "core/model/settings/refusals.hpp"
#include "core/process/signals.hpp"
#include "core/worker/command_request.hpp"
#include "core/worker/messages.hpp"

namespace heteroscope {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::array executed_there{"bench"sv, "list"sv, "tune"sv, "verify"sv};
constexpr std::array computed_there{"movie"sv, "render"sv, "trace"sv};

constexpr std::array written_options{"--csv"sv, "--json"sv, "--markdown"sv, "--svg"sv};
constexpr std::array read_options{"--settings"sv, "--source"sv};
/// What they name stays here: folders, and results to go on with.
constexpr std::array local_options{"--again"sv, "--resume"sv, "--variants"sv};

/// An option and its value, however they are written; what is no option is a value alone.
struct TypedWord {
  std::string option, value;
  bool joined = false;  ///< by "="
};

template <class List>
bool has_in_list(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

std::vector<TypedWord> typed_words(std::span<const std::string> words) {
  std::vector<TypedWord> out;
  const auto takes_value = [](std::string_view option) {
    return option == "--processor" || has_in_list(written_options, option) || has_in_list(read_options, option) ||
           option == "--again" || option == "--variants" || option == "--variant";
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const std::size_t equals = word.find('=');
    if (!word.starts_with("--")) {
      out.push_back({.option = {}, .value = word});
    } else if (equals != word.npos) {
      out.push_back({.option = word.substr(0, equals), .value = word.substr(equals + 1), .joined = true});
    } else if (takes_value(word) && i + 1 < words.size()) {
      out.push_back({.option = word, .value = words[++i]});
    } else {
      out.push_back({.option = word, .value = {}});
    }
  }
  return out;
}

void put_back(const TypedWord& word, std::vector<std::string>& to) {
  if (word.joined) return to.push_back(word.option + '=' + word.value);
  if (!word.option.empty()) to.push_back(word.option);
  if (!word.value.empty() || word.option.empty()) to.push_back(word.value);
}

/// The files of a command, which go along and come back.
struct Traveling {
  CommandRequest request;
  std::vector<std::string> targets;  ///< by output: the file here
};

/// A name for the file there, which keeps its own one: a message may name it.
std::string name_there(std::size_t count, const std::string& path) {
  return fmt::format("{}/{}", count, std::filesystem::path(path).filename().string());
}

/// Exchanges the names of files for those that they have there.
Traveling traveling(const CommandElsewhere& command) {
  Traveling out;
  FileUse use;
  std::size_t count = 0;
  for (TypedWord& each : typed_words(command.words)) {
    if (has_in_list(written_options, each.option) && each.value != "-") {
      use.writes(each.option, std::optional(each.value));
      out.targets.push_back(each.value);
      out.request.outputs.push_back(each.value = name_there(count++, each.value));
    } else if (std::error_code unknown;
               has_in_list(read_options, each.option) && std::filesystem::is_regular_file(each.value, unknown)) {
      use.reads(each.option, each.value);
      const std::vector<std::byte> bytes = read_file(each.value, std::size_t{1} << 27);
      each.value = name_there(count++, each.value);
      out.request.inputs.push_back({each.value, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}});
    } else if (has_in_list(local_options, each.option)) {
      throw BadInput(Wrong::unused, each.option,
                     fmt::format("{}: it names what is on this machine; leave it out where {} computes", each.option,
                                 command.machine));
    } else if (each.option == "--link") {
      throw BadInput(Wrong::unused, each.option,
                     fmt::format("--link: no frame crosses where all of a command is executed on {}", command.machine));
    } else if (each.option == "--variant" && names_own_file(each.value)) {
      throw BadInput(
          Wrong::value, "--variant",
          fmt::format("--variant {}: a file of yours, and those run on this machine alone", excerpt(each.value)));
    }
    put_back(each, out.request.words);
  }
  use.check();
  return out;
}

/// Takes what the machine says of the command until its end.
class RelayedRun {
 public:
  RelayedRun(MachineLink& link, const Traveling& what) : link_(link), what_(what) {}

  int run() {
    link_.send(message(MessageKind::command, what_.request));
    bool asked = false;
    for (;;) {
      const std::optional<WorkerMessage> got = link_.next_message([&] { return asked || !EndOnRequest::asked(); });
      if (!got) {
        asked = true;
        link_.send(message(MessageKind::stop, what_.request.number));
        continue;
      }
      std::optional<int> code;
      const Failure damaged = attempt([&] { code = take(*got); });
      if (damaged) throw link_.lost(damaged.line);
      if (failure_) raise({failure_.kind, fmt::format("{}: {}", link_.address().name, one_line(failure_.line))});
      if (code) return *code;
    }
  }
  void put_files() { files_.put(); }

 private:
  std::optional<int> take(const WorkerMessage& got) {
    WireReader wire(got.bytes);
    switch (kind_of(wire)) {
      case MessageKind::output:
        print(wire);
        return std::nullopt;
      case MessageKind::file:
        keep(wire);
        return std::nullopt;
      case MessageKind::ended: {
        CommandEnd end;
        wire(end);
        wire.finish();
        constexpr int most = 255;
        return end.code < 0 || end.code > most ? exit_device_failure : end.code;
      }
      case MessageKind::failure: {
        std::uint64_t number = 0;
        wire(number, failure_);
        return std::nullopt;
      }
      default:
        throw WireReader::damaged();
    }
  }

  static void print(WireReader& wire) {
    CommandOutput output;
    wire(output);
    wire.finish();
    const std::string text = printable_lines(output.text);
    if (output.is_error) {
      std::fputs(text.c_str(), stderr);
    } else {
      print_out(text);
      flush_out();
    }
  }

  void keep(WireReader& wire) {
    CommandFile file;
    wire(file);
    wire.finish();
    const bool is_new = come_.insert(file.which).second;
    if (file.which >= what_.targets.size() || !is_new) throw WireReader::damaged();
    files_.add(what_.targets[file.which], file.bytes);
  }

  MachineLink& link_;
  const Traveling& what_;
  Reports files_;
  std::set<std::uint32_t> come_;  ///< those that have
  Failure failure_;
};

}  // namespace

std::optional<CommandElsewhere> command_elsewhere(const std::string& command, int argc, char** argv) {
  CommandElsewhere out;
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  for (TypedWord& each : typed_words(words)) {
    const std::size_t at = each.option == "--processor" ? each.value.find('@') : std::string::npos;
    if (at == std::string::npos) {
      put_back(each, out.words);
      continue;
    }
    Execution named;
    if (!set_processors(named, each.value)) {
      out.machine = each.value.substr(at + 1);
      each.value.resize(at);
    } else if (named.beside.empty()) {
      out.machine = named.machine;
      each.value = processors_there(named);
    } else if (has_in_list(computed_there, command)) {
      return std::nullopt;
    } else {
      throw BadInput(Wrong::value, "--processor",
                     fmt::format("--processor {}: rows are shared between machines by {} alone", printable(each.value),
                                 fmt::join(computed_there, ", ")));
    }
    if (command != "list") put_back(each, out.words);  // it lists all of a machine's
  }
  if (out.machine.empty() || has_in_list(computed_there, command)) return std::nullopt;
  if (!has_in_list(executed_there, command)) {
    throw BadInput(Wrong::value, "--processor",
                   fmt::format("--processor: {} computes on this machine alone; elsewhere compute {} and {}", command,
                               fmt::join(computed_there, ", "), fmt::join(executed_there, ", ")));
  }
  return out;
}

int relay(const CommandElsewhere& command) {
  Traveling what = traveling(command);
  what.request.number = 1;
  const EndOnRequest watching;  // Ctrl-C is the command's to answer, there
  const std::unique_ptr<MachineLink> link = take_link(command.machine);
  RelayedRun run(*link, what);
  const int code = run.run();
  run.put_files();
  return code;
}

}  // namespace heteroscope
