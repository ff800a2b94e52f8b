#pragma once

#include <string>

namespace heteroscope {

/// Returns the text as a shell takes it for one word.
std::string shell_word(const std::string& text);

}  // namespace heteroscope
