#include "app/bench/data.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/analysis/claims/published.hpp"
#include "app/analysis/scaling.hpp"
#include "app/analysis/speedups.hpp"
#include "app/analysis/theory.hpp"
#include "app/bench/ceilings_data.hpp"
#include "app/bench/clock_data.hpp"
#include "app/bench/noise_data.hpp"
#include "app/bench/others_data.hpp"
#include "app/bench/scaling_data.hpp"
#include "app/results/data.hpp"
#include "app/results/machine.hpp"
#include "core/ceilings/cpu_ceilings.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/model/settings/processors.hpp"
#include "core/model/settings/source.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

std::string memory_text(const BenchRow& row) {
  return row.what.settings.execution.processor == Processor::cpu
             ? "host"
             : std::string(id_of(row.what.settings.execution.memory));
}

constexpr const char* ms = "ms";

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
  to.add("scene", "scene", "The preset or the group of rows", row.what.scene);
  to.add("width", "width", "Columns of what the work is counted over", std::int64_t{row.size.width});
  to.add("height", "height", "Its rows", std::int64_t{row.size.height});
  to.add("precision", "precision", "Of the values", std::string(id_of(s.problem.precision)));
  to.add("processor", "processor", "What computes", processors_text(s.execution));
  to.add("variant", "variant", "How it computes", row.what.variant);
  to.add("stage", "stage", "Which of the workload's stages the time is of, from 0",
         static_cast<std::int64_t>(row.what.stage));
  to.add("reference", "reference", "Whether others are compared with it", row.what.reference);
  to.add("threads", "threads", "CPU threads; none where the GPU works alone", positive(row.threads));
  to.add("block/x", "block x", "Threads side by side in a block", has_block ? positive(row.block.x) : DatumValue());
  to.add("block/y", "block y", "Threads above each other in a block", has_block ? positive(row.block.y) : DatumValue());
  to.add("mapping", "mapping", "How threads lie over the result", or_none(row.mapping));
  to.add("memory", "memory", "Where the result is", memory_text(row));
  to.add("split", "split", "How lanes share a frame", split_value(s.execution));
  to.add("witness", "witness", "Whether it is no variant, but the same with instructions that only the card has",
         row.what.witness);
  to.add("drawn", "drawn", "Whether the result only shows an iteration's state", row.drawn);
  to.add("advice", "advice", "What the workload says of these settings", or_none(row.advice));
}

std::optional<double> reach_of(const BenchRow& row) {
  if (!row.interval || !(row.ms.median > 0)) return std::nullopt;
  return std::max(row.interval->high - row.ms.median, row.ms.median - row.interval->low) / row.ms.median;
}

