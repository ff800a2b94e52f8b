#include "app/options/unused_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/wrong.hpp"
#include "core/model/schema/schema.hpp"
#include "core/model/schema/unused.hpp"
#include "core/model/settings/processors.hpp"
#include "core/model/settings/source.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

/// "; --set initial=image does": what makes an iteration start from its source.
std::string how_to_read_source(const Workload& workload, const Values& values) {
  for (const Parameter& parameter : workload.parameters) {
    if (parameter.kind != ParameterKind::choice) continue;
    Values other = values;
    for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
      other[std::string(parameter.id)] = static_cast<double>(i);
      if (!workload.reads_source(workload.bind(other))) continue;
      return fmt::format("; it does with --set {}={}", parameter.id, parameter.choices[i]);
    }
  }
  return {};
}

std::string option_text(std::string_view option, std::string_view word) {
  return fmt::format("{} '{}'", option, excerpt(word));
}

/// The stage that has the variant, named as "id" or "stage=id".
const Stage* stage_of(const Workload& workload, std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view id = equals == text.npos ? text : text.substr(equals + 1);
  for (const Stage& stage : workload.stages) {
    if (equals != text.npos && stage.id != text.substr(0, equals)) continue;
    if (stage.find(id) != nullptr) return &stage;
  }
  return nullptr;
}

void refuse_unused_channel(const SettingsOptions& options, const Settings& settings) {
  if (!options["channel"]) return;
  const Source& source = settings.problem.source;
  if (source.id == file_source && has_colors(source.file)) return;
  throw wrong_option(Wrong::unused, "--channel", *options["channel"], " changes nothing: {} has no colors",
                     quote(source_text(source)));
}

/// A palette colors values, and a picture in color has none.
void refuse_unused_colors(const SettingsOptions& options, const Settings& settings, const Workload& workload) {
  const Problem& problem = settings.problem;
  const bool in_color = workload.colored_as_input() && problem.channel == ImageChannel::color &&
                        problem.source.id == file_source && has_colors(problem.source.file);
  for (const char* const each : {"palette", "scale"}) {
    if (!in_color || !options[each]) continue;
    throw wrong_option(Wrong::unused, "--" + std::string(each), *options[each],
                       " changes nothing: {} keeps the colors of {}; with --channel luma it does", workload.id,
                       quote(problem.source.file));
  }
}

}  // namespace

void refuse_unused(const SettingsOptions& options, const Settings& settings) {
  const Workload& workload = find_workload(catalog(), settings.problem.workload);
  if (workload.reads_source(workload.bind(settings.problem.parameters))) {
    if (options["size"] && settings.problem.source.id == "file") {
      throw BadInput(Wrong::unused, "--size",
                     fmt::format("{} changes nothing: the size of the file {} is used",
                                 option_text("--size", *options["size"]), quote(settings.problem.source.file)));
    }
    refuse_unused_channel(options, settings);
    refuse_unused_colors(options, settings, workload);
    return;
  }
  const auto refuse_source = [&](const std::string& what) {
    throw BadInput(Wrong::unused, what,
                   fmt::format("{}: {} does not use a source image here{}", what, workload.id,
                               how_to_read_source(workload, settings.problem.parameters)));
  };
  if (options["source"] && workload.image) refuse_source(option_text("--source", *options["source"]));
  if (options["channel"]) {
    throw wrong_option(Wrong::unused, "--channel", *options["channel"], " changes nothing: {} reads no picture",
                       workload.id);
  }
  for (const std::string& word : options.words("parameters")) {
    if (word.starts_with("source.")) refuse_source(option_text("--set", word));
  }
  if (const Parameter* side = workload.size_parameter(settings.problem.parameters);
      options["size"] && side != nullptr) {
    throw BadInput(Wrong::unused, "--size",
                   fmt::format("{}: the size of {} is its parameter {} (--set {}=…)",
                               option_text("--size", *options["size"]), workload.id, side->id, side->id));
  }
}

void refuse_unused_parameters(const SettingsOptions& options, std::span<const Settings> all) {
  for (const std::string& word : options.words("parameters")) {
    const std::string_view id = std::string_view(word).substr(0, word.find('='));
    std::string why;
    for (const Settings& each : all) {
      const Workload& workload = find_workload(catalog(), each.problem.workload);
      const Parameter* const parameter = workload.find_parameter(id);
      // a value past a limit is refused for that
      const bool counts = parameter == nullptr || !workload.past_limit(each.problem.parameters).empty();
      why = counts ? "" : why_unused(unused_parameters(each, workload), id);
      if (why.empty() || value_or_initial(each.problem.parameters, *parameter) == Value(parameter->initial)) {
        why.clear();
        break;
      }
    }
    if (!why.empty()) {
      throw BadInput(Wrong::unused, "--set",
                     fmt::format("{} changes nothing here: {}", option_text("--set", word), why));
    }
  }
}

