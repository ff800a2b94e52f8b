#include "core/own/source/launch_shape.hpp"

#include <fmt/format.h>

#include <limits>
#include <vector>

#include "core/base/ceil_div.hpp"
#include "core/own/source/expression.hpp"

namespace heteroscope {
namespace {

/// CUDA C++ Programming Guide, technical specifications: the same for all compute capabilities since 3.0.
constexpr std::array<std::int64_t, 3> most_blocks{2147483647, 65535, 65535};

using Names = std::vector<NamedNumber>;

/// "for 1920 x 1080 cells in blocks of 32 x 8".
std::string circumstances(const OwnLaunchFacts& launch) {
  return fmt::format("for {} x {} cells in blocks of {} x {}", launch.cells.width, launch.cells.height, launch.block.x,
                     launch.block.y);
}

std::int64_t blocks_along(const OwnSource& source, std::size_t axis, const OwnLaunchFacts& launch, const Names& names) {
  const SourcePart& expression = source.grid[axis];
  const std::int64_t out = source_value(source, expression, names);
  const char name = "xyz"[axis];
  if (out < 1) {
    source.source.fail(
        expression.at, Wrong::value, "grid",
        fmt::format("the grid has {} blocks in {} {}: there must be one at least", out, name, circumstances(launch)));
  }
  if (out > most_blocks[axis]) {
    source.source.fail(expression.at, Wrong::value, "grid",
                       fmt::format("the grid has {} blocks in {} {}: a GPU takes {} at most", out, name,
                                   circumstances(launch), most_blocks[axis]));
  }
  return out;
}

/// A thread a cell.
std::array<std::int64_t, 3> usual_grid(const OwnSource& source, const OwnLaunchFacts& launch) {
  const std::int64_t down = ceil_div(launch.cells.height, launch.block.y);
  if (down > most_blocks[1]) {
    source.source.fail(
        Wrong::value, "blocks",
        fmt::format("one thread per cell needs {} blocks in y {}: a GPU takes at most {}, so make the blocks "
                    "higher, or set another grid with HETEROSCOPE_GRID",
                    down, circumstances(launch), most_blocks[1]));
  }
  return {ceil_div(launch.cells.width, launch.block.x), down, 1};
}

/// The cells of a block, as the file says or as a thread a cell has them.
std::array<int, 2> block_cells(const OwnSource& source, const OwnLaunchFacts& launch, const Names& names) {
  if (source.cells.empty() && !source.grid.empty()) return {0, 0};
  std::array<int, 2> out{launch.block.x, launch.block.y};
  for (std::size_t axis = 0; axis < source.cells.size(); ++axis) {
    const SourcePart& expression = source.cells[axis];
    const std::int64_t value = source_value(source, expression, names);
    if (value < 1 || value > std::numeric_limits<int>::max()) {
      source.source.fail(expression.at, Wrong::value, "cells",
                         fmt::format("a block computes {} {} of cells {}: there must be one at least", value,
                                     axis == 0 ? "columns" : "rows", circumstances(launch)));
    }
    out[axis] = static_cast<int>(value);
  }
  return out;
}

std::int64_t shared_bytes(const OwnSource& source, const OwnLaunchFacts& launch, const Names& names) {
  if (!source.shared) return 0;
  const std::int64_t out = source_value(source, *source.shared, names);
  if (out < 0) {
    source.source.fail(
        source.shared->at, Wrong::value, "shared memory",
        fmt::format("{} bytes of shared memory {}: there cannot be fewer than 0", out, circumstances(launch)));
  }
  return out;
}

}  // namespace

std::vector<NamedNumber> names_in_launch(const OwnSource& source, const OwnLaunchFacts& launch, int multiprocessors) {
  std::vector<NamedNumber> out{
      {"width", launch.cells.width},        {"height", launch.cells.height},
      {"cells", launch.cells.area()},       {"block_x", launch.block.x},
      {"block_y", launch.block.y},          {"threads", launch.block.threads()},
      {"multiprocessors", multiprocessors}, {"bytes", static_cast<std::int64_t>(bytes_of(launch.precision))}};
  for (std::size_t i = 0; i < source.tunables.size(); ++i) {
    const OwnTunable& each = source.tunables[i];
    out.push_back({each.id, i < launch.tunables.size() ? launch.tunables[i] : each.initial});
  }
  return out;
}

std::int64_t source_value(const OwnSource& source, const SourcePart& expression, std::span<const NamedNumber> names) {
  try {
    return expression_value(expression.text, names);
  } catch (const ExpressionError& wrong) {
    source.source.fail(expression.at + wrong.at, wrong.wrong, wrong.thing, wrong.what());
  }
}

OwnLaunchShape declared_shape(const OwnSource& source, const OwnLaunchFacts& launch, int multiprocessors) {
  const Names names = names_in_launch(source, launch, multiprocessors);
  OwnLaunchShape out;
  if (source.grid.empty()) out.grid = usual_grid(source, launch);
  for (std::size_t axis = 0; axis < source.grid.size(); ++axis)
    out.grid[axis] = blocks_along(source, axis, launch, names);
  out.dynamic_shared = shared_bytes(source, launch, names);
  out.block_cells = block_cells(source, launch, names);
  return out;
}

OwnLaunchShape launch_shape(const OwnSource& source, const OwnLaunchFacts& launch, const device::Facts& gpu) {
  const OwnLaunchShape out = declared_shape(source, launch, gpu.multiprocessors);
  if (static_cast<std::uint64_t>(out.dynamic_shared) > gpu.shared_bytes_per_block) {
    source.source.fail(source.shared->at, Wrong::value, "shared memory",
                       fmt::format("{} bytes of shared memory {} are more than the {} that a block has on {}",
                                   out.dynamic_shared, circumstances(launch), gpu.shared_bytes_per_block, gpu.name));
  }
  return out;
}

void check_expressions(const OwnSource& source) {
  constexpr OwnLaunchFacts usual{.cells = {1920, 1080}, .block = {32, 8}};
  constexpr int some_multiprocessors = 132;
  const Names names = names_in_launch(source, usual, some_multiprocessors);
  for (const auto* const all : {&source.grid, &source.cells}) {
    for (const SourcePart& each : *all) source_value(source, each, names);
  }
  if (source.shared) source_value(source, *source.shared, names);
}

}  // namespace heteroscope
