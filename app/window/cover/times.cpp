#include "app/window/cover/times.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/trace/runs.hpp"

namespace heteroscope {
namespace {

constexpr double ns_a_us = 1e3;

std::uint64_t first_start(const Trace& trace) {
  return trace.pieces.empty() ? 0 : trace.pieces.front().start_ns;
}

void put(CoverTimes& times, std::int64_t number, const Piece& piece, std::uint64_t zero) {
  const auto us = [zero](std::uint64_t ns) { return static_cast<double>(ns - zero) / ns_a_us; };
  const auto at = static_cast<std::size_t>(number);
  times.start[at] = static_cast<float>(us(piece.start_ns));
  times.end[at] = static_cast<float>(us(std::max(piece.end_ns, piece.start_ns)));
  times.unit[at] = static_cast<std::uint16_t>(std::min<std::uint32_t>(piece.unit, 0xffff));
  times.span = std::max(times.span, static_cast<double>(times.end[at]));
}

}  // namespace

CoverTimes times_by_number(const CoverPieces& pieces) {
  CoverTimes out;
  out.span = static_cast<double>(pieces.count());
  return out;
}

CoverTimes observed_times(const CoverPieces& pieces, const CoverIndex* index, const Trace& of_gpu,
                          const Trace& of_cpu) {
  CoverTimes out;
  out.observed = true;
  const auto count = static_cast<std::size_t>(pieces.count());
  out.start.assign(count, CoverTimes::unrecorded);
  out.end.assign(count, CoverTimes::unrecorded);
  out.unit.assign(count, 0);
  if (index != nullptr) {
    std::unordered_map<std::uint32_t, std::size_t> grid_of;
    const auto& grids = index->cover.grids;
    for (std::size_t g = 0; g < grids.size(); ++g) grid_of.emplace(grids[g].id, g);
    const std::uint64_t zero = first_start(of_gpu);
    for (const Piece& each : of_gpu.pieces) {
      const auto found = grid_of.find(of_gpu.launch_of(each).grid);
      if (found == grid_of.end() || each.number >= grids[found->second].blocks()) continue;
      put(out, index->first[found->second] + each.number, each, zero);
      out.multiprocessors = std::max(out.multiprocessors, static_cast<int>(each.unit) + 1);
    }
    out.missing = std::count(out.start.begin(), out.start.begin() + pieces.blocks, CoverTimes::unrecorded);
    out.dropped = of_gpu.dropped;
  }
  const std::uint64_t zero = first_start(of_cpu);
  for (const Piece& each : of_cpu.pieces) {
    for_each_run(of_cpu, each, [&](int row, Rows) {
      if (row < pieces.rows.begin || row >= pieces.rows.end) return;
      put(out, pieces.of_row(row), each, zero);
      out.threads = std::max(out.threads, static_cast<int>(each.unit) + 1);
    });
  }
  out.dropped += pieces.rows.empty() ? 0 : of_cpu.dropped;
  return out;
}

}  // namespace heteroscope
