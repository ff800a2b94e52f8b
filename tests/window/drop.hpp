#pragma once

#include <filesystem>
#include <string>

namespace heteroscope {

/// Drops a file onto a window as a file manager does, by the XDND protocol (freedesktop.org, version 5). False where
/// the window has not taken it within some seconds.
bool drop_file(const std::string& display, unsigned long window, const std::filesystem::path& file);

}  // namespace heteroscope
