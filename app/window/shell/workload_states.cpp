#include "app/window/shell/workload_states.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "app/window/model/views/view_target.hpp"

namespace heteroscope {

void WorkloadStates::put_away(WindowModel& model, const Settings& settings) {
  by_workload_[settings.problem.workload] = {.settings = settings,
                                             .kept = std::exchange(model.comparison.kept, {}),
                                             .frames = std::exchange(model.frames, {}),
                                             .views = std::exchange(model.views, {}),
                                             .picture = std::exchange(model.picture, {}),
                                             .order = ++count_};
  drop_oldest();
}

/// Drops the pictures of the workloads that were left first, until all together take no more than most_bytes.
void WorkloadStates::drop_oldest() {
  std::vector<WorkloadState*> states;
  for (auto& [id, each] : by_workload_) states.push_back(&each);
  std::ranges::sort(states, std::less(), &WorkloadState::order);
  std::size_t all = bytes();
  for (WorkloadState* each : states) {
    if (all <= most_bytes) return;
    all -= each->kept.bytes();
    each->kept = {};
  }
}

std::size_t WorkloadStates::bytes() const {
  std::size_t all = 0;
  for (const auto& [id, each] : by_workload_) all += each.kept.bytes();
  return all;
}

void WorkloadStates::forget_pictures() {
  for (auto& [id, each] : by_workload_) each.kept = {};
}

void WorkloadStates::take_out(WindowModel& model) {
  const auto at = by_workload_.find(model.settings().problem.workload);
  if (at == by_workload_.end()) return;
  WorkloadState state = std::move(at->second);
  by_workload_.erase(at);
  model.comparison.kept = std::move(state.kept);
  model.frames = std::move(state.frames);
  if (!shares_views(state.settings, model.settings(), model.catalog)) return;
  model.views = std::move(state.views);
  model.picture = state.picture;
}

}  // namespace heteroscope
