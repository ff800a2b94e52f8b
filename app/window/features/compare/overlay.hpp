#pragma once

#include "app/window/feature/overlay_parts.hpp"
#include "app/window/model/window.hpp"

namespace heteroscope {

/// What is drawn over compared pictures: the wipe's divider, or the line and the labels of pictures side by side.
void compare_overlay(const Window& window);
/// What is compared, or why it cannot be, as one line; empty where labels say it.
std::string compare_text(const WindowModel& model);

}  // namespace heteroscope
