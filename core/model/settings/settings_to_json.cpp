#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/build_facts.hpp"
#include "core/base/message.hpp"
#include "core/model/settings/processors.hpp"
#include "core/model/settings/settings_json.hpp"
#include "core/model/settings/source.hpp"

namespace heteroscope {
namespace {

using nlohmann::ordered_json;

ordered_json number(std::string_view key, double value) {
  if (!std::isfinite(value))
    throw BadInput(fmt::format("{}: {} is not a finite number and cannot be saved", key, value));
  constexpr double exact_integers = 9007199254740992.0;  // 2^53
  const bool integer =
      value == std::floor(value) && std::fabs(value) < exact_integers && !(value == 0 && std::signbit(value));
  if (integer) return static_cast<std::int64_t>(value);
  return value;
}

const Workload* find_by_id(Catalog catalog, std::string_view id) {
  const auto found = std::ranges::find(catalog, id, &Workload::id);
  return found == catalog.end() ? nullptr : *found;
}

/// Values by parameter id; a choice is written as its id, so that it means the same when others are added, and a
/// decimal that no double says as its text.
ordered_json values_json(const Values& values, const Workload* workload, const std::string& prefix) {
  ordered_json out = ordered_json::object();
  for (const auto& [id, value] : values) {
    const Parameter* parameter = workload == nullptr ? nullptr : workload->find_parameter(id);
    const bool choice =
        parameter != nullptr && parameter->kind == ParameterKind::choice && check_value(*parameter, value).empty();
    const bool text = choice || !value.is_double();
    out[id] = text ? ordered_json(choice ? value_text(*parameter, value) : value.text()) : number(prefix + id, value);
  }
  return out;
}

ordered_json source_json(const Source& source, Catalog catalog) {
  ordered_json out{{"id", source.id}};
  if (source.id == file_source) out["file"] = source.file;
  const Pattern* pattern = find_pattern(source.id);
  if (pattern != nullptr && !pattern->number_label.empty()) out["number"] = number("source.number", source.number);
  if (!source.values.empty()) {
    out["parameters"] = values_json(source.values, find_by_id(catalog, source.id), "source.parameters.");
  }
  return out;
}

ordered_json strokes_json(const std::vector<Stroke>& strokes) {
  ordered_json out = ordered_json::array();
  for (const Stroke& each : strokes) {
    const auto field = [&](const char* key, double value) {
      return number(fmt::format("strokes[{}].{}", out.size(), key), value);
    };
    out.push_back({{"step", each.step},
                   {"x", field("x", each.x)},
                   {"y", field("y", each.y)},
                   {"radius", field("radius", each.radius)},
                   {"amount", field("amount", each.amount)}});
  }
  return out;
}

/// A single share is a number.
ordered_json split_json(const Execution& execution) {
  if (execution.sharing != Sharing::by_hand) return split_text(execution);
  const std::vector<double>& shares = execution.shares;
  if (shares.size() == 1) return number("split", shares.front());
  ordered_json out = ordered_json::array();
  for (const double share : shares) out.push_back(number("split", share));
  return out;
}

std::string shape_text(int x, int y) {
  return fmt::format("{}x{}", x, y);
}

}  // namespace

std::string to_json(const Settings& settings, Catalog catalog) {
  ordered_json variants = ordered_json::object();
  for (const auto& [stage, choice] : settings.execution.variants) {
    ordered_json sides = ordered_json::object();
    if (!choice.cpu.empty()) sides["cpu"] = choice.cpu;
    if (!choice.gpu.empty()) sides["gpu"] = choice.gpu;
    variants[stage] = sides;
  }
  const Workload* workload = find_by_id(catalog, settings.problem.workload);
  const bool own_block = settings.execution.block == BlockShape{};
  ordered_json root = {{"heteroscope", settings_version},
                       {"version", build_facts().version},
                       {"workload", settings.problem.workload},
                       {"parameters", values_json(settings.problem.parameters, workload, "")}};
  if (!settings.problem.source.id.empty()) root["source"] = source_json(settings.problem.source, catalog);
  root.update(
      {{"variants", variants},
       {"processor", processors_text(settings.execution)},
       {"split", split_json(settings.execution)},
       {"memory", id_of(settings.execution.memory)},
       {"block",
        own_block ? std::string(settings_default) : shape_text(settings.execution.block.x, settings.execution.block.y)},
       {"mapping", settings.execution.mapping.empty() ? std::string(settings_default) : settings.execution.mapping},
       {"precision", id_of(settings.problem.precision)},
       {"threads", settings.execution.threads},
       {"size", shape_text(settings.problem.size.width, settings.problem.size.height)}});
  if (!settings.execution.tunables.empty()) root["tunables"] = settings.execution.tunables;
  if (workload != nullptr && workload->iterates()) {
    root["steps"] = settings.problem.steps;
    root["steps_per_frame"] = settings.execution.steps_per_frame;
    if (!settings.problem.strokes.empty()) root["strokes"] = strokes_json(settings.problem.strokes);
  }
  root["look"] = {{"palette", settings.look.palette},
                  {"scale", settings.look.scale},
                  {"automatic", settings.look.automatic},
                  {"low", number("look.low", settings.look.low)},
                  {"high", number("look.high", settings.look.high)}};
  if (settings.look.samples != 1) root["look"]["samples"] = settings.look.samples;
  try {
    return root.dump(2, ' ', true) + "\n";
  } catch (const nlohmann::json::exception&) {
    throw BadInput(fmt::format("source: the file's name {} is not UTF-8 and cannot be saved",
                               quote(settings.problem.source.file)));
  }
}

}  // namespace heteroscope