void add_times(Data to, const BenchRow& row, const std::vector<Noise>& noise) {
  to.add("repeats", "repeats", "Runs that were measured", std::int64_t{row.ms.count});
  to.add("median_ms", "median", ms, Hint::time,
         "Of the runs: a GPU's time by its own events, the CPU's by the steady clock", row.ms.median);
  to.add("median_low_ms", "median from", ms, Hint::time, "The median's 95 % interval, of order statistics",
         row.interval ? DatumValue(row.interval->low) : DatumValue());
  to.add("median_high_ms", "median to", ms, Hint::time, "Its upper end",
         row.interval ? DatumValue(row.interval->high) : DatumValue());
  to.add("reach", "±", "", Hint::share, "How far that interval reaches from the median, over the median",
         or_none(reach_of(row)));
  to.add("min_ms", "min", ms, Hint::time, "The shortest run", row.ms.minimum);
  to.add("max_ms", "max", ms, Hint::time, "The longest run", row.ms.maximum);
  to.add("mean_ms", "mean", ms, Hint::time, "Of the runs", row.ms.mean);
  to.add("mean_square_error_ms2", "mean square error", "ms²", Hint::plain, "Of the runs about their mean",
         row.ms.mean_square_error);
  to.add("spread", "spread", "", Hint::share, "From the shortest to the longest run, over the median", row.ms.spread);
  to.add("noise_ms", "noise", ms, Hint::time, "By how much medians of the same can differ here: less is no difference",
         or_none(noise_of(row, noise)));
  to.add("first_ms", "first", ms, Hint::time,
         "The first run, with everything cold, which is not among the others; none where it is the only one",
         or_none(row.first_ms));
  to.add("cold_ms", "cold", ms, Hint::time,
         "Median of runs right before which the caches were filled with other things",
         row.cold_ms ? DatumValue(row.cold_ms->median) : DatumValue());
  to.add(
      "whole_ms", "whole call", ms, Hint::time,
      "Median of calls whose memory is asked for anew and given back, with a GPU's result copied into an array of the "
      "host's own, by the steady clock",
      row.whole_ms ? DatumValue(row.whole_ms->median) : DatumValue());
  to.add("whole_calls", "whole calls", "That were measured",
         row.whole_ms ? DatumValue(std::int64_t{row.whole_ms->count}) : DatumValue());
  to.add("whole_low_ms", "whole call from", ms, Hint::time, "The 95 % interval of that median, of order statistics",
         row.whole_interval ? DatumValue(row.whole_interval->low) : DatumValue());
  to.add("whole_high_ms", "whole call to", ms, Hint::time, "Its upper end",
         row.whole_interval ? DatumValue(row.whole_interval->high) : DatumValue());
  to.add("steps", "steps", "Of an iteration in each run", row.steps > 0 ? DatumValue(row.steps) : DatumValue());
  to.add("settled", "settled", "Whether the iteration had settled at a run's end", or_none(row.settled));
  to.add("step_ms", "a step", ms, Hint::time, "The median over the steps", or_none(row.step_ms()));
}

void add_rates(Data to, const BenchRow& row) {
  to.add("operations", "operations", "That a run counts, of the plain loop", row.work.operations);
  to.add("operation_unit", "unit", "Of the operations", std::string(row.work.unit));
  to.add("operations_per_s", "rate", std::string(row.work.unit) + "/s", Hint::rate, "Operations over the median",
         row.operations_per_s);
  to.add("fma_per_operation", "multiply-adds", "Instructions that an operation needs at least",
         row.work.fma_per_operation);
  to.add("fma_ceiling_share", "of fma ceiling", "", Hint::share,
         "Those a second, over the most that were measured here", or_none(row.shares.fma));
  to.add("only_writes", "only writes", "Whether the bytes that must move are those of the result alone",
         row.work.only_writes);
  to.add("bytes_per_s", "moved", "B/s", Hint::rate, "Bytes that must move at least, over the median", row.bytes_per_s);
  to.add("copy_ceiling_share", "of copy", "", Hint::share, "Of a copy within a set of as many bytes",
         or_none(row.shares.copy));
  to.add("fill_ceiling_share", "of fill", "", Hint::share, "Of a fill of a set of as many bytes",
         or_none(row.shares.fill));
  // set_speedups() knows the other rows
  to.add("speedup", "speed-up", "×", Hint::factor, "Against the reference in the same scene, precision and stage", {});
  to.add("baseline_speedup", "over baseline", "×", Hint::factor, "Against the suite's baseline", {});
}

void add_agreement(Data to, const BenchRow& row) {
  if (!row.agreement) return;
  to.add("compared_values", "values", "That were held against the reference's", row.agreement->values);
  to.add("differing_values", "differing", "Values that are not the reference's", row.agreement->differing);
  to.add("largest_difference", "largest difference", "Of a value from the reference's", row.agreement->largest);
}

