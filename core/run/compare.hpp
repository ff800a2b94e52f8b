#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/memory/pixels.hpp"
#include "core/types/field_view.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// The difference of two fields of the same size (precisions may differ; compared as double). Two NaNs are equal.
struct Diff {
  Size size;
  std::int64_t values = 0;         ///< that were compared: less than the size has where some are none
  std::int64_t differing = 0;      ///< values that are not equal
  std::int64_t beyond = 0;         ///< values that differ by more than the tolerance, or by NaN
  double max_error = 0;            ///< largest |a − b|
  double mean_error = 0;           ///< mean |a − b| over all values
  double psnr_db = 0;              ///< 10 log10(range(a)² / mean squared error); infinite when nothing differs
  int first_x = -1, first_y = -1;  ///< the first value beyond the tolerance, −1 where none is
  [[nodiscard]] bool equal() const { return differing == 0; }
};

/// Host views. Throws BadInput if the sizes differ.
Diff compare(const FieldView& a, const FieldView& b, double tolerance = 0);

/// The palette of `heat`, and where on it the smallest difference begins: what differs never looks like what does not.
inline constexpr std::string_view heat_palette = "ember";
inline constexpr double least_heat = 0.2;

enum class DiffStyle { mask, heat };
template <>
inline constexpr std::array<IdTable<DiffStyle>, 2> ids<DiffStyle>{
    {{DiffStyle::mask, "mask"}, {DiffStyle::heat, "heat"}}};
/// "white where they differ": what such a picture of two results shows.
constexpr std::string_view shown_by(DiffStyle style) {
  return style == DiffStyle::mask ? "white where values differ" : "the size of the difference, as colors";
}

/// RGBA8 pixels, row-major: `mask` is white where values differ and black elsewhere (as in seed 000); `heat` runs
/// from black (equal) over the palette to its end at the largest error. Transparent where the fields have no values.
/// A pixel is the largest error of `step` × `step` values, so that none is lost. Throws BadInput if the sizes differ.
Pixels diff_picture(const FieldView& a, const FieldView& b, DiffStyle style, double max_error, int step = 1);
/// Its size, of fields of `size`.
Size diff_picture_size(Size size, int step);

}  // namespace heteroscope
