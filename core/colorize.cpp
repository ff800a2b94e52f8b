#include "core/colorize.hpp"

namespace heteroscope {

std::vector<std::uint32_t> colorize(const FieldView& view, const ColorMap& map) {
  std::vector<std::uint32_t> pixels(static_cast<std::size_t>(view.size.area()));
  colorize(view, map, pixels.data());
  return pixels;
}

void colorize(const FieldView& view, const ColorMap& map, std::uint32_t* pixels) {
  const int width = view.size.width;
  const int height = view.size.height;
  with_precision(view.precision, [&]<class T>() {
#pragma omp parallel for schedule(static)
    for (int y = 0; y < height; ++y) {
      const T* values = view.row<T>(y);
      std::uint32_t* out = pixels + static_cast<std::ptrdiff_t>(y) * width;
      for (int x = 0; x < width; ++x) out[x] = colorize_value(static_cast<double>(values[x]), map, map.table);
    }
  });
}

}  // namespace heteroscope
