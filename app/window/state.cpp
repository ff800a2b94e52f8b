#include "app/window/state.hpp"

namespace heteroscope {

bool same_result(const Settings& a, const Settings& b) {
  Settings with_look = b;
  with_look.look = a.look;
  return a == with_look;
}

bool State::current() const {
  return frame != nullptr && !coarse && same_result(frame->plan.settings, settings);
}

}  // namespace heteroscope
