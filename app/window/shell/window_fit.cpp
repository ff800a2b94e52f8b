#include "app/window/shell/window_fit.hpp"

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>

#include "app/window/shell/content_scale.hpp"

namespace heteroscope {

/// Renews the font texture after the atlas has changed. ImGui makes it in the first frame itself, and from 1.92 on
/// always. The backend's other objects stay.
void WindowFit::renew_font_texture() const {
#if IMGUI_VERSION_NUM < 19200
  if (font_scale_ == 0) return;
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

bool WindowFit::follow(GLFWwindow* window, Ui& ui, bool presenting) {
  int width = 0;
  int height = 0;
  int window_width = 0;
  int window_height = 0;
  glfwGetFramebufferSize(window, &width, &height);
  glfwGetWindowSize(window, &window_width, &window_height);
  framebuffer_ = {width, height};
  if (width <= 0 || height <= 0 || glfwGetWindowAttrib(window, GLFW_ICONIFIED) == GLFW_TRUE) return false;
  if (glfwGetWindowAttrib(window, GLFW_MAXIMIZED) == GLFW_FALSE && !presenting) {
    ui.preferences.width = window_width;
    ui.preferences.height = window_height;
  }
  float content = 1;
  float content_y = 1;
  glfwGetWindowContentScale(window, &content, &content_y);
  const float ratio = static_cast<float>(width) / static_cast<float>(std::max(window_width, 1));
  constexpr float largest = 8;  // all glyphs must find room in one texture
  // in a presentation everything is larger, up to the size at which panels and overlays are known to fit
  constexpr double of_lecture = 1.5;
  constexpr double largest_text = 2;
  const double text = ui.preferences.text_size;
  const double shown = presenting ? std::max(text, std::min(of_lecture * text, largest_text)) : text;
  const float wanted = std::max(usable_content_scale(content), 0.5F) * static_cast<float>(shown);
  const float font_scale = std::min(wanted, largest);
  ui.pixel_ratio = ratio;
  ui.scale = font_scale / ratio;
  const bool new_fonts = font_scale != font_scale_;
  if (new_fonts) {
    ui.fonts = load_fonts(font_scale);
    renew_font_texture();
  }
  font_scale_ = font_scale;
  if (new_fonts || themed_ != ui.preferences.theme) {
    themed_ = ui.preferences.theme;
    apply_theme(ui.theme(), ui.scale);
    ImGui::GetIO().FontGlobalScale = 1 / ratio;
  }
  return true;
}

}  // namespace heteroscope
