#pragma once

#include <string>

#include "core/color/color_map.hpp"
#include "core/memory/field.hpp"

namespace heteroscope {

/// Times the display stage of one picture by each way that can show it, as a Markdown table: median, minimum and
/// maximum of repeated presents, first ones kept out. `interop_refusal`: why CUDA shares nothing with OpenGL; empty if
/// it does. The window's OpenGL context must be current. Throws DeviceError.
std::string display_times(const Field& field, const ColorMap& map, const std::string& interop_refusal);

}  // namespace heteroscope
