#pragma once

#include <algorithm>
#include <cmath>

#include "core/base/ceil_div.hpp"
#include "core/model/block_mapping.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// How the cells of a pass lie in the picture. A single long row, and a list of things that have some numbers each (a
/// body its position and velocity), are folded into about a square, with a thing as one cell.
struct Fold {
  static constexpr int longest_line = 4096;  ///< cells of a single row that is drawn as one
  static constexpr int most_numbers = 8;     ///< of a thing

  /// `is_result`: the cells are the result's, which stay where they are seen.
  Fold(Size space, bool is_result)
      : size(space), things(!is_result && space.width <= most_numbers && space.height > most_numbers) {
    const int count = things ? space.height : space.width;
    if (!things && (space.height != 1 || space.width <= longest_line)) return;
    const int side = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count))));
    size.width = (side + 31) / 32 * 32;
    size.height = ceil_div(count, size.width);
    folded = true;
  }
  /// Calls body(rectangle) for the run's cells.
  template <class Body>
  void each(int row, Rows columns, Body body) const {
    if (!folded) return body(Patch{columns.begin, row, columns.count(), 1});
    if (things) return body(Patch{row % size.width, row / size.width, 1, 1});
    for (int at = columns.begin; at < columns.end;) {
      const int end = std::min(columns.end, (at / size.width + 1) * size.width);
      body(Patch{at % size.width, at / size.width, end - at, 1});
      at = end;
    }
  }
  Size size;
  bool things = false;  ///< each row of the pass is one
  bool folded = false;
};

}  // namespace heteroscope
