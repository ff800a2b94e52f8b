#include "app/window/picture/navigator.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>

#include "app/window/model/iterating.hpp"
#include "core/base/failure.hpp"

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
  return comparison.with != CompareWith::nothing && comparison.style == CompareStyle::wipe && comparison.other &&
         !state.workload->gives_numbers();
}

Size view_size(const State& state) {
  return pane_area(state, Pane::picture).size;
}

/// Where a pixel of the whole area lies on the result: shares of the way from its first node to its last.
std::optional<Point> result_share(const State& state, Point at) {
  if (state.frame == nullptr || state.frame->plan.workload != state.workload) return std::nullopt;
  const Size area = pane_area(state, Pane::picture).size;
  const Placement place = place_of(state, *state.frame, Role::result, area);
  return share_at(place, state.frame->field.size(), area, in_pane(state, Pane::picture, at));
}

bool y_up(const State& state) {
  return view_target(state.settings, state.catalog).y_up();
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
        move(state, at, event.time_s);
        break;
      case MouseEvent::Kind::release:
        if (drag_ != Drag::none && event.button == button_) release(state);
        break;
      case MouseEvent::Kind::escape:
        give_up(state);
        break;
      case MouseEvent::Kind::wheel:
        if (free && event.wheel != 0) turn_wheel(state, event, at);
        break;
    }
  }
  if (drag_ == Drag::paint) painter_.hold(state, state.now_s);
}

void Navigator::turn_wheel(State& state, const MouseEvent& event, Point at) {
  const double factor = held_factor(state, std::pow(zoom_a_notch, event.wheel));
  const Pane pane = pane_at(state, at);
  const Point fixed = pane_map(state, pane).to_view(in_pane(state, pane, at));
  look_at(state, zoomed(shown_view(state), view_size(state), fixed, factor, y_up(state)), event.time_s,
          ViewStep::small);
}

void Navigator::look_at(State& state, const View& view, double time_s, ViewStep step) {
  state.views.leave(shown_view(state), time_s, step);
  show_view(state, view);
}

void Navigator::press(State& state, const MouseEvent& event, Point at) {
  const bool left = event.button == GLFW_MOUSE_BUTTON_LEFT;
  const bool paints = can_be_painted(*state.workload);
  const bool right_pans = paints && event.button == GLFW_MOUSE_BUTTON_RIGHT;
  if (!left && !right_pans && event.button != GLFW_MOUSE_BUTTON_MIDDLE) return;
  const double near = click_units * state.scale * state.pixel_ratio;
  button_ = event.button;
  pane_ = pane_at(state, at);
  map_ = pane_map(state, pane_);
  start_ = map_.to_view(in_pane(state, pane_, at));
  moved_ = false;
  if (left && wipe_shown(state) && std::abs(at.x - state.comparison.wipe * state.area.size.width) < 2 * near) {
    drag_ = Drag::wipe;
    return;
  }
  if (left && paints) {
    const auto share = result_share(state, at);
    if (!share || pane_ != Pane::picture) return;
    drag_ = Drag::paint;
    painter_.press(state, *share, (event.modifiers & GLFW_MOD_SHIFT) != 0, event.time_s);
    return;
  }
  before_ = shown_view(state);
  if (left && event.time_s - clicked_s_ < double_click_s && distance(at, clicked_) < near) {
    clicked_s_ = -1e9;
    look_at(state, centered(before_, view_size(state), start_, y_up(state)), event.time_s, ViewStep::whole);
    return;
  }
  clicked_s_ = event.time_s;
  clicked_ = at;
  drag_ = left && (event.modifiers & GLFW_MOD_SHIFT) != 0 ? Drag::box : Drag::pan;
}

void Navigator::move(State& state, Point at, double time_s) {
  const double near = click_units * state.scale * state.pixel_ratio;
  if (drag_ == Drag::none) return;
  if (drag_ == Drag::wipe) {
    state.comparison.wipe = std::clamp(at.x / std::max(state.area.size.width, 1), 0.0, 1.0);
    return;
  }
  if (drag_ == Drag::paint) {
    if (const auto share = result_share(state, at)) painter_.move(state, *share, time_s);
    return;
  }
  const Point there = map_.to_view(in_pane(state, pane_, at));
  if (!moved_ && distance(there, start_) < (drag_ == Drag::box ? near : 1)) return;
  if (drag_ == Drag::pan && !moved_) state.views.leave(before_, state.now_s);  // one entry a drag
  moved_ = true;
  if (drag_ == Drag::box) {
    state.box = ZoomBox{pane_, box_of(start_, there, view_size(state))};
    return;
  }
  // from where the drag began: rounding does not add up
  show_view(state, panned(before_, view_size(state), {there.x - start_.x, there.y - start_.y}, y_up(state)));
}

void Navigator::release(State& state) {
  const std::optional<ZoomBox> box = state.box;
  const Drag drag = drag_;
  drag_ = Drag::none;
  state.box.reset();
  if (drag != Drag::box || !box) return;
  look_at(state, boxed(before_, view_size(state), box->box, y_up(state)), state.now_s, ViewStep::whole);
}

void Navigator::give_up(State& state) {
  gave_up_ = drag_ != Drag::none;
  if (drag_ == Drag::pan && moved_) {
    show_view(state, before_);
    state.views.back();
  }
  drag_ = Drag::none;
  state.box.reset();
}

void Navigator::read(State& state) {
  state.readout.inside = false;
  if (!over_ || state.frame == nullptr || state.frame->plan.workload != state.workload) return;
  const Frame& frame = *state.frame;
  const Pane pane = pane_at(state, cursor_);
  const Point pixel = in_pane(state, pane, {std::floor(cursor_.x) + 0.5, std::floor(cursor_.y) + 0.5});
  const Role role = role_in(state, pane);
  const Size area = pane_area(state, pane).size;
  const auto at = pixel_at(place_of(state, frame, role, area), picture_of(frame, role).size(), area, pixel);
  if (!at) return;
  const ViewTarget target = view_target(state.settings, state.catalog);
  const bool compared = state.comparison.result_is_current && state.comparison.with != CompareWith::input;
  const Frame* const other = compared ? state.comparison.other.get() : nullptr;
  const std::uint64_t other_serial = other != nullptr ? other->serial : 0;
  if (frame.serial != read_serial_ || at != read_at_ || role != read_role_ || other_serial != read_other_) {
    if (const Failure failed = attempt([&] { read_values(frame, other, *at, role, target.turned); })) {
      state.toasts.fail(failed.line, state.now_s);
      return;
    }
    read_serial_ = frame.serial;
    read_at_ = *at;
    read_role_ = role;
    read_other_ = other_serial;
  }
  state.readout = read_;
  state.readout.inside = true;
  state.readout.point = target.owner != nullptr
                            ? plane_point(shown_view(state), area, pane_map(state, pane).to_view(pixel), target.y_up())
                            : PlanePoint{static_cast<double>(at->column), static_cast<double>(at->row)};
}

/// The values of the result and of the input at the place that one of the two has at this pixel.
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
