#include "app/bench/data.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/analysis/claims/published.hpp"
#include "app/analysis/scaling.hpp"
#include "app/analysis/speedups.hpp"
#include "app/analysis/theory.hpp"
#include "app/bench/noise_data.hpp"
#include "app/bench/row_data.hpp"
#include "app/results/data.hpp"
#include "app/results/fact_columns.hpp"
#include "app/results/machine.hpp"
#include "app/results/row_columns.hpp"
#include "core/ceilings/cpu_ceilings.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/model/settings/processors.hpp"
#include "core/model/settings/source.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

/// Adds the figures of a row that follow from rows with other numbers of threads, without values yet: set_scaling()
/// knows these rows.
void add_scaling(Data to, const BenchRow& row) {
  to.add(column::thread_speedup, {});
  to.add(column::thread_efficiency, {});
  to.add(column::speedup_kind, {});
  to.add(column::karp_flatt, {});
  to.add(column::amdahl, {});
  if (row.what.scaled_by == 0) return;
  to.add(column::scaled_by, std::int64_t{row.what.scaled_by});
  to.add(column::weak_efficiency, {});
  to.add(column::gustafson, {});
  to.add(column::gustafson_fit, {});
}

std::string memory_text(const BenchRow& row) {
  return row.what.settings.execution.processor == Processor::cpu
             ? "host"
             : std::string(id_of(row.what.settings.execution.memory));
}

DatumValue positive(int number) {
  return number > 0 ? DatumValue(std::int64_t{number}) : DatumValue();
}

/// A single share is a number.
DatumValue split_value(const Execution& execution) {
  if (!shares_a_frame(execution)) return {};
  if (execution.sharing == Sharing::by_hand && execution.shares.size() == 1) return execution.shares.front();
  return split_text(execution);
}

void add_what(Data to, const BenchRow& row) {
  const Settings& s = row.what.settings;
  const bool has_block = row.block != BlockShape{};
  to.add(column::scene, row.what.scene);
  to.add(column::width, std::int64_t{row.size.width});
  to.add(column::height, std::int64_t{row.size.height});
  to.add(column::precision, std::string(id_of(s.problem.precision)));
  to.add(column::processor, processors_text(s.execution));
  to.add(column::variant, row.what.variant);
  to.add(column::stage, static_cast<std::int64_t>(row.what.stage));
  to.add(column::reference, row.what.reference);
  to.add(column::threads, positive(row.threads));
  to.add(column::block_x, has_block ? positive(row.block.x) : DatumValue());
  to.add(column::block_y, has_block ? positive(row.block.y) : DatumValue());
  to.add(column::mapping, or_none(row.mapping));
  to.add(column::memory, memory_text(row));
  to.add(column::split, split_value(s.execution));
  to.add(column::fast_math, row.what.fast_math);
  to.add(column::drawn, row.drawn);
  to.add(column::advice, or_none(row.advice));
}

std::optional<double> reach_of(const BenchRow& row) {
  if (!row.interval || !(row.ms.median > 0)) return std::nullopt;
  return std::max(row.interval->high - row.ms.median, row.ms.median - row.interval->low) / row.ms.median;
}

