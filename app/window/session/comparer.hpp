#pragma once

#include "app/window/session/compare_task.hpp"
#include "app/window/session/requester.hpp"
#include "app/window/shell/state.hpp"

namespace heteroscope {

/// Keeps state.comparison's result up to date with the frame on the screen.
class Comparer {
 public:
  void update(State& state, Requester& requester);

 private:
  CompareTask task_;
  std::shared_ptr<const Frame> other_for_;  // the frame whose reference state.comparison.other is
  std::shared_ptr<const Frame> kept_;       // that was chosen
  CompareWith with_ = CompareWith::nothing;
};

}  // namespace heteroscope
