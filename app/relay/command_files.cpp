#include "app/relay/command_files.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "app/options/file_use.hpp"
#include "app/options/own_files.hpp"
#include "app/relay/typed_words.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/worker/send_file.hpp"

namespace heteroscope {
namespace {

namespace fs = std::filesystem;

/// Begins the name of the folder that each file gets there; a number follows.
constexpr std::string_view folder_prefix = "sent-";

/// What they name stays here: results to go on with.
constexpr std::array<std::string_view, 2> local_options{"--again", "--resume"};

class CommandPacker {
 public:
  explicit CommandPacker(const CommandElsewhere& command) : command_(command) {}

  PackedCommand pack() {
    for (TypedWord& each : typed_words(command_.words)) {
      pack_word(each);
      put_back(each, out_.request.words);
    }
    use_.check();
    return std::move(out_);
  }

 private:
  void pack_word(TypedWord& word) {
    if (is_among(written_options, word.option)) {
      write(word);
    } else if (is_among(read_options, word.option)) {
      if (std::error_code unknown; fs::is_regular_file(word.value, unknown)) word.value = send(word.option, word.value);
    } else if (word.option == "--variant") {
      send_variant(word);
    } else if (word.option == "--variants") {
      send_folder(word);
    } else if (is_among(local_options, word.option)) {
      throw BadInput(Wrong::unused, word.option,
                     fmt::format("{}: it names a file on this machine, which the machine {} cannot read; leave it out",
                                 word.option, command_.machine));
    } else if (word.option == "--link") {
      throw BadInput(Wrong::unused, word.option,
                     fmt::format("--link: the whole command is executed on {}, and no frame is sent; leave it out",
                                 command_.machine));
    }
  }

  void write(TypedWord& word) {
    if (word.value == "-") return;
    use_.writes(word.option, std::optional(word.value));
    out_.targets.push_back(word.value);
    word.value = name_there(word.value);
    out_.request.outputs.push_back(word.value);
  }

  /// "mine.cu", "mean=mine.cu"; an id stays as it is.
  void send_variant(TypedWord& word) {
    const std::size_t equals = word.value.find('=');
    const std::size_t begin = equals == word.value.npos ? 0 : equals + 1;
    const std::string file = word.value.substr(begin);
    if (is_own_source(file)) word.value.replace(begin, file.npos, send(word.option, file));
  }

  void send_folder(TypedWord& word) {
    const std::string folder = name_there(word.value);
    for (const fs::path& each : own_files_in(word.value))
      add(word.option, each, fmt::format("{}/{}", folder, each.filename().string()));
    word.value = folder;
  }

  std::string send(const std::string& option, const std::string& file) {
    std::string out = name_there(file);
    add(option, file, out);
    return out;
  }

  void add(const std::string& option, const fs::path& file, std::string there) {
    use_.reads(option, file);
    bytes_ += bytes_to_send(file);
    if (bytes_ > FilesThere::most_bytes) {
      throw BadInput(Wrong::value, option,
                     fmt::format("the files that go along with the command have more than {} bytes together, which is "
                                 "the most that is sent to another machine",
                                 FilesThere::most_bytes));
    }
    if (out_.inputs.size() == FilesThere::most_kept) {
      throw BadInput(Wrong::value, option,
                     fmt::format("more than {} files go along with the command", FilesThere::most_kept));
    }
    out_.inputs.push_back({std::move(there), file});
  }

  /// A name for the file or folder there, which keeps its own one.
  std::string name_there(const std::string& here) {
    fs::path path = fs::path(here).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();
    const std::string own = path.filename().string();
    const bool is_name = !own.empty() && own != "." && own != "..";
    std::string out = fmt::format("{}{}/{}", folder_prefix, out_.names.size(), is_name ? own : "folder");
    out_.names.push_back({.there = out, .here = path.string()});
    return out;
  }

  const CommandElsewhere& command_;
  PackedCommand out_;
  FileUse use_;
  std::uint64_t bytes_ = 0;  ///< of the files that go along
};

}  // namespace

std::string with_names_here(std::string text, const std::vector<RemoteName>& names) {
  for (const RemoteName& each : names) {
    for (std::size_t at = text.find(each.there); at != text.npos; at = text.find(each.there, at + each.here.size()))
      text.replace(at, each.there.size(), each.here);
  }
  return text;
}

std::string name_without_folder(const std::string& there) {
  return fs::path(there).filename().string();
}

PackedCommand pack_command(const CommandElsewhere& command) {
  return CommandPacker(command).pack();
}

}  // namespace heteroscope
