#include "core/model/block_mapping.hpp"

#include <algorithm>
#include <cstddef>
#include <stop_token>

#include "core/base/parallel.hpp"

namespace heteroscope {

namespace {

/// Values that row y has in the columns [from, to).
int values_between(const Extent& extent, int y, int from, int to) {
  if (y < 0 || y >= extent.size.height) return 0;
  return std::max(0, std::min(to, values_in_row(extent.domain, extent.size.width, y)) - std::max(from, 0));
}

/// All of the patch's cells are values.
bool is_full(const Extent& extent, const Patch& patch) {
  for (const int y : {patch.y, patch.y + patch.height - 1}) {
    if (values_between(extent, y, patch.x, patch.x + patch.width) < patch.width) return false;
  }
  return true;
}

/// Marks the threads of a block that compute a value of the patch.
void mark_busy(const BlockMapping& mapping, const Patch& patch, std::vector<char>& busy) {
  const auto [wide, high] = mapping.cells_a_thread;
  for (int y = 0; y < patch.height; ++y) {
    const int values = values_between(mapping.extent, patch.y + y, patch.x, patch.x + patch.width);
    const int row = y / high % mapping.threads.y;
    for (int x = 0; x < values; x += wide) {
      busy[static_cast<std::size_t>(row) * mapping.threads.x + x / wide % mapping.threads.x] = 1;
    }
  }
}

/// Threads of a block that compute a value.
std::int64_t busy_threads_of_block(const BlockMapping& mapping, const BlockPatches& block, std::vector<char>& busy) {
  const Size reach{mapping.threads.x * mapping.cells_a_thread.width, mapping.threads.y * mapping.cells_a_thread.height};
  for (const Patch& patch : block.all()) {
    if (patch.width >= reach.width && patch.height >= reach.height && is_full(mapping.extent, patch))
      return mapping.threads.threads();
  }
  std::ranges::fill(busy, char{0});
  for (const Patch& patch : block.all()) mark_busy(mapping, patch, busy);
  return std::ranges::count(busy, char{1});
}

}  // namespace

std::int64_t values_of(const Extent& extent, const BlockPatches& block) {
  std::int64_t out = 0;
  for (const Patch& each : block.all()) {
    for (int y = std::max(each.y, 0); y < std::min(each.y + each.height, extent.size.height); ++y) {
      out += values_between(extent, y, each.x, each.x + each.width);
    }
  }
  return out;
}

std::int64_t busy_threads(const BlockMapping& mapping, const BlockPatches& block) {
  if (block.count == 0) return 0;
  static thread_local std::vector<char> busy;
  busy.resize(static_cast<std::size_t>(mapping.threads.threads()));
  return busy_threads_of_block(mapping, block, busy);
}

MappingFigures figures_of(const BlockMapping& mapping, const std::stop_token& stop) {
  MappingFigures out;
  for (std::size_t g = 0; g < mapping.grids.size(); ++g) {
    const std::int64_t blocks = mapping.grids[g].blocks();
    std::int64_t useful = 0;
    std::int64_t threads = 0;
    Thrown thrown;
#pragma omp parallel reduction(+ : useful, threads) num_threads(all_threads())
    {
      std::vector<char> busy;
      thrown.keep([&] { busy.resize(static_cast<std::size_t>(mapping.threads.threads())); });
#pragma omp for schedule(static)
      for (std::int64_t b = 0; b < blocks; ++b) {
        if (thrown.any() || stop.stop_requested()) continue;
        const std::int64_t some = busy_threads_of_block(mapping, mapping.patches(g, b), busy);
        useful += some > 0 ? 1 : 0;
        threads += some;
      }
    }
    thrown.rethrow();
    ++out.launches;
    out.blocks += blocks;
    out.useful_blocks += useful;
    out.threads += blocks * mapping.threads.threads();
    out.useful_threads += threads;
  }
  return out;
}

}  // namespace heteroscope
