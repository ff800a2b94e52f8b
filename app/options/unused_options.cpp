#include "app/options/unused_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/model/settings/processors.hpp"
#include "core/model/settings/unused.hpp"

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
      return fmt::format("; with --set {}={} it does", parameter.id, parameter.choices[i]);
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

/// The options that only the GPU looks at, as they were typed.
std::vector<std::pair<std::string_view, std::string>> gpu_options(const SettingsOptions& options) {
  std::vector<std::pair<std::string_view, std::string>> out;
  if (options.memory) out.emplace_back("--memory", *options.memory);
  if (options.block) out.emplace_back("--block", *options.block);
  if (options.mapping) out.emplace_back("--mapping", *options.mapping);
  return out;
}

/// "cuda_1d, cuda_2d"
std::string names_of(const std::vector<ChosenVariant>& variants) {
  std::string out;
  for (const ChosenVariant& each : variants) out += (out.empty() ? "" : ", ") + each.id;
  return out;
}
std::string gpu_names_of(std::vector<ChosenVariant> variants) {
  std::erase_if(variants, [](const ChosenVariant& each) { return each.variant->processor != Processor::gpu; });
  return names_of(variants);
}

}  // namespace

void refuse_unused(const SettingsOptions& options, const Settings& settings, Catalog catalog) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  if (workload.reads_source(workload.bind(settings.problem.parameters))) {
    if (options.size && settings.problem.source.id == "file") {
      throw BadInput(fmt::format("{} changes nothing: the file {} has a size of its own",
                                 option_text("--size", *options.size), quote(settings.problem.source.file)));
    }
    return;
  }
  const auto refuse_source = [&](const std::string& what) {
    throw BadInput(fmt::format("{}: {} does not start from its source{}", what, workload.id,
                               how_to_read_source(workload, settings.problem.parameters)));
  };
  if (options.source && workload.image) refuse_source(option_text("--source", *options.source));
  for (const std::string& word : options.set) {
    if (word.starts_with("source.")) refuse_source(option_text("--set", word));
  }
  if (const Parameter* side = workload.size_parameter(settings.problem.parameters); options.size && side != nullptr) {
    throw BadInput(fmt::format("{}: the size of {} is its parameter {} (--set {}=…)",
                               option_text("--size", *options.size), workload.id, side->id, side->id));
  }
}

void refuse_unused_parameters(const SettingsOptions& options, std::span<const Settings> all, Catalog catalog) {
  for (const std::string& word : options.set) {
    const std::string_view id = std::string_view(word).substr(0, word.find('='));
    std::string why;
    for (const Settings& each : all) {
      const Workload& workload = find_workload(catalog, each.problem.workload);
      const Parameter* const parameter = workload.find_parameter(id);
      // a value past a limit is refused for that
      const bool counts = parameter == nullptr || !workload.past_limit(each.problem.parameters).empty();
      why = counts ? "" : why_unused(unused_parameters(each, workload), id);
      if (why.empty() || value_or_initial(each.problem.parameters, *parameter) == Value(parameter->initial)) {
        why.clear();
        break;
      }
    }
    if (!why.empty()) throw BadInput(fmt::format("{} changes nothing here: {}", option_text("--set", word), why));
  }
}

void refuse_other_side(const std::vector<std::string>& variants, const Workload& workload, Sides sides) {
  for (const std::string& text : variants) {
    const bool gpu = processor_of(workload, text) == Processor::gpu;
    if (gpu ? sides.gpu : sides.cpu) continue;
    throw BadInput(fmt::format("{} runs on the {}, which takes no part; leave it out, or choose --processor {}",
                               option_text("--variant", text), gpu ? "GPU" : "CPU",
                               gpu ? "gpu or split" : "cpu or split"));
  }
}

/// Whether --processor names several GPUs.
bool several_gpus(const SettingsOptions& options) {
  Execution execution;
  return options.processor && parse_processors(*options.processor, execution) == Processor::gpu &&
         shares_a_frame(execution);
}

void refuse_other_side(const SettingsOptions& options, const Workload& workload, Sides sides) {
  refuse_other_side(options.variants, workload, sides);
  if (options.split && !(sides.cpu && sides.gpu) && !several_gpus(options)) {
    throw BadInput(fmt::format("{} is of --processor split, and only the {} computes",
                               option_text("--split", *options.split), sides.cpu ? "CPU" : "GPU"));
  }
  // A source that is not computed on the GPU is made on these threads.
  if (options.threads && !sides.cpu && !workload.image) {
    throw BadInput(
        fmt::format("{} is of the CPU, which takes no part; leave it out, or choose --processor cpu or split",
                    option_text("--threads", *options.threads)));
  }
  if (sides.gpu) return;
  for (const auto& [option, word] : gpu_options(options)) {
    throw BadInput(
        fmt::format("{} is of the GPU, which takes no part; leave it out, or choose --processor gpu or split",
                    option_text(option, word)));
  }
}

void refuse_second_variant(const SettingsOptions& options, const Workload& workload, Processor processor) {
  std::vector<std::pair<const Stage*, std::string>> named;
  for (const std::string& text : options.variants) {
    if (processor_of(workload, text) != processor) continue;
    const Stage* stage = stage_of(workload, text);
    const auto earlier = std::ranges::find(named, stage, [](const auto& each) { return each.first; });
    if (earlier != named.end()) {
      throw BadInput(fmt::format("{}: '{}' is named for stage {} on the {} already; name one",
                                 option_text("--variant", text), excerpt(earlier->second), stage->id,
                                 processor == Processor::gpu ? "GPU" : "CPU"));
    }
    named.emplace_back(stage, text);
  }
}

void refuse_unused_execution(const SettingsOptions& options, const Settings& settings, Catalog catalog) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  const Sides sides{.cpu = settings.execution.processor != Processor::gpu,
                    .gpu = settings.execution.processor != Processor::cpu};
  refuse_other_side(options, workload, sides);
  refuse_second_variant(options, workload, Processor::cpu);
  refuse_second_variant(options, workload, Processor::gpu);
  const std::vector<ChosenVariant> variants = computing_variants(settings, workload);
  const auto own_way = [&](const std::string& option) {
    return BadInput(fmt::format("{}: {} lays its blocks in its own way", option, gpu_names_of(variants)));
  };
  if (options.block && !any_has_blocks(variants)) throw own_way(option_text("--block", *options.block));
  for (const std::string& word : options.tunables) {
    if (any_declares(variants, std::string_view(word).substr(0, word.find('=')))) continue;
    throw BadInput(fmt::format("{}: {} has no such thing to tune", option_text("--tunable", word), names_of(variants)));
  }
  if (options.mapping && !any_has_mappings(variants)) throw own_way(option_text("--mapping", *options.mapping));
}

void refuse_look(const SettingsOptions& options, std::string_view why) {
  const std::pair<const char*, const std::optional<std::string>&> look[] = {{"--palette", options.palette},
                                                                            {"--scale", options.scale},
                                                                            {"--range", options.range},
                                                                            {"--samples", options.samples}};
  for (const auto& [option, word] : look) {
    if (word) throw BadInput(fmt::format("{}: {}", option_text(option, *word), why));
  }
}

}  // namespace heteroscope
