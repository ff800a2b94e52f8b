#include "core/worker/frame_wire.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/base/message.hpp"

namespace heteroscope {

template <class Wire>
void exchange(Wire& wire, Summary& summary) {
  wire(summary.minimum, summary.maximum, summary.sum, summary.magnitudes, summary.zeros, summary.nans,
       summary.subnormals, summary.count);
}

template <class Wire>
void exchange(Wire& wire, Figure& figure) {
  wire(figure.label, figure.value, figure.unit, figure.adds_up, figure.decided);
}

template <class Wire>
void exchange(Wire& wire, Measured& measured) {
  wire(measured.step, measured.value, measured.ms);
}

template <class Wire>
void exchange(Wire& wire, Work& work) {
  wire(work.operations, work.unit, work.fma_per_operation, work.bytes, work.only_writes, work.fma_beside_bytes);
}

template <class Wire>
void exchange(Wire& wire, Participant& participant) {
  exchange_choice(wire, participant.processor, Processor::split);
  wire(participant.device);
}

template <class Wire>
void exchange(Wire& wire, ParticipantTime& time) {
  wire(time.participant, time.rows, time.compute, time.stages, time.sending);
}

template <class Wire>
void exchange(Wire& wire, Timing& timing) {
  wire(timing.participants, timing.copies, timing.exchange, timing.merge, timing.checkpoints, timing.summary,
       timing.pack, timing.link, timing.unpack, timing.display, timing.total, timing.input, timing.steps);
}

template <class Wire>
void exchange(Wire& wire, Bisection::Step& step) {
  wire(step.share, step.gpu_ms, step.cpu_ms, step.frame_ms);
}

template <class Wire>
void exchange(Wire& wire, SharingNote& note) {
  wire(note.shares, note.search, note.settled, note.resting);
}

template <class Wire>
void exchange(Wire& wire, Region& region) {
  wire(region.columns, region.rows);
}

template <class Wire>
void exchange(Wire& wire, TracedPass& pass) {
  wire(pass.name, pass.stage, pass.space, pass.regions, pass.step, pass.steps);
  exchange_choice(wire, pass.over, Over::other);
  exchange_choice(wire, pass.domain, Domain::marked);
}

template <class Wire>
void exchange(Wire& wire, SpanShape& shape) {
  wire(shape.run, shape.stride, shape.leap, shape.origin, shape.wraps);
}

template <class Wire>
void exchange(Wire& wire, TracedLaunch& launch) {
  wire(launch.pass, launch.region, launch.shape, launch.grid, launch.parent, launch.columns, launch.rows,
       launch.first_number);
  exchange_choice(wire, launch.kind, SpanKind::library);
}

template <class Wire>
void exchange(Wire& wire, TracedCopy& copy) {
  wire(copy.way, copy.bytes, copy.start_ns, copy.end_ns);
}

/// Its spans go by themselves (core/worker/span_columns.hpp).
template <class Wire>
void exchange(Wire& wire, Trace& trace) {
  wire(trace.passes, trace.launches, trace.copies, trace.dropped, trace.clock_error_ns, trace.begin_ns, trace.end_ns);
}

template <class Wire>
void exchange(Wire& wire, device::KernelFacts& kernel) {
  wire(kernel.name, kernel.needs.registers, kernel.needs.static_shared, kernel.needs.local_bytes,
       kernel.needs.most_threads);
}

/// The function is of the process that launches it.
template <class Wire>
void exchange(Wire& wire, device::Launch& launch) {
  for (unsigned& each : launch.grid) wire(each);
  for (unsigned& each : launch.block) wire(each);
  wire(launch.dynamic_shared);
}

template <class Wire>
void exchange(Wire& wire, NotedKernel& noted) {
  wire(noted.stage, noted.kernel, noted.launch, noted.launches);
}

template <class Wire>
void exchange(Wire& wire, CountedLaunches::Stage& stage) {
  wire(stage.stage, stage.counts);
}

template <class Wire>
void exchange(Wire& wire, CountedLaunches& counted) {
  wire(counted.kernels, counted.stages, counted.calls, counted.passes, counted.uncounted);
}

template <class Wire>
void exchange(Wire& wire, Frame& frame) {
  wire(frame.plan.parts, frame.summary, frame.input_summary, frame.reduced, frame.figures, frame.alarm, frame.note,
       frame.steps, frame.settled, frame.measured, frame.work, frame.timing, frame.sharing, frame.counted, frame.traced,
       frame.traces);
}

namespace {

/// Returns whether the indices of a trace's launches lead into its own lists.
bool is_whole(const Trace& trace) {
  const auto launch_is = [&](const TracedLaunch& each) {
    return each.pass < trace.passes.size() && each.region < trace.passes[each.pass].regions.size();
  };
  return std::ranges::all_of(trace.launches, launch_is);
}

/// Returns whether what was counted is of stages that there are, and of launches of threads, ascending by stage.
bool can_be_counted(const CountedLaunches& counted, std::size_t stages) {
  const auto is_stage = [&](int stage) { return stage >= 0 && static_cast<std::size_t>(stage) < stages; };
  // what occupancy is worked out from: as many as any GPU has
  const auto is_possible = [](const device::KernelNeeds& needs) {
    constexpr std::size_t most_bytes = std::size_t{1} << 30;
    return needs.registers >= 0 && needs.registers <= 255 && needs.most_threads > 0 && needs.most_threads <= 1024 &&
           needs.static_shared <= most_bytes && needs.local_bytes <= most_bytes;
  };
  const auto is_block = [](const std::array<unsigned, 3>& block) {
    std::uint64_t threads = 1;
    for (const unsigned side : block) threads *= std::min(side, 1025U);
    return threads > 0 && threads <= 1024;
  };
  const auto is_launch = [&](const NotedKernel& noted) {
    return is_stage(noted.stage) && is_block(noted.launch.block) && is_possible(noted.kernel.needs) &&
           noted.launch.dynamic_shared <= std::size_t{1} << 30 && noted.launches > 0;
  };
  return std::ranges::all_of(counted.kernels, is_launch) &&
         std::ranges::all_of(counted.stages, is_stage, &CountedLaunches::Stage::stage) &&
         std::ranges::is_sorted(counted.stages, {}, &CountedLaunches::Stage::stage);
}

/// Returns whether the facts are of this plan, participant by participant and stage by stage.
bool belongs_to_plan(const Frame& frame) {
  const std::size_t participants = frame.plan.participants.size();
  const std::size_t stages = frame.plan.stages.size();
  const auto are_rows = [](const Rows& rows) { return rows.begin >= 0 && rows.begin <= rows.end; };
  const auto has_all = [&](const Parts& parts) {
    return parts.size() == participants && std::ranges::all_of(parts, are_rows);
  };
  const auto is_of_stages = [&](const ParticipantTime& time) { return time.stages.size() == stages; };
  return frame.plan.parts.size() == stages && std::ranges::all_of(frame.plan.parts, has_all) &&
         frame.timing.participants.size() == participants &&
         std::ranges::all_of(frame.timing.participants, is_of_stages) && frame.traces.size() == participants &&
         std::ranges::equal(frame.timing.participants, frame.plan.participants, {}, &ParticipantTime::participant) &&
         frame.reduced.size() == stages && std::ranges::all_of(frame.traces, is_whole) &&
         (!frame.counted || can_be_counted(*frame.counted, stages));
}

/// Returns whether a terminal may show its texts; those of which there are few (labels, units) have been looked at when
/// they were read.
bool has_plain_texts(const Frame& frame) {
  const auto is_plain = [](std::string_view text) { return printable(text) == text; };
  const auto is_named_plainly = [&](const Trace& trace) {
    return std::ranges::all_of(trace.passes, is_plain, &TracedPass::name) &&
           std::ranges::all_of(trace.copies, is_plain, &TracedCopy::way);
  };
  const auto has_plain_name = [&](const NotedKernel& noted) { return is_plain(noted.kernel.name); };
  const auto has_plain_counters = [&](const CountedLaunches::Stage& stage) {
    return std::ranges::all_of(stage.counts, is_plain, &device::Counts::value_type::first);
  };
  const bool is_counted_plainly = !frame.counted || (is_plain(frame.counted->uncounted) &&
                                                     std::ranges::all_of(frame.counted->kernels, has_plain_name) &&
                                                     std::ranges::all_of(frame.counted->stages, has_plain_counters));
  return is_counted_plainly && is_plain(frame.alarm) && is_plain(frame.note) &&
         std::ranges::all_of(frame.traces, is_named_plainly);
}

}  // namespace

FieldFacts facts_of(const Field& field) {
  return {.size = field.size(), .precision = field.precision(), .domain = field.domain(), .is_same = false};
}

bool fit_into(const std::vector<FieldFacts>& fields, const std::vector<FieldFacts>& lent) {
  return std::ranges::equal(fields, lent, [](const FieldFacts& field, const FieldFacts& there) {
    return field.bytes() == 0 || (field.bytes() == there.bytes() && field.gpu == there.gpu);
  });
}

std::vector<Field*> fields_of(Frame& frame) {
  std::vector<Field*> out{&frame.field, &frame.distances, &frame.input, &frame.table};
  for (Field& state : frame.states) out.push_back(&state);
  return out;
}

void write_facts(WireWriter& wire, const Frame& frame) {
  exchange(wire, const_cast<Frame&>(frame));  // with a writer it only reads
}

void read_facts(WireReader& wire, Frame& frame) {
  exchange(wire, frame);
  wire.finish();
  if (!belongs_to_plan(frame) || !has_plain_texts(frame)) throw WireReader::damaged();
}

}  // namespace heteroscope
