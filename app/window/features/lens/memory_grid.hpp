#pragma once

#include "app/plot/drawing.hpp"
#include "app/scope/lens.hpp"
#include "app/window/model/ui/ui.hpp"

/// An instruction of a warp in memory, as a grid 32 words of 4 bytes wide.
namespace heteroscope {

/// The lane's color.
ImU32 lane_color(int lane, float alpha = 1);

/// Where a grid stands. Lengths are in pixels.
struct MemoryGridPlace {
  Spot at;  ///< its upper left corner
  double width = 0;
  double tallest = 0;  ///< the height that it may have
  double unit = 1;     ///< a pixel of the design
};

/// Of global memory: a row a line of 128 bytes, its touched sectors shaded, the words that lanes ask for in the lanes'
/// colors. Of shared memory: a column a bank, a row a pass.
/// Returns its height.
double put_memory_grid(const WarpAccess& access, const MemoryGridPlace& place, const Theme& theme, Drawing& out);
/// Draws the grid in the present ImGui window. `tallest`: the height that it may have.
void memory_grid(const Ui& ui, const WarpAccess& access, float width, float tallest);

}  // namespace heteroscope
