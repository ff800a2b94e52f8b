#include "app/window/measure/variants_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/text/format.hpp"
#include "app/window/measure/timed_runs.hpp"
#include "core/plan/plan.hpp"
#include "core/verify/verifier.hpp"

namespace heteroscope {
namespace {

constexpr double most_compared = 2e9;  // operations of the reference: some seconds

const Stage& stage_of(const Workload& workload, const std::string& id) {
  return *std::ranges::find(workload.stages, id, &Stage::id);
}

Settings settings_of(const VariantRow& row, const Settings& problem, const Workload& workload) {
  const Stage& stage = stage_of(workload, row.stage);
  return alone(problem, stage, *std::ranges::find(stage.variants, row.variant, &NamedVariant::id));
}

/// What the stage does in a run of the plan; of a step where there are steps. The source is not summed up again for it.
Work work_of(const Frame& frame, const std::string& stage) {
  const Plan& plan = frame.plan;
  const auto at = std::ranges::find(plan.stages, stage, [](const PlannedStage& each) { return each.stage->id; });
  const auto own = at->stage->work;
  Work out = own == nullptr ? frame.work : own(plan.parameters, plan.extent(), plan.settings.problem.precision);
  out.operations /= steps_of(frame, *at->stage);
  out.bytes /= steps_of(frame, *at->stage);
  return out;
}

CeilingShares held_against(CeilingMeter& meter, const VariantRow& row, const Plan& plan) {
  const auto at = std::ranges::find(plan.stages, row.stage, [](const PlannedStage& each) { return each.stage->id; });
  const int threads = at->cpu != nullptr && at->cpu->knobs.threads ? plan.threads : 1;
  const Touched touched = touched_by(plan, row.work, at->stage->iteration() != nullptr ? 1 : 0, threads);
  const Precision precision = plan.settings.problem.precision;
  const HeldAgainst ceiling = plan.uses_gpu() ? meter.gpu(touched.gpu_bytes, precision)
                                              : meter.cpu(touched.threads, touched.cpu_bytes, precision);
  return shares_of(row.work, row.ms->median, {ceiling});
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
    row.verdict = ValuesVerdict::wrong;
    row.verdict_text = failure_text(result);
  } else if (result.diff.equal()) {
    row.verdict = ValuesVerdict::same_bits;
    row.verdict_text = "Every value has the reference's bits.";
  } else {
    row.verdict = ValuesVerdict::within_tolerance;
    row.verdict_text = fmt::format("{} values differ, by {} at most, which its order of additions allows.",
                                   format_count(result.diff.differing), format_short(result.diff.max_error, 3));
  }
}

}  // namespace

void VariantsTask::put(std::size_t i, const VariantRow& row) {
  change([&](MeasuredVariants& made) { made.rows[i] = row; });
}

void VariantsTask::start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus) {
  const Settings of = measured_problem(settings, catalog);
  MeasuredVariants first{.of = of, .machine = this_machine(device::facts()), .rows = variant_rows(of, catalog, gpus)};
  begin(of, std::move(first), "", [this, catalog, gpus = std::move(gpus)] { measure_all(catalog, gpus); });
}

/// Where that fails, the time and the comparison are there all the same.
void VariantsTask::hold_against_ceilings(VariantRow& row, const Plan& plan) {
  note(attempt([&] {
    if (!meter_) meter_.emplace(&given_up());
    try {
      row.shares = held_against(*meter_, row, plan);
    } catch (const CeilingMeter::GivenUp&) {
    }
  }));
}

void VariantsTask::measure_all(Catalog catalog, const std::vector<device::Facts>& gpus) {
  const Workload& workload = find_workload(catalog, settings()->problem.workload);
  Executor executor;
  Verifier verifier(catalog, gpus);
  const std::vector<VariantRow> all = rows();
  std::map<std::string, Work> works;  // by stage
  for (std::size_t i = 0; i < all.size() && !given_up(); ++i) {
    set_share(static_cast<double>(i) / static_cast<double>(all.size()));
    if (!all[i].why_not.empty()) continue;
    VariantRow row = all[i];
    const Failure failed = attempt([&] {
      const Settings one = settings_of(row, *settings(), workload);
      const Planned planned = plan(one, catalog, gpus);
      const auto runs = run_times(executor, *planned.plan, given_up(),
                                  [&](const Frame& frame) { return stage_ms(frame, row.stage); });
      if (!runs) return;
      row.ms = statistics(*runs);
      // all variants of a stage do the same work: it is found once
      if (works.find(row.stage) == works.end()) {
        const auto frame = executor.execute(*planned.plan, {.restart = workload.iterates(), .cancel = &given_up()});
        if (frame) works[row.stage] = work_of(*frame, row.stage);
      }
      row.work = works[row.stage];
      put(i, row);
      hold_against_ceilings(row, *planned.plan);
      put(i, row);
      if (!given_up()) compare(row, verifier, one, workload);
    });
    if (failed) (row.ms ? row.verdict_text : row.why_not) = failed.line;
    put(i, row);
  }
  set_share(1);
}

bool VariantsTask::has_times() const {
  const auto now = measured();
  return now != nullptr && std::ranges::any_of(now->rows, [](const VariantRow& each) { return each.ms.has_value(); });
}

}  // namespace heteroscope
