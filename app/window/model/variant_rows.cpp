#include "app/window/model/variant_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>

#include "app/bench/row_data.hpp"
#include "app/results/data.hpp"
#include "app/results/row_columns.hpp"
#include "app/window/model/times/iterating.hpp"
#include "core/base/failure.hpp"
#include "core/model/schema/schema.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {
namespace {

constexpr double operations_timed = 1 << 24;  // operations (nodes, interactions) of the timed steps, about
constexpr std::int64_t most_timed_steps = 64;

/// The columns that only the window has, or names differently.
namespace variant_columns {
constexpr Column median_ms{column::median_ms.id, "time", "ms", Hint::plain,
                           "Median of the runs, by the GPU's events or the CPU's steady clock."};
constexpr Column speed_up{"speed_up", "speed-up", "×", Hint::plain,
                          "The reference's median time divided by this variant's."};
constexpr Column place{"place", "place",
                       "Place by time; = where variants share it because they cannot be distinguished."};
constexpr Column compared{"compared", "compared", "Whether the values agree with the reference's."};
constexpr Column ceiling{"ceiling", "ceiling", "The ceiling that the variant comes nearest to."};
}  // namespace variant_columns

}  // namespace

std::int64_t timed_steps(const Settings& settings, Catalog catalog) {
  std::int64_t out = 1;
  // for parameters that cannot be bound the plan has the error
  attempt([&] {
    out = steps_worth(operations_timed, most_timed_steps, settings.problem,
                      find_workload(catalog, settings.problem.workload));
  });
  return out;
}

Settings measured_problem(const Settings& settings, Catalog catalog) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  Settings out{.problem = settings.problem, .execution = {}, .look = {}};
  // GPUs, threads and memory belong to the measurement; the split and the chosen variants do not
  carry_over(settings.execution, out.execution);
  out.execution.block = settings.execution.block;
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

std::vector<VariantRow> fastest_variants(std::vector<VariantRow> rows, std::size_t most) {
  if (rows.size() <= most) return rows;
  std::vector<std::size_t> fastest(rows.size());
  std::iota(fastest.begin(), fastest.end(), std::size_t{0});
  std::ranges::stable_sort(fastest, {}, [&](std::size_t i) { return rows[i].time->ms.median; });
  fastest.resize(most);
  std::ranges::sort(fastest);
  std::vector<VariantRow> out;
  for (const std::size_t i : fastest) out.push_back(std::move(rows[i]));
  return out;
}

std::vector<std::string> places_of(const std::vector<VariantRow>& rows) {
  std::vector<std::string> out(rows.size());
  for (std::size_t first = 0, end = 0; first < rows.size(); first = end) {
    std::vector<const VariantTime*> times;
    for (; end < rows.size() && rows[end].stage == rows[first].stage; ++end)
      times.push_back(rows[end].time ? &*rows[end].time : nullptr);
    std::ranges::move(places_of(times), out.begin() + static_cast<std::ptrdiff_t>(first));
  }
  return out;
}

double speed_up(const VariantRow& row, const std::vector<VariantRow>& rows) {
  const auto reference = std::ranges::find_if(
      rows, [&](const VariantRow& each) { return each.reference && each.stage == row.stage && each.time; });
  if (reference == rows.end() || !row.time || !(row.time->ms.median > 0)) return 0;
  return reference->time->ms.median / row.time->ms.median;
}

double share_of_longest(const VariantRow& row, const std::vector<VariantRow>& rows) {
  double longest_ms = 0;
  for (const VariantRow& each : rows) {
    if (each.stage == row.stage && each.time) longest_ms = std::max(longest_ms, each.time->ms.median);
  }
  return row.time && longest_ms > 0 ? row.time->ms.median / longest_ms : 0;
}

std::vector<Datum> measures_of(const VariantRow& row, const std::vector<VariantRow>& rows) {
  if (!row.time) return {};
  const VariantTime& time = *row.time;
  std::vector<Datum> out;
  Data to(out);
  to.add(column::repeats, std::int64_t{time.ms.count});
  to.add(variant_columns::median_ms, time.ms.median);
  const auto end_of = [&](double Interval::*end) {
    return time.interval ? DatumValue((*time.interval).*end) : DatumValue();
  };
  to.add(column::median_low_ms, end_of(&Interval::low));
  to.add(column::median_high_ms, end_of(&Interval::high));
  to.add(column::noise_ms, time.noise_ms);
  add_others(to, time.others, row.processor == Processor::gpu);
  if (const double faster = speed_up(row, rows); faster > 0) to.add(variant_columns::speed_up, faster);
  const double seconds = time.ms.median / 1000;
  if (seconds > 0 && time.work.operations > 0) {
    const std::string unit = std::string(time.work.unit) + "/s";
    to.add({"rate_per_s", unit, "/s", Hint::plain, "The plain loop's work divided by the median time: " + unit + "."},
           time.work.operations / seconds);
  }
  if (const auto nearest = nearest_ceiling(row.shares)) {
    const std::string name(nearest->name);
    to.add({"ceiling_share", "of " + name, "", Hint::plain,
            "The least that the plain loop's work needs, as a share of what this processor reached with as many "
            "threads: here of " +
                name + ". A variant that skips some of that work can be above 100 %."},
           nearest->share);
  }
  return out;
}

std::string variants_csv(const std::vector<VariantRow>& rows) {
  static constexpr std::array<const char*, 4> verdicts{"", "same bits", "within tolerance", "wrong"};
  std::vector<ResultRow> out;
  const std::vector<std::string> places = places_of(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const VariantRow& each = rows[i];
    if (!each.time) continue;
    const auto nearest = nearest_ceiling(each.shares);
    ResultRow& row = out.emplace_back();
    Data to(row.data);
    to.add(column::stage, each.stage);
    to.add(column::variant, each.variant);
    to.add(column::processor, std::string(id_of(each.processor)));
    to.add(variant_columns::place, places[i]);
    to.add(variant_columns::compared, verdicts[static_cast<std::size_t>(each.verdict)]);
    to.add(variant_columns::ceiling, nearest ? std::string(nearest->name) : "");
    std::ranges::move(measures_of(each, rows), std::back_inserter(row.data));
  }
  return rows_csv(out);
}

}  // namespace heteroscope
