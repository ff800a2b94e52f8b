#include "app/options/settings_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "app/options/stroke_option.hpp"
#include "core/base/message.hpp"
#include "core/base/nearest.hpp"
#include "core/color/distances.hpp"
#include "core/color/palette.hpp"
#include "core/model/settings/looks.hpp"
#include "core/model/settings/mapping_choice.hpp"
#include "core/model/settings/processors.hpp"
#include "core/model/settings/settings_json.hpp"
#include "core/model/settings/source.hpp"
#include "core/run/compare.hpp"
#include "core/run/ranks/rank_use.hpp"
#include "core/trace/color.hpp"

namespace heteroscope {

namespace {

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  const std::string near = nearest(word, known);
  return fmt::format("{}known: {}", near.empty() ? "" : fmt::format("did you mean {}? ", near), fmt::join(known, ", "));
}

void set_value(Values& values, const Workload& workload, std::string_view key, std::string_view text) {
  const Parameter* parameter = workload.find_parameter(key);
  if (parameter == nullptr) {
    std::vector<std::string> known;
    for (const Parameter& each : workload.parameters) known.emplace_back(each.id);
    if (known.empty())
      throw BadInput(fmt::format("{} has no parameter '{}', nor any other", workload.id, excerpt(key)));
    throw BadInput(fmt::format("{} has no parameter '{}'; {}", workload.id, excerpt(key), suggestion(key, known)));
  }
  values[std::string(key)] = parse_value(*parameter, text);
}

std::string_view key_of(std::string_view word) {
  return word.substr(0, word.find('='));
}

/// The workload whose parameters the word sets.
const Workload& source_workload(const Settings& settings, const Workload& workload, Catalog catalog,
                                const std::string& word) {
  if (!workload.image) throw BadInput(fmt::format("--set '{}': {} takes no image", excerpt(word), workload.id));
  const Workload* source = find_source_workload(catalog, settings.problem.source.id);
  if (source != nullptr) return *source;
  throw BadInput(
      fmt::format("--set '{}': the source is {}, which has no parameters", excerpt(word), settings.problem.source.id));
}

void set_source(Settings& settings, const Workload& workload, Catalog catalog, const std::string& text) {
  if (!workload.image) throw BadInput(fmt::format("--source '{}': {} takes no image", excerpt(text), workload.id));
  settings.problem.source = parse_source(text, catalog);
}

void set_processor(Settings& settings, const SettingsOptions& options, const Workload& workload) {
  bool cpu = false;
  bool gpu = false;
  for (const std::string& text : options.variants) {
    (processor_of(workload, text) == Processor::cpu ? cpu : gpu) = true;
    choose_variant(settings, workload, text);
  }
  if (options.processor) {
    parse_processors(*options.processor, settings.execution);
  } else if (options.split || (cpu && gpu)) {
    set_lanes(settings.execution, Processor::split, settings.execution.gpus);
  } else if (cpu || gpu) {
    set_lanes(settings.execution, cpu ? Processor::cpu : Processor::gpu, settings.execution.gpus);
  }
  if (options.split) parse_split(*options.split, settings.execution);
}

void set_steps(Settings& settings, const Workload& workload, const std::string& text) {
  if (!workload.iterates()) throw BadInput(fmt::format("--steps '{}': {} takes no steps", excerpt(text), workload.id));
  settings.problem.steps = parse_whole("--steps", text, 0, most_steps);
}

/// A CPU-only build knows no mappings and leaves it to plan() to refuse the GPU. A GPU variant that was named stays.
void set_mapping(Settings& settings, const SettingsOptions& options, const Workload& workload) {
  const std::string& text = *options.mapping;
  const std::vector<std::string_view> known = mappings_of(workload);
  if (!known.empty() && std::ranges::find(known, text) == known.end())
    throw BadInput(fmt::format("--mapping '{}' is unknown; known: {}", excerpt(text), fmt::join(known, ", ")));
  const bool named = std::ranges::any_of(
      options.variants, [&](const std::string& each) { return processor_of(workload, each) == Processor::gpu; });
  if (named) {
    settings.execution.mapping = text;
  } else {
    choose_mapping(settings, workload, text);
  }
}

void set_tunables(Settings& settings, const Workload& workload, const std::vector<std::string>& words) {
  constexpr int most = 1 << 30;
  refuse_repeated("--tunable", words);
  for (const std::string& word : words) {
    const std::string id(key_of(word));
    if (id.size() == word.size()) throw BadInput(fmt::format("--tunable '{}' is not KEY=VALUE", excerpt(word)));
    const int value = parse_integer("--tunable " + excerpt(id), word.substr(id.size() + 1), 0, most);
    if (const std::string wrong = check_tunable(workload, id, value); !wrong.empty())
      throw BadInput("--tunable: " + wrong);
    settings.execution.tunables[id] = value;
  }
}

std::string parse_scale(const std::string& text) {
  if (std::ranges::find(scale_ids(), text) != scale_ids().end()) return text;
  throw BadInput(fmt::format("--scale '{}' is unknown; known: {}", excerpt(text), all_scales()));
}

void set_look(Look& look, const SettingsOptions& options) {
  if (options.palette) look.palette = find_palette(*options.palette).id;
  if (options.scale) look.scale = parse_scale(*options.scale);
  if (options.samples) look.samples = parse_integer("--samples", *options.samples, 1, most_samples);
  if (!options.range) return;
  if (colors_by_ranks(look))
    throw BadInput("--range: the scale histogram has no ends, it gives each color as many values");
  if (colors_by_distance(look))
    throw BadInput(fmt::format("--range: the scale distance ends at {} pixels", farthest_distance));
  const std::size_t colon = options.range->find(':');
  if (colon == std::string::npos) {
    throw BadInput(fmt::format("--range '{}' is not LOW:HIGH, two numbers like 0:500", excerpt(*options.range)));
  }
  constexpr double limit = 1e300;
  look.low = parse_real("--range", options.range->substr(0, colon), -limit, limit);
  look.high = parse_real("--range", options.range->substr(colon + 1), -limit, limit);
  if (!(look.low < look.high))
    throw BadInput(fmt::format("--range '{}': LOW must be below HIGH", excerpt(*options.range)));
  look.automatic = false;
}

}  // namespace

