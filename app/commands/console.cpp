#include "app/commands/console.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "core/error.hpp"
#include "core/io/file.hpp"

namespace heteroscope {

namespace {

[[noreturn]] void refuse_output() {
  throw BadInput(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
}

}  // namespace

void print_out(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) refuse_output();
}

void flush_out() {
  if (std::fflush(stdout) != 0) refuse_output();
}

void check_writable(const std::filesystem::path& path) {
  if (path.empty()) throw BadInput("'' is no file to write to; name one");
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::is_directory(status)) throw BadInput(fmt::format("{} is a folder; name a file", path.string()));
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw BadInput(fmt::format("{} is not a regular file; name one that can be replaced", path.string()));
  }
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  if (!std::filesystem::is_directory(folder, error)) {
    throw BadInput(fmt::format("{} cannot be written: there is no folder {}", path.string(), folder.string()));
  }
  if (access(folder.c_str(), W_OK | X_OK) != 0) {
    throw BadInput(
        fmt::format("{} cannot be written: folder {}: {}", path.string(), folder.string(), std::strerror(errno)));
  }
}

void check_distinct(const std::vector<std::filesystem::path>& paths) {
  std::error_code error;
  std::vector<std::filesystem::path> known;
  for (const auto& path : paths) {
    const auto real = path == "-" ? path : std::filesystem::weakly_canonical(std::filesystem::absolute(path), error);
    if (std::ranges::find(known, real) != known.end()) {
      throw BadInput(path == "-" ? "only one output can go to standard output (-)"
                                 : fmt::format("{} is named for two outputs; name a file for each", path.string()));
    }
    known.push_back(real);
  }
}

void write_report(const std::string& path, const std::string& text) {
  if (path == "-") {
    print_out(text);
  } else {
    write_file(path, text);
  }
}

}  // namespace heteroscope
