#include "core/worker/messages.hpp"

#include <stdexcept>

namespace heteroscope {
namespace {

SentOptions sent(const WholeRun& run) {
  return {.kind = SentOptions::Kind::whole,
          .destination = run.destination,
          .summarize = run.summarize,
          .trace = run.trace,
          .tells_progress = static_cast<bool>(run.progress)};
}

SentOptions sent(const InteractiveRun& run) {
  return {.kind = SentOptions::Kind::interactive,
          .destination = run.destination,
          .summarize = run.summarize,
          .trace = run.trace,
          .from_start = run.from_start,
          .can_be_stopped = run.waiter.stop.stop_possible(),
          .tells_progress = static_cast<bool>(run.waiter.progress)};
}

SentOptions sent(const TimedRun& run) {
  return {.kind = SentOptions::Kind::timed,
          .destination = run.destination,
          .summarize = run.summarize,
          .trace = run.trace,
          .caches = run.caches,
          .can_be_stopped = run.stop.stop_possible()};
}

SentOptions sent(const CountedRun& run) {
  return {.kind = SentOptions::Kind::counted,
          .can_be_stopped = run.waiter.stop.stop_possible(),
          .tells_progress = static_cast<bool>(run.waiter.progress),
          .counters = run.counters};
}

SentOptions sent(const CheckedRun& run) {
  return {.kind = SentOptions::Kind::checked,
          .destination = run.destination,
          .summarize = run.summarize,
          .trace = run.trace,
          .from_start = run.from_start,
          .can_be_stopped = run.stop.stop_possible(),
          .tells_progress = static_cast<bool>(run.progress),
          .band = run.band};
}

SentOptions sent(const PartRun& run) {
  SentOptions out{.kind = SentOptions::Kind::part,
                  .can_be_stopped = run.waiter.stop.stop_possible(),
                  .tells_progress = static_cast<bool>(run.waiter.progress)};
  if (run.reduced != nullptr) out.reduced = *run.reduced;
  return out;
}

SentOptions sent(const PartialsRun& run) {
  return {.kind = SentOptions::Kind::partials,
          .can_be_stopped = run.waiter.stop.stop_possible(),
          .tells_progress = static_cast<bool>(run.waiter.progress),
          .at = run.at};
}

SentOptions sent(const RowsRun& run) {
  return {.kind = SentOptions::Kind::rows,
          .trace = run.trace,
          .can_be_stopped = run.waiter.stop.stop_possible(),
          .reduced = run.reduced,
          .at = run.at,
          .stage = run.stage,
          .rows = run.rows,
          .spoil = run.spoil};
}

SentOptions sent(const BandRun&) {
  throw std::logic_error("a worker has been asked for a band of ranks");
}

Waiter waiter_for(const WholeRun& run) {
  return {.progress = run.progress};
}
Waiter waiter_for(const InteractiveRun& run) {
  return run.waiter;
}
Waiter waiter_for(const TimedRun& run) {
  return {.stop = run.stop};
}
Waiter waiter_for(const CountedRun& run) {
  return run.waiter;
}
Waiter waiter_for(const CheckedRun& run) {
  return {.stop = run.stop, .progress = run.progress};
}
Waiter waiter_for(const PartRun& run) {
  return run.waiter;
}
Waiter waiter_for(const PartialsRun& run) {
  return run.waiter;
}
Waiter waiter_for(const RowsRun& run) {
  return run.waiter;
}
Waiter waiter_for(const BandRun&) {
  return {};
}

}  // namespace

SentOptions sent_options(const ExecuteOptions& options) {
  return std::visit([](const auto& run) { return sent(run); }, options);
}

Waiter waiter_of(const ExecuteOptions& options) {
  return std::visit([](const auto& run) { return waiter_for(run); }, options);
}

ExecuteOptions options_of(const SentOptions& options, const Waiter& waiter) {
  switch (options.kind) {
    case SentOptions::Kind::whole:
      return WholeRun{.destination = options.destination,
                      .summarize = options.summarize,
                      .trace = options.trace,
                      .progress = waiter.progress};
    case SentOptions::Kind::interactive:
      return InteractiveRun{.destination = options.destination,
                            .summarize = options.summarize,
                            .trace = options.trace,
                            .from_start = options.from_start,
                            .waiter = waiter};
    case SentOptions::Kind::timed:
      return TimedRun{.destination = options.destination,
                      .summarize = options.summarize,
                      .trace = options.trace,
                      .caches = options.caches,
                      .stop = waiter.stop};
    case SentOptions::Kind::counted:
      return CountedRun{.counters = options.counters, .waiter = waiter};
    case SentOptions::Kind::checked:
      return CheckedRun{.destination = options.destination,
                        .summarize = options.summarize,
                        .trace = options.trace,
                        .from_start = options.from_start,
                        .stop = waiter.stop,
                        .band = options.band,
                        .progress = waiter.progress};
    case SentOptions::Kind::part:
      return PartRun{.waiter = waiter, .reduced = options.reduced ? &*options.reduced : nullptr};
    case SentOptions::Kind::partials:
      return PartialsRun{.waiter = waiter, .at = options.at};
    case SentOptions::Kind::rows:
      return RowsRun{.stage = options.stage,
                     .rows = options.rows,
                     .trace = options.trace,
                     .spoil = options.spoil,
                     .at = options.at,
                     .waiter = waiter,
                     .reduced = options.reduced.value_or(std::vector<std::vector<double>>())};
  }
  throw std::logic_error("an execution is for none of these");
}

}  // namespace heteroscope
