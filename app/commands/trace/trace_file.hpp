#pragma once

#include <string>

#include "core/frame/frame.hpp"

namespace heteroscope {

/// A frame's trace, its settings and what went wrong with it, as Chrome trace JSON.
std::string trace_file(const Frame& frame);

}  // namespace heteroscope
