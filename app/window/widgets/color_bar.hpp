#pragma once

#include <imgui.h>

#include <optional>

#include "app/window/model/ui/ui.hpp"
#include "core/color/palette.hpp"

namespace heteroscope {

/// Draws the palette from its place `first` on, 0 to 1, from left to right.
void palette_gradient(const Palette& palette, double first, ImVec2 from, ImVec2 to);

/// Returns the height of color_bar(), for the place of one that is not there yet.
float color_bar_height(const Ui& ui);
/// Draws a bar as wide as there is room, with values below it and a mark at one of them.
void color_bar(const Ui& ui, const ColorMap& map, const Palette& palette, double first, std::optional<double> marked);

}  // namespace heteroscope
