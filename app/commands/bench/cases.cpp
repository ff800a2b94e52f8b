#include "app/commands/bench/cases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/message.hpp"
#include "core/verify/case.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

/// Puts together what is to be measured from what was asked.
class CaseList {
 public:
  CaseList(const SettingsOptions& options, const Workload& workload) : options_(options), workload_(workload) {
    if (options["processor"]) processor_ = parse_processors(*options["processor"]);
    if (options["precision"]) precision_ = parse_id<Precision>("--precision", *options["precision"]);
    if (options["split"] && !options["processor"]) processor_ = Processor::split;
    for (const std::string& each : options.words("variants"))
      named_.push_back({each, processor_of(workload, each, catalog())});
  }

  std::vector<BenchCase> make(const Settings& base) {
    for (const ChosenScene& scene : scenes(base)) {
      for (const Precision precision : workload_.precisions()) {
        if (precision_ && *precision_ != precision) continue;
        Settings settings = base;
        settings.problem.parameters = scene.values;
        settings.problem.precision = precision;
        settings.problem.steps = steps_of_run(options_, settings, workload_);
        for (const Stage& stage : workload_.stages) {
          for (const NamedVariant& each : stage.variants) add(scene.label, settings, stage, each);
          add_fast_math(scene.label, settings, stage);
        }
      }
    }
    return std::move(cases_);
  }

 private:
  static constexpr std::string_view defaults_id = "defaults";

  /// How a scene is called, and with which values it is measured.
  struct ChosenScene {
    std::string label;
    Values values;
    bool intact = true;  ///< it has all of its own values
  };

  /// The scene that was asked for or the saved settings alone; else those that are meant to be measured. Scenes that
  /// the options make equal are one.
  [[nodiscard]] std::vector<ChosenScene> scenes(const Settings& base) const {
    const Values& asked = base.problem.parameters;
    if (options_.scene) return {chosen(find_scene(workload_, *options_.scene), base)};
    if (options_.settings_file) return {{with_changes("saved", options_.words("parameters")), asked}};
    std::vector<ChosenScene> out;
    for (const Scene& scene : workload_.scenes) {
      if (!scene.benchmark) continue;
      ChosenScene one = chosen(scene, base);
      const auto same = std::ranges::find(out, one.values, &ChosenScene::values);
      if (same == out.end()) {
        out.push_back(std::move(one));
      } else if (one.intact) {
        *same = std::move(one);
      }
    }
    const Scene defaults{.id = defaults_id, .label = {}, .values = initial_values(workload_.parameters)};
    if (out.empty()) out.push_back(chosen(defaults, base));
    return out;
  }

  /// A scene of whose own values the options change some is not that scene: its label says what they are, behind the
  /// scene's name where that stays true. Elsewhere it is the scene's own values alone, as they are measured.
  [[nodiscard]] ChosenScene chosen(const Scene& scene, const Settings& base) const {
    Settings settings = base;
    apply_scene(settings, workload_, scene);
    const Values as_it_is = settings.problem.parameters;
    set_parameters(settings, catalog(), options_.words("parameters"));
    const Values& asked = settings.problem.parameters;
    std::vector<std::string> own;
    std::vector<std::string> changes;
    bool gone = false;
    for (const auto& [id, value] : scene.values) {
      const Parameter& parameter = *workload_.find_parameter(id);
      const Value& now = asked.find(id)->second;
      own.push_back(fmt::format("{}={}", id, short_value_text(parameter, now)));
      if (as_it_is.find(id)->second == now) continue;
      changes.push_back(own.back());
      gone = gone || !is_beside_name(scene, parameter);
    }
    gone = gone || changes.size() == scene.values.size();
    return {gone ? fmt::format("{}", fmt::join(own, ", ")) : with_changes(scene.id, changes), asked, changes.empty()};
  }

  /// Returns whether the scene's name stays true with another value of the parameter: a view's does, unless that is a
  /// part of the view or a choice. Other scenes are called by their values: "sine", "bins8".
  [[nodiscard]] bool is_beside_name(const Scene& scene, const Parameter& parameter) const {
    if (scene.id == defaults_id) return true;
    if (!workload_.navigation || !parameter.choices.empty()) return false;
    const Navigation& view = *workload_.navigation;
    const bool is_of_view = parameter.id == view.center_x || parameter.id == view.center_y ||
                            parameter.id == view.span || parameter.id == view.rotation;
    return scene.values.contains(view.span) && !is_of_view;
  }

  /// "full, max_iterations=100".
  static std::string with_changes(std::string_view id, const std::vector<std::string>& changes) {
    return changes.empty() ? std::string(id) : fmt::format("{}, {}", id, fmt::join(changes, ", "));
  }

  /// Returns whether it is a person's file, and the reference takes some seconds at most: the times of a wrong result
  /// are worth nothing.
  [[nodiscard]] bool is_own_and_quick(const Settings& settings, const NamedVariant& named) const {
    constexpr double patience = 2e9;  // operations of the reference
    return named.variant->own != nullptr && reference_operations(settings, workload_) <= patience;
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
      cases_.back().compared = is_own_and_quick(settings, named_variant);
    }
  }

  /// Beside variants of the GPU, where none is named.
  void add_fast_math(const std::string& scene, Settings settings, const Stage& stage) {
    const auto& fast_math = workload_.fast_math;
    if (!fast_math || fast_math->stage != stage.id || !named_.empty()) return;
    if (processor_ && *processor_ != Processor::gpu) return;
    settings.execution.processor = Processor::gpu;
    cases_.push_back({.scene = scene,
                      .settings = std::move(settings),
                      .variant = fmt::format("({})", fast_math->label),
                      .stage = stage_index(stage),
                      .fast_math = true});
  }

  [[nodiscard]] std::size_t stage_index(const Stage& stage) const {
    return static_cast<std::size_t>(&stage - workload_.stages.data());
  }

  /// A CPU variant that can use several threads is measured with one and with all.
  [[nodiscard]] std::vector<int> thread_counts(const Settings& settings, const Variant& variant) const {
    if (options_["threads"] || settings.execution.processor != Processor::cpu || !variant.knobs.threads)
      return {settings.execution.threads};
    return heteroscope::thread_counts(false);
  }

  const SettingsOptions& options_;
  const Workload& workload_;
  std::optional<Processor> processor_;
  std::optional<Precision> precision_;
  std::vector<std::pair<std::string, Processor>> named_;
  std::vector<BenchCase> cases_;
};

}  // namespace

std::vector<BenchCase> workload_cases(const SettingsOptions& options, const Settings& base, const Workload& workload) {
  return CaseList(options, workload).make(base);
}

void check_limits(const std::vector<BenchCase>& cases, const Workload& workload) {
  for (const BenchCase& each : cases) {
    if (const std::string past = workload.past_limit(each.settings.problem.parameters); !past.empty()) {
      throw BadInput(past + "; --allow-unstable measures it anyway");
    }
  }
}

}  // namespace heteroscope
