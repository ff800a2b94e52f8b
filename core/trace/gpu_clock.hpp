#pragma once

#include <cstdint>

#include "core/device/device.hpp"
#include "core/memory/buffer.hpp"

namespace heteroscope::device {

/// How a GPU's global timer goes beside the steady clock.
struct ClockOffset {
  std::int64_t ahead_ns = 0;    ///< of the steady clock
  std::uint64_t error_ns = 0;   ///< at most, by which that may be wrong
  std::uint64_t marked_ns = 0;  ///< when the mark was passed, by the steady clock
};

/// Of the GPU in use, on an idle stream: a kernel that notes the timer lies between two looks at the steady clock; of
/// several such the closest counts. `noted`: 8 bytes of page-locked memory.
/// `mark` is recorded behind the last of these kernels.
ClockOffset clock_offset(Buffer& noted, const Stream& stream, Event& mark);

}  // namespace heteroscope::device
