#include "core/io/base_folder.hpp"

#include <cstdlib>

namespace heteroscope {
namespace {

/// The folder that a variable names. Empty: it is not set, or its path is relative, which the XDG base directory
/// specification has ignored: what it means would depend on the folder that the program is started in.
std::filesystem::path folder_named_by(const char* variable) {
  const char* const text = std::getenv(variable);
  const std::filesystem::path out = text == nullptr ? "" : text;
  return out.is_absolute() ? out : std::filesystem::path();
}

std::filesystem::path folder(const char* variable, const char* in_home) {
  if (const auto named = folder_named_by(variable); !named.empty()) return named / "heteroscope";
  if (const auto home = folder_named_by("HOME"); !home.empty()) return home / in_home / "heteroscope";
  return {};
}

}  // namespace

std::filesystem::path config_folder() {
  return folder("XDG_CONFIG_HOME", ".config");
}

std::filesystem::path cache_folder() {
  return folder("XDG_CACHE_HOME", ".cache");
}

}  // namespace heteroscope
