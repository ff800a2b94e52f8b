#pragma once

#include "app/scope/lens.hpp"
#include "app/window/model/ui/ui.hpp"

/// An instruction of a warp in memory, as a grid 32 words of 4 bytes wide.
namespace heteroscope {

/// The lane's color.
ImU32 lane_color(int lane, float alpha = 1);

/// Of global memory: a row a line of 128 bytes, its touched sectors shaded, the words that lanes ask for in the lanes'
/// colors. Of shared memory: a column a bank, a row a pass.
/// `tallest`: the height that it may have.
void memory_grid(const Ui& ui, const WarpAccess& access, float width, float tallest);

}  // namespace heteroscope
