#pragma once

#include <string>
#include <vector>

#include "app/measures/counted_frame.hpp"
#include "app/results/machine.hpp"
#include "app/window/feature/measuring_task.hpp"
#include "core/device/device.hpp"

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

/// Which kernels the present problem launches on the GPU, what they need, and what the GPU's counters say of them; with
/// an executor of its own.
class CountersTask : public MeasuringTask<CountedProblem> {
 public:
  ~CountersTask() { stop(); }

  /// Begins anew, after giving up what is under way.
  void start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus);
  /// It has been counted, or cannot be.
  [[nodiscard]] bool has_times() const;

 private:
  void count(Catalog catalog, const std::vector<device::Facts>& gpus);
};

}  // namespace heteroscope
