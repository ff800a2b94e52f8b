#pragma once

#include "app/text/highlight.hpp"
#include "app/window/model/ui/ui.hpp"

namespace heteroscope {

/// Draws the lines of a source or of machine code, each part in its color; only those that are in sight take time. The
/// ImGui window scrolls.
void code_lines(const Ui& ui, const HighlightedLines& lines);

}  // namespace heteroscope
