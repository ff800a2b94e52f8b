#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/device/device.hpp"
#include "core/own/source/own_source.hpp"

namespace heteroscope {

/// The facts of one launch on a GPU, from which the expressions of a source are computed.
struct OwnLaunchFacts {
  Size cells;
  BlockShape block;
  std::span<const int> tunables;
  Precision precision = Precision::fp32;
};

/// The launch configuration of a kernel.
struct OwnLaunchShape {
  std::array<std::int64_t, 3> grid{1, 1, 1};
  std::int64_t dynamic_shared = 0;  ///< bytes a block
  /// The columns and rows of cells that a block computes, of blocks that lie side by side; 0: nobody says so.
  std::array<int, 2> block_cells{0, 0};
};

/// The grid, the shared memory and the blocks' cells that the source declares, or a thread a cell and none. Throws
/// CompileError, with the expression's place, where one has no value, or one that this GPU cannot launch.
OwnLaunchShape launch_shape(const OwnSource& source, const OwnLaunchFacts& launch, const device::Facts& gpu);

/// Throws CompileError for an expression that cannot have a value.
void check_expressions(const OwnSource& source);

}  // namespace heteroscope
