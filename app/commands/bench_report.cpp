#include "app/commands/bench_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/commands/machine_json.hpp"
#include "app/commands/table.hpp"
#include "core/io/settings_json.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

std::string memory_text(const BenchRow& row) {
  return row.what.settings.processor == Processor::cpu ? "host" : std::string(id_of(row.what.settings.memory));
}

namespace {

using Json = nlohmann::ordered_json;

std::string number(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : std::string();
}

Json or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json();
}

Json ceilings_json(const Ceilings& ceilings) {
  Json out{{"cpu", nullptr}, {"gpu", nullptr}};
  if (ceilings.cpu) {
    const CpuCeilings& c = *ceilings.cpu;
    out["cpu"] = {{"threads", c.threads},
                  {"copy_bytes_per_s", c.copy_bytes_per_s},
                  {"fma_fp32_per_s", c.fma_fp32_per_s},
                  {"fma_fp64_per_s", c.fma_fp64_per_s},
                  {"fma_fp32_per_s_one_thread", c.fma_fp32_per_s_one_thread},
                  {"fma_fp64_per_s_one_thread", c.fma_fp64_per_s_one_thread}};
  }
  if (ceilings.gpu) {
    const device::Ceilings& c = *ceilings.gpu;
    out["gpu"] = {{"copy_bytes_per_s", c.copy_bytes_per_s},
                  {"fma_fp32_per_s", c.fma_fp32_per_s},
                  {"fma_fp64_per_s", c.fma_fp64_per_s}};
  }
  return out;
}

Json model_json(const BenchRow& row) {
  Json out = Json::array();
  for (const ModelFigure& each : row.model) {
    out.push_back({{"label", each.label}, {"value", or_null(each.value)}, {"unit", each.unit}});
  }
  return out;
}

Json row_json(const BenchRow& row) {
  const Settings& s = row.what.settings;
  Json out{{"scene", row.what.scene},
           {"precision", id_of(s.precision)},
           {"processor", id_of(s.processor)},
           {"variant", row.what.variant},
           {"stage", row.what.stage},
           {"reference", row.what.reference},
           {"threads", row.threads > 0 ? Json(row.threads) : Json()},
           {"block", row.block == BlockShape{} ? Json() : Json{{"x", row.block.x}, {"y", row.block.y}}},
           {"mapping", row.mapping.empty() ? Json() : Json(row.mapping)},
           {"memory", memory_text(row)},
           {"split", s.processor == Processor::split ? Json(s.split) : Json()},
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
              {"fma_ceiling_share", or_null(row.fma_share)},
              {"bytes_per_s", row.bytes_per_s},
              {"copy_ceiling_share", or_null(row.copy_share)},
              {"speedup", or_null(row.speedup)},
              {"modeled", model_json(row)},
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
                              "version"});
  for (const BenchRow& row : bench.rows) {
    const Settings& s = row.what.settings;
    const bool has_block = row.block != BlockShape{};
    out += csv_line({row.what.scene,
                     std::to_string(row.size.width),
                     std::to_string(row.size.height),
                     std::string(id_of(s.precision)),
                     std::string(id_of(s.processor)),
                     row.what.variant,
                     row.threads > 0 ? std::to_string(row.threads) : "",
                     has_block ? std::to_string(row.block.x) : "",
                     has_block ? std::to_string(row.block.y) : "",
                     row.mapping,
                     memory_text(row),
                     s.processor == Processor::split ? fmt::format("{}", s.split) : "",
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
                     number(row.fma_share),
                     fmt::format("{}", row.bytes_per_s),
                     number(row.copy_share),
                     number(row.speedup),
                     m.cpu,
                     m.gpu,
                     m.cuda_driver,
                     m.date_utc,
                     m.version});
  }
  return out;
}

std::string bench_json(const Bench& bench, const Workload& workload) {
  Json rows = Json::array();
  for (const BenchRow& row : bench.rows) rows.push_back(row_json(row));
  Json skips = Json::array();
  for (const auto& [reason, count] : bench.skips) skips.push_back({{"reason", reason}, {"rows", count}});
  const Json out{{"heteroscope_bench", 1},
                 {"title", bench.title},
                 {"workload", workload.id},
                 {"machine", machine_json(this_machine(device::facts()))},
                 {"ceilings", ceilings_json(bench.ceilings)},
                 {"rows", std::move(rows)},
                 {"skipped", std::move(skips)}};
  return out.dump(2) + "\n";
}

}  // namespace heteroscope
