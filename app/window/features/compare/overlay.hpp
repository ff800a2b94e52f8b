#pragma once

#include "app/window/feature/overlay_parts.hpp"

namespace heteroscope {

/// What is drawn over compared pictures: the wipe's divider, or the line and the labels of pictures side by side.
void compare_overlay(const State& state);
/// What is compared, or why it cannot be, as one line; empty where labels say it.
std::string compare_text(const State& state);

}  // namespace heteroscope
