#pragma once

#include <string>

#include "core/run/frame.hpp"
#include "core/trace/evenness.hpp"

namespace heteroscope {

/// Why warps have nothing to be uneven about; empty where cells of such a result cost differently.
std::string why_even(const Workload& workload, const Extent& output);

/// The block in which warps are looked at: the chosen one, else that of the last stage's GPU variant, else 32 × 8.
BlockShape warp_block(const Settings& settings, const Workload& workload);

/// Of the frame's result, were each of its cells computed by a thread. A result on a GPU is copied. why_even() must be
/// empty.
Evenness frame_evenness(const Frame& frame);

}  // namespace heteroscope
