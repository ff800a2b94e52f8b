#pragma once

#include <cstdint>

#include "core/device/device.hpp"
#include "core/memory/buffer.hpp"

namespace heteroscope::device {

/// The offset of a GPU's global timer from the steady clock.
struct ClockOffset {
  std::int64_t ahead_ns = 0;    ///< of the steady clock
  std::uint64_t error_ns = 0;   ///< at most, by which that may be wrong
  std::uint64_t marked_ns = 0;  ///< when the mark was passed, by the steady clock
};

/// Measures the offset for the current GPU, on an idle stream: a kernel that records the timer lies between two
/// readings of the steady clock, and the closest of several such counts. `noted` is 8 bytes of page-locked memory.
/// `mark` is recorded after the last of these kernels.
ClockOffset clock_offset(Buffer& noted, const Stream& stream, Event& mark);

}  // namespace heteroscope::device
