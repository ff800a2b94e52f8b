#pragma once

#include <vector>

#include "app/window/feature/measuring_task.hpp"
#include "app/window/features/counters/counted_problem.hpp"

namespace heteroscope {

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
