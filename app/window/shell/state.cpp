#include "app/window/shell/state.hpp"

namespace heteroscope {

bool same_frame(const Settings& a, const Settings& b) {
  return a.problem == b.problem && a.execution == b.execution;
}

bool State::current() const {
  return frame != nullptr && !coarse && same_frame(frame->plan.settings, settings);
}

}  // namespace heteroscope
