#pragma once

#include <cstdint>
#include <string>

#include "core/types/basic_types.hpp"
#include "core/types/image_channel.hpp"

/// The limits that every reader of images enforces. The libraries that decode are given these limits, or are asked for
/// no pixel before the limits have been checked.
namespace heteroscope {

inline constexpr int largest_image_side = 65536;
inline constexpr std::int64_t most_image_pixels = std::int64_t{1} << 28;
/// What deflate makes of a byte at most (1032 bytes) with a bit for each pixel. Other formats can pack single-colored
/// images further, up to any size; those are refused.
inline constexpr std::int64_t most_pixels_of_byte = 8256;

/// Throws BadInput, naming `name`, for an image without pixels or one beyond the limits.
Size check_image_size(std::int64_t width, std::int64_t height, const std::string& name);

/// The luma of a pixel, by Rec. 709 (ITU-R BT.709-6, item 3.2), from values as they are stored.
constexpr double luma(double red, double green, double blue) {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/// The value of a pixel that is read as this channel; `color` is the luma.
constexpr double channel_value(ImageChannel channel, double red, double green, double blue) {
  switch (channel) {
    case ImageChannel::red:
      return red;
    case ImageChannel::green:
      return green;
    case ImageChannel::blue:
      return blue;
    case ImageChannel::color:
    case ImageChannel::luma:
      break;
  }
  return luma(red, green, blue);
}

}  // namespace heteroscope
