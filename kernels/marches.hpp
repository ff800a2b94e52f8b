#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/ceil_div.hpp"
#include "core/model/access_pattern.hpp"
#include "core/types/warp.hpp"

namespace heteroscope {

/// How a plane is cut into marches of warps: each goes down a strip of columns, over some rows of the result. Tasks are
/// counted along the strips first.
struct Marches {
  int strips = 0;
  int strip = 0;  ///< columns of one
  int rows_each = 0;
  int height = 0;

  [[nodiscard]] int tasks() const { return strips * ceil_div(height, rows_each); }
  /// A launch of blocks of so many warps, each with a task.
  [[nodiscard]] AccessLaunch launch(std::string_view label, int warps, std::int64_t steps) const {
    return {.label = std::string(label),
            .columns = ceil_div(tasks(), warps),
            .rows = 1,
            .warps = warps,
            .steps = steps,
            .block = {lanes_of_a_warp * warps, 1}};
  }
  /// The warp that writes this cell, `lead` steps after it has read its row.
  [[nodiscard]] WarpPlace place_of(int x, int y, int warps, int lead) const {
    const int task = y / rows_each * strips + x / strip;
    return {0, task / warps, task % warps, y % rows_each + lead};
  }
};

/// Strips of so many columns; `rows_each(warps)`: the rows of a march where so many warps of each strip run at a time.
/// `promised`: warps that a multiprocessor runs at least, where the device has not been asked.
template <class RowsEach>
Marches cut_into_marches(Size size, int strip, const AccessDevice& device, int promised, RowsEach rows_each) {
  const int at_a_time = device.warps_at_a_time > 0 ? device.warps_at_a_time : device.multiprocessors * promised;
  Marches out{.strips = ceil_div(size.width, strip), .strip = strip, .height = size.height};
  out.rows_each = rows_each(std::max(at_a_time / out.strips, 1));
  return out;
}

}  // namespace heteroscope
