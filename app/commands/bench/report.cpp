#include "app/commands/bench/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/commands/machine_json.hpp"
#include "app/commands/table.hpp"
#include "app/text/csv.hpp"
#include "core/io/settings_json.hpp"
#include "core/lanes/processors.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

std::string memory_text(const BenchRow& row) {
  return row.what.settings.execution.processor == Processor::cpu
             ? "host"
             : std::string(id_of(row.what.settings.execution.memory));
}

namespace {

using Json = nlohmann::ordered_json;

std::string number(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : std::string();
}

Json or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json();
}

Json sets_json(const std::vector<MemoryCeiling>& measured) {
  Json out = Json::array();
  for (const MemoryCeiling& each : measured) {
    out.push_back({{"threads", each.threads > 0 ? Json(each.threads) : Json()},
                   {"set_bytes", each.set_bytes},
                   {"copy_bytes_per_s", each.rates.copy_bytes_per_s},
                   {"fill_bytes_per_s", each.rates.fill_bytes_per_s}});
  }
  return out;
}

/// The first that was measured with so many threads is that of memory.
const MemoryCeiling& of_memory(const std::vector<MemoryCeiling>& measured, int threads) {
  return *std::ranges::find(measured, threads, &MemoryCeiling::threads);
}

Json links_json(const std::vector<MeasuredLink>& links) {
  Json out = Json::array();
  for (const MeasuredLink& each : links) {
    out.push_back({{"from", name_of(each.from)},
                   {"to", name_of({Processor::gpu, each.to})},
                   {"bytes_per_s", each.rates.bytes_per_s},
                   {"latency_s", each.rates.latency_s}});
  }
  return out;
}

Json ceilings_json(const Ceilings& ceilings) {
  Json out{{"cpu", nullptr}, {"gpu", nullptr}, {"links", links_json(ceilings.links)}};
  if (!ceilings.cpu.empty()) {
    const CpuFma& all = ceilings.cpu.front();
    const FmaRates& one = ceilings.cpu.back().rates;
    const MemoryCeiling& memory = of_memory(ceilings.cpu_memory, all.threads);
    const MemoryRates& memory_of_one = of_memory(ceilings.cpu_memory, 1).rates;
    out["cpu"] = {{"threads", all.threads},
                  {"copy_bytes_per_s", memory.rates.copy_bytes_per_s},
                  {"fill_bytes_per_s", memory.rates.fill_bytes_per_s},
                  {"fma_fp32_per_s", all.rates.fp32_per_s},
                  {"fma_fp64_per_s", all.rates.fp64_per_s},
                  {"fma_fp32_per_s_one_thread", one.fp32_per_s},
                  {"fma_fp64_per_s_one_thread", one.fp64_per_s},
                  {"set_bytes", memory.set_bytes},
                  {"copy_bytes_per_s_one_thread", memory_of_one.copy_bytes_per_s},
                  {"fill_bytes_per_s_one_thread", memory_of_one.fill_bytes_per_s},
                  {"sets", sets_json(ceilings.cpu_memory)}};
  }
  if (ceilings.gpu) {
    const MemoryCeiling& memory = of_memory(ceilings.gpu_memory, 0);
    out["gpu"] = {{"copy_bytes_per_s", memory.rates.copy_bytes_per_s},
                  {"fma_fp32_per_s", ceilings.gpu->fp32_per_s},
                  {"fma_fp64_per_s", ceilings.gpu->fp64_per_s},
                  {"fill_bytes_per_s", memory.rates.fill_bytes_per_s},
                  {"set_bytes", memory.set_bytes},
                  {"sets", sets_json(ceilings.gpu_memory)}};
  }
  return out;
}

Json held_json(const std::optional<HeldAgainst>& held) {
  if (!held) return {};
  return {{"threads", held->memory.threads > 0 ? Json(held->memory.threads) : Json()},
          {"set_bytes", held->memory.set_bytes},
          {"copy_bytes_per_s", held->memory.rates.copy_bytes_per_s},
          {"fill_bytes_per_s", held->memory.rates.fill_bytes_per_s},
          {"fma_per_s", held->fma_per_s}};
}

/// The same of one processor, in the order of the CSV's columns; without its threads.
std::vector<std::string> held_csv(const std::optional<HeldAgainst>& held) {
  if (!held) return {"", "", "", ""};
  const MemoryCeiling& memory = held->memory;
  return {std::to_string(memory.set_bytes), fmt::format("{}", memory.rates.copy_bytes_per_s),
          fmt::format("{}", memory.rates.fill_bytes_per_s), fmt::format("{}", held->fma_per_s)};
}

double percent_of(std::int64_t some, const Summary& all) {
  return all.count > 0 ? 100 * static_cast<double>(some) / static_cast<double>(all.count) : 0;
}

Json model_json(const BenchRow& row) {
  Json out = Json::array();
  for (const ModelFigure& each : row.model) {
    out.push_back({{"label", each.label}, {"value", or_null(each.value)}, {"unit", each.unit}});
  }
  return out;
}

