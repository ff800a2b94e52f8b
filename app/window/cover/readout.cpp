#include "app/window/cover/readout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/text/format.hpp"

namespace heteroscope {
namespace {

std::string range(int from, int count, int all) {
  const int last = std::min(from + count, all) - 1;
  return last <= from ? format_count(from) : format_count(from) + "–" + format_count(last);
}

void add_times(const CoverTimes& times, std::int64_t piece, std::string_view unit, std::vector<std::string>& out) {
  if (!times.observed) return;
  if (!times.recorded(piece)) {
    out.emplace_back("not recorded");
    return;
  }
  out.push_back(fmt::format("{} {}, from {} to {}", unit, times.unit[static_cast<std::size_t>(piece)],
                            format_us(times.start_of(piece)), format_us(times.end_of(piece))));
}

void add_block(const CoverShow& show, std::int64_t piece, std::vector<std::string>& out) {
  const CoverIndex& index = *show.index;
  const Extent& extent = index.cover.extent;
  const BlockPlace place = place_of_block(index, piece);
  const CoverGrid& grid = index.cover.grids[place.grid];
  const std::string launch = grid.label.empty() ? show.wish.of.variant : grid.label;
  out.push_back(fmt::format("{}: block ({}, {})", launch, place.block % grid.columns, place.block / grid.columns));
  const BlockPatches patches = index.cover.patches(place.grid, place.block);
  const int threads = index.cover.threads.threads();
  const int busy = index.busy[static_cast<std::size_t>(piece)];
  for (const Patch& patch : patches.all()) {
    if (patch.x >= extent.size.width || patch.y >= extent.size.height) continue;
    out.push_back(fmt::format("rows {}, columns {}", range(patch.y, patch.height, extent.size.height),
                              range(patch.x, patch.width, extent.size.width)));
  }
  if (busy == 0) {
    out.push_back(fmt::format("no cell: {} threads for nothing", threads));
  } else {
    const std::int64_t cells = values_of(extent, patches);
    out.push_back(
        fmt::format("{} {}, {} of {} threads busy", format_count(cells), cells == 1 ? "cell" : "cells", busy, threads));
  }
  add_times(*show.times, piece, "SM", out);
}

}  // namespace

std::string format_us(double us) {
  return format_short(us, 4) + " µs";
}

std::vector<std::string> readout_of(const CoverShow& show, std::int64_t piece) {
  std::vector<std::string> out;
  if (show.pieces.is_block(piece)) {
    add_block(show, piece, out);
    return out;
  }
  const int row = show.pieces.row_of(piece);
  const Extent& extent = show.wish.of.output;
  out.push_back(fmt::format("row {} on the CPU", format_count(row)));
  out.push_back(fmt::format("{} cells", format_count(values_in_row(extent.domain, extent.size.width, row))));
  add_times(*show.times, piece, "thread", out);
  return out;
}

}  // namespace heteroscope
