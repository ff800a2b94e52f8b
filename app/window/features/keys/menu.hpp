#pragma once

#include "app/window/model/window.hpp"

namespace heteroscope {

/// A button with all that can be asked for: a submenu for each heading, the keys at the right, and, where an entry is
/// gray, why. The top bar has it.
void menu_button(const Window& window);

}  // namespace heteroscope