void add_times(Data to, const BenchRow& row, const std::vector<Noise>& noise) {
  to.add(column::repeats, std::int64_t{row.ms.count});
  to.add(column::median_ms, row.ms.median);
  to.add(column::median_low_ms, row.interval ? DatumValue(row.interval->low) : DatumValue());
  to.add(column::median_high_ms, row.interval ? DatumValue(row.interval->high) : DatumValue());
  to.add(column::reach, or_none(reach_of(row)));
  to.add(column::min_ms, row.ms.minimum);
  to.add(column::max_ms, row.ms.maximum);
  to.add(column::mean_ms, row.ms.mean);
  to.add(column::mean_square_error_ms2, row.ms.mean_square_error);
  to.add(column::spread, row.ms.spread);
  to.add(column::noise_ms, or_none(noise_of(row, noise)));
  to.add(column::first_ms, or_none(row.first_ms));
  to.add(column::cold_ms, row.cold_ms ? DatumValue(row.cold_ms->median) : DatumValue());
  to.add(column::whole_ms, row.whole_ms ? DatumValue(row.whole_ms->median) : DatumValue());
  to.add(column::whole_calls, row.whole_ms ? DatumValue(std::int64_t{row.whole_ms->count}) : DatumValue());
  to.add(column::whole_low_ms, row.whole_interval ? DatumValue(row.whole_interval->low) : DatumValue());
  to.add(column::whole_high_ms, row.whole_interval ? DatumValue(row.whole_interval->high) : DatumValue());
  to.add(column::steps, row.steps > 0 ? DatumValue(row.steps) : DatumValue());
  to.add(column::settled, or_none(row.settled));
  to.add(column::step_ms, or_none(row.step_ms()));
}

void add_rates(Data to, const BenchRow& row) {
  to.add(column::operations, row.work.operations);
  to.add(column::operation_unit, std::string(row.work.unit));
  to.add(column::operations_per_s.in(std::string(row.work.unit) + "/s"), row.operations_per_s);
  to.add(column::fma_per_operation, row.work.fma_per_operation);
  to.add(column::fma_ceiling_share, or_none(row.shares.fma));
  to.add(column::only_writes, row.work.only_writes);
  to.add(column::bytes_per_s, row.bytes_per_s);
  to.add(column::copy_ceiling_share, or_none(row.shares.copy));
  to.add(column::fill_ceiling_share, or_none(row.shares.fill));
  // set_speedups() knows the other rows
  to.add(column::speedup, {});
  to.add(column::baseline_speedup, {});
}

void add_agreement(Data to, const BenchRow& row) {
  if (!row.agreement) return;
  to.add(column::compared_values, row.agreement->values);
  to.add(column::differing_values, row.agreement->differing);
  to.add(column::largest_difference, row.agreement->largest);
}

/// By the multiply-adds that were counted, and by the most that there could be. None of work without such.
void add_predicted(Data to, const BenchRow& row) {
  const Workload& workload = find_workload(catalog(), row.what.settings.problem.workload);
  const double worst = workload.worst(workload.bind(row.what.settings.problem.parameters)) *
                       static_cast<double>(row.size.area()) * static_cast<double>(std::max<std::int64_t>(row.steps, 1));
  const bool known = row.shares.fma && row.work.operations > 0;
  const double predicted = known ? *row.shares.fma * row.ms.median : 0;
  to.add(column::predicted_ms, known ? DatumValue(predicted) : DatumValue());
  to.add(column::worst_case_ms, known ? DatumValue(predicted * worst / row.work.operations) : DatumValue());
}

void add_block_mapping(const Data& to, const BenchRow& row) {
  const auto count = [&](std::int64_t MappingFigures::*what) {
    return row.block_mapping ? DatumValue(*row.block_mapping.*what) : DatumValue();
  };
  to.add(column::mapping_launches, count(&MappingFigures::launches));
  to.add(column::mapping_blocks, count(&MappingFigures::blocks));
  to.add(column::mapping_useful_blocks, count(&MappingFigures::useful_blocks));
  to.add(column::mapping_threads, count(&MappingFigures::threads));
  to.add(column::mapping_useful_threads, count(&MappingFigures::useful_threads));
  to.add(column::mapping_wasted_threads_percent,
         row.block_mapping ? DatumValue(100 * row.block_mapping->wasted_threads()) : DatumValue());
}

void add_held(Data to, const std::optional<HeldAgainst>& held) {
  const auto rate = [&](double MemoryRates::*of) { return held ? DatumValue(held->memory.rates.*of) : DatumValue(); };
  to.add(column::ceiling::threads, held ? positive(held->memory.threads) : DatumValue());
  to.add(column::ceiling::set_bytes,
         held ? DatumValue(static_cast<std::int64_t>(held->memory.set_bytes)) : DatumValue());
  to.add(column::ceiling::copy_bytes_per_s, rate(&MemoryRates::copy_bytes_per_s));
  to.add(column::ceiling::fill_bytes_per_s, rate(&MemoryRates::fill_bytes_per_s));
  to.add(column::ceiling::fma_per_s, held ? DatumValue(held->fma_per_s) : DatumValue());
}

