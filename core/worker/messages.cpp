#include "core/worker/messages.hpp"

#include <stdexcept>

namespace heteroscope {
namespace {

Wish wish_for(const WholeRun& run) {
  return {.what = Wish::For::whole,
          .destination = run.destination,
          .summarize = run.summarize,
          .trace = run.trace,
          .tells_progress = static_cast<bool>(run.progress)};
}

Wish wish_for(const InteractiveRun& run) {
  return {.what = Wish::For::interactive,
          .destination = run.destination,
          .summarize = run.summarize,
          .trace = run.trace,
          .from_start = run.from_start,
          .can_be_stopped = run.waiter.stop.stop_possible(),
          .tells_progress = static_cast<bool>(run.waiter.progress)};
}

Wish wish_for(const TimedRun& run) {
  return {.what = Wish::For::timed,
          .destination = run.destination,
          .summarize = run.summarize,
          .trace = run.trace,
          .caches = run.caches,
          .can_be_stopped = run.stop.stop_possible()};
}

Wish wish_for(const CheckedRun& run) {
  return {.what = Wish::For::checked,
          .destination = run.destination,
          .summarize = run.summarize,
          .trace = run.trace,
          .from_start = run.from_start,
          .can_be_stopped = run.stop.stop_possible(),
          .band = run.band};
}

Wish wish_for(const PartRun& run) {
  Wish out{.what = Wish::For::part,
           .can_be_stopped = run.waiter.stop.stop_possible(),
           .tells_progress = static_cast<bool>(run.waiter.progress)};
  if (run.reduced != nullptr) out.reduced = *run.reduced;
  return out;
}

Wish wish_for(const PartialsRun& run) {
  return {.what = Wish::For::partials,
          .can_be_stopped = run.waiter.stop.stop_possible(),
          .tells_progress = static_cast<bool>(run.waiter.progress),
          .at = run.at};
}

Wish wish_for(const RowsRun& run) {
  return {.what = Wish::For::rows,
          .trace = run.trace,
          .can_be_stopped = run.waiter.stop.stop_possible(),
          .reduced = run.reduced,
          .at = run.at,
          .stage = run.stage,
          .rows = run.rows,
          .spoil = run.spoil};
}

Wish wish_for(const BandRun&) {
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
Waiter waiter_for(const CheckedRun& run) {
  return {.stop = run.stop};
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

Wish wish_of(const ExecuteOptions& options) {
  return std::visit([](const auto& run) { return wish_for(run); }, options);
}

Waiter waiter_of(const ExecuteOptions& options) {
  return std::visit([](const auto& run) { return waiter_for(run); }, options);
}

ExecuteOptions options_of(const Wish& wish, const Waiter& waiter) {
  switch (wish.what) {
    case Wish::For::whole:
      return WholeRun{.destination = wish.destination,
                      .summarize = wish.summarize,
                      .trace = wish.trace,
                      .progress = waiter.progress};
    case Wish::For::interactive:
      return InteractiveRun{.destination = wish.destination,
                            .summarize = wish.summarize,
                            .trace = wish.trace,
                            .from_start = wish.from_start,
                            .waiter = waiter};
    case Wish::For::timed:
      return TimedRun{.destination = wish.destination,
                      .summarize = wish.summarize,
                      .trace = wish.trace,
                      .caches = wish.caches,
                      .stop = waiter.stop};
    case Wish::For::checked:
      return CheckedRun{.destination = wish.destination,
                        .summarize = wish.summarize,
                        .trace = wish.trace,
                        .from_start = wish.from_start,
                        .stop = waiter.stop,
                        .band = wish.band};
    case Wish::For::part:
      return PartRun{.waiter = waiter, .reduced = wish.reduced ? &*wish.reduced : nullptr};
    case Wish::For::partials:
      return PartialsRun{.waiter = waiter, .at = wish.at};
    case Wish::For::rows:
      return RowsRun{.stage = wish.stage,
                     .rows = wish.rows,
                     .trace = wish.trace,
                     .spoil = wish.spoil,
                     .at = wish.at,
                     .waiter = waiter,
                     .reduced = wish.reduced.value_or(std::vector<std::vector<double>>())};
  }
  throw std::logic_error("an execution is for none of these");
}

}  // namespace heteroscope
