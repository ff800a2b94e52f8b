#pragma once

#include "core/run/halo.hpp"

/// One function for each way of HaloWay, in a file of its own.
namespace heteroscope {

std::unique_ptr<Halo> open_pinned_halo(const HaloEnds& ends);
std::unique_ptr<Halo> open_ipc_halo(const HaloEnds& ends);

}  // namespace heteroscope
