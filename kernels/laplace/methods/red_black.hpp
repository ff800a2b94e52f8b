#pragma once

#include "kernels/laplace/methods/method.hpp"
#include "kernels/laplace/relax.hpp"

namespace heteroscope::laplace {

/// Both colors of every step, in place, over as many rows as the steps that follow need.
template <class Backend, class Relax>
void colored_steps(const IterateJob& job, Backend& on, Relax relax) {
  const int n = job.planes.front().size.width;
  int left = 2 * job.steps + (job.measure != nullptr ? 1 : 0);
  for (int step = 0; step < job.steps; ++step) {
    for (const Color color : {red, black}) {
      relax.color = color;
      on.each(half_of(n, interior(n, widened(job, --left))), relax);
    }
  }
}

/// Red-black Gauss-Seidel: every red node becomes the mean of its neighbors, then every black one.
struct red_black {
  static constexpr MethodFacts facts{.reach = 3};

  template <class T, class Backend>
  static void run(const IterateJob& job, Backend& on) {
    const FieldView& u = job.planes.front();
    colored_steps(job, on, RelaxColor<T, false>{data_of<T>(u), nullptr, u.size.width, red});
    measure<T>(job, on);
  }
};

}  // namespace heteroscope::laplace
