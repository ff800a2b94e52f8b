#pragma once

#include <vector>

#include "core/base/waiter.hpp"
#include "core/model/study.hpp"
#include "kernels/nbody/parameters.hpp"

namespace heteroscope::nbody {

/// The largest relative error of the energy, |E − E₀| / |E₀|, within so many steps in fp64; it is computed at `looks`
/// equally spaced times.
double energy_drift(const Parameters& parameters, int steps, int looks);

/// The study of how the drift falls with the time step: as its square, since a leapfrog has order 2.
std::vector<Study> studies(const Waiter& waiter);

}  // namespace heteroscope::nbody
