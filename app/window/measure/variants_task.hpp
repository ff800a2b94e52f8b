#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/window/measure/variant_rows.hpp"
#include "core/base/worker.hpp"

namespace heteroscope {

/// Measures every variant of the present problem and compares it with the reference, on a thread of its own with an
/// executor of its own. Given up when it goes.
class VariantsTask {
 public:
  VariantsTask() = default;
  ~VariantsTask() { stop(); }
  VariantsTask(const VariantsTask&) = delete;
  VariantsTask& operator=(const VariantsTask&) = delete;

  /// Begins anew, after giving up what is under way.
  void start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus);
  /// What has been measured stays. Does not wait.
  void give_up() { stop_ = true; }

  [[nodiscard]] bool running() const { return running_.load(); }
  /// Of the rows, 0 to 1.
  [[nodiscard]] double share() const { return share_.load(); }
  /// measured_problem() of what was or is measured; nothing before the first start.
  [[nodiscard]] const std::optional<Settings>& settings() const { return settings_; }
  /// As far as it has come; null before the first start.
  [[nodiscard]] std::shared_ptr<const MeasuredVariants> measured() const;
  [[nodiscard]] std::vector<VariantRow> rows() const { return measured()->rows; }
  /// Some time has been measured.
  [[nodiscard]] bool has_times() const;
  /// What could not be measured beside rows that say so themselves, in a line; empty if all could.
  [[nodiscard]] std::string failure() const;

 private:
  void stop();
  void note(const Failure& failure);
  void measure_all(Catalog catalog, const std::vector<device::Facts>& gpus);
  void hold_against_ceilings(VariantRow& row, const Plan& plan);
  void put(std::size_t i, const VariantRow& row);

  std::optional<Settings> settings_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> running_{false};
  std::atomic<double> share_{0};
  mutable std::mutex mutex_;
  // guarded by the mutex
  std::shared_ptr<const MeasuredVariants> measured_;
  std::string failure_;
  std::optional<CeilingMeter> meter_;  // the worker's: what has been measured stays
  Worker worker_;
};

}  // namespace heteroscope
