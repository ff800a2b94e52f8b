#include "app/window/model/mean_picture.hpp"

#include "app/window/model/frame_view.hpp"
#include "app/window/model/scope_view.hpp"

namespace heteroscope {

bool is_of_present(const MeanPicture& mean, const WindowModel& model, const FrameView& view) {
  return mean.frame == view.frame && mean.look == model.settings().look;
}

bool shows_single_sample(const WindowModel& model) {
  return model.comparison.wanted() != CompareWith::nothing || shows_scope(model);
}

const MeanPicture* shown_mean(const WindowModel& model, const FrameView& view) {
  const bool shown = view.mean != nullptr && is_of_present(*view.mean, model, view) && !shows_single_sample(model);
  return shown ? view.mean.get() : nullptr;
}

}  // namespace heteroscope
