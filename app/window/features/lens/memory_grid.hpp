#pragma once

#include <vector>

#include "app/plot/drawing.hpp"
#include "app/scope/lens.hpp"
#include "app/window/model/ui/ui.hpp"

/// The addresses of a warp's instruction, as a grid 32 words of 4 bytes wide.
namespace heteroscope {

/// The heights of a grid in a panel, in the design's units: where less than the least is left, something else gives
/// way.
inline constexpr float lowest_grid_units = 14;
inline constexpr float highest_grid_units = 100;

/// Returns the color of a lane of the warp.
ImU32 lane_color(int lane, float alpha = 1);

/// The place of a grid. Lengths are in pixels.
struct MemoryGridPlace {
  Spot at;  ///< its upper left corner
  double width = 0;
  double tallest = 0;  ///< the height that it may have
  double unit = 1;     ///< a pixel of the design
};

/// Draws the grid. For global memory a row is a line of 128 bytes, with the touched sectors shaded and the words that
/// lanes ask for in the lanes' colors. For shared memory a column is a bank, and a row is a pass. Returns the height.
double put_memory_grid(const WarpAccess& access, const MemoryGridPlace& place, const Theme& theme, Drawing& out);
/// Returns the height of the grid in the present ImGui window where that is not limited.
float memory_grid_height(const Ui& ui, const WarpAccess& access);
/// Returns the height that each of some things may have, at most `most`, so that all have room. What lower ones do not
/// need is left to higher ones.
float height_of_each(std::vector<float> heights, float room, float most);
/// Returns the height that a grid may have so that its rows are as high as those of a grid beside it, which would be
/// `beside` high and may be `tallest`.
float height_beside(const Ui& ui, const WarpAccess& access, float beside, float tallest);
/// Draws the grid in the present ImGui window. `tallest`: the height that it may have.
void memory_grid(const Ui& ui, const WarpAccess& access, float width, float tallest);

}  // namespace heteroscope
