#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "app/window/panels.hpp"
#include "app/window/widgets.hpp"
#include "core/cpu_facts.hpp"
#include "core/plan.hpp"
#include "core/split.hpp"

namespace heteroscope {
namespace {

const device::Facts& facts() {
  return device::facts();
}

void processor_row(State& state) {
  row(state, "Processor");
  const Theme& theme = state.theme();
  const std::string& no_gpu = facts().why_not;
  int chosen = static_cast<int>(state.settings.processor);
  const std::vector<Segment> segments{
      {"CPU", theme.cpu, {}, "The processor's cores compute every row."},
      {"GPU", theme.gpu, no_gpu, "The GPU computes every row."},
      {"Split", theme.both, no_gpu, "Both compute rows of the same picture at the same time."}};
  if (segmented(state, "processor", chosen, segments)) state.settings.processor = static_cast<Processor>(chosen);
}

void split_row(State& state) {
  const bool possible = facts().available;
  const bool used = possible && state.settings.processor == Processor::split;
  row(state, fmt::format("GPU share {:5.1f} %", state.settings.split * 100).c_str(), wide_label, !used);
  const Shares shares = split(Processor::split, state.settings.split, state.settings.size.height, nullptr);
  split_bar(state, state.settings.split, shares.gpu.count(), shares.cpu.count(), used);
  help(state, !possible ? std::string_view(facts().why_not)
              : used ? "Rows for the GPU (first) and for the CPU (the rest). Drag the boundary until both sides take "
                       "the same time: the graph below shows who waits."
                     : "Choose the processor \"Split\" to share the rows.");
}

const NamedVariant* chosen_in(const Stage& stage, const std::string& id) {
  for (const NamedVariant& each : stage.variants) {
    if (each.id == id) return &each;
  }
  return nullptr;
}

void variant_row(State& state, const Stage& stage, Processor side) {
  StageChoice& choices = state.settings.variants[std::string(stage.id)];
  std::string& chosen = side == Processor::cpu ? choices.cpu : choices.gpu;
  const bool only_stage = state.workload->stages.size() == 1;
  const std::string name = side == Processor::cpu ? "CPU variant" : "GPU variant";
  ImGui::PushID(name.c_str());
  ImGui::PushID(stage.id.data(), stage.id.data() + stage.id.size());
  const bool absent = side == Processor::gpu && !facts().available;
  ImGui::AlignTextToFramePadding();
  row(state, (only_stage ? name : std::string(stage.id) + ", " + std::string(id_of(side))).c_str(), wide_label, absent);
  // Without a device the list stays open to read: what there would be, each with the reason why not.
  if (absent) {
    ImGui::PushStyleColor(ImGuiCol_Text, faded(state.theme().dim, 0.55F));
    ImGui::PushStyleColor(ImGuiCol_FrameBg, faded(state.theme().frame, 0.5F));
    ImGui::PushStyleColor(ImGuiCol_Button, faded(state.theme().frame, 0.5F));
  }
  const bool open = ImGui::BeginCombo("##variant", chosen.c_str(), ImGuiComboFlags_HeightLarge);
  if (absent) ImGui::PopStyleColor(3);
  if (open) {
    for (const NamedVariant& each : stage.variants) {
      if (each.variant->processor != side) continue;
      const std::string id(each.id);
      dot(state, state.theme().of(side));
      if (choice(state, id.c_str(), id == chosen, refusal_of(each.id, *each.variant, state.settings, facts()),
                 each.variant->summary)) {
        chosen = id;
      }
    }
    ImGui::EndCombo();
  } else if (const NamedVariant* now = chosen_in(stage, chosen); absent) {
    help(state, facts().why_not);
  } else if (now != nullptr) {
    help(state, now->variant->summary);
  }
  ImGui::PopID();
  ImGui::PopID();
}

void precision_row(State& state) {
  row(state, "Precision");
  int chosen = static_cast<int>(state.settings.precision);
  const ImU32 on = state.theme().dim;
  if (segmented(state, "precision", chosen,
                {{"fp32", on, {}, "Single precision: 24 bits, fast, and coarse when zoomed in."},
                 {"fp64", on, {}, "Double precision: 53 bits."}})) {
    state.settings.precision = static_cast<Precision>(chosen);
  }
}

void memory_row(State& state) {
  row(state, "GPU memory", wide_label, !facts().available);
  static constexpr std::array kinds{MemoryKind::device, MemoryKind::managed, MemoryKind::pinned};
  static constexpr std::array<std::string_view, 3> descriptions{
      "The GPU's own memory; the CPU's rows are copied there.",
      "Managed memory: pages move to the side that touches them.",
      "Page-locked host memory that the GPU reads and writes over the bus."};
  std::vector<Segment> segments;
  int chosen = 0;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    segments.push_back({id_of(kinds[i]).data(), state.theme().gpu, refusal_of(kinds[i], facts()), descriptions[i]});
    if (state.settings.memory == kinds[i]) chosen = static_cast<int>(i);
  }
  if (!facts().available) chosen = -1;
  if (segmented(state, "memory", chosen, segments)) state.settings.memory = kinds[static_cast<std::size_t>(chosen)];
}

/// The knobs of the GPU variant of the first stage: block shapes and mappings are chosen once for all stages.
const Variant* gpu_variant(const State& state) {
  const Stage& stage = state.workload->stages.front();
  const auto found = state.settings.variants.find(stage.id);
  return stage.find(found == state.settings.variants.end() ? stage.default_gpu : std::string_view(found->second.gpu));
}

std::string block_text(BlockShape block) {
  return fmt::format("{} × {}", block.x, block.y);
}

void block_choices(State& state, const Variant& variant, const std::string& automatic) {
  static constexpr std::array<BlockShape, 13> common{{{32, 1},
                                                      {64, 1},
                                                      {128, 1},
                                                      {256, 1},
                                                      {512, 1},
                                                      {1024, 1},
                                                      {8, 8},
                                                      {16, 8},
                                                      {16, 16},
                                                      {32, 8},
                                                      {32, 16},
                                                      {32, 32},
                                                      {64, 4}}};
  BlockShape& block = state.settings.block;
  if (choice(state, automatic.c_str(), block == BlockShape{}, {}, "What this variant was tuned for.")) block = {};
  for (const BlockShape& each : common) {
    Settings with = state.settings;
    with.block = each;
    if (choice(state, block_text(each).c_str(), block == each, refusal_of("this variant", variant, with, facts()),
               fmt::format("{} threads a block", each.threads()))) {
      block = each;
    }
  }
  ImGui::Separator();
  static std::array<int, 2> custom{48, 4};
  ImGui::SetNextItemWidth(state.units(90));
  ImGui::InputInt2("##custom", custom.data());
  const bool fits = custom[0] > 0 && custom[1] > 0 && custom[0] <= 1024 && custom[1] <= 1024 / custom[0];
  ImGui::SameLine();
  ImGui::BeginDisabled(!fits);
  if (ImGui::Button("Use")) {
    block = {custom[0], custom[1]};
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndDisabled();
  help(state, fits ? "A block of these columns × rows." : "A block has 1 to 1024 threads.");
}

void block_row(State& state) {
  const Variant* variant = gpu_variant(state);
  const bool present = facts().available && variant != nullptr;
  const bool chosen_by_user = present && variant->knobs.blocks != BlockRule::none;
  row(state, "Block", wide_label, !chosen_by_user);
  const std::string automatic = chosen_by_user && variant->knobs.default_block != BlockShape{}
                                    ? "default (" + block_text(variant->knobs.default_block) + ")"
                                    : std::string("default");
  const BlockShape block = state.settings.block;
  ImGui::BeginDisabled(!chosen_by_user);
  if (ImGui::BeginCombo("##block", block == BlockShape{} ? automatic.c_str() : block_text(block).c_str(),
                        ImGuiComboFlags_HeightLargest)) {
    block_choices(state, *variant, automatic);
    ImGui::EndCombo();
  }
  ImGui::EndDisabled();
  help(state, !facts().available ? std::string_view(facts().why_not)
              : !chosen_by_user  ? "This variant has one block shape."
                                 : "Threads of a block: columns × rows.");
}

void mapping_row(State& state) {
  const Variant* variant = gpu_variant(state);
  const bool present = facts().available && variant != nullptr && !variant->knobs.mappings.empty();
  row(state, "Mapping", wide_label, !present);
  std::string& mapping = state.settings.mapping;
  const std::string shown = !mapping.empty() ? mapping
                            : present        ? "default (" + std::string(variant->knobs.mappings.front()) + ")"
                                             : "default";
  ImGui::BeginDisabled(!present);
  if (ImGui::BeginCombo("##mapping", shown.c_str())) {
    if (choice(state, "default", mapping.empty(), {}, "This variant's own.")) mapping.clear();
    for (const std::string_view each : variant->knobs.mappings) {
      const std::string id(each);
      if (choice(state, id.c_str(), mapping == id, {}, "How thread blocks are laid over the picture.")) mapping = id;
    }
    ImGui::EndCombo();
  }
  ImGui::EndDisabled();
  help(state, !facts().available ? std::string_view(facts().why_not)
              : !present         ? "This variant has one mapping."
                                 : "How thread blocks are laid over the picture.");
}

void threads_row(State& state) {
  bool honored = false;
  for (const Stage& stage : state.workload->stages) {
    const auto found = state.settings.variants.find(stage.id);
    const Variant* variant =
        stage.find(found == state.settings.variants.end() ? stage.default_cpu : std::string_view(found->second.cpu));
    honored |= variant != nullptr && variant->knobs.threads;
  }
  row(state, "CPU threads", wide_label, !honored);
  const int cores = cpu_facts().threads;
  ImGui::BeginDisabled(!honored);
  const std::string format = state.settings.threads == 0 ? fmt::format("all ({})", cores) : "%d";
  ImGui::SliderInt("##threads", &state.settings.threads, 0, std::max(2 * cores, state.settings.threads), format.c_str(),
                   ImGuiSliderFlags_AlwaysClamp);
  ImGui::EndDisabled();
  help(state, honored ? "Threads on the CPU's side; 0 is one for each core. Drag, or Ctrl+click to type."
                      : "This variant runs on one thread.");
}

}  // namespace

void execution_panel(State& state) {
  if (!section(state, "Execution")) return;
  processor_row(state);
  split_row(state);
  for (const Stage& stage : state.workload->stages) {
    variant_row(state, stage, Processor::cpu);
    variant_row(state, stage, Processor::gpu);
  }
  precision_row(state);
  threads_row(state);
  memory_row(state);
  block_row(state);
  mapping_row(state);
}

}  // namespace heteroscope
