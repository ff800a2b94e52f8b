#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/analysis/weak_scaling.hpp"
#include "app/commands/bench/cases.hpp"
#include "core/base/message.hpp"
#include "core/model/settings/processors.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

/// The cases that a suite measures, as far as the options leave them.
class SuiteCases {
 public:
  SuiteCases(const SettingsOptions& options, const Settings& base, const Suite& suite)
      : options_(options), base_(base), suite_(suite), workload_(find_workload(catalog(), suite.workload)) {
    if (options.settings_file) refuse("--settings");
    if (options["split"]) refuse("--split");
    if (options["processor"]) {
      processor_ = parse_processors(*options["processor"]);
      if (*processor_ == Processor::split) refuse("--processor split");
    }
    for (const Stage& each : workload_.stages) {
      if (each.id == suite.stage || suite.stage.empty()) stage_ = &each;
      if (stage_ != nullptr) break;
    }
    memories_ = suite.memories;
    if (options["memory"] && !memories_.empty()) refuse("--memory");
    if (options["threads"] && suite.threads != SuiteThreads::asked) refuse("--threads");
    if (options["source"] && !suite.source.empty()) refuse("--source");
    if (options["precision"]) precision_ = parse_id<Precision>("--precision", *options["precision"]);
    if (memories_.empty()) memories_ = {base.execution.memory};
    choose_variants();
    choose_blocks();
    choose_scenes();
    if (suite.threads == SuiteThreads::growing) grow_scenes();
  }

  std::vector<BenchCase> make() const {
    std::vector<BenchCase> out;
    for (const Group& each : groups_) {
      Settings settings = base_;
      for (const auto& [id, value] : suite_.values) settings.problem.parameters[id] = value;
      set_parameters(settings, catalog(), options_.words("parameters"));
      for (const auto& [id, value] : each.values) settings.problem.parameters[id] = value;
      if (each.size != Size{}) settings.problem.size = each.size;
      settings.problem.steps = steps_of_run(options_, settings, workload_);
      for (const Precision precision : workload_.precisions()) {
        if (!wanted(precision)) continue;
        settings.problem.precision = precision;
        for (const MemoryKind memory : memories_) add_memory(out, settings, each, memory);
      }
    }
    return out;
  }

 private:
  /// A scene, as the options have left it.
  struct Group {
    std::string id;
    Values values;
    Size size;
    std::string_view split;
    int scaled_by = 0;  ///< the size is so many times one thread's; 0: it does not grow
  };

  [[noreturn]] void refuse(std::string_view option) const {
    throw BadInput(fmt::format("{}: the suite {} sets that itself", option, suite_.id));
  }

  void choose_variants() {
    std::vector<std::string_view> all = suite_.variants;
    if (all.empty()) {
      for (const NamedVariant& each : stage_->variants) all.push_back(each.id);
    }
    for (const std::string& each : options_.words("variants")) {
      if (std::ranges::find(all, each) != all.end()) continue;
      throw BadInput(
          fmt::format("--variant '{}' is not in the suite {} ({})", excerpt(each), suite_.id, fmt::join(all, ", ")));
    }
    for (const std::string_view id : all) {
      if (!options_.words("variants").empty() &&
          std::ranges::find(options_.words("variants"), id) == options_.words("variants").end())
        continue;
      const Variant& variant = *stage_->find(id);
      if (processor_ && *processor_ != variant.processor) continue;
      const auto mappings = variant.knobs.mappings;
      const bool other = options_["mapping"] && !mappings.empty() &&
                         std::ranges::find(mappings, *options_["mapping"]) == mappings.end();
      if (!other) variants_.push_back({id, &variant});
    }
  }

  void choose_blocks() {
    blocks_ = suite_.blocks;
    if (options_["block"]) {
      // a build without CUDA does not know what its variants have
      const bool some = std::ranges::any_of(variants_, [](const NamedVariant& each) {
        return each.variant->knobs.blocks != BlockRule::none || each.variant->run == nullptr;
      });
      if (!some) {
        throw BadInput(fmt::format("--block: no variant of the suite {} that fits these options has a choice of blocks",
                                   suite_.id));
      }
      blocks_ = {parse_block(*options_["block"])};
    }
    if (blocks_.empty()) blocks_ = {suite_.block};
  }

  /// `word`, KEY=VALUE, sets what scenes differ in.
  [[nodiscard]] bool sets_a_scene(const std::string& word) const {
    return std::ranges::any_of(
        suite_.scenes, [&](const SuiteScene& each) { return each.values.contains(word.substr(0, word.find('='))); });
  }

