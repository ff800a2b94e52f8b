#include "app/commands/bench_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/commands/machine_json.hpp"
#include "app/commands/table.hpp"
#include "core/io/settings_json.hpp"
#include "core/source.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

using Json = nlohmann::ordered_json;

std::string block_text(BlockShape block) {
  return block == BlockShape{} ? std::string() : fmt::format("{}x{}", block.x, block.y);
}

std::string memory_text(const BenchRow& row) {
  return row.what.settings.processor == Processor::cpu ? "host" : std::string(id_of(row.what.settings.memory));
}

std::string percent(const std::optional<double>& share) {
  return share ? fmt::format("{:.1f} %", 100 * *share) : std::string();
}

std::string times(const std::optional<double>& factor) {
  if (!factor) return {};
  return *factor >= 100 ? fmt::format("{:.0f}", *factor) : fmt::format("{:.3g}", *factor);
}

std::string number(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : std::string();
}

std::string ceilings_markdown(const Ceilings& ceilings) {
  Table table({{"ceiling"}, {"copy", true}, {"fma fp32", true}, {"fma fp64", true}});
  const auto rate = [](double value, const char* unit) { return with_prefix(value) + unit + "/s"; };
  if (ceilings.cpu) {
    const CpuCeilings& c = *ceilings.cpu;
    table.add({fmt::format("cpu, {} threads", c.threads), rate(c.copy_bytes_per_s, "B"), rate(c.fma_fp32_per_s, "fma"),
               rate(c.fma_fp64_per_s, "fma")});
    table.add(
        {"cpu, 1 thread", "", rate(c.fma_fp32_per_s_one_thread, "fma"), rate(c.fma_fp64_per_s_one_thread, "fma")});
  }
  if (ceilings.gpu) {
    const device::Ceilings& c = *ceilings.gpu;
    table.add({"gpu", rate(c.copy_bytes_per_s, "B"), rate(c.fma_fp32_per_s, "fma"), rate(c.fma_fp64_per_s, "fma")});
  }
  return table.markdown();
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
           {"width", s.size.width},
           {"height", s.size.height}};
  out.update({{"repeats", row.ms.count},
              {"median_ms", row.ms.median},
              {"min_ms", row.ms.minimum},
              {"max_ms", row.ms.maximum},
              {"spread", row.ms.spread},
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

namespace {

/// Work without arithmetic of its own is measured by the bytes that it moves.
bool memory_bound(const Bench& bench) {
  return std::all_of(bench.rows.begin(), bench.rows.end(),
                     [](const BenchRow& row) { return row.work.fma_per_operation == 0; });
}

std::vector<std::string_view> model_labels(const Bench& bench) {
  std::vector<std::string_view> out;
  for (const BenchRow& row : bench.rows) {
    for (const ModelFigure& each : row.model) {
      if (std::find(out.begin(), out.end(), each.label) == out.end()) out.push_back(each.label);
    }
  }
  return out;
}

std::string model_text(const BenchRow& row, std::string_view label) {
  for (const ModelFigure& each : row.model) {
    if (each.label == label) return each.value ? fmt::format("{:.4g} {}", *each.value, each.unit) : "–";
  }
  return {};
}

std::vector<Table::Column> columns_of(const Bench& bench, const std::string& unit) {
  std::vector<Table::Column> out{{"scene"},         {"size"},      {"precision"},    {"variant"},
                                 {"threads", true}, {"block"},     {"memory"},       {"median", true},
                                 {"min", true},     {"max", true}, {"spread", true}, {unit + "/s", true}};
  if (memory_bound(bench)) {
    out.insert(out.end(), {Table::Column{"moved", true}, Table::Column{"of copy", true}});
  } else {
    out.insert(out.end(), {Table::Column{"of fma ceiling", true}, Table::Column{"written", true}});
  }
  out.push_back({"speed-up", true});
  for (const std::string_view each : model_labels(bench)) out.push_back({fmt::format("{} (modeled)", each), true});
  return out;
}

}  // namespace

std::string bench_markdown(const Bench& bench, const Workload& workload) {
  const Machine m = this_machine(device::facts());
  std::string out = fmt::format(
      "heteroscope {} bench {}, {}\n\n- cpu: {}, {} threads, vectors {}\n- gpu: {}\n\n", m.version, workload.id,
      m.date_utc, m.cpu, m.cpu_threads, m.cpu_vector_target,
      m.gpu.empty() ? "none (" + m.gpu_why_not + ")" : fmt::format("{}, driver for CUDA {}", m.gpu, m.cuda_driver));
  if (!bench.rows.empty() && !bench.rows.front().what.settings.source.id.empty()) {
    out += fmt::format("Source: {}\n\n", source_text(bench.rows.front().what.settings.source));
  }
  out += "Ceilings, measured in this run:\n\n" + ceilings_markdown(bench.ceilings) + '\n';
  const std::string unit = bench.rows.empty() ? "operations" : std::string(bench.rows.front().work.unit);
  const bool by_bytes = memory_bound(bench);
  Table table(columns_of(bench, unit));
  for (const BenchRow& row : bench.rows) {
    const Settings& s = row.what.settings;
    std::vector<std::string> cells{
        row.what.scene,
        fmt::format("{}x{}", s.size.width, s.size.height),
        std::string(id_of(s.precision)),
        row.what.variant,
        row.threads > 0 ? std::to_string(row.threads) : "",
        row.mapping.empty() ? block_text(row.block) : fmt::format("{} {}", block_text(row.block), row.mapping),
        memory_text(row),
        milliseconds(row.ms.median),
        milliseconds(row.ms.minimum),
        milliseconds(row.ms.maximum),
        fmt::format("{:.1f} %", 100 * row.ms.spread),
        with_prefix(row.operations_per_s)};
    if (!by_bytes) cells.push_back(percent(row.fma_share));
    cells.push_back(with_prefix(row.bytes_per_s) + "B/s");
    if (by_bytes) cells.push_back(percent(row.copy_share));
    cells.push_back(times(row.speedup));
    for (const std::string_view each : model_labels(bench)) cells.push_back(model_text(row, each));
    table.add(std::move(cells));
  }
  out += table.markdown();
  out += by_bytes
             ? std::string("\nmoved counts what must be read and written at least: each input and each result once.\n")
             : fmt::format(
                   "\n{}/s counts what the plain loop does: a variant that skips some of it can have a share above 100 "
                   "%.\n",
                   unit);
  if (!bench.skips.empty()) out += '\n';
  for (const auto& [reason, count] : bench.skips) out += fmt::format("skipped {}: {}\n", count, reason);
  return out;
}

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
                     std::to_string(s.size.width),
                     std::to_string(s.size.height),
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
                 {"workload", workload.id},
                 {"machine", machine_json(this_machine(device::facts()))},
                 {"ceilings", ceilings_json(bench.ceilings)},
                 {"rows", std::move(rows)},
                 {"skipped", std::move(skips)}};
  return out.dump(2) + "\n";
}

}  // namespace heteroscope
