#include "app/window/features/view_keys/view_keys.hpp"

#include <GLFW/glfw3.h>

#include "app/window/model/views/switching.hpp"
#include "app/window/model/views/view_target.hpp"
#include "app/window/picture/panes.hpp"
#include "core/model/parameter.hpp"
#include "core/model/settings/looks.hpp"

namespace heteroscope {
namespace {

std::string no_earlier_view(const Window& window) {
  return window.model.views.empty() ? "there is no earlier view" : "";
}

std::string no_pixels(const Window& window) {
  return magnification(window) ? "" : "here each screen pixel already is one pixel of the picture";
}

std::string no_detail(const Window& window) {
  const ViewTarget target = view_target(window.model.settings(), window.model.catalog);
  const bool any = target.owner != nullptr && target.owner->find_parameter(target.owner->navigation->detail) != nullptr;
  return any ? "" : std::string(window.model.workload->label) + " has no detail to change";
}

void go_back(const Window& window) {
  if (const auto view = window.model.views.back()) return_to(window, *view);
}

void fit_whole(const Window& window) {
  window.model.views.leave(left_view(window), window.ui.now_s);
  fit_view(window);
}

/// Changes the detail; a limit that is changed by hand no longer follows the view.
void scale_detail(const Window& window, double factor) {
  WindowModel& model = window.model;
  const ViewTarget target = view_target(model.settings(), model.catalog);
  if (target.owner != nullptr && target.owner->escape_limit) {
    window.ui.preferences.automatic_limit = false;
    model.limit.by_hand = true;
  }
  change_detail(*model.edit(), target, factor);
}

const JuliaPlane* julia_of(const WindowModel& model) {
  const ViewTarget target = view_target(model.settings(), model.catalog);
  if (target.owner == nullptr || !target.owner->navigation->julia) return nullptr;
  return &*target.owner->navigation->julia;
}

std::string no_julia(const Window& window) {
  return julia_of(window.model) != nullptr ? "" : std::string(window.model.workload->label) + " has no Julia sets";
}

/// Shows the Julia set of the point under the mouse, or of the middle; or goes back to the plane of all c, to the view
/// that was left there last.
void toggle_julia(const Window& window) {
  WindowModel& model = window.model;
  const ViewTarget target = view_target(model.settings(), model.catalog);
  const JuliaPlane& ids = *target.owner->navigation->julia;
  const Look before = natural_look(model.settings(), model.catalog);
  const View shown = readable(shown_view(window));
  const PlanePoint middle{shown.x, shown.y};
  const PlanePoint c = window.view.readout.inside ? window.view.readout.point : middle;
  model.views.leave(left_view(window), window.ui.now_s);
  const Edit edit = model.edit();
  Settings& settings = *edit;
  Values& values = view_values(settings, target);
  const bool on = values.contains(ids.on) && values.find(ids.on)->second != 0;
  values[std::string(ids.on)] = on ? 0 : 1;
  if (!on) {
    const std::int64_t last = shown.span.magnitude() - 9;  // digits that distinguish points of the picture
    const auto put = [&](std::string_view id, const Decimal& part) {
      values[std::string(id)] = clamped(*target.owner->find_parameter(id), part.rounded(last));
    };
    put(ids.re, c.x);
    put(ids.im, c.y);
  }
  const auto left = on ? model.views.last_in(plane_of(settings, target)) : std::nullopt;
  if (left) {
    return_to(window, *left);
  } else {
    fit_view(settings, target, pane_area(window, Pane::picture).size);
  }
  follow_look(settings, before, model.catalog);
}

std::string no_rotation(const Window& window) {
  if (can_be_rotated(view_target(window.model.settings(), window.model.catalog))) return {};
  return "only views of the Mandelbrot set and of its Julia sets can be rotated";
}

std::string is_upright(const Window& window) {
  if (const std::string why = no_rotation(window); !why.empty()) return why;
  return shown_view(window).rotation == 0 ? "the view is not rotated" : "";
}

void rotate(const Window& window, double degrees, ViewStep step) {
  const LeftView before = left_view(window);
  window.model.views.leave(before, window.ui.now_s, step);
  show_view(window, rotated(before.view, degrees));
}

/// Returns an action that turns what is seen.
ActionEntry turns(Action action, const char* label, const Shortcut& key, double degrees) {
  return {
      action, label, {key}, [degrees](const Window& window) { rotate(window, degrees, ViewStep::small); }, no_rotation};
}

/// Returns an action that zooms about the middle.
ActionEntry zooms(Action action, const char* label, const Shortcut& key, double factor) {
  return {action, label, {key}, [factor](const Window& window) { move_view(window, {0, 0}, factor); }};
}

/// Returns an action that pans by a tenth of the view.
ActionEntry looks(Action action, const char* label, const Shortcut& key, Point direction) {
  constexpr double step = 0.1;
  const Point shares{direction.x * step, direction.y * step};
  return {action, label, {key}, [shares](const Window& window) { move_view(window, shares, 1); }};
}

}  // namespace

std::vector<ActionEntry> ViewKeys::actions() {
  constexpr double third_nearer = 0.75;
  return {
      {Action("back"), "back to the view before", {pressed(GLFW_KEY_BACKSPACE, "Backspace")}, go_back, no_earlier_view},
      {action::fit, "fit the whole", {pressed(GLFW_KEY_HOME, "Home"), pressed(GLFW_KEY_F, "F")}, fit_whole},
      {action::one_to_one,
       "one to one: one pixel of the picture on each screen pixel",
       {typed('1', "1")},
       show_one_to_one,
       no_pixels},
      zooms(Action("zoom_in"), "zoom in", typed('+', "+"), third_nearer),
      zooms(Action("zoom_out"), "zoom out", typed('-', "-"), 1 / third_nearer),
      looks(Action("go_left"), "pan to the left", pressed(GLFW_KEY_LEFT, "Left"), {-1, 0}),
      looks(Action("go_right"), "pan to the right", pressed(GLFW_KEY_RIGHT, "Right"), {1, 0}),
      looks(Action("go_up"), "pan up", pressed(GLFW_KEY_UP, "Up"), {0, -1}),
      looks(Action("go_down"), "pan down", pressed(GLFW_KEY_DOWN, "Down"), {0, 1}),
      turns(Action("turn_left"), "rotate the picture counterclockwise by 15°", typed('<', "<"), -15),
      turns(Action("turn_right"), "rotate the picture clockwise by 15°", typed('>', ">"), 15),
      {Action("turn_upright"),
       "rotate the picture back: the real axis runs from left to right",
       {typed('=', "=")},
       [](const Window& window) { rotate(window, -shown_view(window).rotation, ViewStep::whole); },
       is_upright},
      {Action("toggle_julia"),
       "Julia set: that of the point under the mouse, and back to the Mandelbrot set",
       {pressed(GLFW_KEY_J, "J")},
       toggle_julia,
       no_julia},
      {action::halve_detail,
       "half the detail",
       {typed('[', "[")},
       [](const Window& window) { scale_detail(window, 0.5); },
       no_detail},
      {action::double_detail,
       "twice the detail",
       {typed(']', "]")},
       [](const Window& window) { scale_detail(window, 2); },
       no_detail},
  };
}

}  // namespace heteroscope
