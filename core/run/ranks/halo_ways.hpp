#pragma once

#include "core/run/ranks/halo.hpp"

/// One function for each way of HaloWay, in a file of its own. Each throws BadInput or DeviceError where this end
/// cannot.
namespace heteroscope {

std::unique_ptr<Halo> make_ipc_halo(const HaloEnds& ends);
std::unique_ptr<Halo> make_shared_halo(const HaloEnds& ends);
std::unique_ptr<Halo> make_pinned_halo(const HaloEnds& ends);

}  // namespace heteroscope
