#pragma once

#include <utility>

#include "kernels/laplace/methods/method.hpp"
#include "kernels/laplace/relax.hpp"

namespace heteroscope::laplace {

/// Jacobi's relaxation: every node becomes the mean of its neighbors' old values.
struct jacobi {
  static constexpr MethodFacts facts{.spares = 1, .reach = 2, .in_place = false};

  template <class T, class Backend>
  static void run(const IterateJob& job, Backend& on) {
    const int n = job.planes.front().size.width;
    const int beyond = job.measure != nullptr ? 1 : 0;
    set_edge(on, data_of<const T>(job.planes[0]), data_of<T>(job.planes[1]), n, widened(job, job.steps + beyond));
    for (int left = job.steps - 1; left >= 0; --left) {
      on.each(interior(n, widened(job, left + beyond)),
              JacobiNode<T>{data_of<const T>(job.planes[0]), data_of<T>(job.planes[1]), n});
      std::swap(job.planes[0], job.planes[1]);
    }
    measure<T>(job, on);
  }
};

}  // namespace heteroscope::laplace