void add_participants(const Data& to, const BenchRow& row) {
  if (!row.participants) return;
  for (std::size_t i = 0; i < row.participants->participants.size(); ++i) {
    const ParticipantFigures& each = row.participants->participants[i];
    const Data participant = to.of(column::shared_by_participants).of(std::to_string(i));
    participant.add(column::participant::participant, name_of(each.participant));
    participant.add(column::participant::share, each.share);
    participant.add(column::participant::ms, each.ms);
    if (each.sending_ms > 0) participant.add(column::participant::sending_ms, each.sending_ms);
    participant.add(column::participant::idle, row.participants->idle(each));
    participant.add(column::participant::alone_ms, each.alone_ms);
    participant.add(column::participant::link_ms, each.share * each.link_ms);
  }
  to.add(column::shared_by_frame_ms, row.participants->frame_ms);
  to.add(column::shared_by_arrival_ms,
         (1 - row.participants->participants.front().share) * row.participants->arrival_ms);
  to.add(column::shared_by_ideal_ms, row.participants->ideal_ms());
  to.add(column::shared_by_of_ideal, row.participants->ideal_ms() / row.participants->frame_ms);
  to.add(column::shared_by_resting, row.participants->resting);
}

void add_figures(Data to, const std::vector<ModelFigure>& figures, std::string_view about) {
  for (const ModelFigure& each : figures) {
    std::string id(each.label);
    std::ranges::replace(id, ' ', '_');
    to.add({id, each.label, each.unit, Hint::plain, about}, or_none(each.value));
  }
}

void add_model(const Data& to, const BenchRow& row) {
  add_figures(to.of("modeled"), row.model, "Computed from the addresses in the kernel, not measured");
  add_figures(to.of("counted"), row.counted, "Computed with the sectors and passes that the GPU counted");
}

double percent_of(std::int64_t some, const Summary& all) {
  return all.count > 0 ? 100 * static_cast<double>(some) / static_cast<double>(all.count) : 0;
}

DatumValue axis_value(const BenchRow& row, const Suite& suite) {
  const Size size = row.what.settings.problem.size;
  if (suite.axis == side_axis) return std::int64_t{size.width};
  if (suite.axis == values_axis) return size.area();
  return static_cast<double>(row.what.settings.problem.parameters.find(suite.axis)->second);
}

/// What multiply-adds of such numbers take here of what they take else, where the row's CPU meets them.
DatumValue subnormal_cost(const BenchRow& row) {
  const bool meets = row.result.subnormals > 0 || row.result.zeros == row.result.count;
  const bool of_cpu = row.what.settings.execution.processor != Processor::gpu;
  if (row.steps == 0 || row.drawn || row.result.count == 0 || !meets || !of_cpu) return {};
  return subnormal_slowdown(row.what.settings.problem.precision);
}

ResultRow row_of(const BenchRow& row, const Suite* suite, const std::vector<Noise>& noise) {
  ResultRow out;
  Data to(out.data);
  add_what(to, row);
  if (suite != nullptr && !suite->axis.empty()) {
    to.add(column::axis.named(suite->axis), axis_value(row, *suite));
  }
  add_participants(to, row);
  add_times(to, row, noise);
  add_clocks(to, row);
  add_others(to, row.others, row.what.settings.execution.processor != Processor::cpu);
  add_rates(to, row);
  add_scaling(to, row);
  if (suite != nullptr && suite->theory) add_predicted(to, row);
  add_agreement(to, row);
  add_model(to, row);
  add_block_mapping(to, row);
  add_held(to.of(column::cpu_ceiling), row.cpu_ceiling);
  add_held(to.of(column::gpu_ceiling), row.gpu_ceiling);
  to.add(column::zero_values_percent, percent_of(row.result.zeros, row.result));
  to.add(column::subnormal_values_percent, percent_of(row.result.subnormals, row.result));
  to.add(column::subnormal_slowdown, subnormal_cost(row));
  if (row.work.fma_beside_bytes > 0) to.add(column::fma_beside_bytes, row.work.fma_beside_bytes);
  out.settings = to_json(row.what.settings, catalog());
  return out;
}

