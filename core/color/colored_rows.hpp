#pragma once

#include "core/color/colorize.hpp"
#include "core/io/png/png.hpp"

namespace heteroscope {

/// A field's colors, made as they are asked for: what write_png takes. The view's memory must stay.
inline PictureRows colored_rows(const FieldView& view, const ColorMap& map) {
  return [view, map, pixels = Pixels()](Rows rows) mutable {
    pixels.resize(static_cast<std::size_t>(rows.count()) * static_cast<std::size_t>(view.size.width));
    colorize(view, map, rows, pixels.data());
    return std::span<const std::uint32_t>(pixels);
  };
}

/// Colors that are there; they must stay.
inline PictureRows rows_of(Size size, const Pixels& pixels) {
  return [width = static_cast<std::size_t>(size.width), all = std::span<const std::uint32_t>(pixels)](Rows rows) {
    return all.subspan(static_cast<std::size_t>(rows.begin) * width, static_cast<std::size_t>(rows.count()) * width);
  };
}

}  // namespace heteroscope
