#pragma once

#include <filesystem>
#include <string>

namespace heteroscope {

/// The extension of the file's name, with ASCII letters in lower case: ".png" for "a.png" and for "A.PNG". The program
/// decides by it what kind of file is meant, and never by the name's own letters.
std::string extension_of(const std::filesystem::path& file);

}  // namespace heteroscope
