#include "core/io/image/image_limits.hpp"
#include "core/base/wrong.hpp"
#include "core/io/image/image_plane.hpp"

namespace heteroscope {

Size check_image_size(std::int64_t width, std::int64_t height, const std::string& name) {
  if (width < 1 || height < 1) throw wrong_file(Wrong::value, name, "an image of {}x{} has no pixels", width, height);
  if (width > largest_image_side || height > largest_image_side) {
    throw wrong_file(Wrong::value, name, "{}x{} pixels are more than {} on a side", width, height, largest_image_side);
  }
  if (width * height > most_image_pixels) {
    throw wrong_file(Wrong::value, name, "{}x{} are more than {} pixels", width, height, most_image_pixels);
  }
  return {static_cast<int>(width), static_cast<int>(height)};
}

void check_image_density(Size size, std::size_t bytes, const std::string& name) {
  if (size.area() / most_pixels_of_byte < static_cast<std::int64_t>(bytes)) return;
  throw wrong_file(Wrong::value, name, "{}x{} pixels in {} bytes are too many to be read", size.width, size.height,
                   bytes);
}

}  // namespace heteroscope
