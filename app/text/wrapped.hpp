#pragma once

#include <string>

namespace heteroscope {

/// Words after a label, broken at spaces so that lines have at most 100 letters and start under each other; with the
/// end of the last line.
std::string wrapped(const std::string& label, const std::string& text);

}  // namespace heteroscope
