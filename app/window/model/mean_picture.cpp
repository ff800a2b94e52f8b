#include "app/window/model/mean_picture.hpp"

#include "app/window/model/cover_view.hpp"

namespace heteroscope {

bool is_of_present(const MeanPicture& mean, const State& state) {
  return mean.frame == state.frame && mean.look == state.settings.look;
}

bool shows_single_sample(const State& state) {
  return state.comparison.wanted() != CompareWith::nothing || shows_cover(state);
}

const MeanPicture* shown_mean(const State& state) {
  const bool shown = state.mean != nullptr && is_of_present(*state.mean, state) && !shows_single_sample(state);
  return shown ? state.mean.get() : nullptr;
}

}  // namespace heteroscope
