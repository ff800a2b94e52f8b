#include "core/verify/case.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/io/settings_json.hpp"
#include "core/source.hpp"

namespace heteroscope {

Settings reference_of(const Settings& settings, const Workload& workload) {
  Settings reference = default_settings(workload);
  reference.parameters = settings.parameters;
  reference.source = settings.source;
  reference.precision = settings.precision;
  reference.size = settings.size;
  reference.steps = settings.steps;
  reference.strokes = settings.strokes;
  reference.processor = Processor::cpu;
  for (const Stage& stage : workload.stages) reference.variants[std::string(stage.id)].cpu = stage.reference();
  return reference;
}

double reference_operations(const Settings& settings, const Workload& workload) {
  const std::any parameters = workload.bind(settings.parameters);
  const double worst = workload.worst_operations == nullptr ? 1 : workload.worst_operations(parameters);
  const bool own_size = workload.size_parameter(settings.parameters) != nullptr;
  const Size size = own_size ? workload.output(parameters, settings.size, settings.precision).size : settings.size;
  double steps = 1;
  if (workload.iteration) {
    const auto most = workload.iteration->most_steps;
    steps = static_cast<double>(
        std::max<std::int64_t>(1, most != nullptr ? std::min(most(parameters), settings.steps) : settings.steps));
  }
  return worst * static_cast<double>(size.area()) * steps;
}

namespace {

std::string parameter_options(const Settings& settings, const Workload& workload) {
  std::string out;
  const Values initial = initial_values(workload.parameters);
  for (const auto& [key, value] : settings.parameters) {
    const auto found = initial.find(key);
    if (found != initial.end() && found->second == value) continue;
    const Parameter* parameter = workload.find_parameter(key);
    out +=
        fmt::format(" --set {}={}", key, parameter != nullptr ? value_text(*parameter, value) : fmt::to_string(value));
  }
  return out;
}

/// The variants that are not the stage's own choice, on the processors that compute.
std::string variant_options(const Settings& settings, const Workload& workload) {
  std::string out;
  for (const Stage& stage : workload.stages) {
    const auto chosen = settings.variants.find(stage.id);
    if (chosen == settings.variants.end()) continue;
    const auto add = [&](const std::string& id, std::string_view standard) {
      if (id == standard) return;
      out += workload.stages.size() > 1 ? fmt::format(" --variant {}={}", stage.id, id) : " --variant " + id;
    };
    if (settings.processor != Processor::gpu) add(chosen->second.cpu, stage.default_cpu);
    if (settings.processor != Processor::cpu) add(chosen->second.gpu, stage.default_gpu);
  }
  return out;
}

}  // namespace

std::string render_options_of(const Settings& settings, const Workload& workload) {
  std::string out = settings.workload + parameter_options(settings, workload);
  const bool reads_source = !settings.source.id.empty() && workload.reads_source(workload.bind(settings.parameters));
  if (reads_source) {
    out += fmt::format(" --source {}", source_text(settings.source));
    for (const auto& [key, value] : settings.source.values) out += fmt::format(" --set source.{}={}", key, value);
  }
  if (workload.iteration) out += fmt::format(" --steps {}", settings.steps);
  for (const Stroke& each : settings.strokes) {
    out += fmt::format(" --stroke {}:{}:{}:{}:{}", each.step, each.x, each.y, each.radius, each.amount);
  }
  if (reads_source || workload.size_parameter(settings.parameters) == nullptr) {
    out += fmt::format(" --size {}x{}", settings.size.width, settings.size.height);
  }
  out += fmt::format(" --precision {} --processor {}", id_of(settings.precision), id_of(settings.processor));
  out += variant_options(settings, workload);
  if (settings.processor != Processor::gpu && settings.threads != 0)
    out += fmt::format(" --threads {}", settings.threads);
  if (settings.processor != Processor::cpu) {
    if (settings.processor == Processor::split) out += fmt::format(" --split {}", settings.split);
    if (settings.memory != MemoryKind::device) out += fmt::format(" --memory {}", id_of(settings.memory));
    if (settings.block != BlockShape{}) out += fmt::format(" --block {}x{}", settings.block.x, settings.block.y);
    if (!settings.mapping.empty()) out += fmt::format(" --mapping {}", settings.mapping);
  }
  if (!workload.past_limit(settings.parameters).empty()) out += " --allow-unstable";
  return out;
}

std::string command_line_of(const Case& each, const Workload& workload) {
  std::string out = "heteroscope render " + render_options_of(each.settings, workload) + " --verify";
  if (each.route != Route{}) out += " --route " + route_text(each.route);
  return out;
}

}  // namespace heteroscope
