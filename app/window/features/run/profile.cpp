#include "app/window/features/run/profile.hpp"

#include <algorithm>

namespace heteroscope {

std::optional<int> profile_row(const WindowModel& model, const FrameView& view) {
  const bool there = model.workload->iterates() && view.frame != nullptr && view.frame->plan.workload == model.workload;
  if (!there || view.frame->field.empty()) return std::nullopt;
  const int height = view.frame->field.size().height;
  return view.readout.inside ? std::clamp(view.readout.y, 0, height - 1) : height / 2;
}

}  // namespace heteroscope
