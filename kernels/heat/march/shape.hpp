#pragma once

#include <algorithm>

#include "core/base/ceil_div.hpp"

namespace heteroscope::heat {

/// Several passes over a plane at once. A warp marches down a strip of columns, a row of the plane a step; each lane
/// has 4 neighboring columns. Of each pass's input it holds the last two rows: when a row comes in, the pass's result
/// one row above it is complete and comes in to the next pass. Neighbors to the left and right are the neighboring
/// lanes'; a strip's outermost columns, which have none, lose their meaning by one column a pass, and are another
/// strip's to write. `Levels` passes, `Group` of which make a step (Group divides Levels); or one pass over a
/// combination of `Terms` planes.
template <int Levels, int Group, int Terms = 1>
struct MarchShape {
  static constexpr int vector = 4;
  static constexpr int rim = ceil_div(Levels, vector);               // lanes on each side that do not write
  static constexpr int strip = (32 - 2 * rim) * vector;              // columns written
  static constexpr bool holds_start = Group > 1 || Terms > 1;        // else a step starts from what its pass looks at
  static constexpr int ring = Group == 4 ? 8 : holds_start ? 4 : 1;  // rows of a step's start that are held
  static constexpr int turn = Group == 4 ? 8 : 4;                    // rows of the loop: what holds rows comes round
  static constexpr int ahead = 4;                                    // rows on their way
};

inline constexpr int march_warps = 4;  // of a block; they do not depend on each other

/// Of `rows` rows, those that a warp computes; `marches`: below each other, to keep all warps busy. A march reads
/// 2 Levels rows more than it computes; that of a single pass is bound by memory, which likes the rows under way close
/// together.
template <int Levels>
int rows_of_march(int rows, int marches) {
  constexpr int most = Levels == 1 ? 8 : Levels == 2 ? 16 : 144;
  constexpr int fewest = Levels < 8 ? 8 : 16;
  return std::clamp(ceil_div(rows, marches), fewest, most);
}

/// Blocks of a multiprocessor, at least: what registers allow without spilling.
template <class T, int Levels, int Group, int Terms>
constexpr int least_blocks() {
  const bool starts_held = Group > 1;
  if (sizeof(T) == 4) {
    if (Levels == 1) return Terms == 1 ? 7 : Terms == 2 ? 5 : 4;
    return (Levels == 2 ? 6 : Levels == 4 ? 5 : 4) - (starts_held ? 1 : 0);
  }
  if (Levels == 1) return Terms == 1 ? 4 : 2;
  return Levels == 8 || (Levels == 4 && starts_held) ? 2 : 3;
}

/// Calls `take.template operator()<Levels, Group, Terms>()` for the launch that makes as many as it can of `steps`
/// steps with so many passes each, and combines so many planes in the first; Levels / Group of them.
template <class T, class Take>
decltype(auto) with_march(int passes, int terms, int steps, Take take) {
  if (terms == 2) return take.template operator()<1, 1, 2>();
  if (terms == 3) return take.template operator()<1, 1, 3>();
  switch (passes) {
    case 2:
      return steps >= 2 ? take.template operator()<4, 2, 1>() : take.template operator()<2, 2, 1>();
    case 4:
      if constexpr (sizeof(T) == 4) {
        if (steps >= 2) return take.template operator()<8, 4, 1>();
      }
      return take.template operator()<4, 4, 1>();
    default:
      return steps >= 8   ? take.template operator()<8, 1, 1>()
             : steps >= 4 ? take.template operator()<4, 1, 1>()
             : steps >= 2 ? take.template operator()<2, 1, 1>()
                          : take.template operator()<1, 1, 1>();
  }
}

}  // namespace heteroscope::heat
