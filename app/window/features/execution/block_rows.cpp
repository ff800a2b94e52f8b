#include "app/window/features/execution/block_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/text/format.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/plural.hpp"
#include "core/device/device.hpp"
#include "core/model/schema/block_shapes.hpp"
#include "core/model/settings/mapping_choice.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {
namespace {

/// The chosen GPU variants, by stage: block shapes and mappings are chosen once for all of them.
std::vector<const Variant*> gpu_variants(const Settings& settings, const Workload& workload) {
  std::vector<const Variant*> out;
  for (const Stage& stage : workload.stages) {
    const auto found = settings.execution.variants.find(stage.id);
    const std::string_view id =
        found == settings.execution.variants.end() ? stage.default_gpu : std::string_view(found->second.gpu);
    if (const Variant* variant = stage.find(id); variant != nullptr) out.push_back(variant);
  }
  return out;
}

/// Why one of the variants cannot run with these settings; empty if all can.
std::string refusal_of_any(const std::vector<const Variant*>& variants, const Settings& settings) {
  for (const Variant* each : variants) {
    if (auto reason = refusal_of("this variant", *each, settings, device::facts()); !reason.empty()) return reason;
  }
  return {};
}

/// The chosen variants' own mapping, or that of the first that has one.
std::string own_mapping(const std::vector<const Variant*>& variants) {
  const auto mapped = std::ranges::find_if(variants, [](const Variant* each) { return !each->knobs.mappings.empty(); });
  return mapped == variants.end() ? std::string() : std::string((*mapped)->knobs.mappings.front());
}

/// All mappings that some variant has: one that the chosen variant lacks brings its own variant with it.
void mapping_row(const Ui& ui, WindowModel& model) {
  const std::vector<std::string_view> known = mappings_of(*model.workload);
  const std::string own = own_mapping(gpu_variants(model.settings(), *model.workload));
  const bool present = device::facts().available && !known.empty();
  row(ui, "Mapping", wide_label, !present);
  const std::string& mapping = model.settings().execution.mapping;
  const std::string shown = !mapping.empty() ? mapping : present && !own.empty() ? "default (" + own + ")" : "default";
  ImGui::BeginDisabled(!present);
  if (begin_combo(ui, "##mapping", shown)) {
    if (choice(ui, "default", mapping.empty(), {}, "This variant's own.")) model.edit().execution.mapping.clear();
    for (const std::string_view each : known) {
      Settings with = model.settings();
      choose_mapping(with, *model.workload, each);
      const auto variants = gpu_variants(with, *model.workload);
      if (choice(ui, std::string(each).c_str(), mapping == each, refusal_of_any(variants, with),
                 "How thread blocks are laid over the picture. A variant that lays them otherwise makes way for the "
                 "first that lays them so.")) {
        model.edit().execution = with.execution;
      }
    }
    ImGui::EndCombo();
  }
  ImGui::EndDisabled();
  help(ui, !device::facts().available ? std::string_view(device::facts().why_not)
           : !present                 ? "These variants lay their blocks in their own ways."
                                      : "How thread blocks are laid over the picture.");
}

}  // namespace

void BlockRows::block_choices(const Ui& ui, WindowModel& model, const std::vector<const Variant*>& variants,
                              const std::string& automatic) {
  BlockShape& block = model.edit().execution.block;
  if (choice(ui, automatic.c_str(), block == BlockShape{}, {}, "What this variant was tuned for.")) block = {};
  for (const BlockShape& each : block_shapes<BlockUse::offered>) {
    Settings with = model.settings();
    with.execution.block = each;
    if (choice(ui, format_block(each).c_str(), block == each, refusal_of_any(variants, with),
               fmt::format("{} a block", plural(each.threads(), "thread")))) {
      block = each;
    }
  }
  ImGui::Separator();
  ImGui::SetNextItemWidth(ui.units(90));
  ImGui::InputInt2("##custom", custom_.data());
  const bool fits = custom_[0] > 0 && custom_[1] > 0 && custom_[0] <= 1024 && custom_[1] <= 1024 / custom_[0];
  ImGui::SameLine();
  ImGui::BeginDisabled(!fits);
  if (ImGui::Button("Use")) {
    block = {custom_[0], custom_[1]};
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndDisabled();
  help(ui, fits ? "A block of these columns × rows." : "A block has 1 to 1024 threads.");
}

void BlockRows::block_row(const Ui& ui, WindowModel& model) {
  const std::vector<const Variant*> variants = gpu_variants(model.settings(), *model.workload);
  // those that honor a block; their defaults are shown where they agree
  const Variant* honoring = nullptr;
  bool agree = true;
  for (const Variant* each : variants) {
    if (each->knobs.blocks == BlockRule::none) continue;
    if (honoring == nullptr) honoring = each;
    agree &= each->knobs.default_block == honoring->knobs.default_block;
  }
  const bool chosen_by_user = device::facts().available && honoring != nullptr;
  row(ui, "Block", wide_label, !chosen_by_user);
  const std::string automatic = chosen_by_user && agree && honoring->knobs.default_block != BlockShape{}
                                    ? "default (" + format_block(honoring->knobs.default_block) + ")"
                                    : std::string("default");
  const BlockShape block = model.settings().execution.block;
  ImGui::BeginDisabled(!chosen_by_user);
  if (begin_combo(ui, "##block", block == BlockShape{} ? automatic : format_block(block),
                  ImGuiComboFlags_HeightLargest)) {
    block_choices(ui, model, variants, automatic);
    ImGui::EndCombo();
  }
  ImGui::EndDisabled();
  help(ui, !device::facts().available ? std::string_view(device::facts().why_not)
           : !chosen_by_user          ? "This variant has one block shape."
                                      : "Threads of a block: columns × rows.");
}

void BlockRows::build(const Ui& ui, WindowModel& model) {
  block_row(ui, model);
  mapping_row(ui, model);
}

}  // namespace heteroscope
