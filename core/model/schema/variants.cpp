#include <fmt/format.h>

#include "core/base/shell_word.hpp"
#include "core/base/typed_number.hpp"
#include "core/base/wrong.hpp"
#include "core/io/json/json_section.hpp"
#include "core/model/schema/composite.hpp"
#include "core/model/schema/keyed_words.hpp"
#include "core/model/schema/kinds.hpp"
#include "core/model/settings/mapping_choice.hpp"
#include "core/model/settings/processors.hpp"
#include "core/model/settings/refusals.hpp"
#include "core/model/settings/worked_out.hpp"
#include "core/numbers/dice.hpp"

/// Which variants compute, and what they declare as tunable.
namespace heteroscope {

namespace {

using nlohmann::ordered_json;

void load_variant(const Section& section, const Stage& stage, Processor processor, std::string& out) {
  const std::string_view key = id_of(processor);
  const auto value = section.text(key);
  if (!value) return;
  const Variant* variant = stage.find(*value);
  if (variant == nullptr || variant->processor != processor) {
    std::string known;
    for (const NamedVariant& named : stage.variants) {
      if (named.variant->processor == processor) known += (known.empty() ? "" : ", ") + std::string(named.id);
    }
    if (const std::string why = refusal_of_file(*value); !why.empty()) throw section.fail(Wrong::unknown, key, why);
    throw section.unknown(key, *value, known);
  }
  out = *value;
}

/// A GPU variant's row where there is no GPU: those that are worked out can be chosen all the same.
void offer_what_is_worked_out(SettingRow& row, const RowContext& context, const Stage& stage) {
  const std::string& why = context.devices.first().why_not;
  const Workload& workload = context.workload;
  const bool any = std::ranges::any_of(
      row.choices, [&](const RowChoice& each) { return is_worked_out(workload, stage.id, each.text); });
  row.idle = any ? "" : why;
  for (RowChoice& each : row.choices) each.meaning = "Worked out, not run: " + each.meaning;
}

/// Returns the row that chooses a stage's variant on one processor.
SettingRow variant_row(const Settings& settings, const RowContext& context, const Stage& stage, Processor side) {
  const auto chosen_in = [&stage, side](const Settings& in) {
    const auto found = in.execution.variants.find(stage.id);
    const StageChoice choice = found == in.execution.variants.end() ? StageChoice{} : found->second;
    return side == Processor::cpu ? choice.cpu : choice.gpu;
  };
  SettingRow out;
  out.id = fmt::format("{} {}", stage.id, id_of(side));
  out.label = context.workload.stages.size() > 1
                  ? fmt::format("{}: {}", side == Processor::cpu ? "CPU" : "GPU", stage.id)
              : side == Processor::cpu ? "CPU variant"
                                       : "GPU variant";
  out.control = Control::list;
  out.read_by = side == Processor::cpu ? ReadBy::cpu : ReadBy::gpu;
  out.shown = chosen_in(settings);
  for (const NamedVariant& each : stage.variants) {
    if (each.variant->processor != side) continue;
    const auto choose = [&stage, side, id = each.id](Settings& to) {
      if (side == Processor::gpu) return choose_gpu_variant(to, stage, id);  // brings its mapping with it
      to.execution.variants[std::string(stage.id)].cpu = id;
    };
    out.offer(each.id, each.variant->summary, choose, each.id == out.shown, side);
    if (each.id == out.shown) out.help = each.variant->summary;
  }
  const bool absent = side == Processor::gpu && !context.devices.first().available;
  if (absent) offer_what_is_worked_out(out, context, stage);
  out.refusal = [&stage, chosen_in, absent, devices = context.devices,
                 &workload = context.workload](const Settings& with) {
    const std::string id = chosen_in(with);
    if (absent) return is_worked_out(workload, stage.id, id) ? std::string() : devices.first().why_not;
    return refusal_of(id, *stage.find(id), with, devices.first());
  };
  return out;
}

/// Returns the row that chooses a value of what a variant declares as tunable.
SettingRow tunable_row(const Settings& settings, const Tunable& tunable) {
  const auto found = settings.execution.tunables.find(tunable.id);
  const int now = found == settings.execution.tunables.end() ? tunable.initial : found->second;
  SettingRow out;
  out.id = fmt::format("tunable {}", tunable.id);
  out.label = tunable.label;
  out.control = Control::list;
  out.help = tunable.help;
  out.shown = tunable.text(now);
  for (const int value : tunable.values) {
    const bool initial = value == tunable.initial;
    const auto choose = [=, id = std::string(tunable.id)](Settings& to) {
      if (initial) {
        to.execution.tunables.erase(id);
      } else {
        to.execution.tunables[id] = value;
      }
    };
    out.offer(fmt::format(fmt::runtime(initial ? "default ({})" : "{}"), tunable.text(value)), tunable.help, choose,
              value == now);
  }
  out.refusal = [tunable](const Settings& with) {
    const auto chosen = with.execution.tunables.find(tunable.id);
    return refusal_of(tunable, chosen == with.execution.tunables.end() ? tunable.initial : chosen->second);
  };
  return out;
}

class Variants : public Setting {
 public:
  using Setting::Setting;
  bool is_repeatable() const override { return true; }
  bool is_varied_by_bench() const override { return true; }