/// By the multiply-adds that were counted, and by the most that there could be. None of work without such.
void add_predicted(Data to, const BenchRow& row) {
  const Workload& workload = find_workload(catalog(), row.what.settings.problem.workload);
  const double worst = workload.worst(workload.bind(row.what.settings.problem.parameters)) *
                       static_cast<double>(row.size.area()) * static_cast<double>(std::max<std::int64_t>(row.steps, 1));
  const bool known = row.shares.fma && row.work.operations > 0;
  const double predicted = known ? *row.shares.fma * row.ms.median : 0;
  to.add("predicted_ms", "predicted", ms, Hint::time, "What its multiply-adds take at the measured ceiling",
         known ? DatumValue(predicted) : DatumValue());
  to.add("worst_case_ms", "worst case", ms, Hint::time, "The same, did every value take the most operations",
         known ? DatumValue(predicted * worst / row.work.operations) : DatumValue());
}

void add_cover(const Data& to, const BenchRow& row) {
  const auto count = [&](std::int64_t CoverFigures::*what) {
    return row.cover ? DatumValue(*row.cover.*what) : DatumValue();
  };
  Data cover = to.of("cover");
  cover.add("launches", "launches", "Of the mapping", count(&CoverFigures::launches));
  cover.add("blocks", "blocks", "That are launched", count(&CoverFigures::blocks));
  cover.add("useful_blocks", "useful blocks", "That compute a value", count(&CoverFigures::useful_blocks));
  cover.add("threads", "threads launched", "In all blocks", count(&CoverFigures::threads));
  cover.add("useful_threads", "useful threads", "That compute a value", count(&CoverFigures::useful_threads));
  cover.add("wasted_threads_percent", "wasted threads", "%", Hint::plain, "That compute none",
            row.cover ? DatumValue(100 * row.cover->wasted_threads()) : DatumValue());
}

void add_held(Data to, const std::optional<HeldAgainst>& held) {
  const auto rate = [&](double MemoryRates::*of) { return held ? DatumValue(held->memory.rates.*of) : DatumValue(); };
  to.add("threads", "threads", "That the ceiling was measured with",
         held ? positive(held->memory.threads) : DatumValue());
  to.add("set_bytes", "set", "B", Hint::bytes, "In which it was measured",
         held ? DatumValue(static_cast<std::int64_t>(held->memory.set_bytes)) : DatumValue());
  to.add("copy_bytes_per_s", "copy", "B/s", Hint::rate, "Read and written", rate(&MemoryRates::copy_bytes_per_s));
  to.add("fill_bytes_per_s", "fill", "B/s", Hint::rate, "Written", rate(&MemoryRates::fill_bytes_per_s));
  to.add("fma_per_s", "multiply-adds", "fma/s", Hint::rate, "In the row's precision, or in fp32",
         held ? DatumValue(held->fma_per_s) : DatumValue());
}

void add_lanes(const Data& to, const BenchRow& row) {
  if (!row.lanes) return;
  Data shared = to.of("shared_by");
  for (std::size_t i = 0; i < row.lanes->lanes.size(); ++i) {
    const LaneFigures& each = row.lanes->lanes[i];
    Data lane = shared.of(fmt::format("lanes/{}", i));
    lane.add("lane", "lane", "A processor that works on a part of the frame", name_of(each.lane));
    lane.add("share", "share", "", Hint::share, "Of the values", each.share);
    lane.add("ms", "computes", ms, Hint::time, "That it computed, median", each.ms);
    lane.add("idle", "idle", "", Hint::share, "Of the longest lane's time, that it waits", row.lanes->idle(each));
    lane.add("alone_ms", "alone", ms, Hint::time, "That it takes for the whole frame by itself", each.alone_ms);
    lane.add("link_ms", "link", ms, Hint::time, "That its part takes over its link", each.share * each.link_ms);
  }
  shared.add("frame_ms", "frame", ms, Hint::time, "With bringing the rows together", row.lanes->frame_ms);
  shared.add("arrival_ms", "arrival", ms, Hint::time,
             "That the others' parts take into the first GPU, over all links at once",
             (1 - row.lanes->lanes.front().share) * row.lanes->arrival_ms);
  shared.add("ideal_ms", "ideal", ms, Hint::time, "What the lanes reach together with the best shares",
             row.lanes->ideal_ms());
  shared.add("of_ideal", "of ideal", "", Hint::share, "The ideal over the frame",
             row.lanes->ideal_ms() / row.lanes->frame_ms);
  shared.add("resting", "resting", "Which lanes rest, and why", row.lanes->resting);
}

