#include "app/window/shell/shelf.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "app/window/model/views/view_target.hpp"

namespace heteroscope {

void Shelves::put_away(State& state, const Settings& settings) {
  by_workload_[settings.problem.workload] = {.settings = settings,
                                             .kept = std::exchange(state.comparison.kept, {}),
                                             .frames = std::exchange(state.frames, {}),
                                             .views = std::exchange(state.views, {}),
                                             .picture = std::exchange(state.picture, {}),
                                             .order = ++count_};
  drop_oldest();
}

/// Pictures of the workloads that were left first go where all together would take too much memory.
void Shelves::drop_oldest() {
  std::vector<Shelf*> shelves;
  for (auto& [id, each] : by_workload_) shelves.push_back(&each);
  std::ranges::sort(shelves, std::less(), &Shelf::order);
  std::size_t all = bytes();
  for (Shelf* each : shelves) {
    if (all <= most_bytes) return;
    all -= each->kept.bytes();
    each->kept = {};
  }
}

std::size_t Shelves::bytes() const {
  std::size_t all = 0;
  for (const auto& [id, each] : by_workload_) all += each.kept.bytes();
  return all;
}

void Shelves::forget_pictures() {
  for (auto& [id, each] : by_workload_) each.kept = {};
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
