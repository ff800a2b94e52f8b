#include "app/scope/paint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/parallel.hpp"
#include "core/color/oklab.hpp"
#include "core/color/palette.hpp"
#include "core/color/told_apart.hpp"

namespace heteroscope {
namespace {

constexpr int hues = 256;
constexpr int chromas = 32;
constexpr int lightnesses = 4;
constexpr int most_listed = 8;
constexpr double golden_share = 0.381966011250105;  // of a turn: neighbors in a list get hues far apart

/// Blocks side by side in the grid differ in this, ...
std::size_t grid_shade(const MappingGrid& grid, std::int64_t block) {
  return static_cast<std::size_t>((block % grid.columns + block / grid.columns) % 2);
}

/// ... and blocks whose patches lie side by side in this.
std::size_t patch_shade(const BlockPatches& patches) {
  const Patch& first = patches.patch[0];
  if (patches.count == 0 || first.width <= 0 || first.height <= 0) return 0;
  return static_cast<std::size_t>(first.x / first.width + first.y / first.height) % 2;
}

/// Hue runs down each grid, chroma along its rows: where a part of the grid comes out in the result can be seen from
/// afar, single blocks from nearby.
struct BlockColors {
  std::vector<std::uint32_t> table;
  BlockColors() {
    table.reserve(std::size_t{hues} * chromas * lightnesses);
    for (int h = 0; h < hues; ++h) {
      for (int c = 0; c < chromas; ++c) {
        for (int l = 0; l < lightnesses; ++l) {
          table.push_back(srgb_from_oklch(0.52 + 0.085 * l, 0.055 + 0.09 * c / (chromas - 1), 1.0 * h / hues));
        }
      }
    }
  }
  [[nodiscard]] std::uint32_t of(std::size_t g, const MappingGrid& grid, std::int64_t block,
                                 const BlockPatches& patches) const {
    constexpr double turn = 0.8;  // first and last rows are told apart
    const auto down = static_cast<double>(block) / static_cast<double>(grid.blocks());
    const double hue = 0.07 + turn * down + golden_share * static_cast<double>(g);
    const auto h = static_cast<std::size_t>(hues * (hue - std::floor(hue)));
    const auto c = static_cast<std::size_t>(block % grid.columns * chromas / grid.columns);
    const auto l = std::size_t{2} * patch_shade(patches) + grid_shade(grid, block);
    return table[(std::min(h, std::size_t{hues - 1}) * chromas + c) * lightnesses + l];
  }
};

/// The classes by which launches are told apart: their labels if these differ, otherwise the blocks' levels.
class Classes {
 public:
  explicit Classes(const BlockMapping& mapping) {
    std::map<std::string, int> numbers;
    for (const MappingGrid& each : mapping.grids) {
      const auto [found, is_new] = numbers.emplace(each.label, static_cast<int>(numbers.size()));
      if (is_new) labels_.push_back(each.label.empty() ? "the only launch" : each.label);
      of_grid_.push_back(found->second);
    }
    by_level_ = labels_.size() == 1;
  }
  [[nodiscard]] int of(std::size_t grid, const BlockPatches& patches) const {
    return by_level_ ? patches.level : of_grid_[grid];
  }
  [[nodiscard]] std::string label(int which, bool several) const {
    if (by_level_) return several ? fmt::format("level {}", which) : labels_.front();
    return labels_[static_cast<std::size_t>(which)];
  }
  [[nodiscard]] std::int64_t launches(int which) const {
    return by_level_ ? static_cast<std::int64_t>(of_grid_.size()) : std::ranges::count(of_grid_, which);
  }

