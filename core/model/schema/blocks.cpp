#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/plural.hpp"
#include "core/base/wrong.hpp"
#include "core/io/json/json_section.hpp"
#include "core/model/schema/block_shapes.hpp"
#include "core/model/schema/composite.hpp"
#include "core/model/schema/kinds.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/model/settings/mapping_choice.hpp"
#include "core/model/settings/refusals.hpp"
#include "core/model/settings/worked_out.hpp"
#include "core/numbers/dice.hpp"

/// How a GPU's threads lie over the result: in which blocks, and how these are mapped.
namespace heteroscope {

namespace {

/// A choice for which each variant has a value of its own; files call that settings_default.
class OwnOrChosen : public TextSetting {
 public:
  using TextSetting::TextSetting;
  ReadBy read_by() const override { return ReadBy::gpu; }
  void load(const Section& from, const SettingContext& context, Settings& settings) const override {
    if (from.text(id()) != settings_default) TextSetting::load(from, context, settings);
  }
  std::string refusal(const std::string&, const std::vector<ChosenVariant>& variants) const override {
    if (any_knows(variants, [&](const Knobs& knobs) { return is_known_to(knobs); })) return {};
    std::string names;
    for (const ChosenVariant& each : variants) {
      if (each.variant->processor == Processor::gpu) names += (names.empty() ? "" : ", ") + each.id;
    }
    return names + " chooses its own blocks";
  }
};

/// Returns why one of the GPU's variants cannot run with these settings; empty if all can.
std::string refusal_of_any(const Settings& with, const RowContext& context) {
  for (const ChosenVariant& each : variants_of(Processor::gpu, with, context.workload)) {
    std::string why = refusal_of("this variant", *each.variant, with, context.devices.first());
    if (!why.empty()) return why;
  }
  return {};
}

/// Returns "default (16 × 16)".
std::string default_text(const std::string& own) {
  return own.empty() ? "default" : "default (" + own + ")";
}

constexpr int least_threads_to_be_fast = 32;

/// Returns the sides of blocks that may be fastest: powers of two and what is half way between those from 16 on.
std::vector<int> fast_sides(int most) {
  std::vector<int> out;
  for (int side = 1; side <= most; side *= 2) {
    out.push_back(side);
    if (side >= 16 && side < most) out.push_back(side / 2 * 3);
  }
  return out;
}

std::vector<BlockShape> fast_shapes(int most_threads) {
  std::vector<BlockShape> out;
  const std::vector<int> sides = fast_sides(most_threads);
  for (const int x : sides) {
    for (const int y : sides) {
      if (x * y >= least_threads_to_be_fast && x * y <= most_threads) out.push_back({x, y});
    }
  }
  return out;
}

/// Returns the shapes that are tried, of which a variant may take some; {0, 0} stands for its own.
std::vector<BlockShape> tried_shapes(const TriedSettings& tried) {
  if (tried.trying == Trying::fastest) return fast_shapes(tried.block_threads);
  std::vector<BlockShape> out(tried.blocks.begin(), tried.blocks.end());
  if (!out.empty()) return out;
  constexpr auto& all = block_shapes<BlockUse::verified>;
  out.assign(all.begin(), all.end());
  if (tried.trying == Trying::hardest) out = {{7, 5}, {1024, 1}};
  out.emplace_back();
  return out;
}

class Block : public OwnOrChosen {
 public:
  using OwnOrChosen::OwnOrChosen;
  std::string text(const Settings& settings) const override {
    const BlockShape block = settings.execution.block;
    return block == BlockShape{} ? std::string(settings_default) : fmt::format("{}x{}", block.x, block.y);
  }
  bool is_known_to(const Knobs& knobs) const override { return knobs.blocks != BlockRule::none; }
  void reset(Settings& settings) const override { settings.execution.block = {}; }
  std::string in_words(const Settings& settings) const override {
    const BlockShape block = settings.execution.block;
    return block == BlockShape{} ? "default block" : format_block(block);
  }
  std::vector<SettingRow> rows(const Settings& settings, const RowContext& context) const override {
    SettingRow out = row_of(settings, context);
    const BlockShape now = settings.execution.block;
    const BlockShape own = own_shape(settings, context.workload);
    const auto add = [&](const std::string& text, const std::string& meaning, BlockShape shape) {
      const auto choose = [=](Settings& to) { to.execution.block = shape; };
      out.offer(text, meaning, choose, now == shape);
    };
    add(default_text(own == BlockShape{} ? "" : format_block(own)), "The block that this variant was tuned for.", {});
    for (const BlockShape each : block_shapes<BlockUse::offered>)
      add(format_block(each), fmt::format("{} per block", plural(each.threads(), "thread")), each);
    out.shown = format_block(now);
    if (context.devices.first().available)
      out.refusal = [context](const Settings& with) { return refusal_of_any(with, context); };
    out.typed = [](Settings& to, BlockShape shape) { to.execution.block = shape; };
    return {out};
  }
  std::vector<SettingAxis> axes(const TriedSettings& tried) const override {
    const auto known =
        std::ranges::find_if(tried.variants, [&](const Variant* each) { return is_known_to(each->knobs); });
    if (known == tried.variants.end()) return {};
    const BlockRule rule = (*known)->knobs.blocks;
    const BlockShape own = tried.variants.front()->knobs.default_block;
    SettingAxis out{
        .id = std::string(id()), .choices = {}, .factors = {"block_x", "block_y"}, .whole = "threads of a block"};
    for (const BlockShape shape : tried_shapes(tried)) {
      if (shape != BlockShape{} && rule == BlockRule::one_dimensional && shape.y != 1) continue;
      out.choices.push_back({.text = fmt::format("{}x{}", shape.x, shape.y),
                             .choose = [=](Execution& execution) { execution.block = shape; },
                             .usual = shape == BlockShape{} || (tried.trying == Trying::fastest && shape == own),
                             .numbers = {static_cast<double>(shape.x), static_cast<double>(shape.y)}});
    }
    return {out};
  }
  /// Draws a shape that all of the variants can be launched with, or leaves them their own.
  void draw(Dice& dice, std::span<const Variant* const> variants, Execution& execution) const override {
    const auto has = [&](BlockRule rule) {
      return std::ranges::any_of(variants, [&](const Variant* each) { return each->knobs.blocks == rule; });
    };
    const bool flat = has(BlockRule::one_dimensional);
    if ((!flat && !has(BlockRule::any)) || dice.chance(0.3)) return;
    const int x = static_cast<int>(corner_number(dice, 1, 1024));
    execution.block = {x, 1};
    if (flat || dice.chance(0.2)) return;
    const int low = static_cast<int>(corner_number(dice, 1, 64));
    execution.block = {low, static_cast<int>(corner_number(dice, 1, 1024 / low))};
  }

