#pragma once

#include <string>
#include <vector>

#include "app/measures/counted_frame.hpp"
#include "app/results/machine.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// A frame on the first GPU, as its counters saw it.
struct CountedProblem {
  Settings of;  ///< counted_problem() of what was shown
  Machine machine;
  std::string by;  ///< how it was computed
  device::MultiprocessorLimits limits;
  std::vector<NotedKernel> kernels;
  std::vector<CountedColumn> columns;  ///< empty where counters cannot be read, or have not been yet
  std::string why_uncounted;           ///< one line; empty where they can
  int passes = 0;
};

/// The settings whose kernels are looked at when these are shown: with the first GPU alone.
Settings counted_problem(const Settings& settings, Catalog catalog);

}  // namespace heteroscope
