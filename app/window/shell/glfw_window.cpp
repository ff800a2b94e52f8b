#include "app/window/shell/glfw_window.hpp"

// GLAD before GLFW, which would include the system's OpenGL header.
#include <glad/gl.h>
//
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <string_view>
#include <utility>

#include "app/icon/icon.hpp"
#include "app/surroundings/oddities.hpp"
#include "app/surroundings/surroundings.hpp"
#include "app/window/shell/content_scale.hpp"
#include "core/base/completion.hpp"
#include "core/base/error.hpp"
#include "core/process/heap.hpp"
#include "core/process/signals.hpp"

namespace heteroscope {
namespace {

/// Returns GLFW's last error message; empty if there was none.
std::string& complaint() {
  static std::string words;
  return words;
}

// Values of GLFW 3.4 that older headers do not have.
constexpr int feature_unavailable = 0x0001000C;  // GLFW_FEATURE_UNAVAILABLE
constexpr int hint_of_platform = 0x00050003;     // GLFW_PLATFORM
constexpr int platform_of_wayland = 0x00060003;  // GLFW_PLATFORM_WAYLAND
constexpr int platform_of_x11 = 0x00060004;      // GLFW_PLATFORM_X11

/// Keeps GLFW's error message. That a window system lacks a feature (Wayland: a window's place, its icon) is no error.
void note_complaint(int code, const char* words) {
  if (code != feature_unavailable) complaint() = words;
}

[[noreturn]] void give_up(WindowStep failed, const Surroundings& around) {
  const std::string words = complaint();
  glfwTerminate();
  throw BadInput(refusal_of_window(failed, around, words));
}

/// Tells GLFW which window system to use. Before 3.4 it has only the one that it was built for.
void choose_window_system(const Surroundings& around) {
  const WindowSystem wanted = window_system_for(around);
  int major = 0;
  int minor = 0;
  int revision = 0;
  glfwGetVersion(&major, &minor, &revision);
  const bool wayland = wanted == WindowSystem::wayland;
  if (major > 3 || minor >= 4) {
    glfwInitHint(hint_of_platform, wayland ? platform_of_wayland : platform_of_x11);
    return;
  }
  const std::string_view built(glfwGetVersionString());
  const std::string_view needed = wayland ? "Wayland" : "X11";
  if (around.window_system.empty() || built.find(needed) != std::string_view::npos) return;
  throw BadInput(fmt::format(
      "HETEROSCOPE_WINDOW_SYSTEM: GLFW {}.{} was built without {}; GLFW 3.4 and later have both window systems", major,
      minor, around.window_system));
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

/// Returns whether GLFW may multiply a window's size by the display's scale, which it does without checking it.
bool has_usable_scale() {
  GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
  if (monitor == nullptr) return false;
  float x = 1;
  float y = 1;
  glfwGetMonitorContentScale(monitor, &x, &y);
  return usable_content_scale(x) == x && usable_content_scale(y) == y;
}

/// The state by which other threads wake the window's thread.
struct Announced {
  std::atomic<bool> completed{false};  ///< a result that the window has not taken yet
  std::atomic<bool> waiting{false};    ///< the window's thread waits for an event
};

Announced& announced() {
  static Announced all;
  return all;
}

/// Sends an event only to a window that waits, since a window that is being drawn looks before it waits. So threads
/// other than the window's call the display only while the window's is in glfwWaitEventsTimeout().
void wake_window() {
  announced().completed = true;
  if (announced().waiting) glfwPostEmptyEvent();
}

void keep_inside_display(GLFWwindow* window) {
  Size now;
  glfwGetWindowSize(window, &now.width, &now.height);
  const Size inside = window_size(now, now);
  if (inside != now) glfwSetWindowSize(window, inside.width, inside.height);
}

/// Sets the window's icon. On Wayland the icon comes from the .desktop file instead.
void set_icon(GLFWwindow* window) {
  std::array<Picture, 2> pictures{draw_icon(16), draw_icon(48)};
  std::array<GLFWimage, 2> images{};
  for (std::size_t i = 0; i < images.size(); ++i) {
    images[i] = {pictures[i].size.width, pictures[i].size.height,
                 reinterpret_cast<unsigned char*>(pictures[i].pixels.data())};
  }
  glfwSetWindowIcon(window, static_cast<int>(images.size()), images.data());
}

}  // namespace

double display_interval_s(GLFWmonitor* display) {
  const GLFWvidmode* const mode = display != nullptr ? glfwGetVideoMode(display) : nullptr;
  const int rate = mode != nullptr && mode->refreshRate > 0 ? std::clamp(mode->refreshRate, 30, 240) : 60;
  return 1.0 / rate;
}

GlfwWindow::GlfwWindow(std::optional<Size> size, Size largest) {
  const Surroundings around = surroundings();
  glfwSetErrorCallback(note_complaint);
  choose_window_system(around);
  if (glfwInit() != GLFW_TRUE) give_up(WindowStep::display, around);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "heteroscope");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "heteroscope");
  // a remembered size is used as it is; the first one grows with the display's scale
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, !size && has_usable_scale() ? GLFW_TRUE : GLFW_FALSE);
  const Size start = window_size(size, largest);
  window_ = glfwCreateWindow(start.width, start.height, "heteroscope", nullptr, nullptr);
  if (window_ == nullptr) give_up(WindowStep::opengl, around);
  set_icon(window_);
  keep_inside_display(window_);
  glfwSetWindowSizeLimits(window_, 480, 320, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwMakeContextCurrent(window_);
  if (gladLoadGL(glfwGetProcAddress) == 0) {
    glfwDestroyWindow(window_);
    give_up(WindowStep::opengl, around);
  }
  glfwSwapInterval(1);
  frames_.emplace(display_interval_s(glfwGetPrimaryMonitor()));
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
  listen_for_completions(wake_window);
}

GlfwWindow::~GlfwWindow() {
  listen_for_completions(nullptr);
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

/// The events of GLFW, with GLFW's clock.
class GlfwWindow::Events final : public FrameEvents {
 public:
  explicit Events(GlfwWindow& of) : of_(of) {}

  [[nodiscard]] double now_s() override { return glfwGetTime(); }
  void wait(double longest_s) override {
    announced().waiting = true;
    if (!announced().completed) glfwWaitEventsTimeout(longest_s);
    announced().waiting = false;
    of_.rest();
  }
  [[nodiscard]] bool touched() override { return of_.inbox_.woken; }
  [[nodiscard]] bool completed() override {
    if (announced().completed.exchange(false)) of_.inbox_.completed = true;
    return of_.inbox_.completed;
  }
  [[nodiscard]] bool ends() override {
    return glfwWindowShouldClose(of_.window_) == GLFW_TRUE || EndOnRequest::asked();
  }

 private:
  GlfwWindow& of_;
};

void GlfwWindow::wait(const std::function<FramePace()>& pace, std::optional<double> due_s) {
  glfwPollEvents();
  Events events(*this);
  frames_->wait(events, pace, due_s);
  rested_ = false;
}

/// Returns free memory to the system once nothing has been drawn for a while.
void GlfwWindow::rest() {
  constexpr double rest_s = std::chrono::duration<double>(rest_after).count();
  if (rested_ || glfwGetTime() < frames_->drawn_s() + rest_s) return;
  return_free_memory();
  rested_ = true;
}

void GlfwWindow::swap() {
  glfwSwapBuffers(window_);
}

}  // namespace heteroscope
