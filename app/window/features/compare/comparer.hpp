#pragma once

#include "app/window/features/compare/compare_task.hpp"
#include "app/window/model/state.hpp"
#include "app/window/picture/requester.hpp"

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
