#pragma once

#include "app/window/look/fonts.hpp"
#include "app/window/look/theme.hpp"
#include "app/window/model/preferences.hpp"

namespace heteroscope {

class ActionTable;

/// What controls are drawn with. They take this alone, and know nothing of what the window is about.
struct Ui {
  Preferences preferences;
  Fonts fonts;
  float scale = 1;                            ///< ImGui units for each unit of the design
  float pixel_ratio = 1;                      ///< framebuffer pixels for each ImGui unit
  double now_s = 0;                           ///< of the frame that is drawn, in GLFW's time
  const ActionTable* action_table = nullptr;  ///< what can be asked for, with its keys

  [[nodiscard]] const Theme& theme() const { return theme_of(preferences.theme); }
  [[nodiscard]] float units(double design) const { return static_cast<float>(design) * scale; }
};

}  // namespace heteroscope
