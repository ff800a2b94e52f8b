#pragma once

#include <memory>

#include "app/window/features/scope/measured.hpp"
#include "app/window/features/scope/task.hpp"
#include "app/window/features/scope/tracing_cost.hpp"
#include "app/window/model/state.hpp"

namespace heteroscope {

/// The scope's work beside the window's thread: what is to be drawn follows the settings and the frames.
class Scope {
 public:
  /// Once a frame of the window, before the engine is asked.
  void update(State& state);
  /// It measures times: of all covering variants, or what tracing costs.
  [[nodiscard]] bool measures() const;

 private:
  void want(State& state);
  void want_measured(const State& state);
  void want_timeline(State& state);
  /// Has it measured where a frame is shown as it was computed, while nothing else is.
  void follow_tracing_cost(State& state);

  CoverTasks tasks_;
  std::unique_ptr<CoverMeasuredTask> measuring_;  // from the first wish on, as is costing_
  std::unique_ptr<TracingCostTask> costing_;
  CoverWish asked_;  // the last that was handed to the task, without its frame
  bool asked_with_frame_ = false;
};

}  // namespace heteroscope
