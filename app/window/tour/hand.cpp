#include "app/window/tour/hand.hpp"

#include "app/window/picture/panes.hpp"

namespace heteroscope {

MouseEvent mouse(const Ui& ui, const FrameView& view, MouseEvent::Kind kind, Point area_pixel) {
  MouseEvent event;
  event.kind = kind;
  event.at = {(area_pixel.x + view.area.x) / ui.pixel_ratio, (area_pixel.y + view.area.y) / ui.pixel_ratio};
  event.time_s = ui.now_s;
  return event;
}

void point_at(App& app, Point share) {
  const Window& window = app.window();
  const Ui& ui = app.ui();
  const WindowModel& model = app.model();
  const FrameView& view = app.view();
  const PictureArea area = pane_area(window, Pane::picture);
  const Placement place = place_of(model, *view.frame, Role::result, area.size);
  const double x = place.x + (2 * share.x - 1) * place.half_width;
  const double y = place.y - (2 * share.y - 1) * place.half_height;
  const Point in_area{area.x - view.area.x + (x + 1) * 0.5 * area.size.width,
                      area.y - view.area.y + (1 - y) * 0.5 * area.size.height};
  app.push(mouse(ui, view, MouseEvent::Kind::move, in_area));
}

void drag(App& app, Point from, Point to, int modifiers) {
  const Ui& ui = app.ui();
  const FrameView& view = app.view();
  MouseEvent press = mouse(ui, view, MouseEvent::Kind::press, from);
  press.modifiers = modifiers;
  app.push(press);
  app.push(mouse(ui, view, MouseEvent::Kind::move, {(from.x + to.x) / 2, (from.y + to.y) / 2}));
  app.push(mouse(ui, view, MouseEvent::Kind::move, to));
  app.push(mouse(ui, view, MouseEvent::Kind::release, to));
}

}  // namespace heteroscope
