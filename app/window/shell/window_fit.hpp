#pragma once

#include <optional>

#include "app/window/model/ui/ui.hpp"
#include "app/window/model/window_model.hpp"

struct GLFWwindow;

namespace heteroscope {

/// Sizes, scales, fonts and theme, as the display and the preferences have them.
class WindowFit {
 public:
  /// Once a frame, before anything is laid out. False: the window is not seen.
  bool follow(GLFWwindow* window, Ui& ui, bool presenting);
  /// In pixels.
  [[nodiscard]] Size framebuffer() const { return framebuffer_; }

 private:
  void renew_font_texture() const;

  Size framebuffer_;
  float font_scale_ = 0;
  std::optional<ThemeKind> themed_;
};

}  // namespace heteroscope
