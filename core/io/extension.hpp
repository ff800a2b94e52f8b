#pragma once

#include <filesystem>
#include <string>

namespace heteroscope {

/// How the file's name ends, its ASCII letters in lower case: ".png" for "a.png" and for "A.PNG". By it, and never by
/// the name's own letters, the program tells what kind of file is meant.
std::string extension_of(const std::filesystem::path& file);

}  // namespace heteroscope
