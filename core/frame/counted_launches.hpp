#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/device/counters/counters.hpp"
#include "core/device/limits/launches.hpp"

namespace heteroscope {

/// Launches of one kernel by one stage, all alike.
struct NotedKernel {
  int stage = 0;
  device::KernelFacts kernel;
  device::Launch launch;
  std::int64_t launches = 0;
};

/// The kernels that a frame launches, and what the hardware's counters say of its stages.
struct CountedLaunches {
  struct Stage {
    int stage = 0;
    device::Counts counts;
  };
  std::vector<NotedKernel> kernels;  ///< in the order of their first launches
  std::vector<Stage> stages;         ///< those that were counted, ascending
  std::int64_t calls = 0;            ///< of the stages' variants
  int passes = 0;                    ///< how often the frame was computed to read all counters
  std::string uncounted;             ///< one line on why the counters cannot be read; empty where they can
};

}  // namespace heteroscope
