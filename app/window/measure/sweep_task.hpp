#pragma once

#include <string>
#include <vector>

#include "app/results/machine.hpp"
#include "app/window/measure/measuring_task.hpp"
#include "app/window/measure/sweep_cases.hpp"

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

/// As far as a sweep has come.
struct MeasuredSweep {
  Machine machine;  ///< when it began
  std::vector<SweepCurve> curves;
};

/// A sweep, with an executor of its own. Given up when it goes.
class SweepTask : public MeasuringTask<MeasuredSweep> {
 public:
  ~SweepTask() { stop(); }

  /// Begins anew, after giving up what is under way.
  void start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus);
  /// When it began.
  [[nodiscard]] Machine machine() const { return measured()->machine; }
  [[nodiscard]] std::vector<SweepCurve> curves() const { return measured()->curves; }
  /// Some point has been measured.
  [[nodiscard]] bool has_times() const;

 private:
  void measure_all(const std::vector<SweepCase>& cases, Catalog catalog, device::Devices devices);
};

}  // namespace heteroscope
