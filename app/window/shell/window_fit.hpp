#pragma once

#include <optional>

#include "app/window/model/ui/ui.hpp"
#include "app/window/model/window_model.hpp"

struct GLFWwindow;

namespace heteroscope {

/// Makes sizes, scales, fonts and theme follow the display and the preferences.
class WindowFit {
 public:
  /// Called once a frame, before the layout. False: the window is not visible.
  bool follow(GLFWwindow* window, Ui& ui, bool presenting);
  /// Returns the framebuffer's size in pixels.
  [[nodiscard]] Size framebuffer() const { return framebuffer_; }

 private:
  void renew_font_texture() const;

  Size framebuffer_;
  float font_scale_ = 0;
  std::optional<ThemeKind> themed_;
};

}  // namespace heteroscope
