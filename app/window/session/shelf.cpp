#include "app/window/session/shelf.hpp"

#include <utility>

#include "app/window/picture/view_target.hpp"

namespace heteroscope {

void Shelves::put_away(State& state, const Settings& settings) {
  by_workload_[settings.problem.workload] = {.settings = settings,
                                             .kept = std::exchange(state.comparison.kept, {}),
                                             .frames = std::exchange(state.frames, {}),
                                             .views = std::exchange(state.views, {}),
                                             .picture = std::exchange(state.picture, {})};
}

void Shelves::take_out(State& state) {
  const auto at = by_workload_.find(state.settings.problem.workload);
  if (at == by_workload_.end()) return;
  Shelf shelf = std::move(at->second);
  by_workload_.erase(at);
  state.comparison.kept = std::move(shelf.kept);
  state.frames = std::move(shelf.frames);
  if (!same_plane(shelf.settings, state.settings, state.catalog)) return;
  state.views = std::move(shelf.views);
  state.picture = shelf.picture;
}

}  // namespace heteroscope
