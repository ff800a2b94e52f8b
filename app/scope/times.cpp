#include "app/scope/times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "core/trace/runs.hpp"

namespace heteroscope {
namespace {

constexpr double ns_a_us = 1e3;

}  // namespace

std::size_t TimedUnits::group_of(std::uint32_t number) const {
  const auto after = std::ranges::upper_bound(groups_, number, {}, &Group::first);
  return static_cast<std::size_t>(after - groups_.begin()) - 1;
}

std::string TimedUnits::name(std::uint32_t number) const {
  if (number >= count()) return {};
  const auto gpus = std::ranges::count_if(groups_, [](const Group& each) { return each.participant.is_gpu(); });
  const Group& group = groups_[group_of(number)];
  const std::uint32_t unit = number - group.first;
  const bool named = group.participant.is_elsewhere() || (gpus > 1 && group.participant.is_gpu());
  const std::string own = fmt::format("{} {}", group.participant.is_gpu() ? "SM" : "thread", unit);
  return named ? fmt::format("{}, {}", name_of(group.participant), own) : own;
}

void MappingTimes::put(std::int64_t span, std::size_t group, const TracedSpan& part) {
  const auto us = [this](std::uint64_t ns) {
    return static_cast<float>(static_cast<double>(static_cast<std::int64_t>(ns - zero_ns)) / ns_a_us);
  };
  const auto at = static_cast<std::size_t>(span);
  const float from = us(part.start_ns);
  const float to = us(std::max(part.end_ns, part.start_ns));
  const bool first = start[at] == unrecorded;
  start[at] = first ? from : std::min(start[at], from);
  end[at] = first ? to : std::max(end[at], to);
  unit[at] = units.number(group, part.unit);
  length = std::max(length, static_cast<double>(to));
}

MappingTimes times_by_number(const ScopeSpans& spans) {
  MappingTimes out;
  out.length = static_cast<double>(spans.count());
  return out;
}

MappingTimes unrecorded_times(std::int64_t spans) {
  MappingTimes out;
  out.observed = true;
  const auto count = static_cast<std::size_t>(spans);
  out.start.assign(count, MappingTimes::unrecorded);
  out.end.assign(count, MappingTimes::unrecorded);
  out.unit.assign(count, 0);
  return out;
}

MappingTimes observed_times(const ScopeSpans& spans, const MappingIndex* index, const Trace& of_gpu,
                            const Trace& of_cpu) {
  MappingTimes out = unrecorded_times(spans.count());
  std::uint64_t zero = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::pair<std::int64_t, const TracedSpan*>> of_blocks;
  if (index != nullptr) {
    std::unordered_map<std::uint32_t, std::size_t> grid_of;
    const auto& grids = index->mapping.grids;
    for (std::size_t g = 0; g < grids.size(); ++g) grid_of.emplace(grids[g].id, g);
    for (const TracedSpan& each : of_gpu.spans) {
      const auto found = grid_of.find(of_gpu.launch_of(each).grid);
      if (found == grid_of.end() || each.number >= grids[found->second].blocks()) continue;
      of_blocks.emplace_back(index->first[found->second] + each.number, &each);
      zero = std::min(zero, each.start_ns);
    }
    out.dropped = of_gpu.dropped;
    out.clock_error_ns = of_gpu.clock_error_ns;
  }
  std::vector<std::pair<std::int64_t, const TracedSpan*>> of_rows;
  for (const TracedSpan& each : of_cpu.spans) {
    for_each_run(of_cpu, each, [&](int row, Rows) {
      if (row < spans.rows.begin || row >= spans.rows.end) return;
      of_rows.emplace_back(spans.of_row(row), &each);
      zero = std::min(zero, each.start_ns);
    });
  }
  out.zero_ns = zero;
  const auto take = [&](Participant participant, const auto& found) {
    std::uint32_t units = 0;
    for (const auto& [number, span] : found) units = std::max(units, span->unit + 1);
    out.units.add(participant, units);
    for (const auto& [number, span] : found) out.put(number, out.units.groups().size() - 1, *span);
  };
  take({Processor::gpu}, of_blocks);
  take({Processor::cpu}, of_rows);
  out.missing = std::count(out.start.begin(), out.start.begin() + spans.blocks, MappingTimes::unrecorded);
  out.dropped += spans.rows.empty() ? 0 : of_cpu.dropped;
  return out;
}

}  // namespace heteroscope
