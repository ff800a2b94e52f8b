#include "core/own/block_trace.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/own/source/functions.hpp"
#include "core/trace/pass_of.hpp"

namespace heteroscope {

bool traces_blocks(const OwnSource& source) {
  constexpr std::array<std::string_view, 4> of_kernels{"__launch_bounds__", "__cluster_dims__", "__maxnreg__",
                                                       "__block_size__"};
  const bool is_known = source.grid.empty() || (!source.cells.empty() && source.grid.size() < 3);
  return is_known && source.kernels.size() == 1 && source.stage_kernels().cells != LaunchCells::other &&
         std::ranges::none_of(of_kernels, [&](std::string_view each) { return has_word(source.source.code(), each); });
}

TracedBlocks begin_blocks(TraceWriter& trace, const OwnSource& source, PassShape pass, const OwnLaunch& launch,
                          const OwnLaunchShape& shape) {
  pass.region.rows = launch.rows;
  trace.begin_pass(pass);
  const bool transposed = source.stage_kernels().cells == LaunchCells::transposed;
  TracedBlocks out{.width = pass.space.width,
                   .columns = shape.block_cells[transposed ? 1 : 0],
                   .rows = shape.block_cells[transposed ? 0 : 1],
                   .transposed = transposed};
  const auto width = static_cast<std::uint64_t>(out.width);
  // where the grid is lower than the launch, its blocks go on below it; in a transposed pass that is to the right
  const std::uint64_t lower =
      static_cast<std::uint64_t>(shape.grid[1]) * static_cast<std::uint64_t>(shape.block_cells[1]);
  const std::uint64_t leap = !transposed ? width * lower : lower < width ? lower : 0;
  out.sink = trace.begin_launch(
      {.columns = static_cast<std::uint32_t>(shape.grid[0]), .rows = static_cast<std::uint32_t>(shape.grid[1])},
      {.run = static_cast<std::uint64_t>(out.columns), .stride = width, .leap = leap, .origin = first_cell(pass)});
  return out;
}

}  // namespace heteroscope
