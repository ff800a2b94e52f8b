#include "app/relay/relay.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <random>

#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/relay/command_files.hpp"
#include "app/relay/remote_run.hpp"
#include "app/relay/typed_words.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/model/settings/processors.hpp"
#include "core/process/signals.hpp"

namespace heteroscope {
namespace {

constexpr std::array<std::string_view, 5> executed_there{"bench", "list", "profile", "tune", "verify"};
constexpr std::array<std::string_view, 3> computed_there{"movie", "render", "trace"};
constexpr const char* detach_option = "--detach";

std::vector<std::string> typed_arguments(int argc, char** argv) {
  return {argv + std::min(argc, 1), argv + argc};
}

std::size_t place_of_machine(const TypedWord& word) {
  return word.option == "--processor" ? word.value.find('@') : std::string::npos;
}

std::string new_run_name() {
  std::random_device dice;
  return fmt::format("{:08x}", dice() & 0xffffffffU);
}

}  // namespace

Option* add_detach_option(Command& command) {
  static bool given = false;  // the words of the command line say it
  return command.add_flag(
      detach_option, given,
      "With a machine elsewhere: begin there and return at once;\n`machines fetch` brings its output and files");
}

std::string machine_in(int argc, char** argv) {
  std::string out;
  for (const TypedWord& each : typed_words(typed_arguments(argc, argv))) {
    if (const std::size_t at = place_of_machine(each); at != std::string::npos) out = each.value.substr(at + 1);
  }
  return out;
}

std::optional<CommandElsewhere> command_elsewhere(const std::string& command, int argc, char** argv) {
  CommandElsewhere out;
  for (TypedWord& each : typed_words(typed_arguments(argc, argv))) {
    if (is_among(executed_there, command) && each.option == detach_option) {
      out.detached = true;
      continue;
    }
    const std::size_t at = place_of_machine(each);
    if (at == std::string::npos) {
      put_back(each, out.words);
      continue;
    }
    Execution named;
    if (!set_processors(named, each.value)) {
      out.machine = each.value.substr(at + 1);
      each.value.resize(at);
    } else if (named.elsewhere.empty()) {
      out.machine = named.machine;
      each.value = processors_there(named);
    } else if (is_among(computed_there, command)) {
      return std::nullopt;
    } else {
      throw BadInput(Wrong::value, "--processor",
                     fmt::format("--processor {}: only {} share rows between machines", printable(each.value),
                                 fmt::join(computed_there, ", ")));
    }
    if (command != "list") put_back(each, out.words);  // it lists all of a machine's
  }
  if (out.detached && out.machine.empty())
    throw BadInput(Wrong::unused, detach_option, "--detach is for a machine elsewhere: --processor gpu@MACHINE");
  if (out.machine.empty() || is_among(computed_there, command)) return std::nullopt;
  // the command lines that it prints are for here
  if (command == "verify") out.words.push_back(fmt::format("{}={}", called_option, out.machine));
  if (!is_among(executed_there, command)) {
    throw BadInput(
        Wrong::value, "--processor",
        fmt::format("--processor: {} computes on this machine only; another machine can compute for {} and {}", command,
                    fmt::join(computed_there, ", "), fmt::join(executed_there, ", ")));
  }
  return out;
}

int relay(const CommandElsewhere& command) {
  PackedCommand what = pack_command(command);
  what.request.run = new_run_name();
  const EndOnRequest watching;  // Ctrl-C is the command's to answer, there
  RemoteRun run(command.machine, what.request.run, std::move(what.names));
  run.begin(std::move(what.request), what.inputs);
  if (command.detached) {
    print_out(fmt::format("{} has begun run {}; `{}` brings its output and files\n", command.machine, what.request.run,
                          run.how_to_fetch()));
    return exit_success;
  }
  return run.bring(what.targets);
}

}  // namespace heteroscope