  void save(const Settings& settings, const SettingContext&, ordered_json& to) const override {
    ordered_json& out = to[std::string(id())] = ordered_json::object();
    for (const auto& [stage, choice] : settings.execution.variants) {
      ordered_json sides = ordered_json::object();
      if (!choice.cpu.empty()) sides["cpu"] = choice.cpu;
      if (!choice.gpu.empty()) sides["gpu"] = choice.gpu;
      out[stage] = sides;
    }
  }
  void load(const Section& from, const SettingContext& context, Settings& settings) const override {
    const auto section = from.section(id());
    if (!section) return;
    const std::vector<Stage>& stages = context.workload->stages;
    for (const auto& item : section->object().items()) {
      const auto stage = std::ranges::find(stages, item.key(), &Stage::id);
      if (stage == stages.end()) {
        throw section->fail(Wrong::unknown, item.key(),
                            fmt::format("{} has no such stage (known: {})", context.workload->id,
                                        list_ids(stages, [](const Stage& each) { return each.id; })));
      }
      const Section sides = *section->section(item.key());
      sides.allow({"cpu", "gpu"});
      StageChoice& choice = settings.execution.variants.find(item.key())->second;
      load_variant(sides, *stage, Processor::cpu, choice.cpu);
      load_variant(sides, *stage, Processor::gpu, choice.gpu);
    }
  }
  void take(std::span<const std::string> typed, const SettingContext& context, Settings& settings) const override {
    for (const std::string& each : typed) {
      // a name that nothing has is refused with the nearest one
      (void)processor_of(*context.workload, each, context.catalog);
      choose_variant(settings, *context.workload, each);
    }
  }
  /// A variant as --variant takes it, one from a person's file by the file's path. `named`: with its stage, which also
  /// keeps a path's "=" from being taken for the end of a stage's name.
  static std::string word_of(const Stage& stage, const std::string& id, bool named) {
    const Variant* const variant = stage.find(id);
    const std::string word(variant == nullptr || variant->own_path.empty() ? id : variant->own_path);
    return named || word.find('=') != word.npos ? fmt::format("{}={}", stage.id, word) : word;
  }
  /// Those that are not the stage's own choice, on the processors that compute.
  std::string options(const Settings& settings, const SettingContext& context, Written) const override {
    std::string out;
    const std::vector<Stage>& stages = context.workload->stages;
    for (const Stage& stage : stages) {
      const auto chosen = settings.execution.variants.find(stage.id);
      if (chosen == settings.execution.variants.end()) continue;
      const auto add = [&](const std::string& id, std::string_view standard) {
        if (id != standard) out += typed_option(*this, shell_word(word_of(stage, id, stages.size() > 1)));
      };
      if (computes_on(settings.execution, Processor::cpu)) add(chosen->second.cpu, stage.default_cpu);
      if (computes_on(settings.execution, Processor::gpu)) add(chosen->second.gpu, stage.default_gpu);
    }
    return out;
  }
  std::vector<SettingRow> rows(const Settings& settings, const RowContext& context) const override {
    std::vector<SettingRow> out;
    for (const Stage& stage : context.workload.stages) {
      for (const Processor side : {Processor::cpu, Processor::gpu})
        out.push_back(variant_row(settings, context, stage, side));
    }
    return out;
  }
  /// The stage's own choice, on one processor after the other.
  std::vector<Change> simpler(const Settings&, const Workload& workload) const override {
    std::vector<Change> out;
    for (const Stage& stage : workload.stages) {
      out.push_back(
          [&](Settings& settings) { settings.execution.variants.find(stage.id)->second.cpu = stage.default_cpu; });
      out.push_back(
          [&](Settings& settings) { settings.execution.variants.find(stage.id)->second.gpu = stage.default_gpu; });
    }
    return out;
  }
};

class Tunables : public Setting {
 public:
  using Setting::Setting;
  bool is_repeatable() const override { return true; }