 private:
  std::vector<std::string> labels_;
  std::vector<int> of_grid_;
  bool by_level_ = false;
};

std::vector<ScopeLegend> legend_of(const MappingIndex& index, const Classes& classes) {
  std::map<int, std::int64_t> blocks;
  for (std::size_t g = 0; g < index.mapping.grids.size(); ++g) {
    for (std::int64_t b = 0; b < index.mapping.grids[g].blocks(); ++b) {
      if (index.busy[static_cast<std::size_t>(index.first[g] + b)] == 0) continue;
      ++blocks[classes.of(g, index.mapping.patches(g, b))];
    }
  }
  std::vector<ScopeLegend> out;
  out.reserve(blocks.size());
  for (const auto& [which, count] : blocks) {
    out.push_back({classes.label(which, blocks.size() > 1), listed_color(which, 0), classes.launches(which), count});
  }
  return out;
}

std::vector<ScopeLegend> legend_of_units(const ScopeSpans& spans, const MappingTimes& times) {
  if (times.units.count() > most_listed) return {};
  std::vector<ScopeLegend> out;
  for (std::uint32_t unit = 0; unit < times.units.count(); ++unit) {
    std::int64_t count = 0;
    for (std::int64_t span = 0; span < spans.count(); ++span) {
      count += times.recorded(span) && times.unit[static_cast<std::size_t>(span)] == unit ? 1 : 0;
    }
    out.push_back({times.units.name(unit), unit_color(static_cast<int>(unit)), 0, count});
  }
  return out;
}

std::vector<ScopeLegend> legend_of_participants(const ScopeSpans& spans, const MappingTimes& times) {
  std::vector<ScopeLegend> out;
  for (const TimedUnits::Group& each : times.units.groups())
    out.push_back({name_of(each.participant), listed_color(static_cast<std::int64_t>(out.size()), 0), 0, 0});
  for (std::int64_t span = 0; span < spans.count(); ++span) {
    if (times.recorded(span)) ++out[times.units.group_of(times.unit[static_cast<std::size_t>(span)])].blocks;
  }
  return out;
}

/// It does not begin at the palette's darkest end, since what began first must be seen, too.
std::vector<std::uint32_t> time_ramp() {
  const auto& table = palettes().front().table;
  return {table.begin() + palette_entries / 6, table.end()};
}

double last_of(const std::vector<float>& times) {
  return times.empty() ? 0 : static_cast<double>(*std::ranges::max_element(times));
}

std::uint32_t with_share(std::uint32_t color, int busy, int threads) {
  const int share = busy == 0 ? 0 : std::max(1, 255 * busy / threads);
  return (color & 0x00ffffffU) | static_cast<std::uint32_t>(share) << 24;
}

}  // namespace

std::vector<ShownSpan> shown_spans(const ScopePaint& paint, const MappingTimes& times) {
  const auto spans = static_cast<std::int64_t>(paint.colors.size());
  std::vector<ShownSpan> out(paint.colors.size());
#pragma omp parallel for schedule(static) num_threads(all_threads())
  for (std::int64_t span = 0; span < spans; ++span) {
    const auto at = static_cast<std::size_t>(span);
    out[at] = {paint.colors[at], static_cast<float>(times.start_of(span)), static_cast<float>(times.end_of(span))};
  }
  return out;
}

std::uint32_t gray_on(bool dark) {
  return srgb_from_oklch(dark ? 0.5 : 0.7, 0, 0);
}

ScopePaint paint_mapping(const ScopeSpans& spans, const MappingIndex* index, const MappingTimes& times,
                         TraceColor color, std::uint32_t gray) {
  ScopePaint out;
  out.colors.resize(static_cast<std::size_t>(spans.count()));
  if ((color == TraceColor::start || color == TraceColor::end) && times.observed) {
    out.ramp = time_ramp();
    out.ramp_end = std::max(last_of(color == TraceColor::start ? times.start : times.end), 0.0);
  }
  const auto observed = [&](std::int64_t span) {
    if (!times.recorded(span)) return gray;
    if (color == TraceColor::participant) {
      const std::size_t participant = times.units.group_of(times.unit[static_cast<std::size_t>(span)]);
      return listed_color(static_cast<std::int64_t>(participant), 0);
    }
    if (color == TraceColor::processor) return unit_color(static_cast<int>(times.unit[static_cast<std::size_t>(span)]));
    const double share =
        (color == TraceColor::end ? times.end_of(span) : times.start_of(span)) / std::max(out.ramp_end, 1e-9);
    return out.ramp[static_cast<std::size_t>(share * static_cast<double>(out.ramp.size() - 1))];
  };
  if (index != nullptr) {
    static const BlockColors block_colors;
    const Classes classes(index->mapping);
    const bool as_computed = index->mapping.threads.threads() == 0;
    const int threads = as_computed ? 1 : index->mapping.threads.threads();
    for (std::size_t g = 0; g < index->mapping.grids.size(); ++g) {
      const MappingGrid& grid = index->mapping.grids[g];
      const std::int64_t blocks = grid.blocks();
#pragma omp parallel for schedule(static) num_threads(all_threads())
      for (std::int64_t b = 0; b < blocks; ++b) {
        const std::int64_t span = index->first[g] + b;
        const auto at = static_cast<std::size_t>(span);
        std::uint32_t own = gray;
        if (is_observed(color)) {
          own = observed(span);
        } else if (index->busy[at] > 0) {
          const BlockPatches patches = index->mapping.patches(g, b);
          own = color == TraceColor::block ? block_colors.of(g, grid, b, patches)
                                           : listed_color(classes.of(g, patches), patch_shade(patches));
        }
        // where there is no block, but a place in the last row of chunks
        const bool none = as_computed && !times.recorded(span);
        out.colors[at] = none ? 0 : with_share(own, index->busy[at], threads);
      }
    }
    if (color == TraceColor::launch) out.legend = legend_of(*index, classes);
  }
  for (std::int64_t span = spans.blocks; span < spans.count(); ++span) {
    out.colors[static_cast<std::size_t>(span)] =
        is_observed(color) ? observed(span) : srgb_from_oklch(spans.row_of(span) % 2 == 0 ? 0.62 : 0.54, 0.09, 0.65);
  }
  if (color == TraceColor::processor) out.legend = legend_of_units(spans, times);
  if (color == TraceColor::participant && times.observed) out.legend = legend_of_participants(spans, times);
  return out;
}

ScopePaint paint_warps(const Evenness& evenness) {
  ScopePaint out;
  out.ramp_of_shares = true;
  constexpr int steps = 64;
  for (int i = 0; i < steps; ++i) out.ramp.push_back(evenness_color(static_cast<double>(i) / (steps - 1)));
  out.colors.reserve(evenness.warps.size());
  for (const Evenness::Warp& each : evenness.warps)
    out.colors.push_back(each.most > 0 ? evenness_color(each.share()) | 0xff000000U : 0);
  return out;
}

}  // namespace heteroscope
