#pragma once

#include <algorithm>

#include "core/base/ceil_div.hpp"

namespace heteroscope::heat {

/// Register marching with temporal blocking: several passes over a plane in one launch. A warp marches down a strip of
/// columns, one row a step, and each lane holds 4 neighboring columns. Of each pass's input the warp holds the last two
/// rows: when a row comes in, the pass can complete the row above it, which in turn comes in to the next pass. Left and
/// right neighbors come from the neighboring lanes by shuffles. The outermost columns of a strip lack neighbors, so one
/// more column on each side becomes invalid with each pass; another strip writes these. `Levels` is the number of
/// passes, and every `Group` of them make one time step (Group divides Levels); a single pass may instead be over a
/// combination of `Terms` planes.
template <int Levels, int Group, int Terms = 1>
struct MarchShape {
  static constexpr int vector = 4;
  static constexpr int rim = ceil_div(Levels, vector);               // lanes on each side that do not write
  static constexpr int strip = (32 - 2 * rim) * vector;              // columns written
  static constexpr bool holds_start = Group > 1 || Terms > 1;        // otherwise a step starts from what its pass reads
  static constexpr int ring = Group == 4 ? 8 : holds_start ? 4 : 1;  // rows of a step's start that are held, as a ring
  static constexpr int turn = Group == 4 ? 8 : 4;  // rows of the unrolled loop body, so that indices are constants
  static constexpr int ahead = 4;                  // rows being loaded ahead of their use
};

inline constexpr int march_warps = 4;  // warps of a block; they are independent of each other

/// The number of rows that each warp computes, out of `rows`, if `marches` of them below each other keep all warps
/// busy. A march reads 2 · Levels rows more than it computes. Marches of a single pass are short: they are bound by
/// memory, which is fastest where the rows under way lie close together.
template <int Levels>
int rows_of_march(int rows, int marches) {
  constexpr int most = Levels == 1 ? 8 : Levels == 2 ? 16 : 144;
  constexpr int fewest = Levels < 8 ? 8 : 16;
  return std::clamp(ceil_div(rows, marches), fewest, most);
}

/// The least number of blocks of a multiprocessor, as launch bounds: as many as registers allow without spilling.
template <class T, int Levels, int Group, int Terms>
constexpr int least_blocks() {
  const bool starts_held = Group > 1;
  if (sizeof(T) == 4) {
    if (Levels == 1) return Terms == 1 ? 7 : Terms == 2 ? 5 : 4;
    return (Levels == 2 ? 6 : Levels <= 4 ? 5 : 4) - (starts_held ? 1 : 0);
  }
  if (Levels == 1) return Terms == 1 ? 4 : 2;
  return Levels == 8 || (Levels == 4 && starts_held) ? 2 : 3;
}

/// Calls `take.template operator()<Levels, Group, Terms>()` for the launch that makes as many of `steps` steps as it
/// can, where a step has `passes` passes and combines `terms` planes in the first. A launch makes Levels / Group steps.
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
             : steps == 3 ? take.template operator()<3, 1, 1>()
             : steps == 2 ? take.template operator()<2, 1, 1>()
                          : take.template operator()<1, 1, 1>();
  }
}

}  // namespace heteroscope::heat