 protected:
  void parse(Settings& settings, std::string_view, const std::string& text) const override {
    settings.execution.block = parse_block(text);
  }
  std::string idle(const Settings& settings, const RowContext& context) const override {
    if (!context.devices.first().available) return why_not_worked_out(settings, context);
    const bool known = std::ranges::any_of(variants_of(Processor::gpu, settings, context.workload),
                                           [&](const ChosenVariant& each) { return is_known_to(each.variant->knobs); });
    return known ? "" : "This variant has only one block shape.";
  }

 private:
  /// Without a GPU a block is chosen for what is worked out of a variant that takes any.
  [[nodiscard]] static std::string why_not_worked_out(const Settings& settings, const RowContext& context) {
    for (const auto& [stage, choice] : settings.execution.variants) {
      const AccessingVariant* const accesses = context.workload.find_accesses(stage, choice.gpu);
      const MappedVariant* const mapped = context.workload.find_mapping(choice.gpu);
      if ((accesses != nullptr && accesses->any_block) || (mapped != nullptr && mapped->any_block)) return {};
    }
    return context.devices.first().why_not;
  }
  /// Returns the shape that variants have of their own, where those that can be launched with others agree.
  [[nodiscard]] BlockShape own_shape(const Settings& settings, const Workload& workload) const {
    std::vector<BlockShape> out;
    for (const ChosenVariant& each : variants_of(Processor::gpu, settings, workload)) {
      if (is_known_to(each.variant->knobs)) out.push_back(each.variant->knobs.default_block);
    }
    const bool agree = !out.empty() && std::ranges::count(out, out.front()) == std::ssize(out);
    return agree ? out.front() : BlockShape{};
  }
};

class Mapping : public OwnOrChosen {
 public:
  using OwnOrChosen::OwnOrChosen;
  std::string text(const Settings& settings) const override {
    return settings.execution.mapping.empty() ? std::string(settings_default) : settings.execution.mapping;
  }
  bool is_known_to(const Knobs& knobs) const override { return !knobs.mappings.empty(); }
  void reset(Settings& settings) const override { settings.execution.mapping.clear(); }
  std::string in_words(const Settings& settings) const override {
    return settings.execution.mapping.empty() ? "default mapping" : settings.execution.mapping;
  }
  /// Offers all mappings that some variant has: one that the chosen variant lacks brings its own variant with it.
  std::vector<SettingRow> rows(const Settings& settings, const RowContext& context) const override {
    SettingRow out = row_of(settings, context);
    const std::string& now = settings.execution.mapping;
    const Workload& workload = context.workload;
    out.offer(
        default_text(own_mapping(settings, workload)), "The mapping of this variant.",
        [](Settings& to) { to.execution.mapping.clear(); }, now.empty());
    for (const std::string_view each : mappings_of(workload)) {
      out.offer(
          each,
          "How thread blocks are laid over the picture. If the chosen variant does not have the mapping, "
          "the first variant that has it is chosen.",
          [each, &workload](Settings& to) { choose_mapping(to, workload, each); }, now == each);
    }
    out.refusal = [context](const Settings& with) {
      if (context.devices.first().available) return refusal_of_any(with, context);
      return is_of_use(with, context.workload) ? std::string() : context.devices.first().why_not;
    };
    return {out};
  }
  /// Each mapping of a variant is a path of its own and as usual as the others; tuning starts from the first.
  std::vector<SettingAxis> axes(const TriedSettings& tried) const override {
    const bool fastest = tried.trying == Trying::fastest;
    const auto known = std::ranges::find_if(
        tried.variants, [&](const Variant* each) { return each->knobs.mappings.size() > (fastest ? 1 : 0); });
    if (known == tried.variants.end()) return {};
    SettingAxis out{.id = std::string(id()), .choices = {}};
    for (const std::string_view each : (*known)->knobs.mappings) {
      out.choices.push_back({.text = std::string(each),
                             .choose = [=](Execution& execution) { execution.mapping = each; },
                             .usual = !fastest || each == (*known)->knobs.mappings.front()});
    }
    return {out};
  }
  /// Draws a mapping that all of the variants with mappings have, or leaves them their own.
  void draw(Dice& dice, std::span<const Variant* const> variants, Execution& execution) const override {
    std::vector<std::string_view> common;
    for (const Variant* each : variants) {
      for (const std::string_view id : each->knobs.mappings) {
        const bool all = std::ranges::all_of(variants, [&](const Variant* other) {
          const auto& known = other->knobs.mappings;
          return known.empty() || std::ranges::find(known, id) != known.end();
        });
        if (all) common.push_back(id);
      }
    }
    if (!common.empty() && dice.chance(0.5)) execution.mapping = dice.one_of(common);
  }
  bool is_varied_by_bench() const override { return true; }
  /// A build without CUDA does not know its variants' mappings, and must still open what a CUDA build saved.
  void load(const Section& from, const SettingContext& context, Settings& settings) const override {
    const auto value = from.text(id());
    if (!value || *value == settings_default) return;
    const std::vector<std::string_view> known = mappings_of(*context.workload);
    if (knows_all(*context.workload) && std::ranges::find(known, *value) == known.end())
      throw from.unknown(id(), *value, fmt::format("{}", fmt::join(known, ", ")));
    settings.execution.mapping = *value;
  }
  /// A build without CUDA leaves it to plan() to refuse the GPU. A GPU variant that was named stays.
  void take(std::span<const std::string> typed, const SettingContext& context, Settings& settings) const override {
    const std::string& word = typed.back();
    const std::vector<std::string_view> known = mappings_of(*context.workload);
    if (!known.empty() && std::ranges::find(known, word) == known.end()) {
      throw wrong_option(Wrong::unknown, words().option, word, " is unknown; known: {}", fmt::join(known, ", "));
    }
    if (context.keeps_gpu_variant) {
      settings.execution.mapping = word;
    } else {
      choose_mapping(settings, *context.workload, word);
    }
  }

