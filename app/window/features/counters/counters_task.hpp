#pragma once

#include <vector>

#include "app/window/feature/measuring_task.hpp"
#include "app/window/features/counters/counted_problem.hpp"

namespace heteroscope {

/// Finds the kernels that the present problem launches on the GPU and the resources that they need, and reads the GPU's
/// counters for them. It computes with an executor of its own.
class CountersTask : public MeasuringTask<CountedProblem> {
 public:
  ~CountersTask() { stop(); }

  /// Begins anew, after ending what is running.
  void start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus);
  /// True once counters have been read or are known to be unreadable.
  [[nodiscard]] bool has_times() const;

 private:
  void count(Catalog catalog, const std::vector<device::Facts>& gpus);
};

}  // namespace heteroscope
