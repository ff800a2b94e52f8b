#pragma once

#include <string>

#include "core/color_map.hpp"
#include "core/frame.hpp"

namespace heteroscope {

/// Times the display stage of one frame by each way that can show it, as a Markdown table: median, minimum and maximum
/// of repeated presents, first ones kept out. The window's OpenGL context must be current. Throws DeviceError.
std::string display_times(const Frame& frame, const ColorMap& map);

}  // namespace heteroscope
