#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/device/device.hpp"
#include "core/own/source/expression.hpp"
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

/// The names of a launch that may stand in a source's expressions, with their values.
std::vector<NamedNumber> names_in_launch(const OwnSource& source, const OwnLaunchFacts& launch, int multiprocessors);

/// Returns the expression's value in the source, with these names. Throws CompileError with its place.
std::int64_t source_value(const OwnSource& source, const SourcePart& expression, std::span<const NamedNumber> names);

/// The grid, the shared memory and the blocks' cells that the source declares, or a thread a cell and none, whatever a
/// GPU has of shared memory. Throws CompileError, with the expression's place, where one has no value, or one that no
/// GPU can launch.
OwnLaunchShape declared_shape(const OwnSource& source, const OwnLaunchFacts& launch, int multiprocessors);
/// The same on that GPU. Throws CompileError, too, for more shared memory than its blocks have.
OwnLaunchShape launch_shape(const OwnSource& source, const OwnLaunchFacts& launch, const device::Facts& gpu);

/// Throws CompileError for an expression that cannot have a value.
void check_expressions(const OwnSource& source);

}  // namespace heteroscope