std::int64_t steps_until(const std::string& text, const Problem& problem, const Workload& workload) {
  if (!workload.iterates())
    throw BadInput(fmt::format("--until '{}': {} takes no steps, so that no time goes by", excerpt(text), workload.id));
  if (workload.iteration()->step_time == nullptr) {
    throw BadInput(fmt::format("--until '{}': a step of {} stands for no time; --steps says how many it takes",
                               excerpt(text), workload.id));
  }
  constexpr double longest = 1e12;
  constexpr double rounding = 1e-9;  // a time that is a whole number of steps but for rounding takes no step more
  const double time = parse_real("--until", text, 0, longest);
  const double step = workload.iteration()->step_time(workload.bind(problem.parameters));
  const double steps = std::ceil(time / step * (1 - rounding));
  if (!(steps <= static_cast<double>(most_steps))) {
    throw BadInput(fmt::format("--until '{}': that is {:.3g} steps of {:.3g}, more than the {} that can be taken",
                               excerpt(text), steps, step, most_steps));
  }
  return static_cast<std::int64_t>(steps);
}

void refuse_repeated(std::string_view option, const std::vector<std::string>& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (key_of(words[i]) != key_of(words[k])) continue;
      throw BadInput(fmt::format("{} '{}': '{}' sets it already; give each {} once", option, excerpt(words[i]),
                                 excerpt(words[k]), option == "--set" ? "parameter" : "key"));
    }
  }
}

template <class E>
E parse_id(std::string_view option, std::string_view text) {
  if (const auto found = from_id<E>(text)) return *found;
  throw BadInput(fmt::format("{} '{}' is unknown; known: {}", option, excerpt(text), all_ids<E>()));
}
template Processor parse_id<Processor>(std::string_view, std::string_view);
template Precision parse_id<Precision>(std::string_view, std::string_view);
template MemoryKind parse_id<MemoryKind>(std::string_view, std::string_view);
template TraceColor parse_id<TraceColor>(std::string_view, std::string_view);
template HaloWay parse_id<HaloWay>(std::string_view, std::string_view);
template Overlap parse_id<Overlap>(std::string_view, std::string_view);
template BandRows parse_id<BandRows>(std::string_view, std::string_view);
template DiffStyle parse_id<DiffStyle>(std::string_view, std::string_view);

double parse_real(std::string_view option, const std::string& text, double minimum, double maximum) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(value >= minimum && value <= maximum)) {
    throw BadInput(fmt::format("{} '{}' is not a number from {} to {}", option, excerpt(text), minimum, maximum));
  }
  return value;
}

int parse_integer(std::string_view option, const std::string& text, int minimum, int maximum) {
  return static_cast<int>(parse_whole(option, text, minimum, maximum));
}

std::int64_t parse_whole(std::string_view option, const std::string& text, std::int64_t minimum, std::int64_t maximum) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const bool inside = value >= static_cast<double>(minimum) && value <= static_cast<double>(maximum);
  if (text.empty() || *end != '\0' || !inside || value != std::floor(value)) {
    throw BadInput(fmt::format("{} '{}' is not a whole number from {} to {}", option, excerpt(text), minimum, maximum));
  }
  return static_cast<std::int64_t>(value);
}

double parse_duration(std::string_view option, const std::string& text) {
  double factor = 1;
  std::string number = text;
  if (!text.empty()) {
    const char unit = text.back();
    factor = unit == 'm' ? 60 : unit == 'h' ? 3600 : 1;
    if (unit == 's' || unit == 'm' || unit == 'h') number.pop_back();
  }
  try {
    return factor * parse_real(option, number, 0.1, 1e6);
  } catch (const BadInput&) {
    throw BadInput(fmt::format("{} '{}' is no duration (90s, 10m or 1h)", option, excerpt(text)));
  }
}

Processor parse_processors(const std::string& text, Execution& execution) {
  if (!set_processors(execution, text))
    throw BadInput(fmt::format("--processor '{}' is unknown; known: {}", excerpt(text), known_processors));
  return execution.processor;
}

