#pragma once

#include <imgui.h>

#include <optional>
#include <string>

#include "app/window/feature/overlay_window.hpp"
#include "app/window/features/lens/lens_words.hpp"
#include "app/window/picture/panes.hpp"

/// What the lens marks in the picture.
namespace heteroscope {

/// Returns the size of the picture of the frame that is shown.
Size shown_size(const Frame& frame);

/// Draws a border around the cell to which the lens is pinned.
void mark_pinned(const Window& window, const Frame& frame, PixelAt cell);

/// Returns the point that the panel must not hide: the middle of the pinned cell, else the mouse.
ImVec2 point_in_sight(const Window& window, std::optional<PixelAt> pinned);

/// What was marked in the picture.
struct Marked {
  bool reads = false;
  bool cells = false;
};

/// Marks in the picture the cells that lanes read and compute, in the lanes' colors, and pale the other cells on the
/// same lines of memory.
Marked mark_cells(const Window& window, const Frame& frame, const Lens& lens);

/// Returns sentences about the marks, for the panel. `of_several`: it shows another variant beside the marked one.
std::string marks_text(const Frame& frame, const LensView& view, const Marked& marked, bool of_several);

}  // namespace heteroscope