 protected:
  void parse(Settings& settings, std::string_view, const std::string& text) const override {
    settings.execution.mapping = text;
  }
  std::string idle(const Settings&, const RowContext& context) const override {
    const device::Facts& gpu = context.devices.first();
    if (!gpu.available && !is_of_use(context.workload)) return gpu.why_not;
    return mappings_of(context.workload).empty() ? "These variants choose their own blocks." : "";
  }

 private:
  /// Without a GPU a mapping is chosen for what is worked out of a variant that has mappings: of any, or of a chosen
  /// one.
  [[nodiscard]] static bool is_of_use(const Workload& workload) {
    return std::ranges::any_of(workload.stages, [&](const Stage& stage) {
      return std::ranges::any_of(stage.variants,
                                 [&](const NamedVariant& each) { return is_of_use(workload, stage, each.id); });
    });
  }
  [[nodiscard]] static bool is_of_use(const Settings& settings, const Workload& workload) {
    return std::ranges::any_of(workload.stages, [&](const Stage& stage) {
      const auto chosen = settings.execution.variants.find(stage.id);
      return chosen != settings.execution.variants.end() && is_of_use(workload, stage, chosen->second.gpu);
    });
  }
  [[nodiscard]] static bool is_of_use(const Workload& workload, const Stage& stage, std::string_view id) {
    const Variant* const variant = stage.find(id);
    return variant != nullptr && !variant->knobs.mappings.empty() && is_worked_out(workload, stage.id, id);
  }
  /// Returns the mapping that the first of the GPU's variants with mappings has of its own.
  [[nodiscard]] std::string own_mapping(const Settings& settings, const Workload& workload) const {
    for (const ChosenVariant& each : variants_of(Processor::gpu, settings, workload)) {
      if (is_known_to(each.variant->knobs)) return std::string(each.variant->knobs.mappings.front());
    }
    return {};
  }
  [[nodiscard]] static bool knows_all(const Workload& workload) {
    return std::ranges::all_of(workload.stages, [](const Stage& stage) {
      return std::ranges::all_of(stage.variants, [](const NamedVariant& each) { return each.variant->run != nullptr; });
    });
  }
};

}  // namespace

const Setting& block_setting() {
  static const Block setting({"block", "Block", "--block", "WxH",
                              "Threads of a GPU block, 1 to 1024 in total, for example 16x16", Control::blocks,
                              "Threads of a block: columns × rows."});
  return setting;
}

const Setting& mapping_setting() {
  static const Mapping setting(
      {"mapping", "Mapping", "--mapping", "ID",
       "How blocks are laid over the picture: 1d, 2d or another that\n`heteroscope list` names. Without "
       "a GPU --variant it also chooses a\nvariant that has it",
       Control::list, "How thread blocks are laid over the picture."});
  return setting;
}

}  // namespace heteroscope
