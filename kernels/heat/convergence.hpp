#pragma once

#include <span>
#include <vector>

#include "core/model/study.hpp"
#include "kernels/heat/parameters.hpp"

namespace heteroscope::heat {

/// √(h² Σ e²) of the `sine` start after `steps` steps, in fp64, by the plain loop, against `amplitude` times the start.
double sine_error(const Parameters& parameters, std::int64_t steps, double amplitude);

/// The error against the equation's solution at time 1/16 on grids of `nodes` a side, each side one more than a
/// multiple of 16, with one Fourier number for all: the order in space. Nothing more once `go_on` says so.
Study space_study(std::span<const int> nodes, const StudyProgress& go_on);

/// The error against what the same small grid would do with continuous time, at time 1/4, while the Fourier number is
/// halved `halvings` times: the order in time, without the grid's own error.
Study time_study(int halvings, const StudyProgress& go_on);

/// Both, over 17 to 129 nodes and four halvings.
std::vector<Study> studies(const StudyProgress& go_on);

}  // namespace heteroscope::heat
