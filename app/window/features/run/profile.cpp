#include "app/window/features/run/profile.hpp"

#include <algorithm>

namespace heteroscope {

std::optional<int> profile_row(const State& state) {
  const bool there =
      state.workload->iterates() && state.frame != nullptr && state.frame->plan.workload == state.workload;
  if (!there || state.frame->field.empty()) return std::nullopt;
  const int height = state.frame->field.size().height;
  return state.readout.inside ? std::clamp(state.readout.y, 0, height - 1) : height / 2;
}

}  // namespace heteroscope
