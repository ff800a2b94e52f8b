#pragma once

#include "core/basic_types.hpp"

namespace heteroscope {

/// A processor at work on a frame: the CPU, or one of the GPUs.
struct Lane {
  Processor processor = Processor::cpu;  ///< cpu or gpu
  int device = 0;                        ///< of a GPU: its number
  bool operator==(const Lane&) const = default;
  [[nodiscard]] constexpr bool is_gpu() const { return processor == Processor::gpu; }
};

}  // namespace heteroscope
