#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "core/model/workload.hpp"
#include "core/plan/plan.hpp"
#include "core/run/execute.hpp"

/// Computations that are timed one after the other, on a thread beside the window's.
namespace heteroscope {

/// A time of a computation, and what it moved.
struct TimedRuns {
  double ms = 0;  ///< median
  double least_ms = 0;
  double most_ms = 0;
  double bytes_per_s = 0;  ///< that must move at least, over that time
};

/// The settings with which the variant alone computes the stage. A mapping is another variant's.
Settings alone(const Settings& settings, const Stage& stage, const NamedVariant& variant);

/// The stage's time in a frame of one lane, ms; of a step where there are steps.
double stage_ms(const Frame& frame, std::string_view stage);

/// By how many steps what a stage does in a frame is divided: 1 for what is not done step by step.
double steps_of(const Frame& frame, const Stage& stage);

/// `time(frame)` of some runs after one that does not count, of nine at most and fewer of slow ones; nothing if they
/// were given up. An iteration goes back to its start before each. Throws DeviceError, and BadInput where memory does
/// not suffice.
std::optional<std::vector<double>> run_times(Executor& executor, const Plan& plan, const std::atomic<bool>& stop,
                                             const std::function<double(const Frame&)>& time);

/// Of the whole computation, likewise; of a step where there are steps.
std::optional<TimedRuns> timed_runs(Executor& executor, const Plan& plan, const std::atomic<bool>& stop);

}  // namespace heteroscope
