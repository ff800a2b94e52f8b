#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/waiter.hpp"
#include "core/model/study.hpp"
#include "kernels/laplace/exact.hpp"
#include "kernels/laplace/parameters.hpp"

namespace heteroscope::laplace {

/// The result for the `sine` boundary, settled by the reference loops in fp64.
struct SettledField {
  Error error;                  ///< against the equation's solution
  Error of_solver;              ///< against the solution of the difference equations
  std::int64_t iterations = 0;  ///< a multiple of the number of steps between two checks
};
SettledField settle_in_fp64(const Parameters& parameters);

/// One study for each method, on grids of `nodes` a side: how the error against the solution falls with the grid
/// spacing, and how many iterations that takes. Returns early, with fewer points, once `waiter` asks for it.
std::vector<Study> studies_over(std::span<const int> nodes, const Waiter& waiter);

/// The same studies over 9 to 129 nodes a side.
std::vector<Study> studies(const Waiter& waiter);

}  // namespace heteroscope::laplace
