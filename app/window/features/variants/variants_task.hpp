#pragma once

#include <optional>
#include <vector>

#include "app/bench/runner.hpp"
#include "app/window/feature/measuring_task.hpp"
#include "app/window/model/variant_rows.hpp"

namespace heteroscope {

/// Measures every variant of the present problem as `bench` does, those of a stage on the same processor in turns, and
/// then holds them against ceilings and the reference. Given up when it goes.
class VariantsTask : public MeasuringTask<MeasuredVariants> {
 public:
  /// `effort` of each, and by whose clock.
  explicit VariantsTask(const BenchEffort& effort = {}, Schedule::Now now = Schedule::steady_ms)
      : effort_(effort), now_(std::move(now)) {}
  ~VariantsTask() { stop(); }

  /// Begins anew, after giving up what is under way.
  void start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus);
  [[nodiscard]] std::vector<VariantRow> rows() const { return measured()->rows; }
  /// Some time has been measured.
  [[nodiscard]] bool has_times() const;

 private:
  void measure_all(Catalog catalog, const std::vector<device::Facts>& gpus);
  /// Of a row the plan that was measured.
  struct Case {
    std::size_t row = 0;
    PlannedCase one;
  };
  [[nodiscard]] std::vector<Case> cases_of(const std::vector<VariantRow>& rows, Catalog catalog,
                                           const std::vector<device::Facts>& gpus);
  void take_times(const std::vector<Case>& cases);
  void hold_against_ceilings(VariantRow& row, const PlannedCase& one);
  void put(std::size_t i, const VariantRow& row);

  BenchEffort effort_;
  Schedule::Now now_;
  std::optional<CeilingMeter> meter_;  // the worker's: what has been measured stays
};

}  // namespace heteroscope
