#pragma once

#include <string>

#include "app/window/model/times/frame_history.hpp"

/// What is said of frames that come from a machine elsewhere.
namespace heteroscope {

/// Returns "server: round trip 52.10 ms, 2.400 MB/s": the machine, a message's time there and back, and the link's
/// rate; empty for a frame that was computed here.
std::string link_text(const FrameSample& sample);
/// Returns "there 3.900 ms, link 61.00 ms, here 1.200 ms": what a frame took on the machine (with packing), on its way,
/// and here (with the display); empty likewise.
std::string link_costs_text(const FrameSample& sample);
/// Returns sentences with all of it, and the form in which values have crossed; empty likewise.
std::string link_help(const FrameSample& sample);

}  // namespace heteroscope