Processor parse_processors(const std::string& text) {
  Execution execution;
  return parse_processors(text, execution);
}

void parse_split(const std::string& text, Execution& execution) {
  if (set_split(execution, text)) return;
  throw BadInput(fmt::format("--split '{}' is none of {}", excerpt(text), known_splits));
}

int parse_threads_option(const std::string& text) {
  return parse_integer("--threads", text, 0, 1024);
}

const Scene& find_scene(const Workload& workload, std::string_view id) {
  std::vector<std::string> known;
  for (const Scene& scene : workload.scenes) {
    if (scene.id == id) return scene;
    known.emplace_back(scene.id);
  }
  throw BadInput(fmt::format("{} has no scene '{}'; {}", workload.id, excerpt(id), suggestion(id, known)));
}

void set_parameters(Settings& settings, Catalog catalog, const std::vector<std::string>& words) {
  constexpr std::string_view of_source = "source.";
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) throw BadInput(fmt::format("--set '{}' is not KEY=VALUE", excerpt(word)));
    const std::string_view key = std::string_view(word).substr(0, equals);
    const std::string_view value = std::string_view(word).substr(equals + 1);
    if (key.starts_with(of_source)) {
      const Workload& source = source_workload(settings, workload, catalog, word);
      set_value(settings.problem.source.values, source, key.substr(of_source.size()), value);
    } else {
      set_value(settings.problem.parameters, workload, key, value);
    }
  }
}

Processor processor_of(const Workload& workload, const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string stage_id = equals == std::string::npos ? "" : text.substr(0, equals);
  const std::string id = equals == std::string::npos ? text : text.substr(equals + 1);
  std::vector<std::string> stages;
  for (const Stage& stage : workload.stages) stages.emplace_back(stage.id);
  if (equals != std::string::npos && std::ranges::find(stages, stage_id) == stages.end()) {
    throw BadInput(fmt::format("--variant '{}': {} has no stage '{}'; {}", excerpt(text), workload.id,
                               excerpt(stage_id), suggestion(stage_id, stages)));
  }
  std::vector<std::string> known;
  for (const Stage& stage : workload.stages) {
    if (!stage_id.empty() && stage.id != stage_id) continue;
    if (const Variant* variant = stage.find(id)) return variant->processor;
    for (const NamedVariant& each : stage.variants) known.emplace_back(each.id);
  }
  throw BadInput(fmt::format("{} has no variant '{}'; {}", workload.id, excerpt(text), suggestion(id, known)));
}

namespace {

void change_problem(Settings& settings, const SettingsOptions& options, Catalog catalog) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  if (options.size) settings.problem.size = parse_size("--size", *options.size);
  if (options.scene) apply_scene(settings, workload, find_scene(workload, *options.scene));
  if (options.source) set_source(settings, workload, catalog, *options.source);
  set_parameters(settings, catalog, options.set);
  refuse_repeated("--set", options.set);
  if (options.steps && options.until)
    throw BadInput("--until: --steps says already how many steps are taken; give one of the two");
  if (options.steps) set_steps(settings, workload, *options.steps);
  if (options.until) settings.problem.steps = steps_until(*options.until, settings.problem, workload);
  for (const std::string& text : options.strokes) settings.problem.strokes.push_back(parse_stroke(text));
  if (options.precision) settings.problem.precision = parse_id<Precision>("--precision", *options.precision);
}

void change_execution(Settings& settings, const SettingsOptions& options, Catalog catalog) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  set_processor(settings, options, workload);
  if (options.memory) settings.execution.memory = parse_id<MemoryKind>("--memory", *options.memory);
  if (options.block) settings.execution.block = parse_block(*options.block);
  if (options.mapping) set_mapping(settings, options, workload);
  if (options.threads) settings.execution.threads = parse_threads_option(*options.threads);
  set_tunables(settings, workload, options.tunables);
}

}  // namespace

Settings make_problem(const SettingsOptions& options, Catalog catalog) {
  if (!options.workload && !options.settings_file) {
    throw BadInput("which workload? Name one that `heteroscope list` names, or give --settings FILE");
  }
  Settings settings;
  if (options.workload) settings = default_settings(find_workload(catalog, *options.workload));
  if (options.settings_file) {
    settings = load_settings(*options.settings_file, catalog);
    if (options.workload && settings.problem.workload != *options.workload) {
      throw BadInput(fmt::format("{} holds settings of {}, not of {}", *options.settings_file,
                                 settings.problem.workload, *options.workload));
    }
  }
  change_problem(settings, options, catalog);
  return settings;
}

Settings make_settings(const SettingsOptions& options, Catalog catalog) {
  Settings settings = make_problem(options, catalog);
  change_execution(settings, options, catalog);
  // saved settings keep their colors
  if (!options.settings_file) settings.look = natural_look(settings, catalog);
  set_look(settings.look, options);
  return settings;
}

Settings change_settings(Settings settings, const SettingsOptions& options, Catalog catalog) {
  change_problem(settings, options, catalog);
  change_execution(settings, options, catalog);
  set_look(settings.look, options);
  return settings;
}

}  // namespace heteroscope
