#include "app/scope/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>

#include "app/text/format.hpp"
#include "core/base/parallel.hpp"
#include "core/trace/launched.hpp"
#include "core/trace/side_by_side.hpp"

namespace heteroscope {
namespace {

struct Placed {
  std::uint32_t unit;
  Timeline::Bar bar;
};

/// Bars of each unit side by side.
void place_bars(Timeline& out) {
  const auto units = static_cast<std::int64_t>(out.units.count());
  std::vector<std::uint32_t> at_once(static_cast<std::size_t>(units));
#pragma omp parallel for schedule(dynamic) num_threads(all_threads())
  for (std::int64_t unit = 0; unit < units; ++unit) {
    const auto at = static_cast<std::size_t>(unit);
    SideBySide<float> places;
    for (std::size_t i = out.first[at]; i < out.first[at + 1]; ++i)
      out.bars[i].beside = places.place(out.bars[i].from, out.bars[i].to);
    at_once[at] = places.tracks();
  }
  out.at_once.clear();
  for (const TimedUnits::Group& each : out.units.groups()) {
    const auto from = at_once.begin() + each.first;
    out.at_once.push_back(each.count == 0 ? 0 : *std::max_element(from, from + each.count));
  }
}

/// Bars by unit and start.
void put_bars(Timeline& out, std::vector<Placed> placed) {
  std::ranges::stable_sort(placed, [](const Placed& a, const Placed& b) {
    return a.unit != b.unit ? a.unit < b.unit : a.bar.from < b.bar.from;
  });
  out.first.assign(std::size_t{out.units.count()} + 1, 0);
  out.bars.clear();
  out.bars.reserve(placed.size());
  for (const Placed& each : placed) {
    ++out.first[each.unit + 1];
    out.bars.push_back(each.bar);
    out.longest = std::max(out.longest, each.bar.to - each.bar.from);
    out.whole.from = std::min(out.whole.from, static_cast<double>(each.bar.from));
    out.whole.to = std::max(out.whole.to, static_cast<double>(each.bar.to));
  }
  for (std::size_t i = 1; i < out.first.size(); ++i) out.first[i] += out.first[i - 1];
  place_bars(out);
}

/// The starts of a group's spans in order, every `wave`-th of them.
std::vector<float> starts_of_waves(const Timeline& timeline, const TimedUnits::Group& group, std::size_t wave) {
  std::vector<float> starts;
  for (std::size_t i = timeline.first[group.first]; i < timeline.first[group.first + group.count]; ++i)
    starts.push_back(timeline.bars[i].from);
  std::ranges::sort(starts);
  std::vector<float> out;
  for (std::size_t i = wave; i < starts.size(); i += wave) out.push_back(starts[i]);
  return out;
}

/// A group's share of the bars; all of them are of spans that are shown.
UnitUse use_of(const Timeline& timeline, const TimedUnits::Group& group) {
  UnitUse out{.participant = group.participant};
  double begin = std::numeric_limits<double>::max();
  double end = 0;
  double busy = 0;
  double most = 0;
  double first_idle = std::numeric_limits<double>::max();
  std::size_t spans = 0;
  for (std::uint32_t unit = group.first; unit < group.first + group.count; ++unit) {
    const std::size_t from = timeline.first[unit];
    const std::size_t to = timeline.first[unit + 1];
    if (from == to) continue;
    ++out.units;
    spans += to - from;
    double until = 0;
    double own = 0;
    for (std::size_t i = from; i < to; ++i) {
      const Timeline::Bar& bar = timeline.bars[i];
      out.at_once = std::max(out.at_once, bar.beside + 1);
      own += std::max(0.0, bar.to - std::max(until, static_cast<double>(bar.from)));
      until = std::max(until, static_cast<double>(bar.to));
    }
    begin = std::min(begin, static_cast<double>(timeline.bars[from].from));
    end = std::max(end, until);
    first_idle = std::min(first_idle, until);
    busy += own;
    most = std::max(most, own);
  }
  if (out.units == 0) return out;
  const double mean = busy / out.units;
  out.waves = static_cast<double>(spans) / (static_cast<double>(out.units) * out.at_once);
  out.busy = end > begin ? mean / (end - begin) : 0;
  out.imbalance = mean > 0 ? most / mean : 1;
  out.tail = {first_idle, end};
  if (group.participant.is_gpu() && out.waves <= most_marked_waves)
    out.wave_starts = starts_of_waves(timeline, group, std::size_t{out.units} * out.at_once);
  return out;
}

/// The sum of the color channels of a column's spans.
struct Sum {
  float red = 0, green = 0, blue = 0, weight = 0;
  void add(std::uint32_t color, float share) {
    red += share * static_cast<float>(color & 255U);
    green += share * static_cast<float>((color >> 8) & 255U);
    blue += share * static_cast<float>((color >> 16) & 255U);
    weight += share;
  }
  [[nodiscard]] std::uint32_t mean() const {
    if (weight <= 0) return 0;
    const auto byte = [&](float channel) { return static_cast<std::uint32_t>(std::lround(channel / weight)); };
    return byte(red) | byte(green) << 8 | byte(blue) << 16 | 0xff000000U;
  }
};

}  // namespace

std::span<const Timeline::Bar> Timeline::of(std::uint32_t unit, const TimeSpan& span) const {
  const auto begin = bars.begin() + static_cast<std::ptrdiff_t>(first[unit]);
  const auto end = bars.begin() + static_cast<std::ptrdiff_t>(first[unit + 1]);
  const auto from =
      std::lower_bound(begin, end, span.from - longest, [](const Bar& bar, double us) { return bar.from < us; });
  const auto to = std::upper_bound(from, end, span.to, [](double us, const Bar& bar) { return us < bar.from; });
  return {from, to};
}

std::optional<std::int64_t> Timeline::at(std::uint32_t unit, double us, std::optional<std::uint32_t> place) const {
  std::optional<std::int64_t> out;
  for (const Bar& each : of(unit, {us, us})) {
    const bool there = !place || *place == each.beside;
    if (there && each.span >= 0 && each.from <= us && us < each.to) out = each.span;
  }
  return out;
}

std::uint32_t Timeline::place_of(std::uint32_t unit, std::int64_t span, double start) const {
  const auto of_unit = std::span(bars).subspan(first[unit], first[unit + 1] - first[unit]);
  const auto begin = static_cast<float>(start);
  const auto last = std::ranges::upper_bound(of_unit, begin, {}, &Bar::from);
  const auto found =
      std::ranges::find(std::ranges::lower_bound(of_unit, begin, {}, &Bar::from), last, span, &Bar::span);
  return found == last ? 0 : found->beside;
}

TimelineRows rows_with_room(const Timeline& timeline, const UnitSpan& units, double room) {
  TimelineRows out{.first = static_cast<std::uint32_t>(std::floor(units.from)),
                   .last = static_cast<std::uint32_t>(std::ceil(units.to)),
                   .of_a_unit = timeline.at_once};
  for (std::uint32_t& each : out.of_a_unit) {
    if (each * units.length() > room) each = 1;
    each = std::max(each, 1U);
  }
  return out;
}

Timeline timeline_of(const MappingTimes& times) {
  Timeline out;
  if (!times.observed) return out;
  out.units = times.units;
  out.shown = {0, times.length};
  out.whole = out.shown;
  std::vector<Placed> placed;
  for (std::size_t i = 0; i < times.start.size(); ++i) {
    const auto span = static_cast<std::int64_t>(i);
    if (times.recorded(span)) placed.push_back({times.unit[i], {times.start[i], times.end[i], span}});
  }
  put_bars(out, std::move(placed));
  for (const TimedUnits::Group& each : out.units.groups()) {
    const UnitUse use = use_of(out, each);
    if (use.units > 0) out.use.push_back(use);
  }
  return out;
}

namespace {

/// "kernel 5: blocks for 12.1 µs, then idle for 30.5 µs until what it launched is over".
std::string words_of_nested_kernel(const NestedKernel& kernel) {
  const auto time = [](std::uint64_t ns) { return format_si(static_cast<double>(ns) * 1e-9, "s"); };
  std::string out = fmt::format("kernel {}: blocks for {}", kernel.number, time(kernel.end_ns - kernel.start_ns));
  if (kernel.launched > 0)
    out += fmt::format(", then it waits {} for the kernels that it launched", time(kernel.idle_ns()));
  return out;
}

}  // namespace

void add_other_passes(Timeline& timeline, const MappingTimes& times, std::span<const Trace> traces,
                      std::span<const std::uint32_t> passes) {
  std::vector<Placed> placed;
  for (std::uint32_t unit = 0; unit + 1 < timeline.first.size(); ++unit) {
    for (std::size_t i = timeline.first[unit]; i < timeline.first[unit + 1]; ++i)
      placed.push_back({unit, timeline.bars[i]});
  }
  const auto us = [&](std::uint64_t ns) {
    return static_cast<float>(static_cast<double>(static_cast<std::int64_t>(ns - times.zero_ns)) / 1e3);
  };
  for (std::size_t participant = 0; participant < traces.size(); ++participant) {
    for (const TracedSpan& each : traces[participant].spans) {
      if (traces[participant].launch_of(each).pass == passes[participant]) continue;
      placed.push_back({times.units.number(participant, each.unit),
                        {us(each.start_ns), us(std::max(each.end_ns, each.start_ns)), -1}});
    }
  }
  put_bars(timeline, std::move(placed));
  for (std::size_t participant = 0; participant < traces.size(); ++participant) {
    // a row for each way: the engines copy at the same time
    std::map<std::string, Timeline::Beside> rows;
    for (const TracedCopy& each : traces[participant].copies) {
      Timeline::Beside& row = rows[std::string(each.way)];
      row.name = fmt::format("copies {}, {}", each.way, name_of(times.units.groups()[participant].participant));
      row.acts.push_back({us(each.start_ns), us(each.end_ns), format_si(static_cast<double>(each.bytes), "B")});
    }
    for (auto& [way, row] : rows) put_beside(timeline, std::move(row));
    std::map<int, Timeline::Beside> depths;  // a kernel is there until all is over that it launched
    for (const NestedKernel& each : nested_kernels(traces[participant], passes[participant])) {
      Timeline::Beside& row = depths[each.depth];
      row.name =
          fmt::format("kernels of depth {}, {}", each.depth, name_of(times.units.groups()[participant].participant));
      row.acts.push_back({us(each.start_ns), us(each.done_ns), words_of_nested_kernel(each)});
    }
    for (auto& [depth, row] : depths) put_beside(timeline, std::move(row));
  }
}

void put_beside(Timeline& timeline, Timeline::Beside row) {
  for (const Timeline::Act& each : row.acts) {
    timeline.whole.from = std::min(timeline.whole.from, static_cast<double>(each.from));
    timeline.whole.to = std::max(timeline.whole.to, static_cast<double>(each.to));
  }
  timeline.beside.push_back(std::move(row));
}

Picture timeline_picture(const Timeline& timeline, std::span<const std::uint32_t> colors, std::uint32_t gray,
                         const TimeSpan& span, int columns, const TimelineRows& rows) {
  Picture out;
  if (rows.last <= rows.first || !(span.length() > 0)) return out;
  const auto wide = static_cast<std::size_t>(columns);
  std::vector<std::size_t> first_row{0};  // by unit, and one more
  for (std::uint32_t unit = rows.first; unit < rows.last; ++unit)
    first_row.push_back(first_row.back() + rows.of_a_unit[timeline.units.group_of(unit)]);
  out.size = {columns, static_cast<int>(first_row.back())};
  out.pixels.resize(first_row.back() * wide);
  std::vector<Sum> sums(out.pixels.size());
#pragma omp parallel for schedule(dynamic) num_threads(all_threads())
  for (std::int64_t i = 0; i < std::int64_t{rows.last} - rows.first; ++i) {
    const std::size_t row = first_row[static_cast<std::size_t>(i)];
    const std::size_t behind = first_row[static_cast<std::size_t>(i) + 1];
    for (const Timeline::Bar& bar : timeline.of(rows.first + static_cast<std::uint32_t>(i), span)) {
      const double from = (bar.from - span.from) / span.length() * columns;
      const double to = (bar.to - span.from) / span.length() * columns;
      if (to < 0 || from >= columns) continue;
      Sum* const into = sums.data() + (behind - row == 1 ? row : row + bar.beside) * wide;
      const auto place = [&](double column) { return static_cast<int>(std::clamp(column, 0.0, columns - 1.0)); };
      for (int column = place(from); column <= place(to); ++column) {
        // what is shorter than a column shows there all the same
        const double inside = std::min(to, column + 1.0) - std::max(from, static_cast<double>(column));
        const auto share = static_cast<float>(std::max(inside, 1e-3));
        into[column].add(bar.span < 0 ? gray : colors[static_cast<std::size_t>(bar.span)], share);
      }
    }
    std::transform(sums.data() + row * wide, sums.data() + behind * wide, out.pixels.data() + row * wide,
                   [](const Sum& each) { return each.mean(); });
  }
  return out;
}

}  // namespace heteroscope
