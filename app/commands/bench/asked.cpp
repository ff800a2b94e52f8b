#include "app/commands/bench/asked.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/commands/bench/cases.hpp"
#include "app/options/unused_options.hpp"
#include "core/base/message.hpp"
#include "core/model/settings/processors.hpp"
#include "core/model/settings/refusals.hpp"
#include "core/own/source/own_source.hpp"
#include "core/plan/plan.hpp"
#include "kernels/registry.hpp"
#include "kernels/suites.hpp"

namespace heteroscope {

namespace {

constexpr Size default_size{1024, 1024};

/// More than one participant.
bool asks_for_participants(const SettingsOptions& options) {
  Execution execution;
  if (options["processor"]) parse_processors(*options["processor"], execution);
  return options["split"] || shares_a_frame(execution);
}

/// Whether a variant is named that comes from a person's file; no suite has such.
bool names_own_variant(const SettingsOptions& options) {
  return std::ranges::any_of(options.words("variants"), [](const std::string& each) { return is_own_source(each); });
}

/// Whether the options ask for what only a benchmark of the workload itself can do: saved settings, several
/// participants, one of its scenes, a variant of a person's own.
bool asks_for_workload(const SettingsOptions& options) {
  const auto& scenes = find_workload(catalog(), *options.workload).scenes;
  return options.settings_file || asks_for_participants(options) || names_own_variant(options) ||
         (options.scene && std::ranges::find(scenes, *options.scene, &Scene::id) != scenes.end());
}

/// A suite's id in the workload's place; null if it is a workload's, or if the options ask for the workload itself.
const Suite* suite_asked_for(const SettingsOptions& options) {
  if (!options.workload) return nullptr;
  const std::string& id = *options.workload;
  std::vector<std::string_view> known;
  for (const Workload* each : catalog()) known.push_back(each->id);
  const bool is_workload = std::ranges::find(known, id) != known.end();
  for (const Suite* each : suites()) {
    if (each->id == id) return is_workload && asks_for_workload(options) ? nullptr : each;
    if (std::ranges::find(known, each->id) == known.end()) known.push_back(each->id);
  }
  for (const Collection* each : collections()) known.push_back(each->id);
  if (is_workload) return nullptr;
  throw BadInput(fmt::format("{} is neither a workload nor a suite (known: {})", quote(id), fmt::join(known, ", ")));
}

/// Whether KEY=VALUE is one of the values that a suite is to be measured at; there can be several.
bool sets_axis(const Suite& suite, const std::string& word) {
  return !suite.axis.empty() && word.substr(0, word.find('=')) == suite.axis && word.find('=') != word.npos;
}

/// The processors whose variants the options leave.
Sides measured_sides(const SettingsOptions& options, const Workload& workload) {
  if (options["processor"]) {
    const Processor processor = parse_processors(*options["processor"]);
    return {.cpu = processor != Processor::gpu, .gpu = processor != Processor::cpu};
  }
  if (options.words("variants").empty() || options["split"]) return {};
  const auto names = [&](Processor processor) {
    return std::ranges::any_of(options.words("variants"), [&](const std::string& each) {
      return processor_of(workload, each, catalog()) == processor;
    });
  };
  return {.cpu = names(Processor::cpu), .gpu = names(Processor::gpu)};
}

}  // namespace

Asked asked_by(const SettingsOptions& typed, FileUse& files) {
  SettingsOptions chosen = typed;
  if (chosen["steps"]) parse_integer("--steps", *chosen["steps"], 1, most_steps_of_bench);
  const Suite* suite = suite_asked_for(chosen);
  if (suite != nullptr) {
    chosen.workload = suite->workload;
    chosen.scene.reset();  // the suite's own
    if (!chosen["source"] && !suite->source.empty()) chosen["source"] = suite->source;
    std::erase_if(chosen.words("parameters"), [&](const std::string& word) { return sets_axis(*suite, word); });
  }
  if (!chosen["size"] && !chosen.settings_file)
    chosen["size"] = fmt::format("{}x{}", default_size.width, default_size.height);
  const Settings base = make_settings(chosen);
  refuse_unused(typed, base);
  const Workload& workload = find_workload(catalog(), base.problem.workload);
  if (const std::string wrong = refusal_of(base.problem.precision, workload); typed["precision"] && !wrong.empty())
    throw BadInput("--" + wrong);
  refuse_other_side(typed, workload, measured_sides(typed, workload));
  // each GPU variant is measured beside one CPU variant
  if (asks_for_participants(typed)) refuse_second_variant(typed, workload, Processor::cpu);
  if (chosen.settings_file) files.reads("--settings", *chosen.settings_file);
  files.reads_source(base);
  Asked out{.workload = &workload,
            .suite = suite,
            .cases = suite != nullptr ? suite_cases(typed, base, *suite) : workload_cases(typed, base, workload),
            .effort = {}};
  if (out.cases.empty())
    throw BadInput(fmt::format("no variant of {} fits all of these options; leave one of them out", workload.id));
  std::vector<Settings> measured;
  for (const BenchCase& each : out.cases) {
    if (measured.empty() || measured.back() != each.settings) measured.push_back(each.settings);
  }
  refuse_unused_parameters(typed, measured);
  if (!typed.allow_unstable) check_limits(out.cases, workload);
  return out;
}

}  // namespace heteroscope
