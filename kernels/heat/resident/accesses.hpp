#pragma once

#include <string>

#include "core/model/access_pattern.hpp"

namespace heteroscope::heat {

/// Steps of cuda_resident whose instructions are modeled at most, the first ones: after two meetings all is as before.
inline constexpr int most_resident_steps = 128;

/// The kernel `resident` (kernel.cuh), all of a launch as one step of its warps: the grid is read, stepped in
/// registers and written. In a step warps hand each other their outermost rows through shared memory ("seams"); after
/// some steps blocks write their edges, laid out in shared memory ("mail"), as "letters" for their neighbors. Which
/// letters a block reads it works out once ("routes"). Before the launch all letters are set to 0. Letters are of three
/// words, as toolkits from 12.4 on make them, and each is read once: how often one is asked for that has not arrived
/// depends on the blocks' speed.
AccessPattern resident_accesses(const AccessProblem& problem);

/// Why there is none; empty if there is.
std::string resident_unfit(const AccessProblem& problem);

}  // namespace heteroscope::heat
