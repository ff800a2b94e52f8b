#pragma once

#include <optional>
#include <vector>

#include "app/bench/runner.hpp"
#include "app/window/feature/measuring_task.hpp"
#include "app/window/model/variant_rows.hpp"

namespace heteroscope {

class VariantMeter;

/// Measures every variant of the present problem as `bench` does, those of a stage on the same processor in turns, and
/// then compares them with ceilings and the reference. Its destructor gives it up.
class VariantsTask : public MeasuringTask<MeasuredVariants> {
 public:
  /// `effort` holds for each variant; the second argument is the clock.
  explicit VariantsTask(const BenchEffort& effort = {}, Schedule::Now now = Schedule::steady_ms)
      : effort_(effort), now_(std::move(now)) {}
  ~VariantsTask() { stop(); }

  /// Gives up a measurement under way and begins a new one.
  void start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus);
  [[nodiscard]] std::vector<VariantRow> rows() const { return measured()->rows; }
  /// Returns whether some time has been measured.
  [[nodiscard]] bool has_times() const;

 private:
  void measure_all(Catalog catalog, const std::vector<device::Facts>& gpus);
  /// A row and the plan that is measured for it.
  struct Case {
    std::size_t row = 0;
    PlannedCase one;
  };
  [[nodiscard]] std::vector<Case> cases_of(const std::vector<VariantRow>& rows, Catalog catalog,
                                           const std::vector<device::Facts>& gpus);
  void take_times(VariantMeter& meter, const std::vector<Case>& cases);
  void complete_times(VariantMeter& meter);
  void hold_against_ceilings(VariantRow& row, const PlannedCase& one);
  void put(std::size_t i, const VariantRow& row);

  BenchEffort effort_;
  Schedule::Now now_;
  std::optional<CeilingMeter> meter_;  // used by the worker alone; keeps its results between measurements
};

}  // namespace heteroscope
