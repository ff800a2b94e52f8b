#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/ceil_div.hpp"
#include "core/model/access_pattern.hpp"
#include "core/types/warp.hpp"

namespace heteroscope {

/// How a plane is divided into marches of warps: each warp goes down a strip of columns, over some rows of the result.
/// Marches are numbered along the strips first.
struct Marches {
  int strips = 0;
  int strip = 0;  ///< columns of a strip
  int rows_each = 0;
  int height = 0;

  [[nodiscard]] int tasks() const { return strips * ceil_div(height, rows_each); }
  /// The launch of blocks of so many warps, with a march each.
  [[nodiscard]] AccessLaunch launch(std::string_view label, int warps, std::int64_t steps) const {
    return {.label = std::string(label),
            .columns = ceil_div(tasks(), warps),
            .rows = 1,
            .warps = warps,
            .steps = steps,
            .block = {lanes_of_a_warp * warps, 1}};
  }
  /// The warp that writes this cell, and its step, which is `lead` steps after it has read the cell's row.
  [[nodiscard]] WarpPlace place_of(int x, int y, int warps, int lead) const {
    const int task = y / rows_each * strips + x / strip;
    return {0, task / warps, task % warps, y % rows_each + lead};
  }
};

/// Divides a plane into strips of so many columns. `rows_each(warps)` gives the rows of a march if the device runs so
/// many warps of each strip at a time. `promised` is the number of warps that a multiprocessor runs at least, for when
/// the device has not been asked.
template <class RowsEach>
Marches cut_into_marches(Size size, int strip, const AccessDevice& device, int promised, RowsEach rows_each) {
  const int at_a_time = device.warps_at_a_time > 0 ? device.warps_at_a_time : device.multiprocessors * promised;
  Marches out{.strips = ceil_div(size.width, strip), .strip = strip, .height = size.height};
  out.rows_each = rows_each(std::max(at_a_time / out.strips, 1));
  return out;
}

}  // namespace heteroscope
