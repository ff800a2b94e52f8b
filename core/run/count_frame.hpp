#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/device/counters.hpp"
#include "core/memory/field.hpp"
#include "core/plan/plan.hpp"
#include "core/run/launch_notes.hpp"

namespace heteroscope {

/// What a plan's stages did on its first GPU, as the hardware counted it.
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

/// Computes the plan once for each pass of the counters; of an iteration the same steps each time. Its first lane is a
/// GPU. Throws CountersUnavailable, and what Executor::execute() throws.
CountedFrame count_frame(const Plan& plan, std::span<const std::string> counters);

/// Which kernels the plan's stages launch on its first GPU.
std::vector<NotedKernel> kernels_of(const Plan& plan);

}  // namespace heteroscope