void refuse_other_side(const std::vector<std::string>& variants, const Workload& workload, Sides sides) {
  for (const std::string& text : variants) {
    const bool gpu = processor_of(workload, text, catalog()) == Processor::gpu;
    if (gpu ? sides.gpu : sides.cpu) continue;
    throw BadInput(
        Wrong::unused, "--variant",
        fmt::format("{} runs on the {}, which is not used; leave it out, or choose --processor {}",
                    option_text("--variant", text), gpu ? "GPU" : "CPU", gpu ? "gpu or split" : "cpu or split"));
  }
}

/// Whether --processor names several processors.
bool names_several(const SettingsOptions& options) {
  Execution execution;
  if (!options["processor"]) return false;
  parse_processors(*options["processor"], execution);
  return shares_a_frame(execution);
}

void refuse_other_side(const SettingsOptions& options, const Workload& workload, Sides sides) {
  refuse_other_side(options.words("variants"), workload, sides);
  if (options["split"] && !(sides.cpu && sides.gpu) && !names_several(options)) {
    throw BadInput(Wrong::unused, "--split",
                   fmt::format("{} is for --processor split, but only the {} computes",
                               option_text("--split", *options["split"]), sides.cpu ? "CPU" : "GPU"));
  }
  for (const Setting* each : execution_schema()) {
    const bool takes_part = each->read_by() == ReadBy::all || (each->read_by() == ReadBy::cpu ? sides.cpu : sides.gpu);
    if (takes_part || (each->makes_sources() && workload.image)) continue;
    for (const std::string& word : options.all_of(each->id())) {
      const bool cpu = each->read_by() == ReadBy::cpu;
      throw BadInput(Wrong::unused, std::string(each->words().option),
                     fmt::format("{} is for the {}, which is not used; leave it out, or choose --processor {}",
                                 option_text(each->words().option, word), cpu ? "CPU" : "GPU",
                                 cpu ? "cpu or split" : "gpu or split"));
    }
  }
}

void refuse_second_variant(const SettingsOptions& options, const Workload& workload, Processor processor) {
  std::vector<std::pair<const Stage*, std::string>> named;
  for (const std::string& text : options.words("variants")) {
    if (processor_of(workload, text, catalog()) != processor) continue;
    const Stage* stage = stage_of(workload, text);
    const auto earlier = std::ranges::find(named, stage, [](const auto& each) { return each.first; });
    if (earlier != named.end()) {
      throw BadInput(
          Wrong::value, "--variant",
          fmt::format("{}: '{}' is already chosen for stage {} on the {}; choose one", option_text("--variant", text),
                      excerpt(earlier->second), stage->id, words_of(processor)));
    }
    named.emplace_back(stage, text);
  }
}

void refuse_unused_execution(const SettingsOptions& options, const Settings& settings) {
  const Workload& workload = find_workload(catalog(), settings.problem.workload);
  const Sides sides{.cpu = computes_on(settings.execution, Processor::cpu),
                    .gpu = computes_on(settings.execution, Processor::gpu)};
  refuse_other_side(options, workload, sides);
  refuse_second_variant(options, workload, Processor::cpu);
  refuse_second_variant(options, workload, Processor::gpu);
  if (options["link"] && !uses_machines(settings.execution)) {
    throw BadInput(Wrong::unused, "--link",
                   fmt::format("{} changes nothing: this machine computes; with --processor {}@MACHINE it does",
                               option_text("--link", *options["link"]), id_of(settings.execution.processor)));
  }
  const std::vector<ChosenVariant> variants = computing_variants(settings, workload);
  for (const Setting* each : execution_schema()) {
    for (const std::string& word : options.all_of(each->id())) {
      if (const std::string why = each->refusal(word, variants); !why.empty()) {
        throw BadInput(Wrong::unused, std::string(each->words().option),
                       fmt::format("{}: {}", option_text(each->words().option, word), why));
      }
    }
  }
}

void refuse_look(const SettingsOptions& options, std::string_view why) {
  for (const Setting* each : look_schema()) {
    for (const std::string& word : options.all_of(each->id())) {
      throw BadInput(Wrong::unused, std::string(each->words().option),
                     fmt::format("{}: {}", option_text(each->words().option, word), why));
    }
  }
}

}  // namespace heteroscope