void add_figures(Data to, const std::vector<ModelFigure>& figures, std::string_view about) {
  for (const ModelFigure& each : figures) {
    std::string id(each.label);
    std::ranges::replace(id, ' ', '_');
    to.add(id, each.label, std::string(each.unit), Hint::plain, about, or_none(each.value));
  }
}

void add_model(const Data& to, const BenchRow& row) {
  add_figures(to.of("modeled"), row.model, "What the variant's addresses make of it, not measured");
  add_figures(to.of("counted"), row.counted, "The same with the sectors and passes that the GPU's counters counted");
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
    to.add("axis", suite->axis, "What the suite's scenes go over", axis_value(row, *suite));
  }
  add_lanes(to, row);
  add_times(to, row, noise);
  add_clocks(to, row);
  add_others(to, row.others, row.what.settings.execution.processor != Processor::cpu);
  add_rates(to, row);
  add_scaling(to, row);
  if (suite != nullptr && suite->theory) add_predicted(to, row);
  add_agreement(to, row);
  add_model(to, row);
  add_cover(to, row);
  add_held(to.of("cpu_ceiling"), row.cpu_ceiling);
  add_held(to.of("gpu_ceiling"), row.gpu_ceiling);
  to.add("zero_values_percent", "zeros", "%", Hint::plain, "Of the values that a run leaves behind",
         percent_of(row.result.zeros, row.result));
  to.add("subnormal_values_percent", "subnormal numbers", "%", Hint::plain, "Of the values that a run leaves behind",
         percent_of(row.result.subnormals, row.result));
  to.add("subnormal_slowdown", "slowdown by them", "×", Hint::factor,
         "What the CPU's multiply-adds of subnormal numbers take of those of others", subnormal_cost(row));
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

