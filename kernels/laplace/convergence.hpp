#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/study.hpp"
#include "kernels/laplace/exact.hpp"
#include "kernels/laplace/parameters.hpp"

namespace heteroscope::laplace {

/// The `sine` boundary, settled by the plain loop in fp64.
struct SettledField {
  Error error;                  ///< against the equation's solution
  Error of_solver;              ///< against what solves the grid's own equations
  std::int64_t iterations = 0;  ///< a multiple of those between two looks at the residual
};
SettledField settle_in_fp64(const Parameters& parameters);

/// On grids of `nodes` a side, by each method: how the error against the solution falls with the grid's spacing, and
/// how many iterations that takes. Nothing more once `go_on` says so.
std::vector<Study> studies_over(std::span<const int> nodes, const StudyProgress& go_on);

/// The same over 9 to 129 nodes a side.
std::vector<Study> studies(const StudyProgress& go_on);

}  // namespace heteroscope::laplace