Json cover_json(const std::optional<CoverFigures>& cover) {
  if (!cover) return {};
  return {{"launches", cover->launches},
          {"blocks", cover->blocks},
          {"useful_blocks", cover->useful_blocks},
          {"threads", cover->threads},
          {"useful_threads", cover->useful_threads},
          {"wasted_threads_percent", 100 * cover->wasted_threads()}};
}

/// What a suite is shown beside; times by the suite's own blocks.
Json published_json(const Suite& suite) {
  Json tables = Json::array();
  for (const PublishedTable& table : suite.published->tables) {
    Json rows = Json::array();
    for (const PublishedTable::Row& row : table.rows) {
      for (std::size_t i = 0; i < row.ms.size(); ++i) {
        const BlockShape block = suite.blocks[i];
        rows.push_back({{"scene", row.scene}, {"block", {{"x", block.x}, {"y", block.y}}}, {"time_ms", row.ms[i]}});
      }
    }
    tables.push_back({{"table", table.id},
                      {"machine", table.machine},
                      {"variant", table.variant},
                      {"rows", std::move(rows)},
                      {"saved_by_block_percent", table.saved_percent},
                      {"note", table.note.empty() ? Json() : Json(table.note)}});
  }
  return {{"title", suite.published->title}, {"tables", std::move(tables)}, {"notes", suite.published->notes}};
}

/// A single share is a number.
Json split_json(const Execution& execution) {
  if (!shares_a_frame(execution)) return {};
  if (execution.sharing == Sharing::by_hand && execution.shares.size() == 1) return execution.shares.front();
  return split_text(execution);
}

Json lanes_json(const std::optional<LanesRow>& row) {
  if (!row) return {};
  Json lanes = Json::array();
  for (const LaneFigures& each : row->lanes) {
    lanes.push_back({{"lane", name_of(each.lane)},
                     {"share", each.share},
                     {"ms", each.ms},
                     {"idle", row->idle(each)},
                     {"alone_ms", each.alone_ms},
                     {"link_ms", each.link_ms}});
  }
  return {{"lanes", std::move(lanes)},
          {"frame_ms", row->frame_ms},
          {"ideal_ms", row->ideal_ms()},
          {"of_ideal", row->ideal_ms() / row->frame_ms},
          {"resting", row->resting}};
}

Json row_json(const BenchRow& row) {
  const Settings& s = row.what.settings;
  Json out{{"scene", row.what.scene},
           {"precision", id_of(s.problem.precision)},
           {"processor", processors_text(s.execution)},
           {"variant", row.what.variant},
           {"stage", row.what.stage},
           {"reference", row.what.reference},
           {"threads", row.threads > 0 ? Json(row.threads) : Json()},
           {"block", row.block == BlockShape{} ? Json() : Json{{"x", row.block.x}, {"y", row.block.y}}},
           {"mapping", row.mapping.empty() ? Json() : Json(row.mapping)},
           {"memory", memory_text(row)},
           {"split", split_json(s.execution)},
           {"shared_by", lanes_json(row.lanes)},
           {"width", row.size.width},
           {"height", row.size.height}};
  out.update({{"repeats", row.ms.count},
              {"median_ms", row.ms.median},
              {"min_ms", row.ms.minimum},
              {"max_ms", row.ms.maximum},
              {"spread", row.ms.spread},
              {"steps", row.steps > 0 ? Json(row.steps) : Json()},
              {"settled", row.settled ? Json(*row.settled) : Json()},
              {"step_ms", or_null(row.step_ms())},
              {"operations", row.work.operations},
              {"operation_unit", row.work.unit},
              {"operations_per_s", row.operations_per_s},
              {"fma_per_operation", row.work.fma_per_operation},
              {"fma_ceiling_share", or_null(row.shares.fma)},
              {"bytes_per_s", row.bytes_per_s},
              {"copy_ceiling_share", or_null(row.shares.copy)},
              {"speedup", or_null(row.speedup)},
              {"modeled", model_json(row)},
              {"fill_ceiling_share", or_null(row.shares.fill)},
              {"mean_ms", row.ms.mean},
              {"mean_square_error_ms2", row.ms.mean_square_error},
              {"baseline_speedup", or_null(row.baseline_speedup)},
              {"cover", cover_json(row.cover)},
              {"cpu_ceiling", held_json(row.cpu_ceiling)},
              {"gpu_ceiling", held_json(row.gpu_ceiling)},
              {"zero_values_percent", percent_of(row.result.zeros, row.result)},
              {"subnormal_values_percent", percent_of(row.result.subnormals, row.result)},
              {"settings", Json::parse(to_json(s, catalog()))}});
  return out;
}

}  // namespace

