#include "app/window/measure/variants_task.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/text/format.hpp"
#include "app/window/measure/timed_runs.hpp"
#include "core/plan/plan.hpp"
#include "core/verify/verifier.hpp"

namespace heteroscope {
namespace {

constexpr double nodes_updated = 1 << 24;  // by the steps that are timed, about
constexpr std::int64_t most_timed_steps = 64;
constexpr double most_compared = 2e9;  // operations of the reference: some seconds

const Stage& stage_of(const Workload& workload, const std::string& id) {
  return *std::ranges::find(workload.stages, id, &Stage::id);
}

Settings settings_of(const VariantRow& row, const Settings& problem, const Workload& workload) {
  const Stage& stage = stage_of(workload, row.stage);
  return alone(problem, stage, *std::ranges::find(stage.variants, row.variant, &NamedVariant::id));
}

/// The stage's time in a frame of one lane; of a step where there are steps.
double time_of(const Frame& frame, const std::string& stage) {
  const auto& stages = frame.plan.stages;
  const auto at = std::ranges::find(stages, stage, [](const PlannedStage& each) { return each.stage->id; });
  const double ms = frame.timing.lanes.front().stages[static_cast<std::size_t>(at - stages.begin())];
  return frame.timing.steps > 0 ? ms / static_cast<double>(frame.timing.steps) : ms;
}

void compare(VariantRow& row, Verifier& verifier, const Settings& settings, const Workload& workload) {
  if (reference_operations(settings, workload) > most_compared) {
    row.verdict_text = "The reference takes too long here to compare with it.";
    return;
  }
  const CaseResult result = verifier.run(settings);
  if (result.outcome == Outcome::skipped) {
    row.verdict_text = result.reason;
  } else if (result.outcome == Outcome::failed) {
    row.verdict = Verdict::wrong;
    row.verdict_text = failure_text(result);
  } else if (result.diff.equal()) {
    row.verdict = Verdict::same_bits;
    row.verdict_text = "Every value has the reference's bits.";
  } else {
    row.verdict = Verdict::within_tolerance;
    row.verdict_text = fmt::format("{} values differ, by {} at most, which its order of additions allows.",
                                   format_count(result.diff.differing), format_short(result.diff.max_error, 3));
  }
}

}  // namespace

Settings measured_problem(const Settings& settings, Catalog catalog) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  Settings out{.problem = settings.problem, .execution = {}, .look = {}};
  // how GPUs and threads are used is part of what is measured, who shares is not
  out.execution.variants = settings.execution.variants;
  out.execution.memory = settings.execution.memory;
  out.execution.block = settings.execution.block;
  out.execution.threads = settings.execution.threads;
  if (!workload.iteration) return out;
  out.problem.strokes.clear();
  const auto planned = plan_or_refusal(out, catalog, device::all());
  const double nodes = planned ? static_cast<double>(planned.plan->output.size.area()) : nodes_updated;
  out.problem.steps = std::clamp(static_cast<std::int64_t>(nodes_updated / nodes), std::int64_t{1}, most_timed_steps);
  return out;
}

std::vector<VariantRow> variant_rows(const Settings& settings, Catalog catalog, device::Devices devices) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  std::vector<VariantRow> out;
  for (const Stage& stage : workload.stages) {
    for (const Processor processor : {Processor::cpu, Processor::gpu}) {
      for (const NamedVariant& each : stage.variants) {
        if (each.variant->processor != processor) continue;
        VariantRow row{.stage = std::string(stage.id), .variant = std::string(each.id), .processor = processor};
        row.reference = each.id == stage.reference();
        row.why_not = plan_or_refusal(alone(settings, stage, each), catalog, devices).refusal;
        out.push_back(std::move(row));
      }
    }
  }
  return out;
}

double speed_up(const VariantRow& row, const std::vector<VariantRow>& rows) {
  const auto reference = std::ranges::find_if(
      rows, [&](const VariantRow& each) { return each.reference && each.stage == row.stage && each.ms; });
  if (reference == rows.end() || !row.ms || !(row.ms->median > 0)) return 0;
  return reference->ms->median / row.ms->median;
}

std::string variants_csv(const std::vector<VariantRow>& rows) {
  static constexpr std::array<std::string_view, 4> verdicts{"", "same bits", "within tolerance", "wrong"};
  std::string out = "stage,variant,processor,median_ms,min_ms,max_ms,speed_up,compared\n";
  for (const VariantRow& each : rows) {
    if (!each.ms) continue;
    out += fmt::format("{},{},{},{:.6f},{:.6f},{:.6f},{:.4f},{}\n", each.stage, each.variant, id_of(each.processor),
                       each.ms->median, each.ms->minimum, each.ms->maximum, speed_up(each, rows),
                       verdicts[static_cast<std::size_t>(each.verdict)]);
  }
  return out;
}

void VariantsTask::stop() {
  stop_ = true;
  worker_.join();
}

void VariantsTask::put(std::size_t i, const VariantRow& row) {
  const std::lock_guard lock(mutex_);
  rows_[i] = row;
}

void VariantsTask::start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus) {
  stop();
  settings_ = measured_problem(settings, catalog);
  stop_ = false;
  share_ = 0;
  running_ = true;
  rows_ = variant_rows(*settings_, catalog, gpus);
  failure_.clear();
  const auto end = [this](const Failure& failed) {
    const std::lock_guard lock(mutex_);
    failure_ = failed.line;
    running_ = false;
  };
  const Failure refused = worker_.start(
      [this, catalog, end, gpus = std::move(gpus)] { end(attempt([&] { measure_all(catalog, gpus); })); });
  if (refused) end(refused);
}

void VariantsTask::measure_all(Catalog catalog, const std::vector<device::Facts>& gpus) {
  const Workload& workload = find_workload(catalog, settings_->problem.workload);
  Executor executor;
  Verifier verifier(catalog, gpus);
  const std::vector<VariantRow> all = rows();
  for (std::size_t i = 0; i < all.size() && !stop_; ++i) {
    share_ = static_cast<double>(i) / static_cast<double>(all.size());
    if (!all[i].why_not.empty()) continue;
    VariantRow row = all[i];
    const Failure failed = attempt([&] {
      const Settings settings = settings_of(row, *settings_, workload);
      const Planned planned = plan(settings, catalog, gpus);
      const auto runs =
          run_times(executor, *planned.plan, stop_, [&](const Frame& frame) { return time_of(frame, row.stage); });
      if (!runs) return;
      row.ms = statistics(*runs);
      put(i, row);
      if (!stop_) compare(row, verifier, settings, workload);
    });
    if (failed) row.why_not = failed.line;
    put(i, row);
  }
  share_ = 1;
}

std::vector<VariantRow> VariantsTask::rows() const {
  const std::lock_guard lock(mutex_);
  return rows_;
}

std::string VariantsTask::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

}  // namespace heteroscope
