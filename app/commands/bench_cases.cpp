#include "app/commands/bench_cases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>

#include <algorithm>

#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

/// Nodes that a run of an iterating workload updates, if it takes at most that many steps: a GPU then has some ms to
/// do.
constexpr std::int64_t nodes_of_run = std::int64_t{1} << 28;
constexpr std::int64_t most_steps_of_run = 64;

/// Steps that each measured run takes. An iteration that settles takes as many as it needs.
std::int64_t steps_of_run(const SettingsOptions& options, const Settings& settings, const Workload& workload) {
  if (!workload.iteration || options.steps || workload.iteration->settled != nullptr) return settings.steps;
  const Extent extent = workload.output != nullptr
                            ? workload.output(workload.bind(settings.parameters), settings.size, settings.precision)
                            : Extent{settings.size, settings.precision};
  return std::clamp<std::int64_t>(nodes_of_run / std::max<std::int64_t>(extent.size.area(), 1), 1, most_steps_of_run);
}

/// Puts together what is to be measured from what was asked.
class CaseList {
 public:
  CaseList(const SettingsOptions& options, const Workload& workload) : options_(options), workload_(workload) {
    if (options.processor) processor_ = parse_id<Processor>("--processor", *options.processor);
    if (options.precision) precision_ = parse_id<Precision>("--precision", *options.precision);
    if (options.split && !options.processor) processor_ = Processor::split;
    for (const std::string& each : options.variants) named_.push_back({each, processor_of(workload, each)});
  }

  std::vector<BenchCase> make(const Settings& base) {
    for (const auto& [scene, values] : scenes(base)) {
      for (const auto& [precision, id] : ids<Precision>) {
        if (precision_ && *precision_ != precision) continue;
        Settings settings = base;
        settings.parameters = values;
        settings.precision = precision;
        settings.steps = steps_of_run(options_, settings, workload_);
        for (const Stage& stage : workload_.stages) {
          for (const NamedVariant& each : stage.variants) add(scene, settings, stage, each);
        }
      }
    }
    return std::move(cases_);
  }

 private:
  /// The scene that was asked for or the saved settings alone; else those that are meant to be measured.
  [[nodiscard]] std::vector<std::pair<std::string, Values>> scenes(const Settings& base) const {
    if (options_.scene) return {{*options_.scene, base.parameters}};
    if (options_.settings_file) return {{"saved", base.parameters}};
    std::vector<std::pair<std::string, Values>> out;
    for (const Scene& scene : workload_.scenes) {
      if (!scene.benchmark) continue;
      Settings settings = base;
      apply_scene(settings, workload_, scene);
      set_parameters(settings, catalog(), options_.set);
      out.emplace_back(scene.id, settings.parameters);
    }
    if (out.empty()) out.emplace_back("defaults", base.parameters);
    return out;
  }

  [[nodiscard]] bool named(const Stage& stage, std::string_view id) const {
    return std::any_of(named_.begin(), named_.end(), [&](const auto& each) {
      return each.first == id || each.first == fmt::format("{}={}", stage.id, id);
    });
  }

  [[nodiscard]] bool any_named(Processor processor) const {
    return std::any_of(named_.begin(), named_.end(), [&](const auto& each) { return each.second == processor; });
  }

  void add(const std::string& scene, Settings settings, const Stage& stage, const NamedVariant& named_variant) {
    const Variant& variant = *named_variant.variant;
    const bool split = processor_ == Processor::split;
    // In a split each GPU variant is a row, beside the CPU variant that was named or is the default.
    if (split ? variant.processor != Processor::gpu : processor_ && *processor_ != variant.processor) return;
    if ((split ? any_named(Processor::gpu) : !named_.empty()) && !named(stage, named_variant.id)) return;
    if (split) {
      for (const auto& [text, processor] : named_) {
        if (processor == Processor::cpu) choose_variant(settings, workload_, text);
      }
    }
    choose_variant(settings, workload_, fmt::format("{}={}", stage.id, named_variant.id));
    settings.processor = split ? Processor::split : variant.processor;
    const std::string stage_prefix = workload_.stages.size() > 1 ? fmt::format("{}=", stage.id) : "";
    const std::string pair = split
                                 ? settings.variants.find(stage.id)->second.cpu + " + " + std::string(named_variant.id)
                                 : std::string(named_variant.id);
    const bool reference = !split && named_variant.id == stage.reference();
    for (const int threads : thread_counts(settings, variant)) {
      settings.threads = threads;
      cases_.push_back({scene, settings, stage_prefix + pair, stage_index(stage), reference});
    }
  }

