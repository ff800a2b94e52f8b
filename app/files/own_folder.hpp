#pragma once

#include <filesystem>
#include <string>
#include <string_view>

/// What the program keeps from one start to the next.
namespace heteroscope {

/// $XDG_CONFIG_HOME/heteroscope/NAME, else ~/.config/heteroscope/NAME; empty if neither variable names an absolute
/// path.
std::filesystem::path own_file(std::string_view name);

/// Writes it, in a folder that is made where there is none. Throws BadInput.
void write_own_file(const std::filesystem::path& path, const std::string& text);

/// Gives a damaged file another name, NAME.damaged. Returns "; kept as …"; empty where that was not possible.
std::string set_aside(const std::filesystem::path& path);

}  // namespace heteroscope
