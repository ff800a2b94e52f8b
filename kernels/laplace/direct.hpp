#pragma once

#include "kernels/laplace/method.hpp"
#include "kernels/laplace/mode_tables.hpp"
#include "kernels/laplace/modes.hpp"

namespace heteroscope::laplace {

/// The solution at once, by a sine transform in y: f's modes each have a known course in x, and are added up. At column
/// i those that have decayed below e^−46 ≈ 10⁻²⁰ are left out, and few remain: some 14 N/i, so that the whole sum takes
/// about 100 N² multiply-adds, as many as fast transforms of all columns would, for any N, without a library, and in
/// one order on all processors. It computes in fp64 whatever the precision of the field: a sum of many modes in fp32
/// would be farther from the equation than its rounding.
///
/// Backends also have on.mode_sums<T>(modes, counts, u): at each node (i, y), y ≤ N/2, the sum over odd k of shares ·
/// sin(πky/N), by fma from k = 1 up, and that over even k; u(i, y) is their sum, u(i, N − y) their difference.
struct direct {
  static constexpr MethodFacts facts{
      .most_nodes = laplace::most_nodes,
      .check_each = true,
      .unsplittable = "direct adds up modes that every row of the boundary has a share in",
      .traffic = 1,
      .doubles = [](int n) { return mode_layout(n - 1).total; }};

  template <class T, class Backend>
  static void run(const IterateJob& job, Backend& on) {
    const int intervals = job.planes.front().size.width - 1;
    T* const u = data_of<T>(job.planes.front());
    const ModeLayout layout = mode_layout(intervals);
    const Modes modes = layout.place_in(on.memory(layout.total), intervals);
    on.upload(modes.sines, mode_tables(intervals, layout));
    on.each(Box{1, intervals, 0, 1}, ReadBoundary<T>{u, modes});
    on.row_sums(Box{1, intervals / 2 + 1, 1, intervals}, Transform{modes}, modes.amplitude);
    on.each(Box{0, intervals - 1, 0, 1}, Scale{modes});
    on.each(Box{0, tile_columns, 0, layout.rows()}, Share{modes});
    on.mode_sums(modes, layout.first, u);
    measure<T>(job, on);
  }
};

}  // namespace heteroscope::laplace
