#include "app/commands/bench/cases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>

#include <algorithm>

#include "core/base/message.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

/// Nodes that a run of an iterating workload updates, or interactions that it computes, if it takes at most that many
/// steps: a GPU then has some ms to do.
constexpr double operations_of_run = 0x1p28;
constexpr std::int64_t most_steps_of_run = 64;

/// Steps that each measured run takes. An iteration that settles takes as many as it needs.
std::int64_t steps_of_run(const SettingsOptions& options, const Settings& settings, const Workload& workload) {
  if (!workload.iterates() || options.steps || workload.settles()) return settings.problem.steps;
  return steps_worth(operations_of_run, most_steps_of_run, settings.problem, workload);
}

/// Puts together what is to be measured from what was asked.
class CaseList {
 public:
  CaseList(const SettingsOptions& options, const Workload& workload) : options_(options), workload_(workload) {
    if (options.processor) processor_ = parse_processors(*options.processor);
    if (options.precision) precision_ = parse_id<Precision>("--precision", *options.precision);
    if (options.split && !options.processor) processor_ = Processor::split;
    for (const std::string& each : options.variants) named_.push_back({each, processor_of(workload, each)});
  }

  std::vector<BenchCase> make(const Settings& base) {
    for (const auto& [scene, values] : scenes(base)) {
      for (const auto& [precision, id] : ids<Precision>) {
        if (precision_ && *precision_ != precision) continue;
        Settings settings = base;
        settings.problem.parameters = values;
        settings.problem.precision = precision;
        settings.problem.steps = steps_of_run(options_, settings, workload_);
        for (const Stage& stage : workload_.stages) {
          for (const NamedVariant& each : stage.variants) add(scene, settings, stage, each);
          add_witness(scene, settings, stage);
        }
      }
    }
    return std::move(cases_);
  }

 private:
  /// The scene that was asked for or the saved settings alone; else those that are meant to be measured.
  [[nodiscard]] std::vector<std::pair<std::string, Values>> scenes(const Settings& base) const {
    if (options_.scene) return {{*options_.scene, base.problem.parameters}};
    if (options_.settings_file) return {{"saved", base.problem.parameters}};
    std::vector<std::pair<std::string, Values>> out;
    for (const Scene& scene : workload_.scenes) {
      if (!scene.benchmark) continue;
      Settings settings = base;
      apply_scene(settings, workload_, scene);
      set_parameters(settings, catalog(), options_.set);
      out.emplace_back(scene.id, settings.problem.parameters);
    }
    if (out.empty()) out.emplace_back("defaults", base.problem.parameters);
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
    // a stage that shows an iteration's state has as much to do at its start
    if (stage.iteration() == nullptr) settings.problem.steps = 0;
    settings.execution.processor = split ? Processor::split : variant.processor;
    const std::string stage_prefix = workload_.stages.size() > 1 ? fmt::format("{}=", stage.id) : "";
    const std::string pair =
        split ? settings.execution.variants.find(stage.id)->second.cpu + " + " + std::string(named_variant.id)
              : std::string(named_variant.id);
    const bool reference = !split && named_variant.id == stage.reference();
    for (const int threads : thread_counts(settings, variant)) {
      settings.execution.threads = threads;
      cases_.push_back({scene, settings, stage_prefix + pair, stage_index(stage), reference});
    }
  }

  /// Beside variants of the GPU, where none is named.
  void add_witness(const std::string& scene, Settings settings, const Stage& stage) {
    const auto& witness = workload_.witness;
    if (!witness || witness->stage != stage.id || !named_.empty()) return;
    if (processor_ && *processor_ != Processor::gpu) return;
    settings.execution.processor = Processor::gpu;
    cases_.push_back({.scene = scene,
                      .settings = std::move(settings),
                      .variant = fmt::format("({})", witness->label),
                      .stage = stage_index(stage),
                      .witness = true});
  }

  [[nodiscard]] std::size_t stage_index(const Stage& stage) const {
    return static_cast<std::size_t>(&stage - workload_.stages.data());
  }

