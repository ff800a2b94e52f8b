#include "core/run/manner.hpp"

namespace heteroscope {

namespace {

RunManner manner_for(const WholeRun& run, const Plan&) {
  return {.destination = run.destination,
          .summarize = run.summarize,
          .trace = run.trace,
          .progress = run.progress,
          .checkpoint = run.checkpoint};
}

RunManner manner_for(const InteractiveRun& run, const Plan&) {
  return {.destination = run.destination,
          .summarize = run.summarize,
          .trace = run.trace,
          .state = run.from_start ? StateUse::apart : StateUse::kept,
          .cancel = run.cancel,
          .progress = run.progress,
          .tables_of = run.tables_of};
}

RunManner manner_for(const TimedRun& run, const Plan& plan) {
  return {.destination = run.destination,
          .summarize = run.summarize,
          .trace = run.trace,
          .observer = run.observer,
          .caches = run.caches,
          .state = StateUse::restarted,
          .cancel = is_given_up_alike(plan) ? run.cancel : nullptr};
}

RunManner manner_for(const CheckedRun& run, const Plan& plan) {
  return {.destination = run.destination,
          .summarize = run.summarize,
          .trace = run.trace,
          .state = run.from_start ? StateUse::apart : StateUse::kept,
          .spoil = true,
          .cancel = run.band || is_given_up_alike(plan) ? run.cancel : nullptr,
          .most_band = run.band.value_or(0)};
}

RunManner manner_for(const PartRun& run, const Plan&) {
  return {.cancel = run.cancel, .progress = run.progress, .reduced = run.reduced};
}

RunManner manner_for(const PartialsRun& run, const Plan&) {
  return {.summarize = false, .cancel = run.cancel, .progress = run.progress, .partials_at = run.at};
}

RunManner manner_for(const RanksRun& run, const Plan&) {
  return {.summarize = run.summarize, .ranks = run.ranks, .checkpoint = run.checkpoint};
}

}  // namespace

RunManner manner_of(const ExecuteOptions& options, const Plan& plan) {
  return std::visit([&](const auto& run) { return manner_for(run, plan); }, options);
}

}  // namespace heteroscope
