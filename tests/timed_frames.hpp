#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/watch.hpp"
#include "core/device/device.hpp"
#include "core/numbers/statistics.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

/// Frames of one plan, computed by an executor of its own.
class TimedFrames {
 public:
  /// Throws BadInput where the settings cannot be planned here.
  explicit TimedFrames(const Settings& settings, InteractiveRun run = {}) : run_(std::move(run)) {
    run_.from_start = true;
    Planned planned = heteroscope::plan(settings, catalog(), device::all());
    if (!planned) throw BadInput(planned.refusal);
    plan_ = std::move(planned.plan);
  }
  /// Computes a frame; the threads of OpenMP that have done so may spin for a while.
  void compute() {
    const Watch watch;
    frame_ = executor_.execute(*plan_, run_);
    ms_.push_back(watch.ms());
    compute_ms_.push_back(frame_.value().timing.compute());
    executor_ms_.push_back(frame_.value().timing.total);
  }
  /// The first frames, in which memory and tables are made, count nowhere.
  void forget() { ms_ = compute_ms_ = executor_ms_ = {}; }
  /// Returns what each frame took, with everything around its computing, in ms.
  [[nodiscard]] const std::vector<double>& all_ms() const { return ms_; }
  /// Returns what each one's computing alone took.
  [[nodiscard]] const std::vector<double>& all_compute_ms() const { return compute_ms_; }
  /// Returns what each one took in the process that computed it.
  [[nodiscard]] const std::vector<double>& all_executor_ms() const { return executor_ms_; }
  [[nodiscard]] double ms() const { return statistics(ms_).median; }
  [[nodiscard]] double compute_ms() const { return statistics(compute_ms_).median; }
  [[nodiscard]] std::vector<std::uint8_t> values() const {
    std::vector<std::uint8_t> out(frame().field.bytes());
    frame().field.copy_out(out.data());
    return out;
  }
  [[nodiscard]] const Plan& plan() const { return *plan_; }
  /// Returns the last frame; there is one.
  [[nodiscard]] const Frame& frame() const { return frame_.value(); }

 private:
  InteractiveRun run_;
  std::optional<Plan> plan_;
  Executor executor_;
  std::optional<Frame> frame_;
  std::vector<double> ms_, compute_ms_, executor_ms_;
};

}  // namespace heteroscope