/// What every row has, whatever it is of.
std::vector<std::string> ids_of_all_rows() {
  BenchRow row;
  row.what.settings = default_settings(*catalog().front());
  std::vector<std::string> out;
  for (const Datum& each : row_of(row, nullptr, {}).data) out.push_back(each.id);
  return out;
}

/// "cost=distance": what the suite or the user chose, but for the axis.
std::string choices(const Bench& bench, const Workload& workload) {
  const Values& values = bench.rows.front().what.settings.problem.parameters;
  std::vector<std::string> out;
  for (const Parameter& each : workload.parameters) {
    const auto found = values.find(each.id);
    if (each.id == bench.suite->axis || found == values.end()) continue;
    if (found->second == each.initial && !bench.suite->values.contains(each.id)) continue;
    out.push_back(fmt::format("{}={}", each.id, value_text(each, found->second)));
  }
  return fmt::to_string(fmt::join(out, ", "));
}

}  // namespace

bool is_of_a_row(std::string_view id) {
  static const std::vector<std::string> of_all = ids_of_all_rows();
  // of splits, and of some variants
  for (const char* whole : {"shared_by/", "modeled/", "counted/"})
    if (id.starts_with(whole)) return true;
  return std::ranges::find(of_all, id) != of_all.end();
}

Result result_of(const Bench& bench, const Workload& workload) {
  Result out;
  Data to(out.facts);
  to.add(column::title, bench.title);
  to.add(column::workload, std::string(workload.id));
  to.add(column::suite, bench.suite == nullptr ? DatumValue() : std::string(bench.suite->id));
  if (bench.suite != nullptr && !bench.suite->axis.empty() && !bench.rows.empty())
    to.add(column::chosen, choices(bench, workload));
  if (std::ranges::any_of(bench.rows, &BenchRow::reads_source)) {
    to.add(column::source, source_text(bench.rows.front().what.settings.problem.source));
  }
  to.of(column::machine_facts).add(data_of(this_machine(device::facts())));
  const SamplingEffort& effort = bench.effort.sampling;
  to.add(column::effort_repeat, effort.runs ? DatumValue(std::int64_t{*effort.runs}) : DatumValue());
  to.add(column::effort_within, effort.within);
  to.add(column::effort_budget_ms, effort.budget_ms);
  to.add(column::effort_all_ms, or_none(bench.effort.all_ms));
  to.add(column::effort_warmup, std::int64_t{bench.effort.warmup});
  to.add(column::effort_cold, bench.effort.cold);
  to.add(column::cases, static_cast<std::int64_t>(bench.cases));
  if (bench.ranked) to.add(column::ranked, true);
  add_ceilings(to.of("ceilings"), bench.ceilings);
  add_noise(to.of(column::noises), bench.noise);
  if (!bench.uncounted.empty()) to.add(column::uncounted, bench.uncounted);
  if (!bench.ceilings.cpu.empty()) add_theory(to);
  if (bench.suite != nullptr && !bench.suite->baseline.empty())
    to.add(column::baseline, std::string(bench.suite->baseline));
  const Published* const published = bench.suite == nullptr ? nullptr : published_of(*bench.suite);
  if (published != nullptr && !published->title.empty()) add_published(to, *bench.suite, *published);
  for (const BenchRow& row : bench.rows) out.rows.push_back(row_of(row, bench.suite, bench.noise));
  set_speedups(out, bench.suite);
  set_scaling(out);
  for (const auto& [reason, count] : bench.skips) out.skipped.push_back({reason, count});
  return out;
}

}  // namespace heteroscope
