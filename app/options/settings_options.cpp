#include "app/options/settings_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/console/console.hpp"
#include "app/options/locations/location.hpp"
#include "app/text/limit_text.hpp"
#include "core/base/error.hpp"
#include "core/base/wrong.hpp"
#include "core/model/schema/schema.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/model/settings/looks.hpp"
#include "core/model/settings/processors.hpp"
#include "core/model/workload.hpp"
#include "core/run/compare.hpp"
#include "core/run/escape_limit.hpp"
#include "core/run/ranks/rank_use.hpp"
#include "core/trace/color.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

/// Takes "max_iterations=auto" out of the words of --set: the limit of iterations is to be the one that the view needs
/// (core/run/escape_limit.hpp). Returns whether it was among them. Throws BadInput where a limit is named as well.
bool erase_automatic_limit(std::vector<std::string>& words, const Workload& workload) {
  if (!workload.escape_limit) return false;
  const std::string key = std::string(workload.escape_limit->parameter) + '=';
  if (std::erase(words, key + "auto") == 0) return false;
  if (std::ranges::any_of(words, [&](const std::string& word) { return word.starts_with(key); }))
    throw BadInput(fmt::format("--set: {0}auto and {0}… set two limits; give only one", key));
  return true;
}

/// Finds that limit for the settings, which are complete but for it, puts it into them, and says so on standard error.
/// Throws BadInput for settings that cannot be computed.
void put_automatic_limit(Settings& settings, Catalog catalog) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  Executor executor;
  const LimitFinding found = find_limit(settings, catalog, executor).value();
  settings.problem.parameters[std::string(workload.escape_limit->parameter)] = found.limit;
  print_error("note", limit_text(found));
}

}  // namespace

SettingsOptions::SettingsOptions() {
  for (const Setting* each : whole_schema()) {
    if (!each->has_option()) continue;
    if (each->is_repeatable()) {
      repeated_.try_emplace(std::string(each->id()));
    } else {
      single_.try_emplace(std::string(each->id()));
    }
  }
}

std::vector<std::string> SettingsOptions::all_of(std::string_view setting) const {
  if (const auto found = repeated_.find(setting); found != repeated_.end()) return found->second;
  const auto found = single_.find(setting);
  return found != single_.end() && found->second ? std::vector{*found->second} : std::vector<std::string>();
}

std::int64_t steps_until(const std::string& text, const Problem& problem, const Workload& workload) {
  if (!workload.iterates())
    throw wrong_option(Wrong::unused, "--until", text, ": {} takes no steps and has no time", workload.id);
  if (workload.iteration()->step_time == nullptr) {
    throw wrong_option(Wrong::unused, "--until", text, ": a step of {} has no time; use --steps", workload.id);
  }
  constexpr double longest = 1e12;
  constexpr double rounding = 1e-9;  // a time that is a whole number of steps but for rounding takes no step more
  const double time = parse_real("--until", text, 0, longest);
  const double step = workload.iteration()->step_time(workload.bind(problem.parameters));
  const double steps = std::ceil(time / step * (1 - rounding));
  if (!(steps <= static_cast<double>(most_steps))) {
    throw wrong_option(Wrong::value, "--until", text, ": this needs {:.3g} steps of {:.3g}; at most {} are possible",
                       steps, step, most_steps);
  }
  return static_cast<std::int64_t>(steps);
}

template <class E>
E parse_id(std::string_view option, std::string_view text) {
  if (const auto found = from_id<E>(text)) return *found;
  throw wrong_option(Wrong::unknown, option, text, " is unknown; known: {}", all_ids<E>());
}
template Processor parse_id<Processor>(std::string_view, std::string_view);
template Precision parse_id<Precision>(std::string_view, std::string_view);
template MemoryKind parse_id<MemoryKind>(std::string_view, std::string_view);
template TraceColor parse_id<TraceColor>(std::string_view, std::string_view);
template HaloWay parse_id<HaloWay>(std::string_view, std::string_view);
template Overlap parse_id<Overlap>(std::string_view, std::string_view);
template BandRows parse_id<BandRows>(std::string_view, std::string_view);
template DiffStyle parse_id<DiffStyle>(std::string_view, std::string_view);

Processor parse_processors(const std::string& text, Execution& execution) {
  if (!set_processors(execution, text))
    throw wrong_option(Wrong::unknown, "--processor", text, " is unknown; known: {}", known_processors);
  return execution.processor;
}

Processor parse_processors(const std::string& text) {
  Execution execution;
  return parse_processors(text, execution);
}

