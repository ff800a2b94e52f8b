#pragma once

#include "app/window/feature/feature.hpp"
#include "app/window/model/window.hpp"

namespace heteroscope {

/// Draws the divider of a wipe over the picture, or the line and the labels of pictures side by side.
void compare_overlay(const Window& window, const OverlaySpace& space);
/// Returns one line that says what is compared, with the result, or why it cannot be; empty where labels say it.
std::string compare_text(const Ui& ui, const WindowModel& model);

}  // namespace heteroscope
