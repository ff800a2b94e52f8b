#include "core/process/find_program.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>

namespace heteroscope {
namespace {

bool can_be_executed(const std::filesystem::path& file) {
  std::error_code none;
  return std::filesystem::is_regular_file(file, none) && ::access(file.c_str(), X_OK) == 0;
}

}  // namespace

std::filesystem::path find_program(std::string_view name) {
  if (name.find('/') != name.npos) return can_be_executed(name) ? std::filesystem::path(name) : std::filesystem::path();
  const char* const all = std::getenv("PATH");
  std::string_view rest = all == nullptr ? "/usr/bin:/bin" : all;
  for (;;) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::filesystem::path file = std::filesystem::path(rest.substr(0, end)) / name;
    if (can_be_executed(file)) return file;
    if (end == rest.size()) return {};
    rest.remove_prefix(end + 1);
  }
}

}  // namespace heteroscope
