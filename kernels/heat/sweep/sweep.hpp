#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/types/field_view.hpp"
#include "kernels/heat/scheme.hpp"

namespace heteroscope::heat {

/// The number of rows that are computed together, and the number of rows of each level that a thread keeps: those, and
/// as many as a step has passes at most, since over all of them the step's start is still needed.
inline constexpr int rows_together = 4;
inline constexpr int kept_rows = rows_together + most_passes;
static_assert((kept_rows & (kept_rows - 1)) == 0, "rows are found by a mask");

/// The values of all nodes at some point within the steps: either a plane of the job, or lines, of which a thread keeps
/// only the last few rows.
struct Level {
  int plane = -1;  ///< number of the job's plane; −1: kept as lines
  int lines = -1;  ///< number among the levels that are kept as lines; −1: a plane
};

/// How the rows of one level follow from those of others.
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
  int lag = 0;     ///< rows by which it follows the planes that are read; one more with each pass
  int margin = 0;  ///< rows and columns that it computes beyond those of the result; one less with each pass
};

/// Several steps made in one sweep down the rows (temporal blocking, a wavefront of rows): the operations follow each
/// other at a distance of a few rows, so that each intermediate state is needed for a few rows only, and these stay in
/// the cache.
struct Sweep {
  std::vector<Level> levels;
  std::vector<Operation> operations;
  int steps = 0;
  int passes = 0;
  int lines = 0;    ///< the number of levels that are kept as lines
  int written = 0;  ///< the number of states that are written, newest first, to the spare planes
};

/// Plans the sweep over `steps` steps that follow `step` others, with so many spare planes. It may make fewer steps
/// than asked for, since all states that the next step needs must find a plane.
Sweep make_sweep(const Parameters& parameters, std::int64_t step, int steps, int spares);

/// Rotates the planes after a sweep: first the states that it has written, then those that are still needed, then the
/// spares.
void move_up(const Sweep& sweep, int history, std::span<FieldView> planes);

}  // namespace heteroscope::heat
