#pragma once

#include <string>
#include <vector>

#include "app/measures/counted_frame.hpp"
#include "app/results/machine.hpp"
#include "app/window/feature/measuring_task.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// The kernels of one frame on a GPU, and what the GPU's hardware counters say of it.
struct CountedProblem {
  Settings of{};        ///< counted_problem() of the settings that were shown
  Settings computed{};  ///< the same with the steps that an iteration has taken
  Machine machine{};
  std::string by{};  ///< the variants that computed it, in words
  device::MultiprocessorLimits limits{};
  std::vector<NotedKernel> kernels{};
  std::vector<CountedColumn> columns{};  ///< empty where counters cannot be read or have not been read yet
  std::string why_uncounted{};           ///< one line on why counters cannot be read; empty where they can
  std::vector<const Variant*> own{};     ///< the variants among them that are a person's own
  int passes = 0;                        ///< how often the frame was computed to read all counters
};

/// The steps of an iteration that are counted: as many as make one launch's counts no more than a part of them.
inline constexpr int counted_steps = 16;

/// Returns these settings for the first GPU alone, here or on the machine elsewhere that computes: the problem whose
/// kernels and counters are shown.
Settings counted_problem(const Settings& settings, Catalog catalog);

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
