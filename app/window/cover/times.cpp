#include "app/window/cover/times.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace heteroscope {
namespace {

constexpr double ns_a_us = 1e3;

template <class Record>
std::uint64_t first_start(const std::vector<Record>& records) {
  std::uint64_t out = std::numeric_limits<std::uint64_t>::max();
  for (const Record& each : records) out = std::min(out, each.start_ns);
  return out;
}

template <class Record>
void put(CoverTimes& times, std::int64_t piece, const Record& record, std::uint64_t zero, std::uint32_t unit) {
  const auto us = [zero](std::uint64_t ns) { return static_cast<double>(ns - zero) / ns_a_us; };
  const auto at = static_cast<std::size_t>(piece);
  times.start[at] = static_cast<float>(us(record.start_ns));
  times.end[at] = static_cast<float>(us(std::max(record.end_ns, record.start_ns)));
  times.unit[at] = static_cast<std::uint16_t>(std::min<std::uint32_t>(unit, 0xffff));
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
    const std::uint64_t zero = first_start(of_gpu.blocks);
    for (const BlockRecord& each : of_gpu.blocks) {
      const auto found = grid_of.find(each.launch);
      if (found == grid_of.end() || each.block >= grids[found->second].blocks()) continue;
      put(out, index->first[found->second] + each.block, each, zero, each.multiprocessor);
      out.multiprocessors = std::max(out.multiprocessors, static_cast<int>(each.multiprocessor) + 1);
    }
    out.missing = std::count(out.start.begin(), out.start.begin() + pieces.blocks, CoverTimes::unrecorded);
    out.dropped = of_gpu.dropped_blocks;
  }
  const std::uint64_t zero = first_start(of_cpu.chunks);
  for (const ChunkRecord& each : of_cpu.chunks) {
    if (each.row < pieces.rows.begin || each.row >= pieces.rows.end || each.thread < 0) continue;
    put(out, pieces.of_row(each.row), each, zero, static_cast<std::uint32_t>(each.thread));
    out.threads = std::max(out.threads, each.thread + 1);
  }
  out.dropped += pieces.rows.empty() ? 0 : of_cpu.dropped_chunks;
  return out;
}

}  // namespace heteroscope
