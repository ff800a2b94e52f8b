#pragma once

#include "core/color/color_map.hpp"
#include "core/frame/frame.hpp"

namespace heteroscope {

/// The coloring of what a frame's colors are of (Frame::colored()) under the look: explicit ends, or automatic ones
/// from the workload, the source and the values. By quantiles only for as long as the frame is there.
ColorMap color_map(const Look& look, const Frame& frame);
/// The coloring of the frame's source: as its workload has it, or as an image that no workload has made.
ColorMap input_color_map(const Look& look, const Frame& frame);
/// The coloring of the source of such a plan, with those values.
ColorMap source_color_map(const Look& look, const Plan& plan, const Summary& values);

}  // namespace heteroscope
