#pragma once

#include "app/window/model/window.hpp"

namespace heteroscope {

/// Draws the button Menu of the top bar, with all actions: a submenu for each heading, the keys at the right, in the
/// tooltip of a gray entry the reason, and below the actions what they lead to.
void menu_button(const Window& window);

}  // namespace heteroscope
