#include "app/window/feature/variant_meter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stop_token>
#include <utility>

#include "app/bench/noise_data.hpp"

namespace heteroscope {
namespace {

const PlannedStage& stage_of(const PlannedCase& one) {
  return one.plan.stages[one.what.stage];
}

/// Returns the CPU threads of a case, as the runner counts them; 0 for the GPU.
int threads_of_case(const PlannedCase& one) {
  if (one.plan.uses_gpu()) return 0;
  return stage_of(one).cpu->knobs.threads ? one.plan.threads : 1;
}

}  // namespace

PlannedCase case_of(const Settings& settings, Plan plan, std::string_view stage) {
  const auto at = std::ranges::find(plan.stages, stage, [](const PlannedStage& each) { return each.stage->id; });
  const auto index = static_cast<std::size_t>(at - plan.stages.begin());
  return {.what = {.settings = settings, .stage = index}, .plan = std::move(plan)};
}

VariantMeter::VariantMeter(const BenchEffort& effort, std::stop_token stop, Schedule::Now now)
    : effort_(effort),
      stop_(std::move(stop)),
      runner_(
          effort,
          [this] {
            tell_(before_ + (1 - before_) * runner_.part(), {});
            return stop_.stop_requested();
          },
          std::move(now)) {
  runner_.set_stop(stop_);
}

std::vector<VariantMeter::Outcome> VariantMeter::measure(const std::vector<PlannedCase>& cases) {
  std::vector<Outcome> out(cases.size());
  std::vector<Outcome*> all(out.size());
  std::ranges::transform(out, all.begin(), [](Outcome& each) { return &each; });
  const Failure failed = attempt([&] { take_turns(cases, all); });
  if (!failed) return out;
  // running each case alone once shows which of them fail
  std::vector<PlannedCase> well;
  std::vector<Outcome*> of_well;
  runner_.set_effort({.sampling = {.runs = 1}, .warmup = 0, .gpu_warmup_ms = 0});
  for (std::size_t i = 0; i < cases.size() && !stop_.stop_requested(); ++i) {
    runner_.trim();
    out[i] = {.time = std::nullopt, .failure = attempt([&] { runner_.run({&cases[i], 1}); })};
    if (out[i].failure) continue;
    well.push_back(cases[i]);
    of_well.push_back(&out[i]);
  }
  runner_.set_effort(effort_);
  runner_.trim();
  const bool only_together = well.size() == cases.size();
  const Failure again = only_together ? failed : attempt([&] { take_turns(well, of_well); });
  for (Outcome* const each : of_well) {
    if (again && !each->time) each->failure = again;
  }
  return out;
}

void VariantMeter::take_turns(const std::vector<PlannedCase>& cases, std::span<Outcome* const> out) {
  measure_noise(cases);
  if (stop_.stop_requested()) return;
  const std::vector<CaseRuns> runs = runner_.run_until_stopped(cases);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!runs[i].complete) continue;
    out[i]->time = time_of(cases[i], runs[i]);
    complete(*out[i]->time);
  }
}

void VariantMeter::measure_noise(const std::vector<PlannedCase>& cases) {
  std::vector<int> unknown;
  for (const PlannedCase& each : cases) {
    const int threads = threads_of_case(each);
    if (!noise_.has(threads) && std::ranges::find(unknown, threads) == unknown.end()) unknown.push_back(threads);
  }
  constexpr double of_one = 0.1;
  before_ = 0;
  for (const int threads : unknown) {
    if (stop_.stop_requested()) return;
    tell_(before_, fmt::format("noise of {}", processor_words(threads)));
    noise_.measure(threads);
    before_ += of_one / static_cast<double>(unknown.size());
  }
}

VariantTime time_of(const PlannedCase& of, const CaseRuns& runs) {
  const bool in_steps = stage_of(of).stage->iteration() != nullptr && runs.first.steps > 0;
  VariantTime out{.work = runs.first.work,
                  .processor = of.plan.uses_gpu() ? Processor::gpu : Processor::cpu,
                  .threads = threads_of_case(of),
                  .steps = in_steps ? static_cast<double>(runs.first.steps) : 1,
                  .others = runs.others};
  std::vector<double> ms;
  for (const BenchRun& each : runs.runs) ms.push_back(each.ms / out.steps);
  out.ms = statistics(ms);
  out.interval = median_interval(ms);
  out.work.operations /= out.steps;
  out.work.bytes /= out.steps;
  return out;
}

void VariantMeter::measure_noise_again() {
  noise_.measure_again();
}

void VariantMeter::complete(VariantTime& time) {
  time.noise_ms = noise_ms(time);
  if (!time.others.cpu) time.others.cpu = runner_.others_so_far().cpu;
}

double VariantMeter::noise_ms(const VariantTime& time) const {
  return noise_of(time.processor, time.threads, time.ms.median * time.steps, noise_.measured()).value_or(0) /
         time.steps;
}

}  // namespace heteroscope
