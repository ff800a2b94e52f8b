#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/machine.hpp"
#include "app/window/measure/sweep_cases.hpp"
#include "core/base/worker.hpp"

namespace heteroscope {

/// What a sweep has found of one variant along one axis.
struct SweepCurve {
  struct Point {
    double x = 0;
    double ms = 0;  ///< median time of the computation; of a step where there are steps
    double least_ms = 0;
    double most_ms = 0;
    double bytes_per_s = 0;  ///< that must move at least, over that time
  };
  std::string variant;
  Processor processor = Processor::cpu;
  SweepAxis axis = SweepAxis::side;
  std::vector<Point> points;
};

/// A sweep on a thread of its own, with an executor of its own. Given up when it goes.
class SweepTask {
 public:
  SweepTask() = default;
  ~SweepTask() { stop(); }
  SweepTask(const SweepTask&) = delete;
  SweepTask& operator=(const SweepTask&) = delete;

  /// Begins anew, after giving up what is under way.
  void start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus);
  /// What has been measured stays. Does not wait.
  void give_up() { stop_ = true; }

  [[nodiscard]] bool running() const { return running_.load(); }
  /// Of the points, 0 to 1.
  [[nodiscard]] double share() const { return share_.load(); }
  /// measured_problem() of what was or is measured; nothing before the first start.
  [[nodiscard]] const std::optional<Settings>& settings() const { return settings_; }
  /// When it began.
  [[nodiscard]] const Machine& machine() const { return machine_; }
  /// As far as it has come.
  [[nodiscard]] std::vector<SweepCurve> curves() const;
  /// Some point has been measured.
  [[nodiscard]] bool has_times() const;
  /// Points that could not be measured, in a line; empty if all could.
  [[nodiscard]] std::string failure() const;

 private:
  void stop();
  void note(const std::string& what, const Failure& failure);
  void measure_all(const std::vector<SweepCase>& cases, Catalog catalog, device::Devices devices);

  std::optional<Settings> settings_;
  Machine machine_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> running_{false};
  std::atomic<double> share_{0};
  mutable std::mutex mutex_;
  // guarded by the mutex
  std::vector<SweepCurve> curves_;
  std::string failure_;
  Worker worker_;
};

}  // namespace heteroscope
