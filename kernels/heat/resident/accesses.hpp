#pragma once

#include <string>

#include "core/model/access_pattern.hpp"

namespace heteroscope::heat {

/// The most steps of cuda_resident whose accesses are modeled, counted from the first: after two halo exchanges they
/// repeat.
inline constexpr int most_resident_steps = 128;

/// The memory accesses of the kernel `resident` (kernel.cuh), with the whole launch as one step of its warps: the grid
/// is read, advanced in registers and written. In each step warps pass their outermost rows to each other through
/// shared memory ("seams"). After some steps blocks lay out their edges in shared memory ("mail") and write them as
/// packets ("letters") for their neighbors; which packets a block reads it works out once ("routes"). Before the launch
/// all packets are set to 0. The model has packets of three words, as toolkits from 12.4 on make them, and reads each
/// once: how often a packet is polled before it arrives depends on the blocks' speed.
AccessPattern resident_accesses(const AccessProblem& problem);

/// The reason why there is no such model for a problem; empty if there is one.
std::string resident_unfit(const AccessProblem& problem);

}  // namespace heteroscope::heat
