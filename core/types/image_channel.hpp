#pragma once

#include <array>

#include "core/types/types.hpp"

namespace heteroscope {

/// The channel that is read of a color image's pixels. `color`: red, green and blue, each by itself, where a workload's
/// result is a picture of its input; elsewhere the luma.
enum class ImageChannel { color, luma, red, green, blue };
template <>
inline constexpr std::array<IdTable<ImageChannel>, 5> ids<ImageChannel>{{{ImageChannel::color, "color"},
                                                                         {ImageChannel::luma, "luma"},
                                                                         {ImageChannel::red, "red"},
                                                                         {ImageChannel::green, "green"},
                                                                         {ImageChannel::blue, "blue"}}};

/// The channels that make up a color, in the order of a pixel's bytes.
inline constexpr std::array color_channels{ImageChannel::red, ImageChannel::green, ImageChannel::blue};

}  // namespace heteroscope