namespace {

void take(const Setting& setting, const SettingsOptions& options, const SettingContext& context, Settings& settings) {
  const std::vector<std::string> typed = options.all_of(setting.id());
  if (!typed.empty()) setting.take(typed, context, settings);
}

/// Takes the parameters that were typed; returns whether the limit of iterations is to be found.
bool take_parameters(const Setting& setting, const SettingsOptions& options, const SettingContext& context,
                     Settings& settings) {
  std::vector<std::string> typed = options.all_of(setting.id());
  const bool automatic = erase_automatic_limit(typed, *context.workload);
  if (!typed.empty()) setting.take(typed, context, settings);
  return automatic;
}

/// The parameters come after what they depend on: a scene's values fit the size, and the source's are those of its
/// workload.
void change_problem(Settings& settings, const SettingsOptions& options) {
  const Workload& workload = find_workload(catalog(), settings.problem.workload);
  const SettingContext context{.catalog = catalog(), .workload = &workload};
  const Setting* const before[] = {&find_setting("size"), &find_setting("source")};
  for (const Setting* each : before) take(*each, options, context, settings);
  if (options.scene) apply_scene(settings, workload, find_scene(workload, *options.scene));
  const Setting& parameters = find_setting("parameters");
  const bool automatic = take_parameters(parameters, options, context, settings);
  for (const Setting* each : problem_schema()) {
    if (each != &parameters && std::ranges::find(before, each) == std::end(before))
      take(*each, options, context, settings);
  }
  if (automatic) put_automatic_limit(settings, catalog());
  if (!options.until) return;
  if (options["steps"])
    throw BadInput(Wrong::value, "--until", "--until and --steps both set the number of steps; give only one");
  settings.problem.steps = steps_until(*options.until, settings.problem, workload);
}

/// Where --processor is not given, variants of one processor choose that one; those of both, or --split, a split.
void imply_processor(Settings& settings, const SettingsOptions& options, bool cpu, bool gpu) {
  if (options["processor"]) return;
  if (options["split"] || (cpu && gpu)) {
    set_participants(settings.execution, Processor::split, settings.execution.gpus);
  } else if (cpu || gpu) {
    set_participants(settings.execution, cpu ? Processor::cpu : Processor::gpu, settings.execution.gpus);
  }
}

void change_execution(Settings& settings, const SettingsOptions& options) {
  const Workload& workload = find_workload(catalog(), settings.problem.workload);
  const auto names = [&](Processor processor) {
    return std::ranges::any_of(options.words("variants"), [&](const std::string& each) {
      return processor_of(workload, each, catalog()) == processor;
    });
  };
  const bool gpu = names(Processor::gpu);
  imply_processor(settings, options, names(Processor::cpu), gpu);
  const SettingContext context{.catalog = catalog(), .workload = &workload, .keeps_gpu_variant = gpu};
  for (const Setting* each : execution_schema()) take(*each, options, context, settings);
}

void change_look(Settings& settings, const SettingsOptions& options) {
  const SettingContext context{.catalog = catalog(), .workload = &find_workload(catalog(), settings.problem.workload)};
  for (const Setting* each : look_schema()) take(*each, options, context, settings);
}

}  // namespace

namespace {

/// The settings of a file of this program; or the location of another one, with what is to be said of it.
ReadLocation settings_of_file(const std::string& path) {
  if (!is_location_file(path)) return {load_settings(path, catalog()), {}};
  const Settings now = default_settings(find_workload(catalog(), "mandelbrot"));
  ReadLocation read = load_location(path, now, catalog());
  read.settings.look = natural_look(read.settings, catalog());
  return read;
}

}  // namespace

Settings make_problem(const SettingsOptions& options) {
  if (!options.workload && !options.settings_file) {
    throw BadInput(Wrong::missing, "workload",
                   "which workload? Name one of `heteroscope list`, or give --settings FILE");
  }
  Settings settings;
  if (options.workload) settings = default_settings(find_workload(catalog(), *options.workload));
  if (options.settings_file) {
    ReadLocation read = settings_of_file(*options.settings_file);
    settings = std::move(read.settings);
    if (options.workload && settings.problem.workload != *options.workload) {
      throw BadInput(Wrong::value, *options.settings_file,
                     fmt::format("{} contains settings of {}, not of {}", *options.settings_file,
                                 settings.problem.workload, *options.workload));
    }
    if (!read.note.empty()) print_error("note", *options.settings_file + ": " + read.note);
  }
  change_problem(settings, options);
  return settings;
}

Settings make_settings(const SettingsOptions& options) {
  Settings settings = make_problem(options);
  change_execution(settings, options);
  // saved settings keep their colors
  if (!options.settings_file) settings.look = natural_look(settings, catalog());
  change_look(settings, options);
  return settings;
}

Settings change_settings(Settings settings, const SettingsOptions& options) {
  change_problem(settings, options);
  change_execution(settings, options);
  change_look(settings, options);
  return settings;
}

}  // namespace heteroscope
