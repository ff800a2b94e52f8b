#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/io/json/json_section.hpp"
#include "core/model/schema/composite.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/model/settings/mapping_choice.hpp"

/// How a GPU's threads lie over the result: in which blocks, and how these are mapped.
namespace heteroscope {

namespace {

using nlohmann::ordered_json;

/// A choice that a variant has one of its own for, which files call by settings_default.
class OwnOrChosen : public PlainSetting {
 public:
  using PlainSetting::PlainSetting;
  ReadBy read_by() const override { return ReadBy::gpu; }
  void save(const Settings& settings, const SettingContext&, ordered_json& to) const override {
    to[std::string(id())] = text(settings);
  }
  std::string refusal(const std::string&, const std::vector<ChosenVariant>& variants) const override {
    if (any_knows(variants, [&](const Knobs& knobs) { return is_known_to(knobs); })) return {};
    std::string names;
    for (const ChosenVariant& each : variants) {
      if (each.variant->processor == Processor::gpu) names += (names.empty() ? "" : ", ") + each.id;
    }
    return names + " lays its blocks in its own way";
  }
};

class Block : public OwnOrChosen {
 public:
  using OwnOrChosen::OwnOrChosen;
  std::string text(const Settings& settings) const override {
    const BlockShape block = settings.execution.block;
    return block == BlockShape{} ? std::string(settings_default) : fmt::format("{}x{}", block.x, block.y);
  }
  bool is_known_to(const Knobs& knobs) const override { return knobs.blocks != BlockRule::none; }
  void load(const Section& from, const SettingContext&, Settings& settings) const override {
    const auto block = from.text(id());
    if (block && *block != settings_default) from.guarded([&] { settings.execution.block = parse_block(*block); });
  }
  void take(std::span<const std::string> typed, const SettingContext&, Settings& settings) const override {
    settings.execution.block = parse_block(typed.back());
  }
};

class Mapping : public OwnOrChosen {
 public:
  using OwnOrChosen::OwnOrChosen;
  std::string text(const Settings& settings) const override {
    return settings.execution.mapping.empty() ? std::string(settings_default) : settings.execution.mapping;
  }
  bool is_known_to(const Knobs& knobs) const override { return !knobs.mappings.empty(); }
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
    if (!known.empty() && std::ranges::find(known, word) == known.end())
      throw BadInput(
          fmt::format("{} '{}' is unknown; known: {}", words().option, excerpt(word), fmt::join(known, ", ")));
    if (context.keeps_gpu_variant) {
      settings.execution.mapping = word;
    } else {
      choose_mapping(settings, *context.workload, word);
    }
  }

 private:
  [[nodiscard]] static bool knows_all(const Workload& workload) {
    return std::ranges::all_of(workload.stages, [](const Stage& stage) {
      return std::ranges::all_of(stage.variants, [](const NamedVariant& each) { return each.variant->run != nullptr; });
    });
  }
};

}  // namespace

const Setting& block_setting() {
  static const Block setting({.id = "block",
                              .label = "Block",
                              .option = "--block",
                              .value = "WxH",
                              .help = "Threads in a GPU block, 1 to 1024 in all, like 16x16"});
  return setting;
}

const Setting& mapping_setting() {
  static const Mapping setting(
      {.id = "mapping",
       .label = "Mapping",
       .option = "--mapping",
       .value = "ID",
       .help = "How blocks are laid over the picture: 1d, 2d or another that\n`heteroscope list` names; without "
               "a GPU --variant it chooses one"});
  return setting;
}

}  // namespace heteroscope
