#pragma once

#include <string>

#include "core/run/escape_limit.hpp"

namespace heteroscope {

/// A finding in a line, with what it costs: "8,000 iterations: with 500, 12 % of the pixels would stay black; a picture
/// takes 3.1 times the iterations".
std::string limit_text(const LimitFinding& found);

}  // namespace heteroscope
