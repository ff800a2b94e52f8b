#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_internal.h>  // closing a popup from outside of it

#include "app/window/features/presentation/presentation.hpp"
#include "app/window/features/welcome/welcome_feature.hpp"
#include "app/window/shell/app.hpp"
#include "app/window/shell/glfw_window.hpp"
#include "core/base/failure.hpp"

namespace heteroscope {
namespace {

/// Returns the monitor that shows this place of the desktop, else the primary one; null without any.
GLFWmonitor* monitor_of(int x, int y) {
  int count = 0;
  GLFWmonitor** const all = glfwGetMonitors(&count);
  for (int i = 0; i < count; ++i) {
    int left = 0;
    int top = 0;
    glfwGetMonitorPos(all[i], &left, &top);
    const GLFWvidmode* const mode = glfwGetVideoMode(all[i]);
    if (mode != nullptr && x >= left && x < left + mode->width && y >= top && y < top + mode->height) return all[i];
  }
  return glfwGetPrimaryMonitor();
}

/// Closes the menu or list on top; false: none is open. What a menu has unfolded goes with it, since the heading under
/// the mouse would unfold it again at once.
bool close_menu() {
  const auto& open = ImGui::GetCurrentContext()->OpenPopupStack;
  if (open.empty()) return false;
  const auto unfolded = [&](int level) {
    const ImGuiWindow* const menu = open[level].Window;
    return menu != nullptr && (menu->Flags & ImGuiWindowFlags_ChildMenu) != 0;
  };
  int level = open.Size - 1;
  while (level > 0 && unfolded(level)) --level;
  ImGui::ClosePopupToLevel(level, true);
  return true;
}

}  // namespace

void App::act(Action action) {
  const ActionEntry& entry = features_.table().of(action);
  if (const std::string reason = why_not(entry, window()); !reason.empty()) {
    ui_.fail(reason);
    return;
  }
  const Failure failed = attempt([&] { entry.act(window()); });
  if (failed) ui_.fail(failed.line);
}

/// Where there is no display with a mode of its own, the window stays as large as it is.
void App::toggle_presentation() {
  auto& [x, y, width, height] = before_presenting_;
  mode_.present(!mode_.presenting);
  features_.of<Presentation>().show(mode_.presenting);
  if (!mode_.presenting) {
    if (glfwGetWindowMonitor(window_) != nullptr) glfwSetWindowMonitor(window_, nullptr, x, y, width, height, 0);
    return;
  }
  features_.of<WelcomeFeature>().close();  // it would lie over the large numbers
  glfwGetWindowPos(window_, &x, &y);
  glfwGetWindowSize(window_, &width, &height);
  GLFWmonitor* const monitor = monitor_of(x + width / 2, y + height / 2);
  const GLFWvidmode* const mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
  if (mode == nullptr) return;
  glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  ui_.display_interval_s = display_interval_s(monitor);
}

/// Closes or ends the first of these: a menu, an open feature, a drag, going through the panels, the presentation, the
/// computation; else pauses and removes the messages.
void App::escape() {
  if (close_menu() || features_.close_top() || navigator_.gave_up()) return;
  if (mode_.walked) {
    mode_.walked = false;
  } else if (mode_.presenting) {
    toggle_presentation();
  } else if (!requester_.cancel(model_, view_)) {
    model_.running = false;
    ui_.toasts.clear();
  }
}

}  // namespace heteroscope
