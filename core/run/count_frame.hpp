#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/device/counters/counters.hpp"
#include "core/memory/field.hpp"
#include "core/plan/plan.hpp"
#include "core/run/gpu/launch_notes.hpp"

namespace heteroscope {

/// The hardware's counters of a plan's stages on its GPU.
struct CountedFrame {
  struct Stage {
    int stage = 0;
    device::Counts counts;
  };
  std::vector<Stage> stages;  ///< those that it ran, ascending
  int passes = 0;
  Work work;    ///< of the frame
  Field input;  ///< the source, where there is one
  std::vector<NotedKernel> kernels;
};

/// Computes the plan once for each pass of the counters; of an iteration the same steps each time. It has one
/// participant, a GPU. `ahead` is told the kernels before anything is counted. Nothing once `stop` has been set, which
/// is looked at between passes. Throws CountersUnavailable, BadInput where the frame has too many calls to count, and
/// what Executor::execute() throws.
std::optional<CountedFrame> count_frame(const Plan& plan, std::span<const std::string> counters,
                                        const std::function<void(const std::vector<NotedKernel>&)>& ahead = {},
                                        const std::stop_token& stop = {});

}  // namespace heteroscope
