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
  colorize(view, map, {0, view.size.height}, pixels);
}

void colorize(const FieldView& view, const ColorMap& map, Rows rows, std::uint32_t* pixels) {
  const int width = view.size.width;
  with_value_type(view.precision, [&]<class T>() {
#pragma omp parallel for schedule(static) num_threads(all_threads())
    for (int y = rows.begin; y < rows.end; ++y) {
      const T* values = view.row<T>(y);
      std::uint32_t* out = pixels + static_cast<std::ptrdiff_t>(y - rows.begin) * width;
      const int there = view.values(y);
      for (int x = 0; x < there; ++x) out[x] = colorize_element(values[x], view.domain, map, map.table);
      std::fill(out + there, out + width, no_color);
    }
  });
}

}  // namespace heteroscope