/// What a suite is shown beside; times by the suite's own blocks.
void add_published(const Data& to, const Suite& suite, const Published& from) {
  Data published = to.of("published");
  published.add("title", "published", "Where the figures are from", from.title);
  for (std::size_t i = 0; i < from.peaks.size(); ++i) {
    const PublishedPeak& each = from.peaks[i];
    Data peak = published.of(fmt::format("peaks/{}", i));
    peak.add("machine", "machine", "Whose peak in fp64 it is", each.machine);
    peak.add("sockets", "sockets", "Processors of it", std::int64_t{each.sockets});
    peak.add("cores", "cores", "Of each", std::int64_t{each.cores});
    peak.add("clock_ghz", "clock", "In GHz", each.ghz);
    peak.add("flop_per_cycle", "flop a cycle", "Of a core", each.flop_per_cycle);
    peak.add("gflop_per_s", "peak", "As published, in GFlop/s", each.gflop_per_s);
  }
  for (std::size_t t = 0; t < from.tables.size(); ++t) {
    const PublishedTable& table = from.tables[t];
    Data out = published.of(fmt::format("tables/{}", t));
    out.add("table", "table", "Its number there", table.id);
    out.add("machine", "machine", "That it was measured on", table.machine);
    out.add("variant", "variant", "Which of these it is", table.variant);
    std::size_t at = 0;
    for (const PublishedTable::Row& row : table.rows) {
      for (std::size_t i = 0; i < row.ms.size(); ++i) {
        Data time = out.of(fmt::format("rows/{}", at++));
        time.add("scene", "scene", "The suite's", row.scene);
        time.add("block/x", "block x", "Threads side by side in a block", positive(suite.blocks[i].x));
        time.add("block/y", "block y", "Threads above each other in a block", positive(suite.blocks[i].y));
        time.add("time_ms", "time", ms, Hint::time, "As published", row.ms[i]);
      }
    }
    for (std::size_t i = 0; i < table.saved_percent.size(); ++i) {
      out.of("saved_by_block_percent")
          .add(std::to_string(i), "saved", "%", Hint::plain,
               "By how much a block needs less time than the one before, as printed", table.saved_percent[i]);
    }
    out.add("note", "note", "What is wrong with the table", or_none(table.note));
  }
  for (std::size_t i = 0; i < from.figures.size(); ++i) {
    const PublishedFigure& each = from.figures[i];
    Data figure = published.of(fmt::format("figures/{}", i));
    figure.add("table", "table", "Its number there", each.table);
    figure.add("machine", "machine", "That it was measured on", each.machine);
    figure.add("scene", "scene", "The suite's", each.scene);
    figure.add("variant", "variant", "Which of these it is", each.variant);
    figure.add("block/x", "block x", "Threads side by side in a block", positive(each.block.x));
    figure.add("block/y", "block y", "Threads above each other in a block", positive(each.block.y));
    figure.add("memory", "memory", "Where the result was", or_none(each.memory));
    figure.add("figure", "figure", "Of what; a row's value of that id is like it", each.id);
    figure.add("value", "value", "As published", each.value);
  }
  for (std::size_t i = 0; i < from.notes.size(); ++i) {
    published.of("notes").add(std::to_string(i), "note", "What a reader must know", from.notes[i]);
  }
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
  to.add("title", "suite", "Or workload", bench.title);
  to.add("workload", "workload", "Whose variants were measured", std::string(workload.id));
  to.add("suite", "suite", "Of which the rows are",
         bench.suite == nullptr ? DatumValue() : std::string(bench.suite->id));
  if (bench.suite != nullptr && !bench.suite->axis.empty() && !bench.rows.empty())
    to.add("chosen", "chosen", "Parameters besides those that the scenes set", choices(bench, workload));
  if (std::ranges::any_of(bench.rows, &BenchRow::reads_source)) {
    to.add("source", "source", "The picture that was read",
           source_text(bench.rows.front().what.settings.problem.source));
  }
  to.of("machine").add(data_of(this_machine(device::facts())));
  const SamplingEffort& effort = bench.effort.sampling;
  to.add("effort/repeat", "repeat", "Runs that each row was to have; none: as many as its median needed",
         effort.runs ? DatumValue(std::int64_t{*effort.runs}) : DatumValue());
  to.add("effort/within", "within", "", Hint::share, "How far a median's interval was to reach at most", effort.within);
  to.add("effort/budget_ms", "budget", ms, Hint::time, "After which a row was to have no more runs", effort.budget_ms);
  to.add("effort/all_ms", "budget of all", ms, Hint::time,
         "That the rows of all suites shared, with what was done around them; none: each had its own",
         or_none(bench.effort.all_ms));
  to.add("effort/warmup", "warmup", "Runs before them that are not counted", std::int64_t{bench.effort.warmup});
  to.add("effort/cold", "cold", "Whether rows were measured with cold caches, too", bench.effort.cold);
  to.add("cases", "cases", "That were to be measured: where it was stopped, more than rows and what was skipped",
         static_cast<std::int64_t>(bench.cases));
  add_ceilings(to.of("ceilings"), bench.ceilings);
  add_noise(to.of("noise"), bench.noise);
  if (!bench.uncounted.empty())
    to.add("uncounted", "not counted", "Why the GPU's counters could not be read", bench.uncounted);
  if (!bench.ceilings.cpu.empty()) add_theory(to);
  if (bench.suite != nullptr && !bench.suite->baseline.empty())
    to.add("baseline", "baseline", "The variant that others are compared with", std::string(bench.suite->baseline));
  const Published* const published = bench.suite == nullptr ? nullptr : published_of(*bench.suite);
  if (published != nullptr && !published->title.empty()) add_published(to, *bench.suite, *published);
  for (const BenchRow& row : bench.rows) out.rows.push_back(row_of(row, bench.suite, bench.noise));
  set_speedups(out, bench.suite);
  set_scaling(out);
  for (const auto& [reason, count] : bench.skips) out.skipped.push_back({reason, count});
  return out;
}

}  // namespace heteroscope
