#pragma once

#include <algorithm>

#include "core/base/ceil_div.hpp"

namespace heteroscope::blur {

/// The shape of the kernel for one radius. A warp marches down a strip of columns, one row a step; each lane has
/// `vector` neighboring columns. `Exact` says that the radius is R; otherwise it is R − 3 to R, with R a multiple of 4,
/// and taps beyond the radius are skipped.
template <class T, int R, bool Exact>
struct FusedShape {
  static constexpr int radius = R;
  static constexpr bool exact = Exact;
  static constexpr int taps = 2 * R + 1;
  static constexpr int chunk = 16 / sizeof(T);  // values that are copied at a time
  // The 2 R sums of each column are held in registers; at large radii there is room for those of 8 bytes of columns.
  static constexpr int vector = R <= 20 ? chunk : chunk / 2;
  static constexpr int apron = ceil_div(R, chunk) * chunk;
  static constexpr int strip = 32 * vector;
  static constexpr int line = strip + 2 * apron;
  static constexpr int turn = R <= 3 ? 2 * R : 1;             // rows in the body of a march's loop
  static constexpr int blocks = R <= 3 ? 6 : R <= 8 ? 5 : 2;  // of a multiprocessor, at least (launch bounds)
  // A warp's march reads 2 radius rows more than it computes, so that long marches repeat less. Short ones keep the
  // rows under way close together, which memory likes better, and distribute the slower strips at the image's sides.
  static constexpr int fewest_rows = std::max(8, R);
  static constexpr int most_rows = std::max(fewest_rows, R <= 3 ? 8 : R <= 8 ? 32 : 128);

  /// The number of rows that a warp computes, out of `rows`, if `marches` of them below each other keep all warps busy.
  static int rows_each(int rows, int marches) { return std::clamp(ceil_div(rows, marches), fewest_rows, most_rows); }
};

inline constexpr int fused_warps = 4;   // of a block; they are independent of each other
inline constexpr int fused_stages = 6;  // lines of a warp in shared memory; all but one are being copied

/// Calls `body.template operator()<R, Exact>()` for a radius.
template <class Body>
decltype(auto) with_fused_radius(int radius, Body body) {
  switch (radius) {
    case 1:
      return body.template operator()<1, true>();
    case 2:
      return body.template operator()<2, true>();
    case 3:
      return body.template operator()<3, true>();
    case 4:
      return body.template operator()<4, true>();
    case 5:
      return body.template operator()<5, true>();
    case 6:
      return body.template operator()<6, true>();
    case 7:
      return body.template operator()<7, true>();
    case 8:
      return body.template operator()<8, true>();
    case 16:
      return body.template operator()<16, true>();
    default:
      break;
  }
  switch ((radius + 3) / 4) {
    case 3:
      return body.template operator()<12, false>();
    case 4:
      return body.template operator()<16, false>();
    case 5:
      return body.template operator()<20, false>();
    case 6:
      return body.template operator()<24, false>();
    case 7:
      return body.template operator()<28, false>();
    default:
      return body.template operator()<32, false>();
  }
}

}  // namespace heteroscope::blur
