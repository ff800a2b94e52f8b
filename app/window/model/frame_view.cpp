#include "app/window/model/frame_view.hpp"

#include "app/window/model/ui/ui.hpp"
#include "core/model/settings/looks.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

bool same_frame(const Settings& made, const Settings& wanted) {
  return made.problem == wanted.problem && made.execution == wanted.execution &&
         (colors_by_quantiles(made.look) || !colors_by_quantiles(wanted.look)) &&
         colors_by_distance(made.look) == colors_by_distance(wanted.look);
}

bool FrameView::answers(const Settings& settings) const {
  return frame != nullptr && !coarse && same_frame(frame->plan.settings, settings) && has_present_variants(frame->plan);
}

bool shows_earlier_save(const Ui& ui, const FrameView& view) {
  if (view.frame == nullptr || has_present_variants(view.frame->plan)) return false;
  return !view.progress.busy || ui.now_s > view.earlier_since_s.value_or(ui.now_s) + still_s;
}

DisplayWay display_way(const Ui& ui, const FrameView& view) {
  return view.interop_refusal.empty() ? ui.asked_display.value_or(ui.preferences.display) : DisplayWay::host_copy;
}

}  // namespace heteroscope
