#pragma once

#include <span>
#include <vector>

#include "core/model/study.hpp"
#include "kernels/nbody/parameters.hpp"

namespace heteroscope::nbody {

/// |E − E₀| / |E₀| after so many steps in fp64, at its largest over the way there, seen at each of `looks` times.
double energy_drift(const Parameters& parameters, int steps, int looks);

/// How the drift falls with the time step: a leapfrog's as its square.
std::vector<Study> studies(const StudyProgress& go_on);

}  // namespace heteroscope::nbody
