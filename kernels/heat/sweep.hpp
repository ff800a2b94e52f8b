#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/types/field_view.hpp"
#include "kernels/heat/scheme.hpp"

namespace heteroscope::heat {

/// Rows that are done together, and how many of each level a thread keeps: what is done together and the most passes
/// of a step, over which its start is still needed, together.
inline constexpr int rows_together = 4;
inline constexpr int kept_rows = rows_together + most_passes;
static_assert((kept_rows & (kept_rows - 1)) == 0, "rows are found by a mask");

/// Values of all nodes at some point of some steps: a plane of the job, or lines of which a thread keeps the last few.
struct Level {
  int plane = -1;  ///< of the job; -1: lines
  int lines = -1;  ///< number among the levels that are kept as lines
};

/// How rows of a level are made of others.
struct Operation {
  enum class Kind {
    pass,     ///< base + c S(in)
    combine,  ///< a₀ in₀ + a₁ in₁ + …
  };
  Kind kind = Kind::pass;
  int out = 0;
  int base = 0;
  int in[most_terms] = {};
  int terms = 1;
  double a[most_terms] = {1, 0, 0};
  double c = 0;
  int lag = 0;     ///< rows by which it follows behind the planes that are read: one more with each pass
  int margin = 0;  ///< rows and columns that it must do beyond those of the result: one less with each pass
};

/// Some steps that are made together in one sweep down the rows, as operations that follow each other at some rows'
/// distance: each state on the way is needed for a few rows only, which stay in the cache.
struct Sweep {
  std::vector<Level> levels;
  std::vector<Operation> operations;
  int steps = 0;
  int passes = 0;
  int lines = 0;    ///< levels that are kept as lines
  int written = 0;  ///< states that are written, newest first, to the spare planes
};

/// The sweep over `steps` steps after `step` others, with so many spare planes. Its steps may be fewer: the states that
/// the next step needs must have room.
Sweep make_sweep(const Parameters& parameters, std::int64_t step, int steps, int spares);

/// Puts the states that a sweep has written before those that are still needed, and the spare planes behind them.
void move_up(const Sweep& sweep, int history, std::span<FieldView> planes);

}  // namespace heteroscope::heat
