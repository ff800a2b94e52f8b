#include "app/window/measure/variant_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "app/results/data.hpp"
#include "app/window/measure/timed_runs.hpp"
#include "app/window/session/iterating.hpp"
#include "core/base/failure.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {
namespace {

constexpr double operations_timed = 1 << 24;  // nodes, interactions: of the steps that are timed, about
constexpr std::int64_t most_timed_steps = 64;

}  // namespace

std::int64_t timed_steps(const Settings& settings, Catalog catalog) {
  std::int64_t out = 1;
  // the plan says what is wrong with parameters that cannot be bound
  attempt([&] {
    out = steps_worth(operations_timed, most_timed_steps, settings.problem,
                      find_workload(catalog, settings.problem.workload));
  });
  return out;
}

Settings measured_problem(const Settings& settings, Catalog catalog) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  Settings out{.problem = settings.problem, .execution = {}, .look = {}};
  // how GPUs and threads are used is part of what is measured, who shares and by which variant is not
  out.execution.memory = settings.execution.memory;
  out.execution.block = settings.execution.block;
  out.execution.threads = settings.execution.threads;
  if (!workload.iterates()) return out;
  out.problem.strokes.clear();
  out.problem.steps = timed_steps(out, catalog);
  return out;
}

std::string size_text(const Settings& settings, const Workload& workload) {
  const Problem& problem = settings.problem;
  const Parameter* const side = side_of(settings, workload);
  if (side == nullptr) return fmt::format("{} × {}", problem.size.width, problem.size.height);
  const auto value = problem.parameters.find(side->id);
  return fmt::format("{} = {:.0f}", side->id,
                     value == problem.parameters.end() ? side->initial : static_cast<double>(value->second));
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

std::vector<Datum> measures_of(const VariantRow& row, const std::vector<VariantRow>& rows) {
  if (!row.ms) return {};
  std::vector<Datum> out{{.id = "median_ms",
                          .name = "time",
                          .unit = "ms",
                          .about = "Median of the runs: a GPU's time by its own events, the CPU's by the steady clock.",
                          .value = row.ms->median,
                          .interval = Interval{row.ms->minimum, row.ms->maximum}}};
  if (const double faster = speed_up(row, rows); faster > 0) {
    out.push_back({.id = "speed_up",
                   .name = "faster by",
                   .unit = "×",
                   .about = "The reference's median over the variant's.",
                   .value = faster,
                   .interval = {}});
  }
  const double seconds = row.ms->median / 1000;
  if (seconds > 0 && row.work.operations > 0) {
    const std::string unit = std::string(row.work.unit) + "/s";
    out.push_back({.id = "rate_per_s",
                   .name = unit,
                   .unit = "/s",
                   .about = "What the plain loop's work would be, over the median time: " + unit + ".",
                   .value = row.work.operations / seconds,
                   .interval = {}});
  }
  if (const auto nearest = nearest_ceiling(row.shares)) {
    out.push_back(
        {.id = "ceiling_share",
         .name = "of " + std::string(nearest->name),
         .unit = "",
         .about = "What the plain loop's work needs at least, as a part of what this processor was measured to "
                  "reach with as many threads: here of " +
                  std::string(nearest->name) +
                  ". A variant that proves some of that work unnecessary can be above 100 %.",
         .value = nearest->share,
         .interval = {}});
  }
  return out;
}

std::string variants_csv(const std::vector<VariantRow>& rows) {
  static constexpr std::array<const char*, 4> verdicts{"", "same bits", "within tolerance", "wrong"};
  std::vector<ResultRow> out;
  for (const VariantRow& each : rows) {
    if (!each.ms) continue;
    const auto nearest = nearest_ceiling(each.shares);
    ResultRow& row = out.emplace_back();
    Data to(row.data);
    to.add("stage", "stage", "Of the workload", each.stage);
    to.add("variant", "variant", "How it computes", each.variant);
    to.add("processor", "processor", "What computes", std::string(id_of(each.processor)));
    to.add("compared", "compared", "With the reference", verdicts[static_cast<std::size_t>(each.verdict)]);
    to.add("ceiling", "ceiling", "The nearest", nearest ? std::string(nearest->name) : "");
    std::ranges::move(measures_of(each, rows), std::back_inserter(row.data));
  }
  return rows_csv(out);
}

}  // namespace heteroscope
