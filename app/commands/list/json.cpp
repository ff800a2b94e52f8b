#include "app/commands/list/json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/analysis/claims/published.hpp"
#include "app/commands/iteration_facts.hpp"
#include "core/base/build_facts.hpp"
#include "core/base/error.hpp"
#include "core/color/palette.hpp"
#include "core/device/cpu/cpu_facts.hpp"
#include "core/device/peaks.hpp"
#include "core/io/json/json_text.hpp"
#include "core/model/schema/schema.hpp"
#include "core/model/settings/looks.hpp"
#include "core/model/settings/refusals.hpp"
#include "core/model/settings/settings.hpp"
#include "core/model/settings/source.hpp"
#include "core/own/source/own_source.hpp"
#include "core/plan/plan.hpp"
#include "kernels/registry.hpp"
#include "kernels/suites.hpp"

namespace heteroscope {

namespace {

using Json = nlohmann::ordered_json;

/// The reason, or null where there is none.
Json reason_or_null(const std::string& reason) {
  return reason.empty() ? Json(nullptr) : Json(reason);
}

template <class Range>
Json id_list(const Range& values) {
  Json out = Json::array();
  for (const auto& value : values) out.push_back(id_of(value));
  return out;
}

template <class E>
Json all_id_list() {
  Json out = Json::array();
  for (const auto& [value, id] : ids<E>) out.push_back(id);
  return out;
}

Json block_json(BlockShape block) {
  return {{"x", block.x}, {"y", block.y}};
}

template <class T>
Json number_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json gpu_json(const device::Facts& gpu, int number) {
  Json out{{"id", "gpu"},
           {"number", number},
           {"available", gpu.available},
           {"unavailable_reason", reason_or_null(gpu.why_not)}};
  const device::Peaks peaks = device::peaks_of(gpu);
  if (!gpu.name.empty()) {
    out.update({{"name", gpu.name},
                {"is_instance", gpu.is_instance},
                {"exclusive", gpu.exclusive},
                {"compute_capability", std::to_string(gpu.major) + "." + std::to_string(gpu.minor)},
                {"multiprocessors", gpu.multiprocessors},
                {"max_threads_per_block", gpu.max_threads_per_block},
                {"clock_khz", gpu.clock_khz},
                {"memory_clock_khz", gpu.memory_clock_khz},
                {"memory_bus_bits", gpu.memory_bus_bits},
                {"fp32_per_fp64", number_or_null(peaks.fp32_per_fp64)},
                {"peak_fma_fp32_per_s", number_or_null(peaks.fp32_fma_per_s)},
                {"peak_fma_fp64_per_s", number_or_null(peaks.fp64_fma_per_s)},
                {"peak_bus_bytes_per_s", number_or_null(peaks.bus_bytes_per_s)},
                {"memory_bytes", gpu.memory_bytes},
                {"l2_bytes", gpu.l2_bytes},
                {"shared_bytes_per_block", gpu.shared_bytes_per_block},
                {"concurrent_managed_access", gpu.concurrent_managed_access},
                {"can_map_host_memory", gpu.can_map_host_memory},
                {"cooperative_launch", gpu.cooperative_launch},
                {"clusters", gpu.clusters},
                {"limits_launch_time", gpu.limits_launch_time},
                {"held_to", gpu.held_to.empty() ? Json() : Json(gpu.held_to)},
                {"driver_version", gpu.driver_version},
                {"runtime_version", gpu.runtime_version}});
  }
  return out;
}

Json devices_json(device::Devices gpus) {
  const CpuFacts& cpu = cpu_facts();
  Json out = Json::array();
  out.push_back({{"id", "cpu"},
                 {"available", true},
                 {"unavailable_reason", nullptr},
                 {"name", cpu.name},
                 {"threads", cpu.threads},
                 {"vector_target", cpu.vector_target},
                 {"memory_bytes", cpu.memory_bytes}});
  for (int number = 0; number < gpus.count(); ++number) out.push_back(gpu_json(gpus[number], number));
  return out;
}

Json links_json(std::span<const ListedLink> links) {
  Json out = Json::array();
  for (const ListedLink& each : links) {
    out.push_back({{"from", each.from},
                   {"to", each.to},
                   {"link", each.link ? Json(id_of(*each.link)) : Json()},
                   {"unknown_reason", reason_or_null(each.why_not)}});
  }
  return out;
}

Json notes_json(device::Devices gpus) {
  Json out = Json::array();
  for (const Oddity& each : listed_oddities(gpus)) out.push_back({{"id", each.id}, {"text", each.line}});
  return out;
}

/// A value as its kind is written: 500, not 500.0; true, not 1; a choice's id; a text where no double says a decimal.
Json value_json(const Parameter& p, const Value& value) {
  if (p.kind == ParameterKind::boolean) return value != 0;
  if (p.kind == ParameterKind::integer) return static_cast<std::int64_t>(static_cast<double>(value));
  if (p.kind == ParameterKind::choice) return value_text(p, value);
  if (!value.is_double()) return value.text();
  return static_cast<double>(value);
}

Json parameter_json(const Parameter& p) {
  Json out{{"id", p.id}, {"label", p.label}, {"unit", p.unit}, {"kind", id_of(p.kind)}};
  const bool choice = p.kind == ParameterKind::choice;
  out.update({{"minimum", choice ? Json() : value_json(p, least_of(p))},
              {"maximum", choice ? Json() : value_json(p, p.maximum)},
              {"choices", choice ? Json(p.choices) : Json()},
              {"default", value_json(p, p.initial)},
              {"logarithmic", p.logarithmic},
              {"help", p.help}});
  return out;
}

Json tunables_json(const Knobs& knobs) {
  Json out = Json::array();
  for (const Tunable& each : knobs.tunables) {
    out.push_back({{"id", each.id},
                   {"label", each.label},
                   {"values", std::vector<int>(each.values.begin(), each.values.end())},
                   {"default", each.initial},
                   {"help", each.help}});
  }
  return out;
}

Json variant_json(const NamedVariant& named, const Stage& stage, const device::Facts& facts) {
  const Variant& variant = *named.variant;
  const Knobs& knobs = variant.knobs;
  const std::string reason = unavailable_reason(variant, facts);
  return {{"id", named.id},
          {"processor", id_of(variant.processor)},
          {"summary", variant.summary},
          {"own_file", variant.own == nullptr ? Json(nullptr) : Json(variant.own->path.string())},
          {"reference", named.id == stage.reference()},
          {"reordered", variant.reordered},
          {"default", named.id == stage.default_cpu || named.id == stage.default_gpu},
          {"available", reason.empty()},
          {"unavailable_reason", reason_or_null(reason)},
          {"knobs",
           {{"precisions", id_list(knobs.precisions)},
            {"memory_kinds", id_list(knobs.memory_kinds)},
            {"block_rule", id_of(knobs.blocks)},
            {"default_block", knobs.blocks == BlockRule::none ? Json(nullptr) : block_json(knobs.default_block)},
            {"mappings", std::vector<std::string>(knobs.mappings.begin(), knobs.mappings.end())},
            {"threads", knobs.threads},
            {"tunables", tunables_json(knobs)}}}};
}

Json stage_json(const Stage& stage, const device::Facts& facts) {
  Json variants = Json::array();
  for (const NamedVariant& each : stage.variants) variants.push_back(variant_json(each, stage, facts));
  return {{"id", stage.id},
          {"reduction", stage.reduction() != nullptr ? id_of(stage.reduction()->partials) : "none"},
          {"reference", stage.reference()},
          {"default_cpu", stage.default_cpu},
          {"default_gpu", stage.default_gpu},
          {"variants", std::move(variants)}};
}

Json values_json(const Values& values, const Workload& workload) {
  Json out = Json::object();
  for (const auto& [id, value] : values) {
    const Parameter* parameter = workload.find_parameter(id);
    out[id] = value_json(parameter == nullptr ? Parameter{} : *parameter, value);
  }
  return out;
}

Json sources_json() {
  Json out = Json::array();
  for (const Workload* workload : catalog()) {
    if (!workload->serves_as_source) continue;
    out.push_back(
        {{"id", workload->id}, {"kind", "workload"}, {"label", workload->label}, {"help", workload->summary}});
  }
  for (const Pattern& each : patterns()) {
    Json number;
    if (!each.number_label.empty()) {
      const Parameter p = number_of(each);
      number = {{"label", p.label},
                {"kind", id_of(p.kind)},
                {"minimum", value_json(p, p.minimum)},
                {"maximum", value_json(p, p.maximum)},
                {"default", value_json(p, p.initial)}};
    }
    out.push_back(
        {{"id", each.id}, {"kind", "pattern"}, {"label", each.label}, {"help", each.help}, {"number", number}});
  }
  out.push_back({{"id", file_source}, {"kind", "file"}, {"label", "Image file"}, {"help", readable_files}});
  return out;
}

Json facts_json(const IterationFacts& facts) {
  Json limit;
  if (facts.limit) {
    limit = {{"parameter", facts.limit->parameter}, {"value", facts.limit->value}, {"why", facts.limit->why}};
  }
  return {{"planes", facts.planes}, {"spares", facts.spares}, {"reach_rows", facts.reach}, {"limit", limit}};
}

/// How a workload iterates; null for one that does not.
Json iteration_json(const Workload& workload) {
  if (!workload.iterates()) return nullptr;
  const Iteration& iteration = *workload.iteration();
  Json out{{"steps", {{"minimum", 0}, {"maximum", most_steps}, {"default", iteration.default_steps}}},
           {"settles", iteration.settling.has_value()},
           {"paintable", iteration.paint != nullptr}};
  out.update(facts_json(iteration_facts(workload, initial_values(workload.parameters))));
  out["choices"] = Json::array();
  for (const IterationChoice& each : iteration_choices(workload)) {
    Json choice{{"parameter", each.parameter->id}, {"value", each.id}};
    choice.update(facts_json(each.facts));
    out["choices"].push_back(std::move(choice));
  }
  return out;
}

Json workload_json(const Workload& workload, const device::Facts& facts) {
  Json out{{"id", workload.id},
           {"label", workload.label},
           {"summary", workload.summary},
           {"lesson", workload.lesson},
           {"theory",
            {{"formula", workload.theory.formula}, {"text", workload.theory.text}, {"source", workload.theory.source}}},
           {"value_label", workload.value_label},
           {"shape", id_of(workload.shape)},
           {"takes_image", workload.image.has_value()},
           {"default_source", workload.image ? Json(workload.image->default_source) : Json()},
           {"serves_as_source", workload.serves_as_source},
           {"iteration", iteration_json(workload)}};
  out["parameters"] = Json::array();
  for (const Parameter& each : workload.parameters) out["parameters"].push_back(parameter_json(each));
  out["scenes"] = Json::array();
  for (const Scene& each : workload.scenes) {
    out["scenes"].push_back({{"id", each.id},
                             {"label", each.label},
                             {"values", values_json(each.values, workload)},
                             {"benchmark", each.benchmark}});
  }
  out["stages"] = Json::array();
  for (const Stage& each : workload.stages) out["stages"].push_back(stage_json(each, facts));
  out["navigation"] = nullptr;
  if (const auto& navigation = workload.navigation) {
    out["navigation"] = {{"center_x", navigation->center_x}, {"center_y", navigation->center_y},
                         {"span", navigation->span},         {"rotation", navigation->rotation},
                         {"y_up", navigation->y_up},         {"detail", navigation->detail}};
  }
  out["coloring"] = {{"scale", id_of(workload.coloring.scale)},
                     {"low", workload.coloring.low},
                     {"high_parameter", workload.coloring.high_parameter},
                     {"zero_is_special", workload.coloring.zero_is_special},
                     {"palette", workload.coloring.palette.empty() ? Json() : Json(workload.coloring.palette)}};
  return out;
}

/// Whatever can be set, as the schema has it.
Json settings_json() {
  Json out = Json::array();
  const std::pair<const char*, std::span<const Setting* const>> parts[] = {
      {"problem", problem_schema()}, {"execution", execution_schema()}, {"look", look_schema()}};
  for (const auto& [part, schema] : parts) {
    for (const Setting* each : schema) {
      const SettingWords& words = each->words();
      const ReadBy by = each->read_by();
      out.push_back({{"id", words.id},
                     {"part", part},
                     {"label", words.label},
                     {"option", words.option.empty() ? Json() : Json(words.option)},
                     {"read_by", by == ReadBy::all   ? "all"
                                 : by == ReadBy::cpu ? "cpu"
                                                     : "gpu"},
                     {"default", each->text({})},
                     {"words", each->offered()},
                     {"help", words.help}});
    }
  }
  return out;
}

Json memory_kinds_json(const device::Facts& facts) {
  Json out = Json::array();
  for (const auto& [kind, id] : ids<MemoryKind>) {
    const std::string reason = refusal_of(kind, facts, true);
    out.push_back({{"id", id}, {"available", reason.empty()}, {"unavailable_reason", reason_or_null(reason)}});
  }
  return out;
}

Json processors_json(device::Devices gpus) {
  Json out = Json::array();
  for (const auto& [processor, id] : ids<Processor>) {
    const std::string reason = refusal_of(processor, gpus);
    out.push_back({{"id", id}, {"available", reason.empty()}, {"unavailable_reason", reason_or_null(reason)}});
  }
  return out;
}

}  // namespace

std::string unavailable_reason(const Variant& variant, const device::Facts& facts) {
  if (variant.processor == Processor::gpu && !facts.available) return facts.why_not;
  try {
    return variant.unavailable == nullptr ? std::string() : variant.unavailable(facts);
  } catch (const DeviceError& failed) {  // some ask the device
    return failed.what();
  }
}

std::string list_json(device::Devices gpus, std::span<const ListedLink> links) {
  const device::Facts& facts = gpus[listed_gpu(gpus)];
  const Settings defaults;
  Json out{{"heteroscope_list", 1},
           {"version", build_facts().version},
           {"devices", devices_json(gpus)},
           {"links", links_json(links)},
           {"notes", notes_json(gpus)},
           {"processors", processors_json(gpus)},
           {"precisions", all_id_list<Precision>()},
           {"memory_kinds", memory_kinds_json(facts)},
           {"block_threads", {{"minimum", 1}, {"maximum", 1024}}},
           {"threads", {{"minimum", 0}, {"maximum", 1024}, {"default", 0}}},
           {"split", {{"minimum", 0}, {"maximum", 1}, {"default", defaults.execution.shares.front()}}},
           {"scales", scale_ids()},
           {"sources", sources_json()},
           {"settings", settings_json()}};
  // Not left to push_back(): nlohmann 3.11.2 cannot destroy a null for whose array there was no memory.
  for (const char* each : {"palettes", "workloads", "suites", "source_reports"}) out[each] = Json::array();
  for (const Palette& each : palettes()) {
    out["palettes"].push_back({{"id", each.id}, {"label", each.label}, {"cyclic", each.cyclic}});
  }
  for (const Workload* workload : catalog()) out["workloads"].push_back(workload_json(*workload, facts));
  for (const Suite* each : suites()) {
    out["suites"].push_back({{"id", each->id}, {"summary", each->summary}, {"workload", each->workload}});
  }
  for (const auto& [each, suites] : published_reports()) {
    out["source_reports"].push_back(
        {{"id", each.id}, {"title", each.title}, {"authors", each.authors}, {"kind", each.kind}, {"year", each.year}});
  }
  return written_json(out, 2) + "\n";
}

}  // namespace heteroscope