  void save(const Settings& settings, const SettingContext&, ordered_json& to) const override {
    if (!settings.execution.tunables.empty()) to[std::string(id())] = settings.execution.tunables;
  }
  void load(const Section& from, const SettingContext& context, Settings& settings) const override {
    const auto section = from.section(id());
    if (!section) return;
    for (const auto& item : section->object().items()) {
      const auto value = static_cast<int>(section->needed_whole(item.key(), 0, most));
      section->guarded([&] {
        if (const std::string wrong = check_tunable(*context.workload, item.key(), value); !wrong.empty())
          throw BadInput(Wrong::value, item.key(), wrong);
      });
      settings.execution.tunables[item.key()] = value;
    }
  }
  void take(std::span<const std::string> typed, const SettingContext& context, Settings& settings) const override {
    refuse_repeated(words().option, {typed.begin(), typed.end()});
    for (const std::string& word : typed) {
      const std::string id(key_of(word));
      if (id.size() == word.size()) throw wrong_option(Wrong::kind, words().option, word, " is not KEY=VALUE");
      const int value =
          parse_integer(fmt::format("{} {}", words().option, excerpt(id)), word.substr(id.size() + 1), 0, most);
      if (const std::string wrong = check_tunable(*context.workload, id, value); !wrong.empty())
        throw BadInput(Wrong::value, std::string(words().option), fmt::format("{}: {}", words().option, wrong));
      settings.execution.tunables[id] = value;
    }
  }
  std::string options(const Settings& settings, const SettingContext& context, Written written) const override {
    std::string out;
    const std::vector<ChosenVariant> variants = computing_variants(settings, *context.workload);
    for (const auto& [id, value] : settings.execution.tunables) {
      const std::string word = fmt::format("{}={}", id, value);
      if (written == Written::all || refusal(word, variants).empty()) out += typed_option(*this, word);
    }
    return out;
  }
  /// Returns a row for each that the variants which compute declare.
  std::vector<SettingRow> rows(const Settings& settings, const RowContext& context) const override {
    std::vector<std::string_view> known;
    std::vector<SettingRow> out;
    for (const ChosenVariant& variant : computing_variants(settings, context.workload)) {
      for (const Tunable& each : variant.variant->knobs.tunables) {
        if (std::ranges::find(known, each.id) != known.end()) continue;
        known.push_back(each.id);
        out.push_back(tunable_row(settings, each));
      }
    }
    return out;
  }
  bool is_tried_alone() const override { return true; }
  /// All of what the variants declare, each id once.
  std::vector<SettingAxis> axes(const TriedSettings& tried) const override {
    std::vector<SettingAxis> out;
    for (const Variant* variant : tried.variants) {
      for (const Tunable& each : variant->knobs.tunables) {
        if (std::ranges::find(out, each.id, &SettingAxis::id) == out.end()) out.push_back(axis_of(each));
      }
    }
    return out;
  }
  /// Draws any value in one case of four.
  void draw(Dice& dice, std::span<const Variant* const> variants, Execution& execution) const override {
    for (const Variant* variant : variants) {
      for (const Tunable& each : variant->knobs.tunables) {
        if (!dice.chance(0.25)) continue;
        const int value = dice.one_of(each.values);
        if (refusal_of(each, value).empty()) execution.tunables[std::string(each.id)] = value;
      }
    }
  }
  std::vector<Change> simpler(const Settings& now, const Workload&) const override {
    std::vector<Change> out;
    for (const auto& [id, value] : now.execution.tunables)
      out.push_back([id = id](Settings& settings) { settings.execution.tunables.erase(id); });
    return out;
  }
  std::string refusal(const std::string& typed, const std::vector<ChosenVariant>& variants) const override {
    const bool declared =
        any_knows(variants, [&](const Knobs& knobs) { return knobs.find_tunable(key_of(typed)) != nullptr; });
    return declared ? std::string()
                    : list_ids(variants, [](const ChosenVariant& each) { return each.id; }) + " has no such tunable";
  }

 private:
  /// The axis of the values that this machine can compute with.
  [[nodiscard]] static SettingAxis axis_of(const Tunable& tunable) {
    SettingAxis out{.id = std::string(tunable.id), .choices = {}};
    for (const int value : tunable.values) {
      if (!refusal_of(tunable, value).empty()) continue;
      out.choices.push_back({.text = std::to_string(value),
                             .choose = [id = out.id, value](Execution& execution) { execution.tunables[id] = value; },
                             .usual = value == tunable.initial,
                             .numbers = {static_cast<double>(value)}});
    }
    return out;
  }

  static constexpr int most = 1 << 30;
};

}  // namespace

const Setting& variants_setting() {
  static const Variants setting({"variants", "Variant", "--variant", "[STAGE=]ID|FILE",
                                 "Which variant computes a stage; repeat for other stages or the other\nprocessor"});
  return setting;
}

const Setting& tunables_setting() {
  static const Tunables setting({"tunables", "Tunables", "--tunable", "KEY=VALUE",
                                 "Set a tunable of the variants (`heteroscope list` names them);\nrepeat for more"});
  return setting;
}

}  // namespace heteroscope
