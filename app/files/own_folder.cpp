#include "app/files/own_folder.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <system_error>

#include "core/base/error.hpp"
#include "core/io/file.hpp"

namespace heteroscope {

namespace {

/// The folder that a variable names. Empty: it is not set, or its path is relative, which the XDG base directory
/// specification has ignored: what it means would depend on the folder that the program is started in.
std::filesystem::path folder_named_by(const char* variable) {
  const char* const text = std::getenv(variable);
  const std::filesystem::path out = text == nullptr ? "" : text;
  return out.is_absolute() ? out : std::filesystem::path();
}

}  // namespace

std::filesystem::path own_file(std::string_view name) {
  if (const auto config = folder_named_by("XDG_CONFIG_HOME"); !config.empty()) return config / "heteroscope" / name;
  if (const auto home = folder_named_by("HOME"); !home.empty()) return home / ".config" / "heteroscope" / name;
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
