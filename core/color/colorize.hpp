#pragma once

#include <cmath>
#include <cstdint>

#include "core/base/host_device.hpp"
#include "core/color/color_map.hpp"
#include "core/memory/pixels.hpp"
#include "core/numbers/math.hpp"
#include "core/summary/sample.hpp"
#include "core/types/field_view.hpp"

namespace heteroscope {

/// The place of `value` between the map's ends, 0 to 1, which is its place in the map's table. Every operation is
/// correctly rounded IEEE arithmetic, or composed of such, so that host and device agree to the bit.
HETEROSCOPE_HD inline double palette_place(double value, const ColorMap& map) {
  const double range = map.high - map.low;
  if (!(range > 0)) return 0;
  const double offset = value - map.low;
  if (map.scale == ColorScale::cyclic) {
    const double turns = offset / range;
    const double part = turns - floor(turns);
    return part >= 0 ? part : 0;  // an infinite value has no place on the circle
  }
  double t = offset / range;
  t = t > 0 ? t : 0;  // also where it is no number; fmin and fmax are library calls on the host
  t = t < 1 ? t : 1;
  if (map.scale == ColorScale::sqrt) return sqrt(t);
  if (map.scale == ColorScale::log || map.scale == ColorScale::histogram)
    return exact_log2(fma(t, map.log_span, 1.0)) * map.log_factor;
  return t;
}

/// The place on the palette itself, as a legend shows it: for a scale by quantiles the share of values that are
/// smaller.
inline double shown_place(double value, const ColorMap& map) {
  const double place = palette_place(value, map);
  if (map.ranks == nullptr) return place;
  const int index = static_cast<int>(place * palette_entries);
  return map.ranks[index < palette_entries ? index : palette_entries - 1];
}

/// The color where a field has no value: transparent.
inline constexpr std::uint32_t no_color = 0;

/// The color of one value: RGBA8, red in the lowest byte. `table` is the palette on the caller's side.
HETEROSCOPE_HD inline std::uint32_t colorize_value(double value, const ColorMap& map, const std::uint32_t* table) {
  if (value != value) return map.nan_color;
  if (map.zero_is_special && value == 0) return map.zero_color;
  int index = static_cast<int>(palette_place(value, map) * palette_entries);
  if (index >= palette_entries) index = palette_entries - 1;
  return table[index];
}

/// The color of an element that may be a value (see FieldView::values).
template <class T>
HETEROSCOPE_HD inline std::uint32_t colorize_element(T value, Domain domain, const ColorMap& map,
                                                     const std::uint32_t* table) {
  if (domain == Domain::marked && is_no_value(value)) return no_color;
  return colorize_value(static_cast<double>(value), map, table);
}

/// Colors a field on the host; parallel. Returns size.area() pixels, row-major.
Pixels colorize(const FieldView& view, const ColorMap& map);
/// Colors the whole field, into memory of the caller: size.area() pixels.
void colorize(const FieldView& view, const ColorMap& map, std::uint32_t* pixels);
/// Colors some rows of the field: rows.count() * size.width pixels.
void colorize(const FieldView& view, const ColorMap& map, Rows rows, std::uint32_t* pixels);
/// Colors a part of the field: part.size.area() pixels.
void colorize(const FieldView& view, const ColorMap& map, const Cutout& part, std::uint32_t* pixels);

}  // namespace heteroscope
