#pragma once

#include <string>
#include <vector>

#include "app/results/machine.hpp"
#include "app/window/feature/measuring_task.hpp"
#include "app/window/feature/variant_meter.hpp"
#include "app/window/features/sweep/sweep_cases.hpp"

namespace heteroscope {

/// What a sweep has found of one variant along one axis.
struct SweepCurve {
  struct Point {
    double x = 0;
    VariantTime time;  ///< of the stage
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

/// How often a sweep measures a point: as little as makes an interval, since there are hundreds.
BenchEffort sweep_effort();

/// A sweep, measured as `bench` does: at each place of an axis, variants on the same processor in turns. Given up when
/// it goes.
class SweepTask : public MeasuringTask<MeasuredSweep> {
 public:
  explicit SweepTask(const BenchEffort& effort = sweep_effort(), Schedule::Now now = Schedule::steady_ms)
      : effort_(effort), now_(std::move(now)) {}
  ~SweepTask() { stop(); }

  /// Begins anew, after giving up what is under way.
  void start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus);
  /// When it began.
  [[nodiscard]] Machine machine() const { return measured()->machine; }
  [[nodiscard]] std::vector<SweepCurve> curves() const { return measured()->curves; }
  /// Some point has been measured.
  [[nodiscard]] bool has_times() const;

 private:
  class Meter;

  BenchEffort effort_;
  Schedule::Now now_;
};

}  // namespace heteroscope