std::string bench_csv(const Bench& bench) {
  const Machine m = this_machine(device::facts());
  std::string out = csv_line({"scene",
                              "width",
                              "height",
                              "precision",
                              "processor",
                              "variant",
                              "threads",
                              "block_x",
                              "block_y",
                              "mapping",
                              "memory",
                              "split",
                              "repeats",
                              "median_ms",
                              "min_ms",
                              "max_ms",
                              "spread",
                              "steps",
                              "step_ms",
                              "operations",
                              "operation_unit",
                              "operations_per_s",
                              "fma_ceiling_share",
                              "bytes_per_s",
                              "copy_ceiling_share",
                              "speedup",
                              "cpu",
                              "gpu",
                              "cuda_driver",
                              "date_utc",
                              "version",
                              "fill_ceiling_share",
                              "mean_ms",
                              "mean_square_error_ms2",
                              "baseline_speedup",
                              "launches",
                              "blocks",
                              "useful_blocks",
                              "threads_launched",
                              "useful_threads",
                              "wasted_threads_percent",
                              "zero_values_percent",
                              "subnormal_values_percent",
                              "cpu_ceiling_threads",
                              "cpu_ceiling_set_bytes",
                              "cpu_ceiling_copy_bytes_per_s",
                              "cpu_ceiling_fill_bytes_per_s",
                              "cpu_ceiling_fma_per_s",
                              "gpu_ceiling_set_bytes",
                              "gpu_ceiling_copy_bytes_per_s",
                              "gpu_ceiling_fill_bytes_per_s",
                              "gpu_ceiling_fma_per_s"});
  for (const BenchRow& row : bench.rows) {
    const Settings& s = row.what.settings;
    const bool has_block = row.block != BlockShape{};
    const auto count = [&](std::int64_t CoverFigures::*what) {
      return row.cover ? std::to_string(*row.cover.*what) : std::string();
    };
    std::vector<std::string> cells{row.what.scene,
                                   std::to_string(row.size.width),
                                   std::to_string(row.size.height),
                                   std::string(id_of(s.problem.precision)),
                                   processors_text(s.execution),
                                   row.what.variant,
                                   row.threads > 0 ? std::to_string(row.threads) : "",
                                   has_block ? std::to_string(row.block.x) : "",
                                   has_block ? std::to_string(row.block.y) : "",
                                   row.mapping,
                                   memory_text(row),
                                   shares_a_frame(s.execution) ? split_text(s.execution) : "",
                                   std::to_string(row.ms.count),
                                   fmt::format("{}", row.ms.median),
                                   fmt::format("{}", row.ms.minimum),
                                   fmt::format("{}", row.ms.maximum),
                                   fmt::format("{}", row.ms.spread),
                                   row.steps > 0 ? std::to_string(row.steps) : "",
                                   number(row.step_ms()),
                                   fmt::format("{}", row.work.operations),
                                   std::string(row.work.unit),
                                   fmt::format("{}", row.operations_per_s),
                                   number(row.shares.fma),
                                   fmt::format("{}", row.bytes_per_s),
                                   number(row.shares.copy),
                                   number(row.speedup),
                                   m.cpu,
                                   m.gpu,
                                   m.cuda_driver,
                                   m.date_utc,
                                   m.version,
                                   number(row.shares.fill),
                                   fmt::format("{}", row.ms.mean),
                                   fmt::format("{}", row.ms.mean_square_error),
                                   number(row.baseline_speedup),
                                   count(&CoverFigures::launches),
                                   count(&CoverFigures::blocks),
                                   count(&CoverFigures::useful_blocks),
                                   count(&CoverFigures::threads),
                                   count(&CoverFigures::useful_threads),
                                   row.cover ? fmt::format("{}", 100 * row.cover->wasted_threads()) : "",
                                   fmt::format("{}", percent_of(row.result.zeros, row.result)),
                                   fmt::format("{}", percent_of(row.result.subnormals, row.result)),
                                   row.cpu_ceiling ? std::to_string(row.cpu_ceiling->memory.threads) : ""};
    for (const auto& held : {row.cpu_ceiling, row.gpu_ceiling})
      std::ranges::move(held_csv(held), std::back_inserter(cells));
    out += csv_line(cells);
  }
  return out;
}

std::string bench_json(const Bench& bench, const Workload& workload) {
  Json rows = Json::array();
  for (const BenchRow& row : bench.rows) rows.push_back(row_json(row));
  Json skips = Json::array();
  for (const auto& [reason, count] : bench.skips) skips.push_back({{"reason", reason}, {"rows", count}});
  Json out{{"heteroscope_bench", 1},
           {"title", bench.title},
           {"workload", workload.id},
           {"machine", machine_json(this_machine(device::facts()))},
           {"ceilings", ceilings_json(bench.ceilings)},
           {"rows", std::move(rows)},
           {"skipped", std::move(skips)}};
  if (bench.suite != nullptr && !bench.suite->baseline.empty()) out["baseline"] = bench.suite->baseline;
  if (bench.suite != nullptr && bench.suite->published != nullptr) out["published"] = published_json(*bench.suite);
  return out.dump(2) + "\n";
}

}  // namespace heteroscope
