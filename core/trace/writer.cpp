#include "core/trace/writer.hpp"

#include <algorithm>
#include <new>
#include <tuple>

namespace heteroscope {

void TraceWriter::begin_call(int stage, std::int64_t step, int steps, Calls calls) {
  calls_ = calls;
  stage_ = stage;
  place_ = 0;
  step_ = step;
  steps_ = steps;
}

namespace {

/// Passes over a row that is as long as its launch needs, such as one over blocks' sums, are one over the longest.
bool may_be_one(Size a, Size b) {
  return a == b || (a.height == 1 && b.height == 1);
}

}  // namespace

std::uint32_t TraceWriter::same_pass(const PassShape& shape) const {
  const auto none = static_cast<std::uint32_t>(passes_.size());
  if (step_ >= 0) return none;
  for (std::uint32_t i = 0; i < none; ++i) {
    const TracedPass& pass = passes_[i];
    if (pass.stage == stage_ && places_[i] == place_ && pass.name == shape.name && may_be_one(pass.space, shape.space))
      return i;
  }
  return none;
}

void TraceWriter::begin_pass(const PassShape& pass) {
  pass_ = same_pass(pass);
  if (pass_ == passes_.size()) {
    passes_.push_back({.name = std::string(pass.name),
                       .stage = stage_,
                       .over = pass.over,
                       .space = pass.space,
                       .regions = {},
                       .step = step_,
                       .steps = steps_});
    passes_.back().domain = pass.domain;
    places_.push_back(place_);
  }
  Size& space = passes_[pass_].space;
  space.width = std::max(space.width, pass.space.width);
  // bands of rows may compute the same region each for itself: what both need of the pass before
  std::vector<Region>& regions = passes_[pass_].regions;
  const bool known = calls_ == Calls::of_parts && !regions.empty() && regions.back() == pass.region;
  if (!known) regions.push_back(pass.region);
  region_ = static_cast<std::uint32_t>(regions.size() - 1);
  ++place_;
}

std::uint32_t TraceWriter::add_launch(TracedLaunch launch) {
  launch.pass = pass_;
  launch.region = region_;
  launches_.push_back(launch);
  return static_cast<std::uint32_t>(launches_.size() - 1);
}

void TraceWriter::add_launch(const LaunchShape& launch, const SpanShape& spans) {
  add_launch({.kind = launch.kind,
              .shape = spans,
              .grid = launch.grid,
              .parent = launch.parent,
              .columns = launch.columns,
              .rows = launch.rows,
              .first_number = launch.first_number});
}

SpanSink TraceWriter::begin_launch(const LaunchShape& launch, const SpanShape& spans) {
  add_launch(launch, spans);
  const std::uint32_t wanted = launch.spans > 0 ? launch.spans : launch.columns * launch.rows;
  const Place place = take(launch.twice ? 2 * wanted : wanted);
  records_of_.push_back(place);
  if (launch.twice) records_of_.back().second = wanted;
  return sink_of(place);
}

TraceWriter::Place TraceWriter::take(std::uint32_t wanted) {
  const Place place{.first = used_, .count = std::min(wanted, capacity_ - used_)};
  dropped_ += wanted - place.count;
  used_ += place.count;
  return place;
}

SpanSink TraceWriter::sink_of(const Place& place) const {
  return {place.count > 0 ? records_ + place.first : nullptr, place.count};
}

SpanSink TraceWriter::begin_table(std::uint32_t columns, std::uint32_t rows) {
  table_ = take(columns * rows);
  table_.pitch = columns;
  return sink_of(table_);
}

void TraceWriter::add_to_table(const LaunchShape& launch, const SpanShape& spans, std::uint32_t first) {
  add_launch(launch, spans);
  records_of_.push_back({.first = table_.first + first,
                         .count = launch.columns * launch.rows,
                         .columns = launch.columns,
                         .pitch = table_.pitch});
}

void TraceWriter::begin_threads(const SpanShape& spans) {
  add_launch({.kind = SpanKind::thread, .shape = spans});
}

void TraceWriter::add(int thread, Cells cells, std::uint64_t start_ns, std::uint64_t end_ns) noexcept {
  if (lists_.empty()) return;  // a GPU's
  List& list = lists_[static_cast<std::size_t>(thread)];
  if (launches_.empty() || list.spans.size() >= most_traced_spans) {
    ++list.dropped;
    return;
  }
  try {
    list.spans.push_back({.cells = cells,
                          .launch = static_cast<std::uint32_t>(launches_.size() - 1),
                          .number = 0,
                          .unit = static_cast<std::uint32_t>(thread),
                          .start_ns = start_ns,
                          .end_ns = end_ns});
  } catch (const std::bad_alloc&) {
    ++list.dropped;
  }
}

void TraceWriter::take_over(int thread, const TraceWriter& of_one) {
  // each of its launches in the pass of the same place of its call, with its region
  std::vector<std::uint32_t> launch_here;
  for (std::size_t i = 0; i < of_one.launches_.size(); ++i) {
    const TracedLaunch& launch = of_one.launches_[i];
    const TracedLaunch* const before = i > 0 ? &of_one.launches_[i - 1] : nullptr;
    if (before != nullptr && before->pass == launch.pass && before->region == launch.region) {
      launch_here.push_back(add_launch(launch));
      continue;
    }
    const TracedPass& pass = of_one.passes_[launch.pass];
    begin_call(pass.stage, pass.step, pass.steps);
    place_ = of_one.places_[launch.pass];
    begin_pass({pass.name, pass.over, pass.space, pass.regions[launch.region]});
    launch_here.push_back(add_launch(launch));
  }
  List& list = lists_[static_cast<std::size_t>(thread)];
  for (const List& other : of_one.lists_) {
    for (TracedSpan span : other.spans) {
      span.launch = launch_here[span.launch];
      span.unit = static_cast<std::uint32_t>(thread);
      list.spans.push_back(span);
    }
    list.dropped += other.dropped;
  }
}

namespace {

void sort_by_start(std::vector<TracedSpan>& spans) {
  std::ranges::sort(spans, [](const TracedSpan& a, const TracedSpan& b) {
    return std::tie(a.start_ns, a.unit, a.launch, a.cells.first) <
           std::tie(b.start_ns, b.unit, b.launch, b.cells.first);
  });
}

}  // namespace

Trace TraceWriter::collect() const {
  Trace out{.passes = passes_, .launches = launches_, .spans = {}, .dropped = dropped_};
  for (const List& list : lists_) {
    out.spans.insert(out.spans.end(), list.spans.begin(), list.spans.end());
    out.dropped += list.dropped;
  }
  sort_by_start(out.spans);
  return out;
}

Trace TraceWriter::collect(const std::vector<SpanRecord>& records) const {
  Trace out{.passes = passes_, .launches = launches_, .spans = {}, .dropped = dropped_};
  for (std::uint32_t i = 0; i < launches_.size(); ++i) {
    const Place& place = records_of_[i];
    for (std::uint32_t k = 0; k < place.count; ++k) {
      const std::size_t at = place.first + std::size_t{k / place.columns} * place.pitch + k % place.columns;
      if (at >= records.size()) continue;
      const SpanRecord& record = records[at];
      if (record.start_ns == 0 || record.end_and_unit == 0) continue;
      out.spans.push_back(
          {.cells = {launches_[i].shape.origin + record.cells.first, record.cells.length},
           .launch = i,
           .number = launches_[i].first_number + (place.second > 0 && k >= place.second ? k - place.second : k),
           .unit = record.unit(),
           .start_ns = record.start_ns,
           .end_ns = record.end_ns()});
    }
  }
  sort_by_start(out.spans);
  return out;
}

}  // namespace heteroscope
