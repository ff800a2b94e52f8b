#pragma once

#include <string>

namespace heteroscope {

/// Words, as printable() has them, after a label, broken at spaces so that lines have at most 100 letters and start
/// under each other; with the end of the last line.
std::string wrapped(const std::string& label, const std::string& words);

}  // namespace heteroscope
