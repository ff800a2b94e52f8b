#include "app/window/model/state.hpp"

#include "core/model/settings/looks.hpp"

namespace heteroscope {

bool same_frame(const Settings& made, const Settings& wanted) {
  return made.problem == wanted.problem && made.execution == wanted.execution &&
         (colors_by_ranks(made.look) || !colors_by_ranks(wanted.look)) &&
         colors_by_distance(made.look) == colors_by_distance(wanted.look);
}

bool State::current() const {
  return frame != nullptr && !coarse && same_frame(frame->plan.settings, settings);
}

}  // namespace heteroscope
