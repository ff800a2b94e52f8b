#pragma once

#include <string>

#include "app/window/model/ui/ui.hpp"

namespace heteroscope {

/// The icons of the buttons below the picture.
enum class Icon { play, pause, to_start, to_end, undo, redo };

/// Draws a button with an icon and a tooltip that says what it does; the next item goes beside it. True if it was
/// pressed. `why_not`: why it is gray; empty: it is not.
bool icon_button(const Ui& ui, const char* id, Icon icon, const std::string& what, const std::string& why_not = {});

}  // namespace heteroscope
