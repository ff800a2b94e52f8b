#pragma once

#include <string>

#include "core/types/basic_types.hpp"
#include "kernels/heat/parameters.hpp"

namespace heteroscope::heat {

/// The reason why cuda_resident cannot hold a grid of n × n nodes in the registers of so many multiprocessors, or
/// cannot advance it; empty if it can.
std::string why_not_resident(const Parameters& parameters, int n, Precision precision, int multiprocessors);

}  // namespace heteroscope::heat
