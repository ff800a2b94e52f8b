#include "core/io/image/image_limits.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace heteroscope {

Size check_image_size(std::int64_t width, std::int64_t height, const std::string& name) {
  if (width < 1 || height < 1) throw BadInput(fmt::format("{}: an image of {}x{} has no pixels", name, width, height));
  if (width > largest_image_side || height > largest_image_side) {
    throw BadInput(fmt::format("{}: {}x{} pixels are more than {} on a side", name, width, height, largest_image_side));
  }
  if (width * height > most_image_pixels) {
    throw BadInput(fmt::format("{}: {}x{} are more than {} pixels", name, width, height, most_image_pixels));
  }
  return {static_cast<int>(width), static_cast<int>(height)};
}

}  // namespace heteroscope
