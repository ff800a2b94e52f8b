#pragma once

#include <filesystem>

/// Where programs keep files, by the XDG base directory specification. Each is empty if neither its variable nor HOME
/// names an absolute path.
namespace heteroscope {

/// $XDG_CONFIG_HOME/heteroscope, else ~/.config/heteroscope: what a person has chosen.
std::filesystem::path config_folder();
/// $XDG_CACHE_HOME/heteroscope, else ~/.cache/heteroscope: what can be made again.
std::filesystem::path cache_folder();

}  // namespace heteroscope
