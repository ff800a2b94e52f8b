#include "app/window/features/view_keys/view_keys.hpp"

#include <GLFW/glfw3.h>

#include "app/window/model/views/view_target.hpp"
#include "app/window/picture/panes.hpp"

namespace heteroscope {
namespace {

std::string no_earlier_view(const Window& window) {
  return window.model.views.empty() ? "there is no earlier view" : "";
}

std::string no_pixels(const Window& window) {
  return magnification(window) ? "" : "each pixel of the screen is computed by itself here";
}

std::string no_detail(const Window& window) {
  const ViewTarget target = view_target(window.model.settings(), window.model.catalog);
  const bool any = target.owner != nullptr && target.owner->find_parameter(target.owner->navigation->detail) != nullptr;
  return any ? "" : std::string(window.model.workload->label) + " has no detail to change";
}

void go_back(const Window& window) {
  if (const auto view = window.model.views.back()) show_view(window, *view);
}

void fit_whole(const Window& window) {
  window.model.views.leave(shown_view(window), window.ui.now_s);
  fit_view(window);
}

void scale_detail(WindowModel& model, double factor) {
  change_detail(model.edit(), view_target(model.settings(), model.catalog), factor);
}

/// About the middle.
ActionEntry zooms(Action action, const char* label, const Shortcut& key, double factor) {
  return {action, label, {key}, [factor](const Window& window) { move_view(window, {0, 0}, factor); }};
}

/// A tenth of what is seen.
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
       "a pixel of the screen for each of the picture (1:1)",
       {typed('1', "1")},
       show_one_to_one,
       no_pixels},
      zooms(Action("zoom_in"), "zoom in", typed('+', "+"), third_nearer),
      zooms(Action("zoom_out"), "zoom out", typed('-', "-"), 1 / third_nearer),
      looks(Action("go_left"), "look to the left", pressed(GLFW_KEY_LEFT, "Left"), {-1, 0}),
      looks(Action("go_right"), "look to the right", pressed(GLFW_KEY_RIGHT, "Right"), {1, 0}),
      looks(Action("go_up"), "look further up", pressed(GLFW_KEY_UP, "Up"), {0, -1}),
      looks(Action("go_down"), "look further down", pressed(GLFW_KEY_DOWN, "Down"), {0, 1}),
      {action::halve_detail,
       "half the detail",
       {typed('[', "[")},
       [](const Window& window) { scale_detail(window.model, 0.5); },
       no_detail},
      {action::double_detail,
       "twice the detail",
       {typed(']', "]")},
       [](const Window& window) { scale_detail(window.model, 2); },
       no_detail},
  };
}

}  // namespace heteroscope
