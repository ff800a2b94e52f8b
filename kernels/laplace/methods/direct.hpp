#pragma once

#include "kernels/laplace/methods/method.hpp"
#include "kernels/laplace/methods/mode_tables.hpp"
#include "kernels/laplace/methods/modes.hpp"

namespace heteroscope::laplace {

/// The direct solution by a sine transform in y: each mode of f decays along x in a known way, and the modes are added
/// up. At column i, modes that have decayed below e^−46 ≈ 10⁻²⁰ are left out, and only about 14 N/i remain. The whole
/// sum therefore takes about 100 N² multiply-adds, as many as fast transforms of all columns would, for any N, without
/// a library, and in the same order on all processors. The method computes in fp64 whatever the precision of the field:
/// a sum of many modes in fp32 would be farther from the equation than fp32's rounding of the result.
///
/// Backends offer it on.mode_sums<T>(modes, counts, u): at each node (i, y), y ≤ N/2, they compute the sum of shares ·
/// sin(πky/N) over odd k, by fma from k = 1 up, and that over even k; u(i, y) is the sum of both, u(i, N − y) their
/// difference.
struct direct {
  static constexpr MethodFacts facts{
      .most_nodes = laplace::most_nodes,
      .check_each = true,
      .unsplittable = "the method direct adds modes to which every row of the boundary contributes",
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
