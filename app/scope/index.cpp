#include "app/scope/index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stop_token>

#include "app/text/format.hpp"
#include "core/base/ceil_div.hpp"
#include "core/base/parallel.hpp"

namespace heteroscope {
namespace {

constexpr std::int64_t most_texels = std::int64_t{1} << 25;
constexpr int longest_side = 16384;  // of a texture that every OpenGL 4.5 has

int texels_over(int cells, int unit) {
  return ceil_div(cells, unit);
}

/// The largest texel that no patch divides.
Size common_unit(const BlockMapping& mapping, const std::stop_token& stop) {
  int width = 0;
  int height = 0;
  for (std::size_t g = 0; g < mapping.grids.size(); ++g) {
    const std::int64_t blocks = mapping.grids[g].blocks();
#pragma omp parallel num_threads(all_threads())
    {
      int own_width = 0;
      int own_height = 0;
#pragma omp for schedule(static)
      for (std::int64_t b = 0; b < blocks; ++b) {
        if (stop.stop_requested()) continue;
        const BlockPatches patches = mapping.patches(g, b);
        for (const Patch& each : patches.all()) {
          own_width = std::gcd(own_width, std::gcd(each.x, each.width));
          own_height = std::gcd(own_height, std::gcd(each.y, each.height));
        }
      }
#pragma omp critical(heteroscope_mapping_unit)
      {
        width = std::gcd(width, own_width);
        height = std::gcd(height, own_height);
      }
    }
  }
  return {std::max(width, 1), std::max(height, 1)};
}

/// As large as the limits ask for.
Size kept_unit(Size unit, Size extent) {
  const auto too_many = [&] {
    const std::int64_t across = texels_over(extent.width, unit.width);
    const std::int64_t down = texels_over(extent.height, unit.height);
    return across > longest_side || down > longest_side || across * down > most_texels;
  };
  while (too_many()) {
    const bool wide = texels_over(extent.width, unit.width) >= texels_over(extent.height, unit.height);
    (wide ? unit.width : unit.height) *= 2;
  }
  return unit;
}

/// Texels whose middle cell lies in [from, from + cells).
struct TexelRange {
  int begin, end;
};
TexelRange texels_in(int from, int cells, int unit, int texels) {
  const auto first = [&](int cell) { return ceil_div(cell - unit / 2, unit); };
  return {std::clamp(first(std::max(from, 0)), 0, texels), std::clamp(first(from + cells), 0, texels)};
}

}  // namespace

void paint_patch(MappingIndex& index, const Patch& patch, std::int64_t number) {
  const auto owner = static_cast<std::uint32_t>(number + 1);
  const TexelRange columns = texels_in(patch.x, patch.width, index.unit.width, index.texels.width);
  const TexelRange rows = texels_in(patch.y, patch.height, index.unit.height, index.texels.height);
  for (int y = rows.begin; y < rows.end; ++y) {
    for (int x = columns.begin; x < columns.end; ++x) {
      // two blocks write here only if a block mapping is wrong; that must be no data race
      std::atomic_ref(index.owner[static_cast<std::size_t>(std::int64_t{y} * index.texels.width + x)])
          .store(owner, std::memory_order_relaxed);
    }
  }
}

namespace {

void ask_blocks(MappingIndex& index, std::size_t grid, const std::stop_token& stop) {
  const BlockMapping& mapping = index.mapping;
  const std::int64_t blocks = mapping.grids[grid].blocks();
  std::int64_t useful = 0;
  std::int64_t threads = 0;
  Thrown thrown;
#pragma omp parallel for schedule(static) reduction(+ : useful, threads) num_threads(all_threads())
  for (std::int64_t b = 0; b < blocks; ++b) {
    if (stop.stop_requested()) continue;
    const BlockPatches patches = mapping.patches(grid, b);
    const std::int64_t number = index.first[grid] + b;
    std::int64_t busy = 0;
    thrown.keep([&] { busy = busy_threads(mapping, patches); });
    useful += busy > 0 ? 1 : 0;
    threads += busy;
    index.busy[static_cast<std::size_t>(number)] = static_cast<std::uint16_t>(busy);
    for (const Patch& each : patches.all()) paint_patch(index, each, number);
  }
  thrown.rethrow();
  ++index.figures.launches;
  index.figures.blocks += blocks;
  index.figures.useful_blocks += useful;
  index.figures.threads += blocks * mapping.threads.threads();
  index.figures.useful_threads += threads;
}

}  // namespace

std::int64_t blocks_of(const BlockMapping& mapping) {
  std::int64_t out = 0;
  for (const MappingGrid& each : mapping.grids) out += each.blocks();
  return out;
}

std::string too_many_blocks(const BlockMapping& mapping) {
  const std::int64_t blocks = blocks_of(mapping);
  if (blocks <= most_drawn_blocks) return {};
  return fmt::format("{} blocks are too many to draw (at most {}): choose larger blocks or a smaller result",
                     format_count(blocks), format_count(most_drawn_blocks));
}

MappingIndex empty_index(BlockMapping mapping, Size unit) {
  MappingIndex out;
  out.mapping = std::move(mapping);
  out.first.push_back(0);
  for (const MappingGrid& each : out.mapping.grids) out.first.push_back(out.first.back() + each.blocks());
  const Size extent = out.mapping.extent.size;
  out.unit = kept_unit(unit, extent);
  out.texels = {texels_over(extent.width, out.unit.width), texels_over(extent.height, out.unit.height)};
  out.owner.assign(static_cast<std::size_t>(out.texels.area()), 0);
  out.busy.assign(static_cast<std::size_t>(out.blocks()), 0);
  return out;
}

std::optional<MappingIndex> index_mapping(BlockMapping mapping, const std::stop_token& stop) {
  const Size unit = common_unit(mapping, stop);
  MappingIndex out = empty_index(std::move(mapping), unit);
  for (std::size_t g = 0; g < out.mapping.grids.size() && !stop.stop_requested(); ++g) ask_blocks(out, g, stop);
  if (stop.stop_requested()) return std::nullopt;
  return out;
}

BlockPlace place_of_block(const MappingIndex& index, std::int64_t number) {
  const auto after = std::ranges::upper_bound(index.first, number);
  const auto grid = static_cast<std::size_t>(after - index.first.begin() - 1);
  return {grid, number - index.first[grid]};
}

BlockPatches patches_of_block(const MappingIndex& index, std::int64_t number) {
  const BlockPlace place = place_of_block(index, number);
  return index.mapping.patches(place.grid, place.block);
}

void each_patch(const MappingIndex& index, std::int64_t number, const std::function<void(const Patch&)>& take) {
  if (index.runs) return index.runs(number, take);
  const BlockPatches patches = patches_of_block(index, number);
  for (const Patch& each : patches.all()) take(each);
}

std::vector<Patch> cells_of_block(const MappingIndex& index, std::int64_t number) {
  constexpr std::size_t most = 512;
  constexpr std::size_t near = 8;  // among the last so many is the run above, if there is one
  std::vector<Patch> out;
  each_patch(index, number, [&](const Patch& run) {
    for (std::size_t i = out.size(); i-- > 0 && out.size() - i <= near;) {
      Patch& each = out[i];
      if (each.x != run.x || each.width != run.width || each.y + each.height != run.y) continue;
      each.height += run.height;
      return;
    }
    if (out.size() < most) out.push_back(run);
  });
  return out;
}

std::optional<std::int64_t> block_of_cell(const MappingIndex& index, int x, int y) {
  const Size extent = index.mapping.extent.size;
  if (x < 0 || y < 0 || x >= extent.width || y >= extent.height) return std::nullopt;
  const std::int64_t texel = std::int64_t{y / index.unit.height} * index.texels.width + x / index.unit.width;
  const std::uint32_t owner = index.owner[static_cast<std::size_t>(texel)];
  if (owner == 0) return std::nullopt;
  const std::int64_t number = std::int64_t{owner} - 1;
  if (index.unit == Size{1, 1}) return number;
  bool inside = false;
  each_patch(index, number, [&](const Patch& each) {
    inside |= x >= each.x && y >= each.y && x - each.x < each.width && y - each.y < each.height;
  });
  return inside ? std::optional(number) : std::nullopt;
}

}  // namespace heteroscope