  [[nodiscard]] std::size_t stage_index(const Stage& stage) const {
    return static_cast<std::size_t>(&stage - workload_.stages.data());
  }

  /// A CPU variant that can use several threads is measured with one and with all.
  [[nodiscard]] std::vector<int> thread_counts(const Settings& settings, const Variant& variant) const {
    if (options_.threads || settings.processor != Processor::cpu || !variant.knobs.threads) return {settings.threads};
    if (omp_get_num_procs() == 1) return {1};
    return {1, omp_get_num_procs()};
  }

  const SettingsOptions& options_;
  const Workload& workload_;
  std::optional<Processor> processor_;
  std::optional<Precision> precision_;
  std::vector<std::pair<std::string, Processor>> named_;
  std::vector<BenchCase> cases_;
};

void refuse_what_the_suite_chooses(const SettingsOptions& options, const Suite& suite) {
  const std::pair<const char*, bool> chosen[] = {{"--settings", options.settings_file.has_value()},
                                                 {"--scene", options.scene.has_value()},
                                                 {"--processor", options.processor.has_value()},
                                                 {"--split", options.split.has_value()},
                                                 {"--block", options.block.has_value()}};
  for (const auto& [option, given] : chosen) {
    if (given) throw BadInput(fmt::format("{}: the suite {} chooses that itself", option, suite.id));
  }
  for (const std::string& word : options.set) {
    for (const auto& [id, values] : suite.scenes) {
      if (!values.contains(word.substr(0, word.find('=')))) continue;
      throw BadInput(fmt::format("--set '{}': the suite {} chooses that itself", word, suite.id));
    }
  }
  for (const std::string& each : options.variants) {
    if (std::ranges::find(suite.variants, each) != suite.variants.end()) continue;
    throw BadInput(
        fmt::format("--variant '{}' is not in the suite {} ({})", each, suite.id, fmt::join(suite.variants, ", ")));
  }
}

}  // namespace

std::vector<BenchCase> workload_cases(const SettingsOptions& options, const Settings& base, const Workload& workload) {
  return CaseList(options, workload).make(base);
}

std::vector<BenchCase> suite_cases(const SettingsOptions& options, Settings base, const Suite& suite) {
  refuse_what_the_suite_chooses(options, suite);
  const Workload& workload = find_workload(catalog(), suite.workload);
  for (const auto& [id, value] : suite.values) base.parameters[id] = value;
  set_parameters(base, catalog(), options.set);
  const auto scenes = suite.scenes.empty() ? decltype(suite.scenes){{suite.id, {}}} : suite.scenes;
  const auto blocks = suite.blocks.empty() ? std::vector{BlockShape{}} : suite.blocks;
  std::vector<BenchCase> out;
  for (const auto& [scene, values] : scenes) {
    for (const auto& [id, value] : values) base.parameters[id] = value;
    base.steps = steps_of_run(options, base, workload);
    for (const auto& [precision, precision_id] : ids<Precision>) {
      if (options.precision && *options.precision != precision_id) continue;
      base.precision = precision;
      for (const BlockShape block : blocks) {
        base.block = block;
        for (const std::string_view variant : suite.variants) {
          if (!options.variants.empty() && std::ranges::find(options.variants, variant) == options.variants.end())
            continue;
          choose_variant(base, workload, variant);
          base.processor = processor_of(workload, std::string(variant));
          out.push_back({.scene = std::string(scene),
                         .settings = base,
                         .variant = std::string(variant),
                         .reference = variant == workload.stages.front().reference()});
          if (suite.too_long != nullptr)
            out.back().too_long = suite.too_long(workload.bind(base.parameters), precision, base.processor);
        }
      }
    }
  }
  return out;
}

}  // namespace heteroscope
