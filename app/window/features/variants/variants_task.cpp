#include "app/window/features/variants/variants_task.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/text/format.hpp"
#include "app/window/feature/variant_meter.hpp"
#include "core/base/error.hpp"
#include "core/base/plural.hpp"
#include "core/plan/plan.hpp"
#include "core/verify/verifier.hpp"

namespace heteroscope {
namespace {

constexpr double most_compared = 2e9;  // operations of the reference, which take some seconds
constexpr double times_share =
    0.7;  // share of the whole measurement, about; times come before ceilings and comparisons

const Stage& stage_of(const Workload& workload, const std::string& id) {
  return *std::ranges::find(workload.stages, id, &Stage::id);
}

Settings settings_of(const VariantRow& row, const Settings& problem, const Workload& workload) {
  const Stage& stage = stage_of(workload, row.stage);
  return alone(problem, stage, *std::ranges::find(stage.variants, row.variant, &NamedVariant::id));
}

CeilingShares held_against(CeilingMeter& meter, const VariantRow& row, const PlannedCase& one) {
  const Plan& plan = one.plan;
  const bool steps = plan.stages[one.what.stage].stage->iteration() != nullptr;
  const VariantTime& time = *row.time;
  const Touched touched = touched_by(plan, time.work, steps ? 1 : 0, std::max(time.threads, 1));
  const Precision precision = plan.settings.problem.precision;
  const HeldAgainst ceiling = plan.uses_gpu() ? meter.gpu(touched.gpu_bytes, precision)
                                              : meter.cpu(touched.threads, touched.cpu_bytes, precision);
  return shares_of(time.work, time.ms.median, {ceiling});
}

void compare_variant(VariantRow& row, Verifier& verifier, const Settings& settings, const Workload& workload) {
  if (reference_operations(settings, workload) > most_compared) {
    row.verdict_text = "The reference would take too long here, so nothing is compared.";
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
    row.verdict_text = "Every value equals the reference's, bit for bit.";
  } else {
    row.verdict = ValuesVerdict::within_tolerance;
    row.verdict_text = fmt::format("{} values differ, by {} at most; its order of additions allows that.",
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

/// Computes the shares of the ceilings. If that fails, the row keeps its time and its comparison.
void VariantsTask::hold_against_ceilings(VariantRow& row, const PlannedCase& one) {
  note(attempt([&] {
    if (!meter_) meter_.emplace();
    meter_->set_waiter({.stop = stop_token()});
    try {
      row.shares = held_against(*meter_, row, one);
    } catch (const CeilingMeter::GivenUp&) {
    }
  }));
}

std::vector<VariantsTask::Case> VariantsTask::cases_of(const std::vector<VariantRow>& rows, Catalog catalog,
                                                       const std::vector<device::Facts>& gpus) {
  const Workload& workload = find_workload(catalog, settings()->problem.workload);
  std::vector<Case> out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].why_not.empty()) continue;
    const Settings one = settings_of(rows[i], *settings(), workload);
    Planned planned = plan(one, catalog, gpus);
    if (!planned) throw BadInput(planned.refusal);
    out.push_back({i, case_of(one, *std::move(planned.plan), rows[i].stage)});
  }
  return out;
}

/// Measures the times; variants of a stage on the same processor take turns.
void VariantsTask::take_times(VariantMeter& meter, const std::vector<Case>& cases) {
  const std::vector<VariantRow> all = rows();
  const auto takes_turns = [&](const Case& a, const Case& b) {
    return all[a.row].stage == all[b.row].stage && all[a.row].processor == all[b.row].processor;
  };
  for (std::size_t first = 0, end = 0; first < cases.size() && !given_up(); first = end) {
    std::vector<PlannedCase> group;
    for (; end < cases.size() && takes_turns(cases[first], cases[end]); ++end) group.push_back(cases[end].one);
    const auto share_at = [&](double done) { return times_share * done / static_cast<double>(cases.size()); };
    const std::string times = fmt::format("times of {}", with_more(all[cases[first].row].variant, group.size()));
    meter.tell([&](double part, std::string_view before) {
      tell(share_at(static_cast<double>(first) + part * static_cast<double>(group.size())),
           before.empty() ? times : before);
    });
    const std::vector<VariantMeter::Outcome> found = meter.measure(group);
    meter.tell([](double, std::string_view) {});
    change([&](MeasuredVariants& made) {
      for (std::size_t k = 0; k < found.size(); ++k) {
        VariantRow& row = made.rows[cases[first + k].row];
        row.time = found[k].time;
        row.why_not = found[k].failure.line;
      }
    });
    set_share(share_at(static_cast<double>(end)));
  }
  if (given_up()) return;
  tell(times_share, "noise, second measurement");
  meter.measure_noise_again();
  complete_times(meter);
}

void VariantsTask::complete_times(VariantMeter& meter) {
  change([&](MeasuredVariants& made) {
    for (VariantRow& each : made.rows) {
      if (each.time) meter.complete(*each.time);
    }
  });
}

void VariantsTask::measure_all(Catalog catalog, const std::vector<device::Facts>& gpus) {
  const Workload& workload = find_workload(catalog, settings()->problem.workload);
  const std::vector<Case> cases = cases_of(rows(), catalog, gpus);
  VariantMeter meter(effort_, stop_token(), now_);
  take_times(meter, cases);
  Verifier verifier(catalog, gpus);
  for (std::size_t i = 0; i < cases.size() && !given_up(); ++i) {
    VariantRow row = rows()[cases[i].row];
    if (!row.time) continue;
    const double before = static_cast<double>(i) / static_cast<double>(cases.size());
    tell(times_share + (1 - times_share) * before, row.variant + ": ceiling and values");
    const Failure failed = attempt([&] {
      hold_against_ceilings(row, cases[i].one);
      put(cases[i].row, row);
      if (!given_up()) compare_variant(row, verifier, cases[i].one.what.settings, workload);
    });
    if (failed) row.verdict_text = failed.line;
    put(cases[i].row, row);
  }
  complete_times(meter);  // by now it is known what other programs took, also where all was over soon
  if (!given_up()) set_share(1);
}

bool VariantsTask::has_times() const {
  const auto now = measured();
  return now != nullptr && std::ranges::any_of(now->rows, [](const VariantRow& each) { return each.time.has_value(); });
}

}  // namespace heteroscope
