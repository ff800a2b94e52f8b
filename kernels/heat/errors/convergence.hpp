#pragma once

#include <span>
#include <vector>

#include "core/base/waiter.hpp"
#include "core/model/study.hpp"
#include "kernels/heat/parameters.hpp"

namespace heteroscope::heat {

/// The discrete L2 error √(h² Σ e²) of the `sine` start after `steps` steps of the reference loop in fp64, compared
/// with `amplitude` times the start.
double sine_error(const Parameters& parameters, std::int64_t steps, double amplitude);

/// The order of accuracy in space: the error against the equation's solution at time 1/16 on grids of `nodes` a side,
/// with one Fourier number for all. Each n − 1 must be a multiple of 16. Returns early, with fewer points, once
/// `waiter` asks for it.
Study space_study(std::span<const int> nodes, const Waiter& waiter);

/// The order of accuracy in time: the error against the semi-discrete solution (this grid, continuous time) at time
/// 1/4, while the Fourier number is halved `halvings` times. The grid's own error is not part of it.
Study time_study(int halvings, const Waiter& waiter);

/// Both studies, over 17 to 129 nodes and four halvings.
std::vector<Study> studies(const Waiter& waiter);

}  // namespace heteroscope::heat
