#include "app/window/pictures.hpp"

#include "core/palette.hpp"

namespace heteroscope {

bool gives_numbers(const Workload& workload) {
  return workload.takes_image && !workload.stages.empty() && workload.stages.back().reduction != Reduction::none;
}

Role shown_role(const Frame& frame) {
  return gives_numbers(*frame.plan.workload) ? Role::input : Role::result;
}

const Field& picture_of(const Frame& frame, Role role) {
  return role == Role::input ? frame.input : frame.field;
}

ColorMap map_of(const Frame& frame, Role role, const Look& look) {
  return role == Role::input ? input_color_map(look, frame) : color_map(look, frame);
}

}  // namespace heteroscope
