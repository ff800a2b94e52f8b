#include "app/window/tour/hand.hpp"

#include "app/window/picture/panes.hpp"

namespace heteroscope {

MouseEvent mouse(const State& state, MouseEvent::Kind kind, Point area_pixel) {
  MouseEvent event;
  event.kind = kind;
  event.at = {(area_pixel.x + state.area.x) / state.pixel_ratio, (area_pixel.y + state.area.y) / state.pixel_ratio};
  event.time_s = state.now_s;
  return event;
}

void point_at(App& app, Point share) {
  const State& state = app.state();
  const PictureArea area = pane_area(state, Pane::picture);
  const Placement place = place_of(state, *state.frame, Role::result, area.size);
  const double x = place.x + (2 * share.x - 1) * place.half_width;
  const double y = place.y - (2 * share.y - 1) * place.half_height;
  const Point in_area{area.x - state.area.x + (x + 1) * 0.5 * area.size.width,
                      area.y - state.area.y + (1 - y) * 0.5 * area.size.height};
  app.push(mouse(state, MouseEvent::Kind::move, in_area));
}

void drag(App& app, Point from, Point to, int modifiers) {
  const State& state = app.state();
  MouseEvent press = mouse(state, MouseEvent::Kind::press, from);
  press.modifiers = modifiers;
  app.push(press);
  app.push(mouse(state, MouseEvent::Kind::move, {(from.x + to.x) / 2, (from.y + to.y) / 2}));
  app.push(mouse(state, MouseEvent::Kind::move, to));
  app.push(mouse(state, MouseEvent::Kind::release, to));
}

}  // namespace heteroscope
