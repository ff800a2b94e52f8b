#include "app/files/own_folder.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <system_error>

#include "core/base/error.hpp"
#include "core/io/file.hpp"

namespace heteroscope {

std::filesystem::path own_file(std::string_view name) {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && *config != '\0') return std::filesystem::path(config) / "heteroscope" / name;
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') return std::filesystem::path(home) / ".config" / "heteroscope" / name;
  return {};
}

void write_own_file(const std::filesystem::path& path, const std::string& text) {
  std::error_code failed;
  std::filesystem::create_directories(path.parent_path(), failed);
  if (failed) throw BadInput(fmt::format("cannot write {}: {}", path.string(), failed.message()));
  write_file(path, text);
}

std::string set_aside(const std::filesystem::path& path) {
  std::filesystem::path aside = path;
  aside += ".damaged";
  std::error_code failed;
  std::filesystem::rename(path, aside, failed);
  return failed ? std::string() : "; kept as " + aside.string();
}

}  // namespace heteroscope