  /// A CPU variant that can use several threads is measured with one and with all.
  [[nodiscard]] std::vector<int> thread_counts(const Settings& settings, const Variant& variant) const {
    if (options_.threads || settings.execution.processor != Processor::cpu || !variant.knobs.threads)
      return {settings.execution.threads};
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

/// What a suite measures, as far as the options leave it.
class SuiteCases {
 public:
  SuiteCases(const SettingsOptions& options, const Suite& suite)
      : options_(options), suite_(suite), workload_(find_workload(catalog(), suite.workload)) {
    if (options.settings_file) refuse("--settings");
    if (options.split) refuse("--split");
    if (options.processor) {
      processor_ = parse_processors(*options.processor);
      if (*processor_ == Processor::split) refuse("--processor split");
    }
    if (options.precision) precision_ = parse_id<Precision>("--precision", *options.precision);
    choose_variants();
    choose_blocks();
    choose_scenes();
  }

  std::vector<BenchCase> make(Settings base) const {
    for (const auto& [id, value] : suite_.values) base.problem.parameters[id] = value;
    set_parameters(base, catalog(), options_.set);
    std::vector<BenchCase> out;
    for (const auto& [scene, values] : scenes_) {
      for (const auto& [id, value] : values) base.problem.parameters[id] = value;
      base.problem.steps = steps_of_run(options_, base, workload_);
      for (const auto& [precision, precision_id] : ids<Precision>) {
        if (!wanted(precision)) continue;
        base.problem.precision = precision;
        for (const BlockShape block : blocks_) add_block(out, base, scene, block);
      }
    }
    return out;
  }

 private:
  [[noreturn]] void refuse(std::string_view option) const {
    throw BadInput(fmt::format("{}: the suite {} chooses that itself", option, suite_.id));
  }

  void choose_variants() {
    std::vector<std::string_view> all = suite_.variants;
    if (all.empty()) {
      for (const NamedVariant& each : workload_.stages.front().variants) all.push_back(each.id);
    }
    for (const std::string& each : options_.variants) {
      if (std::ranges::find(all, each) != all.end()) continue;
      throw BadInput(
          fmt::format("--variant '{}' is not in the suite {} ({})", excerpt(each), suite_.id, fmt::join(all, ", ")));
    }
    for (const std::string_view id : all) {
      if (!options_.variants.empty() && std::ranges::find(options_.variants, id) == options_.variants.end()) continue;
      const Variant& variant = *workload_.stages.front().find(id);
      if (processor_ && *processor_ != variant.processor) continue;
      const auto mappings = variant.knobs.mappings;
      const bool other =
          options_.mapping && !mappings.empty() && std::ranges::find(mappings, *options_.mapping) == mappings.end();
      if (!other) variants_.push_back({id, &variant});
    }
  }

  void choose_blocks() {
    blocks_ = suite_.blocks;
    if (options_.block) {
      if (blocks_.empty()) refuse("--block");
      blocks_ = {parse_block(*options_.block)};
    }
    if (blocks_.empty()) blocks_ = {BlockShape{}};
  }

  /// `word`, KEY=VALUE, sets what scenes differ in.
  [[nodiscard]] bool sets_a_scene(const std::string& word) const {
    return std::ranges::any_of(suite_.scenes,
                               [&](const auto& each) { return each.second.contains(word.substr(0, word.find('='))); });
  }

  void choose_scenes() {
    for (const std::string& word : options_.set) {
      if (!sets_a_scene(word)) continue;
      if (suite_.axis.empty() || options_.scene) refuse(fmt::format("--set '{}'", excerpt(word)));
      const Parameter& parameter = *workload_.find_parameter(suite_.axis);
      const double value = parse_value(parameter, word.substr(word.find('=') + 1));
      add_scene(value_text(parameter, value), {{std::string(suite_.axis), value}});
    }
    if (!scenes_.empty()) return;
    if (options_.scene && suite_.scenes.empty()) refuse("--scene");
    std::vector<std::string_view> known;
    for (const auto& [id, values] : suite_.scenes) {
      known.push_back(id);
      if (!options_.scene || *options_.scene == id) add_scene(std::string(id), values);
    }
    if (suite_.scenes.empty()) add_scene(std::string(suite_.id), {});
    if (scenes_.empty()) {
      throw BadInput(fmt::format("the suite {} has no scene '{}' ({})", suite_.id, excerpt(*options_.scene),
                                 fmt::join(known, ", ")));
    }
  }

  void add_scene(const std::string& id, const Values& values) {
    const bool known = std::ranges::any_of(scenes_, [&](const auto& each) { return each.first == id; });
    if (!known) scenes_.emplace_back(id, values);
  }

  [[nodiscard]] bool wanted(Precision precision) const {
    if (precision_) return precision == *precision_;
    return suite_.precisions.empty() || std::ranges::find(suite_.precisions, precision) != suite_.precisions.end();
  }

  void add_block(std::vector<BenchCase>& out, Settings base, const std::string& scene, BlockShape block) const {
    for (const NamedVariant& each : variants_) {
      const bool has_blocks = each.variant->knobs.blocks != BlockRule::none;
      if (!has_blocks && block != blocks_.front()) continue;
      choose_variant(base, workload_, each.id);
      base.execution.processor = each.variant->processor;
      base.execution.block = has_blocks ? block : BlockShape{};
      out.push_back({.scene = scene,
                     .settings = base,
                     .variant = std::string(each.id),
                     .reference = each.id == workload_.stages.front().reference()});
      if (suite_.too_long != nullptr) {
        out.back().too_long =
            suite_.too_long(workload_.bind(base.problem.parameters), base.problem.precision, base.execution.processor);
      }
    }
  }

  const SettingsOptions& options_;
  const Suite& suite_;
  const Workload& workload_;
  std::optional<Processor> processor_;
  std::optional<Precision> precision_;
  std::vector<NamedVariant> variants_;
  std::vector<BlockShape> blocks_;
  std::vector<std::pair<std::string, Values>> scenes_;
};

}  // namespace

std::vector<BenchCase> workload_cases(const SettingsOptions& options, const Settings& base, const Workload& workload) {
  return CaseList(options, workload).make(base);
}

std::vector<BenchCase> suite_cases(const SettingsOptions& options, const Settings& base, const Suite& suite) {
  return SuiteCases(options, suite).make(base);
}

void check_limits(const std::vector<BenchCase>& cases, const Workload& workload) {
  for (const BenchCase& each : cases) {
    if (const std::string past = workload.past_limit(each.settings.problem.parameters); !past.empty()) {
      throw BadInput(past + "; --allow-unstable measures it all the same");
    }
  }
}

}  // namespace heteroscope
