#pragma once

#include <imgui.h>

#include "app/window/look/theme_kind.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// Every color of the window. The stages' are Okabe and Ito's (told apart by color-blind people), the same in slider,
/// graphs, overlays and tables.
struct Theme {
  ThemeKind kind = ThemeKind::dark;
  ImU32 backdrop = 0;  ///< behind the picture
  ImU32 panel = 0;
  ImU32 frame = 0;  ///< controls
  ImU32 line = 0;
  ImU32 text = 0;
  ImU32 dim = 0;
  ImU32 cpu = 0;
  ImU32 gpu = 0;
  ImU32 both = 0;    ///< time in which both sides compute
  ImU32 source = 0;  ///< time in which the input is made
  ImU32 copies = 0;
  ImU32 merge = 0;
  ImU32 summary = 0;
  ImU32 link = 0;  ///< time on the way from a machine elsewhere
  ImU32 display = 0;
  ImU32 error = 0;
  ImU32 notice = 0;

  [[nodiscard]] ImU32 of(Processor processor) const { return processor == Processor::gpu ? gpu : cpu; }
};

const Theme& theme_of(ThemeKind kind);

/// Puts the theme and the sizes, times `scale`, into ImGui's style.
void apply_theme(const Theme& theme, float scale);

/// The color with another opacity, 0 to 1.
ImU32 faded(ImU32 color, float alpha);

}  // namespace heteroscope
