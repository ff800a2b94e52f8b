#include "core/verify/case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "core/model/settings/processors.hpp"
#include "core/model/settings/settings_json.hpp"
#include "core/model/settings/source.hpp"
#include "core/model/settings/unused.hpp"

namespace heteroscope {

Settings reference_of(const Settings& settings, const Workload& workload) {
  Settings reference = default_settings(workload);
  reference.problem = settings.problem;
  for (const Stage& stage : workload.stages)
    reference.execution.variants[std::string(stage.id)].cpu = stage.reference();
  return reference;
}

double reference_operations(const Settings& settings, const Workload& workload) {
  const std::any parameters = workload.bind(settings.problem.parameters);
  const double worst = workload.worst(parameters);
  const bool own_size = workload.size_parameter(settings.problem.parameters) != nullptr;
  const Size size = own_size ? workload.output(parameters, settings.problem.size, settings.problem.precision).size
                             : settings.problem.size;
  double steps = 1;
  if (workload.iterates()) {
    const auto most = workload.iteration()->most_steps;
    steps = static_cast<double>(std::max<std::int64_t>(
        1, most != nullptr ? std::min(most(parameters), settings.problem.steps) : settings.problem.steps));
  }
  const double shown = worst * static_cast<double>(size.area());
  // where the state is not the result, what a step takes does not follow from the result's size
  if (workload.has_own_state()) return shown + steps * step_operations(settings.problem, workload);
  return shown * steps;
}

namespace {

/// `parameter`: whose value it is; null if the workload has none of that name, as in a file of another version.
std::string set_option(const std::string& key, const Parameter* parameter, const Value& value) {
  return fmt::format(" --set {}={}", key, parameter != nullptr ? value_text(*parameter, value) : value.text());
}

/// Those that change nothing are left out: the command line would refuse them.
std::string parameter_options(const Settings& settings, const Workload& workload, Written written) {
  std::string out;
  const Problem& problem = settings.problem;
  const std::vector<UnusedParameter> unused = unused_parameters(settings, workload);
  const Values initial = initial_values(workload.parameters);
  Values values = problem.parameters;
  if (written == Written::all) values.insert(initial.begin(), initial.end());
  for (const auto& [key, value] : values) {
    const auto found = initial.find(key);
    if (!why_unused(unused, key).empty()) {
      // the value that is taken without a word, in the place of a scene's
      const Parameter* const parameter = workload.find_parameter(key);
      if (written == Written::all && parameter != nullptr) out += set_option(key, parameter, parameter->initial);
      continue;
    }
    if (written == Written::changed && found != initial.end() && found->second == value) continue;
    out += set_option(key, workload.find_parameter(key), value);
  }
  return out;
}

/// The variants that are not the stage's own choice, on the processors that compute.
std::string variant_options(const Settings& settings, const Workload& workload) {
  std::string out;
  for (const Stage& stage : workload.stages) {
    const auto chosen = settings.execution.variants.find(stage.id);
    if (chosen == settings.execution.variants.end()) continue;
    const auto add = [&](const std::string& id, std::string_view standard) {
      if (id == standard) return;
      out += workload.stages.size() > 1 ? fmt::format(" --variant {}={}", stage.id, id) : " --variant " + id;
    };
    if (settings.execution.processor != Processor::gpu) add(chosen->second.cpu, stage.default_cpu);
    if (settings.execution.processor != Processor::cpu) add(chosen->second.gpu, stage.default_gpu);
  }
  return out;
}

}  // namespace

std::string shell_word(const std::string& text) {
  constexpr std::string_view plain = "_-./:=,+@%";
  const bool is_plain = !text.empty() && std::ranges::all_of(text, [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || plain.find(c) != std::string_view::npos;
  });
  if (is_plain) return text;
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string problem_options_of(const Settings& settings, Catalog catalog, Written written) {
  const Problem& problem = settings.problem;
  const Workload& workload = find_workload(catalog, problem.workload);
  std::string out = problem.workload + parameter_options(settings, workload, written);
  const bool reads_source = !problem.source.id.empty() && workload.reads_source(workload.bind(problem.parameters));
  if (reads_source) {
    out += fmt::format(" --source {}", shell_word(source_text(problem.source)));
    const Workload* const source = find_source_workload(catalog, problem.source.id);
    for (const auto& [key, value] : problem.source.values) {
      const Parameter* const parameter = source != nullptr ? source->find_parameter(key) : nullptr;
      out += set_option("source." + key, parameter, value);
    }
  }
  if (workload.iterates()) out += fmt::format(" --steps {}", problem.steps);
  for (const Stroke& each : problem.strokes) {
    out += fmt::format(" --stroke {}:{}:{}:{}:{}", each.step, each.x, each.y, each.radius, each.amount);
  }
  // a file has a size of its own; of another source it is the size, also where that of the result is a parameter
  const bool counts =
      reads_source ? problem.source.id != file_source : workload.size_parameter(problem.parameters) == nullptr;
  if (counts) {
    out += fmt::format(" --size {}x{}", problem.size.width, problem.size.height);
  }
  out += fmt::format(" --precision {}", id_of(problem.precision));
  if (!workload.past_limit(problem.parameters).empty()) out += " --allow-unstable";
  return out;
}

std::string render_options_of(const Settings& settings, Catalog catalog) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  std::string out = problem_options_of(settings, catalog, Written::changed);
  out += fmt::format(" --processor {}", processors_text(settings.execution));
  out += variant_options(settings, workload);
  const std::vector<ChosenVariant> variants = computing_variants(settings, workload);
  if (settings.execution.processor != Processor::gpu && settings.execution.threads != 0)
    out += fmt::format(" --threads {}", settings.execution.threads);
  for (const auto& [id, value] : settings.execution.tunables) {
    if (any_declares(variants, id)) out += fmt::format(" --tunable {}={}", id, value);
  }
  if (settings.execution.processor != Processor::cpu) {
    if (shares_a_frame(settings.execution)) out += fmt::format(" --split {}", split_text(settings.execution));
    if (settings.execution.memory != MemoryKind::device)
      out += fmt::format(" --memory {}", id_of(settings.execution.memory));
    if (settings.execution.block != BlockShape{} && any_has_blocks(variants))
      out += fmt::format(" --block {}x{}", settings.execution.block.x, settings.execution.block.y);
    if (!settings.execution.mapping.empty() && any_has_mappings(variants))
      out += fmt::format(" --mapping {}", settings.execution.mapping);
  }
  return out;
}

std::string command_line_of(const Case& each, Catalog catalog) {
  std::string out = "heteroscope render " + render_options_of(each.settings, catalog) + " --verify";
  if (each.route != Route{}) out += " --route " + route_text(each.route);
  return out;
}

}  // namespace heteroscope
