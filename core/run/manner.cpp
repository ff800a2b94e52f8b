#include "core/run/manner.hpp"

#include <stdexcept>
#include <stop_token>

namespace heteroscope {

namespace {

RunManner manner_for(const WholeRun& run, const Plan&) {
  return {.destination = run.destination,
          .summarize = run.summarize,
          .trace = run.trace,
          .waiter = {.progress = run.progress},
          .checkpoint = run.checkpoint};
}

RunManner manner_for(const InteractiveRun& run, const Plan&) {
  return {.destination = run.destination,
          .summarize = run.summarize,
          .trace = run.trace,
          .state = run.from_start ? StateUse::apart : StateUse::kept,
          .waiter = run.waiter,
          .tables_of = run.tables_of};
}

RunManner manner_for(const TimedRun& run, const Plan& plan) {
  return {.destination = run.destination,
          .summarize = run.summarize,
          .trace = run.trace,
          .caches = run.caches,
          .state = StateUse::restarted,
          .other_problem = run.other_problem,
          .waiter = {.stop = plan.uses_gpu() ? std::stop_token() : run.stop},
          .cut = false};
}

/// The LocalExecutor makes TimedRuns of it.
RunManner manner_for(const CountedRun&, const Plan&) {
  throw std::logic_error("a counted frame is computed in several runs");
}

RunManner manner_for(const CheckedRun& run, const Plan& plan) {
  return {.destination = run.destination,
          .summarize = run.summarize,
          .trace = run.trace,
          .state = run.from_start ? StateUse::apart : StateUse::kept,
          .spoil = true,
          .waiter = {.stop = run.band || !plan.uses_gpu() ? run.stop : std::stop_token(), .progress = run.progress},
          .cut = run.band.has_value(),
          .most_band = run.band.value_or(0)};
}

RunManner manner_for(const PartRun& run, const Plan&) {
  return {.waiter = run.waiter, .reduced = run.reduced};
}

RunManner manner_for(const PartialsRun& run, const Plan&) {
  return {.summarize = false, .waiter = run.waiter, .partials_at = run.at};
}

RunManner manner_for(const RowsRun& run, const Plan&) {
  return {.summarize = false,
          .trace = run.trace,
          .spoil = run.spoil,
          .waiter = run.waiter,
          .partials_at = run.at,
          .rows = &run};
}

RunManner manner_for(const BandRun& run, const Plan&) {
  return {.summarize = run.summarize, .peers = run.peers, .checkpoint = run.checkpoint};
}

}  // namespace

RunManner manner_of(const ExecuteOptions& options, const Plan& plan) {
  return std::visit([&](const auto& run) { return manner_for(run, plan); }, options);
}

}  // namespace heteroscope
