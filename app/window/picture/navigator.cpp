#include "app/window/picture/navigator.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>

#include "app/window/model/times/iterating.hpp"
#include "core/base/failure.hpp"

namespace heteroscope {
namespace {

constexpr double held_zoom_a_second = 0.25;  // factor of the view's width in each second while a button is held
constexpr double double_click_s = 0.35;
constexpr double click_units = 5;  // a press that moves less is a click

bool covers(const std::array<float, 4>& rect, Point at) {
  return at.x >= rect[0] && at.x < rect[2] && at.y >= rect[1] && at.y < rect[3];
}

/// Converts the window's screen coordinates into pixels of the picture area.
Point in_area(const Ui& ui, const FrameView& view, Point at) {
  return {at.x * ui.pixel_ratio - view.area.x, at.y * ui.pixel_ratio - view.area.y};
}

bool is_on_picture(const FrameView& view, const std::vector<std::array<float, 4>>& covered, Point mouse,
                   Point in_picture) {
  return in_picture.x >= 0 && in_picture.y >= 0 && in_picture.x < view.area.size.width &&
         in_picture.y < view.area.size.height &&
         std::ranges::none_of(covered, [&](const auto& rect) { return covers(rect, mouse); });
}

double distance(Point a, Point b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

bool wipe_shown(const WindowModel& model) {
  const Comparison& comparison = model.comparison;
  return comparison.with != CompareWith::nothing && comparison.style == CompareStyle::wipe && comparison.other &&
         !model.workload->gives_numbers();
}

Size view_size(const Window& window) {
  return pane_area(window, Pane::picture).size;
}

/// Returns where a pixel of the whole area lies on the result, as shares of the way from its first node to its last.
std::optional<Point> result_share(const Window& window, Point at) {
  if (window.view.frame == nullptr || window.view.frame->plan.workload != window.model.workload) return std::nullopt;
  const Size area = pane_area(window, Pane::picture).size;
  const Placement place = place_of(window.model, *window.view.frame, Role::result, area);
  return share_at(place, window.view.frame->field.size(), area, in_pane(window, Pane::picture, at));
}

bool y_up(const WindowModel& model) {
  return view_target(model.settings(), model.catalog).y_up();
}

}  // namespace

void Navigator::take(Ui& ui, WindowModel& model, FrameView& view, const std::vector<MouseEvent>& events,
                     const std::vector<std::array<float, 4>>& covered, bool busy_elsewhere) {
  const Window window{ui, model, view};
  follow_picture(window, covered, busy_elsewhere);
  for (const MouseEvent& event : events) {
    const Point at = in_area(ui, view, event.at);
    const bool free = !busy_elsewhere && is_on_picture(view, covered, event.at, at);
    mouse_ = event.at;
    cursor_ = at;
    over_ = free;
    switch (event.kind) {
      case MouseEvent::Kind::press:
        if (free && drag_ == Drag::none) press(window, event, at);
        break;
      case MouseEvent::Kind::move:
        move(ui, model, view, at, event.time_s);
        break;
      case MouseEvent::Kind::release:
        if (drag_ != Drag::none && event.button == button_) release(ui, model, view);
        break;
      case MouseEvent::Kind::escape:
        give_up(ui, model, view);
        break;
      case MouseEvent::Kind::wheel:
        if (free && event.wheel != 0) turn_wheel(window, event, at);
        break;
      case MouseEvent::Kind::leave:
        mouse_.reset();
        over_ = false;
        break;
    }
  }
  view.painting = drag_ == Drag::paint;
  if (view.painting) painter_.hold(window, ui.now_s);
  if (drag_ == Drag::zoom) zoom_on(window);
}

void Navigator::follow_picture(const Window& window, const std::vector<std::array<float, 4>>& covered,
                               bool busy_elsewhere) {
  const bool same_area = std::exchange(area_, window.view.area) == window.view.area;
  if (!mouse_ || (over_ && same_area)) return;
  cursor_ = in_area(window.ui, window.view, *mouse_);
  over_ = !busy_elsewhere && is_on_picture(window.view, covered, *mouse_, cursor_);
}

/// Zooms about the point under the mouse, by a factor for the time since the last frame.
void Navigator::zoom_on(const Window& window) {
  constexpr double longest_s = 0.1;  // a late frame does not zoom by more than this
  const double passed_s = std::min(window.ui.now_s - zoomed_s_, longest_s);
  if (passed_s <= 0) return;
  zoomed_s_ = window.ui.now_s;
  const double factor = std::pow(held_zoom_a_second, zooms_out_ ? -passed_s : passed_s);
  const Point fixed = pane_map(window, pane_).to_view(in_pane(window, pane_, cursor_));
  show_view(window,
            zoomed(shown_view(window), view_size(window), fixed, held_factor(window, factor), y_up(window.model)));
}

void Navigator::turn_wheel(const Window& window, const MouseEvent& event, Point at) {
  const double factor = held_factor(window, std::pow(1 / window.ui.preferences.zoom_notch, event.wheel));
  const Pane pane = pane_at(window, at);
  const Point fixed = pane_map(window, pane).to_view(in_pane(window, pane, at));
  look_at(window, zoomed(shown_view(window), view_size(window), fixed, factor, y_up(window.model)), event.time_s,
          ViewStep::small);
}

void Navigator::look_at(const Window& window, const View& view, double time_s, ViewStep step) {
  window.model.views.leave(left_view(window), time_s, step);
  show_view(window, view);
}

void Navigator::press(const Window& window, const MouseEvent& event, Point at) {
  const bool left = event.button == GLFW_MOUSE_BUTTON_LEFT;
  const bool paints = can_be_painted(*window.model.workload);
  const bool right = event.button == GLFW_MOUSE_BUTTON_RIGHT;
  if (!left && !right && event.button != GLFW_MOUSE_BUTTON_MIDDLE) return;
  const double near = click_units * window.ui.scale * window.ui.pixel_ratio;
  button_ = event.button;
  pane_ = pane_at(window, at);
  map_ = pane_map(window, pane_);
  start_ = map_.to_view(in_pane(window, pane_, at));
  moved_ = false;
  if (left && wipe_shown(window.model) &&
      std::abs(at.x - window.model.comparison.wipe * window.view.area.size.width) < 2 * near) {
    drag_ = Drag::wipe;
    return;
  }
  if (left && paints) {
    const auto share = result_share(window, at);
    if (!share || pane_ != Pane::picture) return;
    drag_ = Drag::paint;
    painter_.press(window, *share, (event.modifiers & GLFW_MOD_SHIFT) != 0, event.time_s);
    return;
  }
  left_ = left_view(window);
  before_ = left_.view;
  if (left && event.time_s - clicked_s_ < double_click_s && distance(at, clicked_) < near) {
    clicked_s_ = -1e9;
    look_at(window, centered(before_, view_size(window), start_, y_up(window.model)), event.time_s, ViewStep::whole);
    return;
  }
  if (right && !paints) {
    window.model.views.leave(left_, event.time_s);
    drag_ = Drag::zoom;
    zooms_out_ = (event.modifiers & GLFW_MOD_SHIFT) != 0;
    zoomed_s_ = window.ui.now_s;
    return;
  }
  clicked_s_ = event.time_s;
  clicked_ = at;
  const auto held = [&](int modifier) { return left && (event.modifiers & modifier) != 0; };
  drag_ = held(GLFW_MOD_SHIFT) ? Drag::box
          : held(GLFW_MOD_CONTROL) && can_be_rotated(view_target(window.model.settings(), window.model.catalog))
              ? Drag::turn
              : Drag::pan;
}

void Navigator::move(Ui& ui, WindowModel& model, FrameView& view, Point at, double time_s) {
  const Window window{ui, model, view};
  const double near = click_units * ui.scale * ui.pixel_ratio;
  if (drag_ == Drag::none || drag_ == Drag::zoom) return;
  if (drag_ == Drag::wipe) {
    model.comparison.wipe = std::clamp(at.x / std::max(view.area.size.width, 1), 0.0, 1.0);
    return;
  }
  if (drag_ == Drag::paint) {
    if (const auto share = result_share(window, at)) painter_.move(window, *share, time_s);
    return;
  }
  const Point there = map_.to_view(in_pane(window, pane_, at));
  if (!moved_ && distance(there, start_) < (drag_ == Drag::box ? near : 1)) return;
  if (drag_ != Drag::box && !moved_) model.views.leave(left_, ui.now_s);  // one entry a drag
  moved_ = true;
  if (drag_ == Drag::box) {
    view.box = ZoomBox{pane_, box_of(start_, there, view_size(window))};
    return;
  }
  if (drag_ == Drag::turn) {
    show_view(window, rotated(before_, -angle_between(start_, there, view_size(window))));
    return;
  }
  // from the start of the drag, so that rounding errors do not add up
  show_view(window, panned(before_, view_size(window), {there.x - start_.x, there.y - start_.y}, y_up(model)));
}

void Navigator::release(Ui& ui, WindowModel& model, FrameView& view) {
  const Window window{ui, model, view};
  const std::optional<ZoomBox> box = view.box;
  const Drag drag = drag_;
  drag_ = Drag::none;
  view.box.reset();
  if (drag != Drag::box || !box) return;
  look_at(window, boxed(before_, view_size(window), box->box, y_up(model)), ui.now_s, ViewStep::whole);
}

void Navigator::give_up(Ui& ui, WindowModel& model, FrameView& view) {
  const Window window{ui, model, view};
  gave_up_ = drag_ != Drag::none;
  if (drag_ == Drag::zoom || ((drag_ == Drag::pan || drag_ == Drag::turn) && moved_)) {
    show_view(window, before_);
    model.views.back();
  }
  drag_ = Drag::none;
  view.box.reset();
}

void Navigator::read(Ui& ui, WindowModel& model, FrameView& view) {
  const Window window{ui, model, view};
  view.readout.inside = false;
  if (!over_ || view.frame == nullptr || view.frame->plan.workload != model.workload) return;
  const Frame& frame = *view.frame;
  const Pane pane = pane_at(window, cursor_);
  const Point pixel = in_pane(window, pane, {std::floor(cursor_.x) + 0.5, std::floor(cursor_.y) + 0.5});
  const Role role = role_in(model, pane);
  const Size area = pane_area(window, pane).size;
  const auto at = pixel_at(place_of(model, frame, role, area), picture_of(frame, role).size(), area, pixel);
  if (!at) return;
  const ViewTarget target = view_target(model.settings(), model.catalog);
  const bool compared = model.comparison.result_is_current && model.comparison.with != CompareWith::input;
  const Frame* const other = compared ? model.comparison.other.get() : nullptr;
  const std::uint64_t other_serial = other != nullptr ? other->serial : 0;
  if (frame.serial != read_serial_ || at != read_at_ || role != read_role_ || other_serial != read_other_) {
    if (const Failure failed = attempt([&] { read_values(frame, other, *at, role, target.turned); })) {
      ui.fail(failed.line);
      return;
    }
    read_serial_ = frame.serial;
    read_at_ = *at;
    read_role_ = role;
    read_other_ = other_serial;
  }
  view.readout = read_;
  view.readout.inside = true;
  view.readout.point = target.owner != nullptr
                           ? plane_point(shown_view(window), area, pane_map(window, pane).to_view(pixel), target.y_up())
                           : PlanePoint{static_cast<double>(at->column), static_cast<double>(at->row)};
}

/// Reads the values of the result and of the input at a pixel of one of the two.
void Navigator::read_values(const Frame& frame, const Frame* other, PixelAt at, Role role, bool turned) {
  read_ = {};
  read_.x = at.column;
  read_.y = at.row;
  const PixelAt counterpart = turned ? PixelAt{at.row, at.column} : at;
  const auto value = [&](const Field& field, PixelAt pixel) -> std::optional<double> {
    if (!field.has(pixel.column, pixel.row)) return std::nullopt;
    return field.value(pixel.column, pixel.row);
  };
  read_.input = value(frame.input, role == Role::input ? at : counterpart);
  if (shown_role(frame) != Role::result) return;
  const PixelAt in_result = role == Role::result ? at : counterpart;
  read_.value = value(frame.field, in_result);
  if (other != nullptr) read_.other = value(other->field, in_result);
}

}  // namespace heteroscope
