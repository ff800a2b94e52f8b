#include "core/trace/joined_traces.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace heteroscope {
namespace {

bool is_same_pass(const TracedPass& a, const TracedPass& b) {
  return a.stage == b.stage && a.name == b.name && a.over == b.over && a.space == b.space && a.domain == b.domain &&
         a.step == b.step && a.steps == b.steps;
}

/// Returns for each pass of `more` where it is in `to`: a stage may have several of one name, which keep their order.
std::vector<std::size_t> places_of(const Trace& more, Trace& to) {
  std::vector<std::size_t> out;
  for (const TracedPass& pass : more.passes) {
    std::size_t at = 0;
    while (at < to.passes.size() && (!is_same_pass(to.passes[at], pass) || std::ranges::find(out, at) != out.end()))
      ++at;
    out.push_back(at);
    if (at < to.passes.size()) continue;
    to.passes.push_back(pass);
    to.passes.back().regions.clear();
  }
  return out;
}

}  // namespace

Trace by_clock_of(Trace trace, std::uint64_t asked_ns, std::uint64_t answered_ns) {
  const auto middle = [](std::uint64_t from, std::uint64_t to) { return from + (to - from) / 2; };
  const std::uint64_t ahead = middle(asked_ns, answered_ns) - middle(trace.begin_ns, trace.end_ns);  // modulo 2^64
  for (TracedSpan& each : trace.spans) {
    each.start_ns += ahead;
    each.end_ns += ahead;
  }
  for (TracedCopy& each : trace.copies) {
    each.start_ns += ahead;
    each.end_ns += ahead;
  }
  const std::uint64_t filled = trace.end_ns - trace.begin_ns;
  const std::uint64_t all = answered_ns - asked_ns;
  trace.clock_error_ns += all > filled ? (all - filled) / 2 : 0;
  trace.begin_ns += ahead;
  trace.end_ns += ahead;
  return trace;
}

void append(Trace& to, Trace more) {
  const std::vector<std::size_t> places = places_of(more, to);
  std::vector<std::uint32_t> regions_there;
  for (std::size_t i = 0; i < places.size(); ++i) {
    std::vector<Region>& regions = to.passes[places[i]].regions;
    regions_there.push_back(static_cast<std::uint32_t>(regions.size()));
    regions.insert(regions.end(), more.passes[i].regions.begin(), more.passes[i].regions.end());
  }
  const auto launches_there = static_cast<std::uint32_t>(to.launches.size());
  for (TracedLaunch launch : more.launches) {
    launch.region += regions_there[launch.pass];
    launch.pass = static_cast<std::uint32_t>(places[launch.pass]);
    to.launches.push_back(launch);
  }
  for (TracedSpan span : more.spans) {
    span.launch += launches_there;
    to.spans.push_back(span);
  }
  std::ranges::move(more.copies, std::back_inserter(to.copies));
  to.dropped += more.dropped;
  to.clock_error_ns = std::max(to.clock_error_ns, more.clock_error_ns);
}

}  // namespace heteroscope
