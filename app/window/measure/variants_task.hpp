#pragma once

#include <optional>
#include <vector>

#include "app/window/measure/measuring_task.hpp"
#include "app/window/measure/variant_rows.hpp"

namespace heteroscope {

/// Measures every variant of the present problem and compares it with the reference, with an executor of its own. Given
/// up when it goes.
class VariantsTask : public MeasuringTask<MeasuredVariants> {
 public:
  ~VariantsTask() { stop(); }

  /// Begins anew, after giving up what is under way.
  void start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus);
  [[nodiscard]] std::vector<VariantRow> rows() const { return measured()->rows; }
  /// Some time has been measured.
  [[nodiscard]] bool has_times() const;

 private:
  void measure_all(Catalog catalog, const std::vector<device::Facts>& gpus);
  void hold_against_ceilings(VariantRow& row, const Plan& plan);
  void put(std::size_t i, const VariantRow& row);

  std::optional<CeilingMeter> meter_;  // the worker's: what has been measured stays
};

}  // namespace heteroscope
