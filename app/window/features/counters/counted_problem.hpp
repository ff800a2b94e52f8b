#pragma once

#include <string>
#include <vector>

#include "app/measures/counted_frame.hpp"
#include "app/results/machine.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// The kernels of one frame on the first GPU, and what the GPU's hardware counters say of it.
struct CountedProblem {
  Settings of;  ///< counted_problem() of the settings that were shown
  Machine machine;
  std::string by;  ///< the variants that computed it, in words
  device::MultiprocessorLimits limits;
  std::vector<NotedKernel> kernels;
  std::vector<CountedColumn> columns;  ///< empty where counters cannot be read or have not been read yet
  std::string why_uncounted;           ///< one line on why counters cannot be read; empty where they can
  int passes = 0;                      ///< how often the frame was computed to read all counters
};

/// Returns these settings for the first GPU alone: the problem whose kernels and counters are shown.
Settings counted_problem(const Settings& settings, Catalog catalog);

}  // namespace heteroscope