  void choose_scenes() {
    for (const std::string& word : options_.words("parameters")) {
      if (!sets_a_scene(word)) continue;
      if (suite_.axis.empty() || options_.scene) refuse(fmt::format("--set '{}'", excerpt(word)));
      const Parameter& parameter = *workload_.find_parameter(suite_.axis);
      const Value value = parse_value(parameter, word.substr(word.find('=') + 1));
      add_group({value_text(parameter, value), {{std::string(suite_.axis), value}}, {}, {}});
    }
    if (options_["size"] && goes_over_sizes(suite_)) {
      if (options_.scene) refuse("--size");
      const Size size = base_.problem.size;
      const bool square = suite_.axis == side_axis;
      if (square && size.width != size.height)
        throw BadInput(fmt::format("--size {}: the suite {} only measures squares", *options_["size"], suite_.id));
      add_group({std::to_string(square ? size.width : size.area()), {}, size, {}});
    }
    if (!groups_.empty()) return;
    const bool sized = std::ranges::any_of(suite_.scenes, [](const SuiteScene& each) { return each.size != Size{}; });
    if (options_["size"] && sized && suite_.threads != SuiteThreads::growing) refuse("--size");
    if (options_.scene && suite_.scenes.empty()) refuse("--scene");
    std::vector<std::string_view> known;
    for (const SuiteScene& each : suite_.scenes) {
      known.push_back(each.id);
      if (!options_.scene || *options_.scene == each.id)
        add_group({std::string(each.id), each.values, each.size, each.split});
    }
    if (suite_.scenes.empty()) add_group({std::string(suite_.id), {}, {}, {}});
    if (groups_.empty()) {
      throw BadInput(fmt::format("the suite {} has no scene '{}' ({})", suite_.id, excerpt(*options_.scene),
                                 fmt::join(known, ", ")));
    }
  }

  /// Each scene as often as there are counts of threads, with so many times its rows.
  void grow_scenes() {
    std::vector<Group> grown;
    for (const Group& each : groups_) {
      const Size one = options_["size"] || each.size == Size{} ? base_.problem.size : each.size;
      for (const int threads : thread_counts(true)) {
        Group more = each;
        more.id += scaled_suffix(threads);
        more.size = {one.width, one.height * threads};
        more.scaled_by = threads;
        grown.push_back(std::move(more));
      }
    }
    groups_ = std::move(grown);
  }

  void add_group(Group group) {
    if (std::ranges::find(groups_, group.id, &Group::id) == groups_.end()) groups_.push_back(std::move(group));
  }

  [[nodiscard]] bool wanted(Precision precision) const {
    if (precision_) return precision == *precision_;
    const std::span<const Precision> own = suite_.precisions.empty() ? both_precisions : std::span(suite_.precisions);
    return std::ranges::find(own, precision) != own.end();
  }

  /// Variants to which a memory or a block makes no difference are measured once.
  void add_memory(std::vector<BenchCase>& out, Settings base, const Group& group, MemoryKind memory) const {
    base.execution.memory = memory;
    for (const BlockShape block : blocks_) {
      for (const NamedVariant& each : variants_) {
        const bool of_gpu = each.variant->processor == Processor::gpu;
        const bool has_blocks = each.variant->knobs.blocks != BlockRule::none;
        if ((!has_blocks && block != blocks_.front()) || (!of_gpu && memory != memories_.front())) continue;
        if (!of_gpu && !group.split.empty()) continue;  // it is the other participant of each GPU variant
        base.execution.block = has_blocks ? block : BlockShape{};
        // side by side with blocks of two dimensions
        const bool line = each.variant->knobs.blocks == BlockRule::one_dimensional && suite_.blocks.empty();
        if (line && block != BlockShape{}) base.execution.block.y = 1;
        add_variant(out, base, group, each);
      }
    }
  }

  void add_variant(std::vector<BenchCase>& out, Settings base, const Group& group, const NamedVariant& named) const {
    choose_variant(base, workload_, fmt::format("{}={}", stage_->id, named.id));
    std::string variant(named.id);
    base.execution.processor = named.variant->processor;
    if (!group.split.empty()) {
      base.execution.processor = Processor::split;
      set_split(base.execution, group.split);
      variant = fmt::format("{} + {}", base.execution.variants.find(stage_->id)->second.cpu, named.id);
    }
    if (stage_->iteration() == nullptr) base.problem.steps = 0;
    for (const int threads : counts_of(base, group, named)) {
      base.execution.threads = threads;
      out.push_back({.scene = group.id,
                     .settings = base,
                     .variant = variant,
                     .stage = static_cast<std::size_t>(stage_ - workload_.stages.data()),
                     .reference = named.id == stage_->reference() && group.split.empty(),
                     .scaled_by = group.scaled_by,
                     .skipped = {},
                     .whole_call = suite_.whole_call,
                     .compared = suite_.compared,
                     .counted = suite_.counted});
      if (suite_.too_long != nullptr) {
        out.back().skipped =
            suite_.too_long(workload_.bind(base.problem.parameters), base.problem.precision, base.execution.processor);
      }
    }
  }

  /// With how many threads the variant is measured.
  [[nodiscard]] std::vector<int> counts_of(const Settings& base, const Group& group, const NamedVariant& named) const {
    const bool several =
        named.variant->knobs.threads && group.split.empty() && named.variant->processor == Processor::cpu;
    if (!several || suite_.threads == SuiteThreads::asked) return {base.execution.threads};
    if (suite_.threads == SuiteThreads::doubling) return thread_counts(true);
    return group.scaled_by == 1 ? std::vector{1} : std::vector{1, group.scaled_by};
  }

  const SettingsOptions& options_;
  const Settings& base_;
  const Suite& suite_;
  const Workload& workload_;
  std::optional<Processor> processor_;
  std::optional<Precision> precision_;
  std::vector<NamedVariant> variants_;
  std::vector<BlockShape> blocks_;
  std::vector<Group> groups_;
  std::vector<MemoryKind> memories_;
  const Stage* stage_ = nullptr;
};

}  // namespace

std::vector<BenchCase> suite_cases(const SettingsOptions& options, const Settings& base, const Suite& suite) {
  return SuiteCases(options, base, suite).make();
}

}  // namespace heteroscope
