#pragma once

#include <functional>
#include <optional>

#include "app/window/clipboard/clipboard.hpp"
#include "app/window/shell/frame_wait.hpp"
#include "app/window/shell/inbox.hpp"
#include "core/types/types.hpp"

struct GLFWmonitor;
struct GLFWwindow;

namespace heteroscope {

/// Returns the time between two frames of a display in seconds: that of 60 Hz where it does not say it, or is null.
double display_interval_s(GLFWmonitor* display);

/// Owns GLFW, one window with a current OpenGL 4.5 core context, and ImGui in it.
class GlfwWindow {
 public:
  /// `size`: in screen coordinates, cut to the display; nothing: as large as the display's work area, at most
  /// `largest`. Throws BadInput where there is no display or no such OpenGL, naming `heteroscope render`.
  GlfwWindow(std::optional<Size> size, Size largest);
  ~GlfwWindow();
  GlfwWindow(const GlfwWindow&) = delete;
  GlfwWindow& operator=(const GlfwWindow&) = delete;

  [[nodiscard]] GLFWwindow* get() const { return window_; }
  [[nodiscard]] Inbox& inbox() { return inbox_; }
  [[nodiscard]] Clipboard& clipboard() { return *clipboard_; }
  [[nodiscard]] Size framebuffer() const;
  /// Waits until the next frame is to be drawn (see FrameWait), in GLFW's time.
  void wait(const std::function<FramePace()>& pace, std::optional<double> due_s);
  void swap();

 private:
  class Events;
  void rest();

  GLFWwindow* window_ = nullptr;
  Inbox inbox_;
  std::optional<Clipboard> clipboard_;
  std::optional<FrameWait> frames_;
  bool rested_ = false;  ///< free memory was returned since the last frame
};

}  // namespace heteroscope
