#pragma once

#include <stop_token>
#include <string>

#include "core/frame/frame.hpp"
#include "core/trace/evenness.hpp"

namespace heteroscope {

/// Why warps have nothing to be uneven about; empty where cells of such a result cost differently.
std::string why_even(const Workload& workload, const Extent& output);

/// The block in which warps are looked at: the chosen one, else that of the last stage's GPU variant, else 32 × 8.
BlockShape warp_block(const Settings& settings, const Workload& workload);

/// Those of the frame's result, in that block.
Warps warps_of(const Frame& frame);

/// The evenness of the frame's result, if each of its cells were computed by a thread. A result on a GPU is copied.
/// why_even() must be empty.
/// The result is meaningless once `stop` has been requested.
Evenness frame_evenness(const Frame& frame, const std::stop_token& stop = {});

}  // namespace heteroscope
