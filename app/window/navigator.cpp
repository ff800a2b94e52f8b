#include "app/window/navigator.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"

namespace heteroscope {
namespace {

constexpr double zoom_a_notch = 0.8;
constexpr double double_click_s = 0.35;
constexpr double click_units = 5;  // a press that moves less is a click

bool covers(const std::array<float, 4>& rect, Point at) {
  return at.x >= rect[0] && at.x < rect[2] && at.y >= rect[1] && at.y < rect[3];
}

/// From the window's screen coordinates to pixels of the picture area.
Point in_area(const State& state, Point at) {
  return {at.x * state.pixel_ratio - state.area.x, at.y * state.pixel_ratio - state.area.y};
}

double distance(Point a, Point b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

bool wipe_shown(const State& state) {
  const Comparison& comparison = state.comparison;
  return comparison.with != CompareWith::nothing && comparison.style == CompareStyle::wipe && comparison.other;
}

}  // namespace

void Navigator::take(State& state, const std::vector<MouseEvent>& events,
                     const std::vector<std::array<float, 4>>& covered, bool busy_elsewhere) {
  const Size area = state.area.size;
  for (const MouseEvent& event : events) {
    const Point at = in_area(state, event.at);
    const bool free = !busy_elsewhere && at.x >= 0 && at.y >= 0 && at.x < area.width && at.y < area.height &&
                      std::ranges::none_of(covered, [&](const auto& rect) { return covers(rect, event.at); });
    cursor_ = at;
    over_ = free;
    switch (event.kind) {
      case MouseEvent::Kind::press:
        if (free && drag_ == Drag::none) press(state, event, at);
        break;
      case MouseEvent::Kind::move:
        move(state, at);
        break;
      case MouseEvent::Kind::release:
        if (drag_ != Drag::none && event.button == button_) release(state);
        break;
      case MouseEvent::Kind::escape:
        give_up(state);
        break;
      case MouseEvent::Kind::wheel:
        if (!free || event.wheel == 0 || !state.workload->navigation) break;
        look_at(state,
                zoomed(view_of(state.settings, *state.workload), area, at, std::pow(zoom_a_notch, event.wheel),
                       state.y_up()),
                event.time_s, ViewStep::small);
        break;
    }
  }
}

void Navigator::look_at(State& state, const View& view, double time_s, ViewStep step) {
  state.views.leave(view_of(state.settings, *state.workload), time_s, step);
  put_view(state.settings, *state.workload, view);
}

void Navigator::press(State& state, const MouseEvent& event, Point at) {
  const bool left = event.button == GLFW_MOUSE_BUTTON_LEFT;
  if (!left && event.button != GLFW_MOUSE_BUTTON_MIDDLE) return;
  const double near = click_units * state.scale * state.pixel_ratio;
  button_ = event.button;
  start_ = at;
  moved_ = false;
  if (left && wipe_shown(state) && std::abs(at.x - state.comparison.wipe * state.area.size.width) < 2 * near) {
    drag_ = Drag::wipe;
    return;
  }
  if (!state.workload->navigation) return;
  before_ = view_of(state.settings, *state.workload);
  if (left && event.time_s - clicked_s_ < double_click_s && distance(at, clicked_) < near) {
    clicked_s_ = -1e9;
    look_at(state, centered(before_, state.area.size, at, state.y_up()), event.time_s, ViewStep::whole);
    return;
  }
  clicked_s_ = event.time_s;
  clicked_ = at;
  drag_ = left && (event.modifiers & GLFW_MOD_SHIFT) != 0 ? Drag::box : Drag::pan;
}

void Navigator::move(State& state, Point at) {
  const Size area = state.area.size;
  const double near = click_units * state.scale * state.pixel_ratio;
  if (drag_ == Drag::none) return;
  if (drag_ == Drag::wipe) {
    state.comparison.wipe = std::clamp(at.x / std::max(area.width, 1), 0.0, 1.0);
    return;
  }
  if (!moved_ && distance(at, start_) < (drag_ == Drag::box ? near : 1)) return;
  if (drag_ == Drag::pan && !moved_) state.views.leave(before_, state.now_s);  // one entry a drag
  moved_ = true;
  if (drag_ == Drag::box) {
    state.box = box_of(start_, at, area);
    return;
  }
  // from where the drag began: rounding does not add up
  put_view(state.settings, *state.workload, panned(before_, area, {at.x - start_.x, at.y - start_.y}, state.y_up()));
}

void Navigator::release(State& state) {
  const std::optional<Box> box = state.box;
  const Drag drag = drag_;
  drag_ = Drag::none;
  state.box.reset();
  if (drag != Drag::box || !box) return;
  look_at(state, boxed(before_, state.area.size, *box, state.y_up()), state.now_s, ViewStep::whole);
}

void Navigator::give_up(State& state) {
  gave_up_ = drag_ != Drag::none;
  if (drag_ == Drag::pan && moved_) {
    put_view(state.settings, *state.workload, before_);
    state.views.back();
  }
  drag_ = Drag::none;
  state.box.reset();
}

void Navigator::read(State& state) {
  Readout& out = state.readout;
  out.inside = false;
  if (!over_ || state.frame == nullptr) return;
  const Frame& frame = *state.frame;
  const Size area = state.area.size;
  const View view = view_of(state.settings, *state.workload);
  out.point = plane_point(view, area, {std::floor(cursor_.x) + 0.5, std::floor(cursor_.y) + 0.5}, state.y_up());
  const Size size = frame.field.size();
  const Placement place = placement(view_of(frame.plan.settings, *frame.plan.workload), size, view, area, state.y_up());
  // back through the placement, from the area's pixel to the picture's
  const double x = (2 * (std::floor(cursor_.x) + 0.5) / area.width - 1 - place.x) / place.half_width;
  const double y = (1 - 2 * (std::floor(cursor_.y) + 0.5) / area.height - place.y) / place.half_height;
  const int column = static_cast<int>(std::floor((x + 1) * 0.5 * size.width));
  const int row = static_cast<int>(std::floor((1 - y) * 0.5 * size.height));
  if (column < 0 || row < 0 || column >= size.width || row >= size.height) return;
  if (frame.serial != read_serial_ || column != read_x_ || row != read_y_) {
    try {
      read_value_ = frame.field.value(column, row);
    } catch (const DeviceError& failure) {
      state.toasts.fail(failure.what(), state.now_s);
      return;
    }
    read_serial_ = frame.serial;
    read_x_ = column;
    read_y_ = row;
  }
  out = {true, static_cast<int>(cursor_.x), static_cast<int>(cursor_.y), out.point, read_value_};
}

}  // namespace heteroscope
