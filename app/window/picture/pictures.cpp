#include "app/window/picture/pictures.hpp"

#include "core/run/frame_colors.hpp"

namespace heteroscope {

Role shown_role(const Frame& frame) {
  return frame.plan.workload->gives_numbers() ? Role::input : Role::result;
}

const Field& picture_of(const Frame& frame, Role role) {
  return role == Role::input ? frame.input : frame.field;
}

const Field& colored_of(const Frame& frame, Role role) {
  return role == Role::input ? frame.input : frame.colored();
}

const ColorFields* channels_of(const Frame& frame, Role role) {
  if (frame.channels == nullptr) return nullptr;
  return role == Role::input ? &frame.channels->inputs : &frame.channels->results;
}

ColorMap map_of(const Frame& frame, Role role, const Look& look) {
  return role == Role::input ? input_color_map(look, frame) : color_map(look, frame);
}

}  // namespace heteroscope
