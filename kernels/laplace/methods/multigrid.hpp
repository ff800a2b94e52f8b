#pragma once

#include <vector>

#include "kernels/laplace/methods/multigrid_participants.hpp"

namespace heteroscope::laplace {

/// V-cycles with red-black Gauss-Seidel smoothing (Trottenberg, Oosterlee and Schüller, Multigrid, 2001, sections 2.4
/// to 2.6 and 5.4.2). A grid of N intervals has a coarser one of ⌈N/2⌉ equal intervals, for any N: its nodes coincide
/// with fine ones only if N is even, and otherwise lie between them. The transfer is bilinear interpolation at the true
/// positions and its adjoint, the restriction; each grid has the same five-point stencil. That suffices, since the
/// orders 2 and 2 of the transfers add up to more than the equation's 2 (section 2.7.2 there), so that the rate of
/// convergence does not depend on N.
///
/// Backends offer it on.passes(levels, list), which runs the passes in order. Several participants exchange rows
/// twice a step (multigrid_participants.hpp).
struct multigrid {
  static constexpr MethodFacts facts{
      .spares = 2, .most_nodes = laplace::most_nodes, .check_each = true, .exchange_grain = 1, .traffic = 16.0 / 3};

  template <class T, class Backend>
  static void run(const IterateJob& job, Backend& on) {
    const int n = job.planes.front().size.width;
    const Levels<T> levels =
        make_levels(data_of<T>(job.planes[0]), data_of<T>(job.planes[1]), data_of<T>(job.planes[2]), n);
    for (int i = 0; i < job.steps; ++i) {
      std::vector<Pass> list;
      if (job.step + i == 0 && job.parameters_as<Parameters>().cycle == Cycle::full) {
        add_full(list, levels.count);
      } else {
        add_cycle(list, levels.count, 0);
      }
      // the residual, which is measured last, reads one row more
      run_on_participants(job, on, levels, list, i + 1 == job.steps && job.measure != nullptr ? 1 : 0);
    }
    measure<T>(job, on);
  }
};

}  // namespace heteroscope::laplace
