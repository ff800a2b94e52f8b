#include "app/window/shell/glfw_window.hpp"

// GLAD before GLFW, which would include the system's OpenGL header.
#include <glad/gl.h>
//
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/window/shell/content_scale.hpp"
#include "core/base/error.hpp"
#include "core/base/signals.hpp"
#include "core/memory/heap.hpp"

namespace heteroscope {
namespace {

/// GLFW's last words; empty if it has not complained.
std::string& complaint() {
  static std::string words;
  return words;
}

[[noreturn]] void give_up(const std::string& what) {
  const std::string words = complaint();
  glfwTerminate();
  throw BadInput(what + (words.empty() ? "" : " (" + words + ")") +
                 "; without a window, use `heteroscope render` (see `heteroscope render --help`)");
}

Size window_size(std::optional<Size> wanted, Size largest) {
  int x = 0;
  int y = 0;
  int width = 1280;
  int height = 720;
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
  const Size limit = wanted.value_or(largest);
  return {std::clamp(limit.width, 320, std::max(width, 320)), std::clamp(limit.height, 240, std::max(height, 240))};
}

/// Whether GLFW may multiply a window's size by the display's scale, which it does unseen.
bool has_usable_scale() {
  GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
  if (monitor == nullptr) return false;
  float x = 1;
  float y = 1;
  glfwGetMonitorContentScale(monitor, &x, &y);
  return usable_content_scale(x) == x && usable_content_scale(y) == y;
}

void keep_inside_display(GLFWwindow* window) {
  Size now;
  glfwGetWindowSize(window, &now.width, &now.height);
  const Size inside = window_size(now, now);
  if (inside != now) glfwSetWindowSize(window, inside.width, inside.height);
}

}  // namespace

GlfwWindow::GlfwWindow(std::optional<Size> size, Size largest) {
  glfwSetErrorCallback([](int, const char* words) { complaint() = words; });
  if (glfwInit() != GLFW_TRUE) give_up("no display: the window cannot be opened");
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "heteroscope");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "heteroscope");
  // A size that was remembered is right as it is; the first one grows with the display's scale.
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, !size && has_usable_scale() ? GLFW_TRUE : GLFW_FALSE);
  const Size start = window_size(size, largest);
  window_ = glfwCreateWindow(start.width, start.height, "heteroscope", nullptr, nullptr);
  if (window_ == nullptr) give_up("OpenGL 4.5 is needed for the window and is not there");
  keep_inside_display(window_);
  glfwSetWindowSizeLimits(window_, 480, 320, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwMakeContextCurrent(window_);
  if (gladLoadGL(glfwGetProcAddress) == 0) {
    glfwDestroyWindow(window_);
    give_up("OpenGL's functions cannot be loaded");
  }
  glfwSwapInterval(1);
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
    const GLFWvidmode* mode = glfwGetVideoMode(monitor);
    if (mode != nullptr && mode->refreshRate > 0) interval_s_ = 1.0 / std::clamp(mode->refreshRate, 30, 240);
  }
  connect(window_, inbox_);
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui_ImplGlfw_InitForOpenGL(window_, true);
  connect_keys(window_);
  clipboard_.emplace(window_, [this](std::string line) {
    inbox_.failures.push_back(std::move(line));
    inbox_.woken = true;
  });
  ImGui_ImplOpenGL3_Init("#version 450 core");
}

GlfwWindow::~GlfwWindow() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
  clipboard_.reset();
  glfwDestroyWindow(window_);
  glfwTerminate();
}

Size GlfwWindow::framebuffer() const {
  Size out;
  glfwGetFramebufferSize(window_, &out.width, &out.height);
  return out;
}

void GlfwWindow::wait(bool lively, std::optional<double> due_s) {
  constexpr double idle_s = 0.1;
  constexpr double rest_s = 0.8;
  glfwPollEvents();
  const auto is_due = [&] { return due_s && glfwGetTime() >= *due_s; };
  // A signal that asks for the end wakes nobody: it is looked at every time.
  while (!lively && !inbox_.woken && !is_due() && glfwWindowShouldClose(window_) == GLFW_FALSE &&
         !EndOnRequest::asked()) {
    glfwWaitEventsTimeout(idle_s);
    if (rested_ || glfwGetTime() < drawn_s_ + rest_s) continue;
    return_free_memory();
    rested_ = true;
  }
  rested_ = false;
  // Not every driver holds the swap back until the display's next frame (virtual displays do not).
  while (true) {
    const double left = drawn_s_ + interval_s_ * 0.95 - glfwGetTime();
    if (left < 0.0005) break;
    glfwWaitEventsTimeout(left);
  }
  drawn_s_ = glfwGetTime();
}

void GlfwWindow::swap() {
  glfwSwapBuffers(window_);
}

}  // namespace heteroscope
