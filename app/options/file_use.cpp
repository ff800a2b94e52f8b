#include "app/options/file_use.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "app/console/console.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/io/file.hpp"
#include "core/model/settings/source.hpp"

namespace heteroscope {

namespace {

const std::filesystem::path standard_output = "-";

/// Throws BadInput if a file cannot be written there.
void check_writable(const std::filesystem::path& path) {
  if (path.empty()) throw BadInput("'' is not a file name; name a file to write");
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) throw BadInput(fmt::format("{} is a folder; name a file", path.string()));
  if (exists && !S_ISREG(status.st_mode)) {
    throw BadInput(fmt::format("{} is not a regular file; name a file that can be replaced", path.string()));
  }
  const std::filesystem::path folder = folder_of(path);
  if (::stat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
    throw BadInput(fmt::format("{} cannot be written: there is no folder {}", path.string(), folder.string()));
  }
  if (status.st_nlink == 0) {
    throw BadInput(fmt::format("{} cannot be written: folder {} has been removed", path.string(), folder.string()));
  }
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    throw BadInput(
        fmt::format("{} cannot be written: folder {}: {}", path.string(), folder.string(), reason_of(errno)));
  }
}

/// The identity of a file: its number if it exists, whatever its names; otherwise its folder's identity and its name.
struct Identity {
  dev_t device = 0;
  ino_t inode = 0;
  std::filesystem::path place;  ///< empty where the file is there
  bool operator==(const Identity&) const = default;
};

Identity identity_of(const std::filesystem::path& path) {
  if (path == standard_output) {
    // Its own name, unless it was directed into a file.
    struct stat status {};
    const bool file = ::fstat(STDOUT_FILENO, &status) == 0 && S_ISREG(status.st_mode);
    return file ? Identity{status.st_dev, status.st_ino, {}} : Identity{.place = standard_output};
  }
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return {status.st_dev, status.st_ino, {}};
  std::error_code failed;
  const auto folder = std::filesystem::canonical(folder_of(path), failed);
  return {.place = failed ? path : folder / path.filename()};
}

}  // namespace

void FileUse::reads(const std::string& what, const std::filesystem::path& path) {
  inputs_.push_back({what, path});
}

void FileUse::reads_source(const Settings& settings) {
  if (settings.problem.source.id == file_source) reads("the source", settings.problem.source.file);
}

void FileUse::writes(const std::string& what, const std::filesystem::path& path) {
  outputs_.push_back({what, path});
}

void FileUse::writes(const std::string& what, const std::optional<std::string>& path) {
  if (path) outputs_.push_back({what, *path});
}

void FileUse::check() const {
  const Identity out = identity_of(standard_output);
  std::vector<std::pair<Identity, const Named*>> known;
  for (const Named& output : outputs_) {
    const Identity identity = identity_of(output.path);
    const bool to_stream = output.path == standard_output;
    if (!to_stream) check_writable(output.path);
    if (!to_stream && identity == out) {
      throw BadInput(fmt::format("{} {}: standard output already goes to this file; name another file", output.what,
                                 output.path.string()));
    }
    for (const auto& [other, named] : known) {
      if (other != identity) continue;
      throw BadInput(to_stream ? "only one output can go to standard output (-)"
                               : fmt::format("{} is named for two outputs, {} and {}; name a file for each",
                                             output.path.string(), named->what, output.what));
    }
    for (const Named& input : inputs_) {
      if (to_stream || identity_of(input.path) != identity) continue;
      throw BadInput(fmt::format("{} {} would overwrite what is read as {}; name another file", output.what,
                                 output.path.string(), input.what));
    }
    known.emplace_back(identity, &output);
  }
}

void Reports::add(const std::string& path, const std::string& text) {
  if (path == standard_output) {
    out_ += text;
  } else {
    files_.add(path, text);
  }
}

void Reports::put() {
  print_out(out_);
  flush_out();
  files_.put();
}

}  // namespace heteroscope
