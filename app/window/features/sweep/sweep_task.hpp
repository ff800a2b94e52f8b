#pragma once

#include <string>
#include <vector>

#include "app/results/machine.hpp"
#include "app/window/feature/measuring_task.hpp"
#include "app/window/feature/variant_meter.hpp"
#include "app/window/features/sweep/sweep_cases.hpp"

namespace heteroscope {

/// The results of one variant along one axis.
struct SweepCurve {
  struct Point {
    double x = 0;
    VariantTime time;  ///< the time of the stage
  };
  std::string variant;
  Processor processor = Processor::cpu;
  SweepAxis axis = SweepAxis::side;
  std::vector<Point> points;
};

/// The results of a sweep so far.
struct MeasuredSweep {
  Machine machine;  ///< the machine when the sweep began
  std::vector<SweepCurve> curves;
};

/// Returns how often a sweep measures a point: the fewest runs that give an interval, since there are hundreds of
/// points.
BenchEffort sweep_effort();

/// A sweep, measured as `bench` does: at each place of an axis, variants on the same processor in turns. Its destructor
/// gives it up.
class SweepTask : public MeasuringTask<MeasuredSweep> {
 public:
  explicit SweepTask(const BenchEffort& effort = sweep_effort(), Schedule::Now now = Schedule::steady_ms)
      : effort_(effort), now_(std::move(now)) {}
  ~SweepTask() { stop(); }

  /// Gives up a sweep under way and begins a new one.
  void start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus);
  /// Returns the machine when the sweep began.
  [[nodiscard]] Machine machine() const { return measured()->machine; }
  [[nodiscard]] std::vector<SweepCurve> curves() const { return measured()->curves; }
  /// Returns whether some point has been measured.
  [[nodiscard]] bool has_times() const;

 private:
  class Meter;

  BenchEffort effort_;
  Schedule::Now now_;
};

}  // namespace heteroscope
