#include "app/window/measure/timed_runs.hpp"

#include <algorithm>
#include <vector>

#include "core/base/statistics.hpp"

namespace heteroscope {
namespace {

constexpr int fewest_runs = 3;
constexpr int most_runs = 9;
constexpr double patience_ms = 250;  // after which no more than the fewest runs are made
constexpr double cold_ms = 400;      // a first run that takes so long counts: memory that is new hardly matters

/// One computation; nothing if it was given up.
std::optional<Frame> run_once(Executor& executor, const Plan& plan, const std::atomic<bool>& stop) {
  ExecuteOptions options{.destination = plan.uses_gpu() ? Destination::device : Destination::host, .summarize = false};
  options.restart = plan.workload->iterates();
  // a flag would cut the GPU's work into bands: its runs are short, and given up between them
  if (plan.uses_gpu()) {
    options.lead_in = true;
  } else {
    options.cancel = &stop;
  }
  return executor.execute(plan, options);
}

/// Of a step where there are steps.
double bytes_of(const Plan& plan) {
  if (plan.workload->work == nullptr) return 0;
  return plan.workload->work(plan.parameters, plan.extent(), plan.settings.problem.precision, {}).bytes;
}

}  // namespace

double stage_ms(const Frame& frame, std::string_view stage) {
  const auto& stages = frame.plan.stages;
  const auto at = std::ranges::find(stages, stage, [](const PlannedStage& each) { return each.stage->id; });
  const double ms = frame.timing.lanes.front().stages[static_cast<std::size_t>(at - stages.begin())];
  return ms / steps_of(frame, *at->stage);
}

double steps_of(const Frame& frame, const Stage& stage) {
  const bool in_steps = stage.iteration() != nullptr && frame.timing.steps > 0;
  return in_steps ? static_cast<double>(frame.timing.steps) : 1;
}

std::optional<std::vector<double>> run_times(Executor& executor, const Plan& plan, const std::atomic<bool>& stop,
                                             const std::function<double(const Frame&)>& time) {
  std::vector<double> runs;
  double whole = 0;
  {
    const auto first = run_once(executor, plan, stop);
    if (!first) return std::nullopt;
    whole = first->timing.compute();
    if (whole > cold_ms) runs.push_back(time(*first));
  }
  while (static_cast<int>(runs.size()) < (whole > patience_ms ? fewest_runs : most_runs)) {
    const auto frame = stop ? std::nullopt : run_once(executor, plan, stop);
    if (!frame) return std::nullopt;
    runs.push_back(time(*frame));
    whole += frame->timing.compute();
  }
  return runs;
}

Settings alone(const Settings& settings, const Stage& stage, const NamedVariant& variant) {
  Settings out = settings;
  out.execution.processor = variant.variant->processor;
  out.execution.mapping.clear();
  // a stage that shows an iteration's state has as much to do at its start
  if (stage.iteration() == nullptr) out.problem.steps = 0;
  const auto place = out.execution.variants.try_emplace(
      std::string(stage.id), StageChoice{std::string(stage.default_cpu), std::string(stage.default_gpu)});
  StageChoice& choice = place.first->second;
  (out.execution.processor == Processor::cpu ? choice.cpu : choice.gpu) = variant.id;
  return out;
}

std::optional<TimedRuns> timed_runs(Executor& executor, const Plan& plan, const std::atomic<bool>& stop) {
  const auto runs = run_times(executor, plan, stop, [&](const Frame& frame) {
    return plan.workload->iterates() ? stage_ms(frame, plan.workload->main_stage().id) : frame.timing.compute();
  });
  if (!runs) return std::nullopt;
  const Statistics ms = statistics(*runs);
  const double bytes = bytes_of(plan);
  return TimedRuns{.ms = ms.median,
                   .least_ms = ms.minimum,
                   .most_ms = ms.maximum,
                   .bytes_per_s = ms.median > 0 ? bytes / ms.median * 1e3 : 0};
}

}  // namespace heteroscope
