#include "app/window/features/scope/readout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/text/format.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {
namespace {

std::string range(int from, int count, int all) {
  const int last = std::min(from + count, all) - 1;
  return last <= from ? format_count(from) : format_count(from) + "–" + format_count(last);
}

void add_times(const MappingTimes& times, std::int64_t span, std::vector<std::string>& out) {
  if (!times.observed) return;
  if (!times.recorded(span)) {
    out.emplace_back("not recorded");
    return;
  }
  out.push_back(fmt::format("{}, from {} to {}", times.units.name(times.unit[static_cast<std::size_t>(span)]),
                            format_us(times.start_of(span)), format_us(times.end_of(span))));
}

void add_block(const ScopeShow& show, std::int64_t span, std::vector<std::string>& out) {
  const MappingIndex& index = *show.index;
  const Extent& extent = index.mapping.extent;
  const BlockPlace place = place_of_block(index, span);
  const MappingGrid& grid = index.mapping.grids[place.grid];
  const std::string launch = grid.label.empty() ? show.request.of.variant : grid.label;
  out.push_back(fmt::format("{}: block ({}, {})", launch, place.block % grid.columns, place.block / grid.columns));
  const BlockPatches patches = index.mapping.patches(place.grid, place.block);
  const int threads = index.mapping.threads.threads();
  const int busy = index.busy[static_cast<std::size_t>(span)];
  for (const Patch& patch : patches.all()) {
    if (patch.x >= extent.size.width || patch.y >= extent.size.height) continue;
    out.push_back(fmt::format("rows {}, columns {}", range(patch.y, patch.height, extent.size.height),
                              range(patch.x, patch.width, extent.size.width)));
  }
  if (busy == 0) {
    out.push_back(fmt::format("no cell: {} wasted", plural(threads, "thread")));
  } else {
    const std::int64_t cells = values_of(extent, patches);
    out.push_back(
        fmt::format("{} {}, {} of {} busy", format_count(cells), noun(cells, "cell"), busy, plural(threads, "thread")));
  }
  add_times(*show.times, span, out);
}

/// Adds what one block, warp or chunk computed in a traced frame.
void add_computed(const ScopeShow& show, std::int64_t span, std::vector<std::string>& out) {
  const MappingIndex& index = *show.index;
  const Size size = index.mapping.extent.size;
  const BlockPlace place = place_of_block(index, span);
  const MappingGrid& grid = index.mapping.grids[place.grid];
  out.push_back(grid.counted ? fmt::format("{}: number {}", grid.label, format_count(place.block))
                             : fmt::format("{}: block ({}, {})", grid.label, place.block % grid.columns,
                                           place.block / grid.columns));
  const std::vector<Patch> cells = cells_of_block(index, span);
  if (cells.empty()) {
    out.emplace_back(show.times->recorded(span) ? "no cell" : "nothing was computed");
  } else {
    std::int64_t count = 0;
    each_patch(index, span, [&](const Patch& each) {
      for (int y = each.y; y < each.y + each.height; ++y)
        count += std::clamp(values_in_row(index.mapping.extent.domain, size.width, y) - each.x, 0, each.width);
    });
    constexpr std::size_t most_told = 3;
    for (std::size_t i = 0; i < std::min(cells.size(), most_told); ++i) {
      out.push_back(fmt::format("{} {}, {} {}", noun(cells[i].height, "row"),
                                range(cells[i].y, cells[i].height, size.height), noun(cells[i].width, "column"),
                                range(cells[i].x, cells[i].width, size.width)));
    }
    if (cells.size() > most_told) out.emplace_back("and more");
    out.push_back(fmt::format("{} {}", format_count(count), count == 1 ? "cell" : "cells"));
  }
  if (!cells.empty() || show.times->recorded(span)) add_times(*show.times, span, out);
}

/// Adds how even a warp's work is.
void add_warp(const ScopeShow& show, std::int64_t span, std::vector<std::string>& out) {
  const Warps& of = show.evenness->of;
  const auto column = span % of.columns();
  const auto row = span / of.columns();
  out.push_back(fmt::format("warp {} of block ({}, {})", row % of.a_block(), column, row / of.a_block()));
  const Evenness::Warp& warp = show.evenness->warps[static_cast<std::size_t>(span)];
  if (warp.most <= 0) return out.emplace_back("no lane has a cell"), void();
  const auto& work_model = show.request.of.workload->work_model;
  const std::string unit = work_model ? " " + std::string(work_model->unit) : "";
  out.push_back(fmt::format("mean of its lanes {}{}, largest {}", format_short(static_cast<double>(warp.mean), 4), unit,
                            format_short(static_cast<double>(warp.most), 4)));
  out.push_back(fmt::format("{:.1f} % of the lanes' time is used", 100 * warp.share()));
}

}  // namespace

TimeUnit time_unit(double us) {
  if (us >= 1e7) return {1e6, "s"};
  if (us >= 1e4) return {1e3, "ms"};
  return {1, "µs"};
}

std::string format_us(double us) {
  const TimeUnit unit = time_unit(std::abs(us));
  return format_short(us / unit.us, 4) + " " + unit.name;
}

std::vector<std::string> readout_of(const ScopeShow& show, std::int64_t span) {
  std::vector<std::string> out;
  if (show.evenness != nullptr) {
    add_warp(show, span, out);
    return out;
  }
  if (show.spans.is_block(span)) {
    (show.request.of.as_computed ? add_computed : add_block)(show, span, out);
    return out;
  }
  const int row = show.spans.row_of(span);
  const Extent& extent = show.extent();
  out.push_back(fmt::format("row {} on the CPU", format_count(row)));
  out.push_back(fmt::format("{} cells", format_count(values_in_row(extent.domain, extent.size.width, row))));
  add_times(*show.times, span, out);
  return out;
}

}  // namespace heteroscope
