#include "app/commands/console.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <system_error>

#include "core/error.hpp"
#include "core/io/file.hpp"

namespace heteroscope {

namespace {

[[noreturn]] void refuse_output() {
  throw BadInput(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
}

/// Levenshtein's distance.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

void print_out(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) refuse_output();
}

void flush_out() {
  if (std::fflush(stdout) != 0) refuse_output();
}

void check_writable(const std::filesystem::path& path) {
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

void write_report(const std::string& path, const std::string& text) {
  if (path == "-") {
    print_out(text);
  } else {
    write_file(path, text);
  }
}

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& each : known) {
    const std::size_t d = distance(word, each);
    if (d < best_distance) {
      best_distance = d;
      best = each;
    }
  }
  return best;
}

}  // namespace heteroscope
