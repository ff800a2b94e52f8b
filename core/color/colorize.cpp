#include "core/color/colorize.hpp"

#include <algorithm>

#include "core/base/parallel.hpp"

namespace heteroscope {

Pixels colorize(const FieldView& view, const ColorMap& map) {
  Pixels pixels(static_cast<std::size_t>(view.size.area()));
  colorize(view, map, pixels.data());
  return pixels;
}

void colorize(const FieldView& view, const ColorMap& map, std::uint32_t* pixels) {
  colorize(view, map, Rows{0, view.size.height}, pixels);
}

void colorize(const FieldView& view, const ColorMap& map, Rows rows, std::uint32_t* pixels) {
  colorize(view, map, Cutout{.y = rows.begin, .size = {view.size.width, rows.count()}, .whole = view.size}, pixels);
}

void colorize(const FieldView& view, const ColorMap& map, const Cutout& part, std::uint32_t* pixels) {
  const int width = part.size.width;
  with_value_type(view.precision, [&]<class T>() {
#pragma omp parallel for schedule(static) num_threads(all_threads())
    for (int y = part.y; y < part.y + part.size.height; ++y) {
      const T* values = view.row<T>(y) + part.x;
      std::uint32_t* out = pixels + static_cast<std::ptrdiff_t>(y - part.y) * width;
      const int there = std::clamp(view.values(y) - part.x, 0, width);
      for (int x = 0; x < there; ++x) out[x] = colorize_element(values[x], view.domain, map, map.table);
      std::fill(out + there, out + width, no_color);
    }
  });
}

}  // namespace heteroscope
