#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

/// The folder of files that the program keeps from one start to the next.
namespace heteroscope {

/// $XDG_CONFIG_HOME/heteroscope/NAME, else ~/.config/heteroscope/NAME; empty if neither variable names an absolute
/// path.
std::filesystem::path own_file(std::string_view name);

/// Writes what `make()` returns, in a folder that is made where there is none. Several instances of the program keep
/// one file: from before `make()` is called, which reads what is there and adds to that, until the file is written, no
/// other instance writes there (a lock on NAME.lock beside it). Throws BadInput, also where another holds the lock for
/// seconds.
void write_own_file(const std::filesystem::path& path, const std::function<std::string()>& make);

/// Gives a damaged file another name, NAME.damaged. Returns "; kept as …"; empty where that was not possible.
std::string set_aside(const std::filesystem::path& path);

}  // namespace heteroscope
