#include "app/window/features/source/source_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>

#include "app/window/feature/code_lines.hpp"
#include "app/window/feature/overlay_window.hpp"
#include "app/window/feature/own_words.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/widgets.hpp"
#include "kernels/variant_source.hpp"

namespace heteroscope {
namespace {

const NamedVariant* named(const Stage& stage, std::string_view id) {
  const auto* const found = std::ranges::find(stage.variants, id, &NamedVariant::id);
  return found == stage.variants.end() ? nullptr : found;
}

/// The variant that computes the main stage's rows with these settings; on several processors, the GPU's.
FoundVariant present_variant(const Settings& settings, const Workload& workload) {
  const Stage& stage = workload.main_stage();
  const auto chosen = settings.execution.variants.find(stage.id);
  const StageChoice ids = chosen == settings.execution.variants.end() ? StageChoice{} : chosen->second;
  const NamedVariant* const found = named(stage, settings.execution.processor == Processor::cpu ? ids.cpu : ids.gpu);
  return {&stage, found == nullptr ? &stage.variants.front() : found};
}

std::string label_of_variant(const Workload& workload, const FoundVariant& variant) {
  return workload.stages.size() > 1 ? fmt::format("{}: {}", variant.stage->id, variant.variant->id)
                                    : std::string(variant.variant->id);
}

std::vector<FoundVariant> all_variants(const Workload& workload) {
  std::vector<FoundVariant> out;
  for (const Stage& stage : workload.stages) {
    for (const NamedVariant& each : stage.variants) out.push_back({&stage, &each});
  }
  return out;
}

}  // namespace

void SourceFeature::leave_workload() {
  stage_.clear();
  id_.clear();
  start_.reset();
}

void SourceFeature::show(Ui& ui, std::string_view stage, std::string_view variant) {
  stage_ = stage;
  id_ = variant;
  if (!is_open()) ui.ask(opened_by());
}

FoundVariant SourceFeature::chosen_in(const Window& window) const {
  const Workload& workload = *window.model.workload;
  const auto stage = std::ranges::find(workload.stages, std::string_view(stage_), &Stage::id);
  const NamedVariant* const variant = stage == workload.stages.end() ? nullptr : named(*stage, id_);
  return variant == nullptr ? present_variant(window.model.settings(), workload) : FoundVariant{&*stage, variant};
}

/// A newer save of a person's file is another variant, so that it is read again.
void SourceFeature::read(const Workload& workload, const FoundVariant& variant) {
  const Variant* const now = variant.variant->variant;
  if (std::exchange(read_, now) == now) return;
  shown_.clear();
  file_ = {};
  const std::optional<VariantSource> source = source_of(workload, *variant.stage, *variant.variant);
  if (!source) return;
  file_ = source->file.text;
  for (const EmbeddedFile& each : source->all()) shown_.push_back({std::string(each.name), highlighted(each.text)});
}

void SourceFeature::heading(Ui& ui) {
  const float close = ui.units(54);
  push_font(ui.fonts.strong);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Source");
  ImGui::PopFont();
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - close);
  if (ImGui::Button("Close", {close, 0})) ui.ask(opened_by());
}

void SourceFeature::choices(const Window& window, const FoundVariant& now) {
  const Workload& workload = *window.model.workload;
  ImGui::SetNextItemWidth(window.ui.units(260));
  if (!begin_combo(window.ui, "##variant", label_of_variant(workload, now), ImGuiComboFlags_HeightLarge)) return;
  for (const FoundVariant& each : all_variants(workload)) {
    const Variant& variant = *each.variant->variant;
    dot(window.ui, window.ui.theme().of(variant.processor));
    const bool is_shown = each.variant == now.variant;
    if (choice(window.ui, label_of_variant(workload, each).c_str(), is_shown, {}, words_of(variant))) {
      stage_ = each.stage->id;
      id_ = each.variant->id;
    }
  }
  ImGui::EndCombo();
}

void SourceFeature::buttons(const Ui& ui, const FoundVariant& now) {
  ImGui::SameLine();
  ImGui::BeginDisabled(file_.empty());
  if (ImGui::Button("Copy")) ImGui::SetClipboardText(std::string(file_).c_str());
  ImGui::EndDisabled();
  help(ui, "Copies the variant's own file.");
  ImGui::SameLine();
  const bool takes_none = file_.empty() || !now.stage->own;
  ImGui::BeginDisabled(takes_none);
  if (ImGui::Button("Write my own variant")) start_ = now;
  ImGui::EndDisabled();
  help(ui, takes_none ? fmt::format("The stage {} cannot be computed by a file of yours.", now.stage->id)
                      : "Writes a file to start from, with this source as a comment below it, and opens it in your "
                        "editor.");
}

void SourceFeature::overlay(const Window& window, OverlaySpace& space) {
  if (!is_open()) return;
  Ui& ui = window.ui;
  const FoundVariant now = chosen_in(window);
  read(*window.model.workload, now);
  const auto page = OverlayWindow::in_middle(ui, space, "##source", {900, 640}, {});
  if (!page) return;
  heading(ui);
  choices(window, now);
  buttons(ui, now);
  if (shown_.empty()) colored_words(ui.theme().dim, "The program has no source of this variant.");
  ImGui::BeginChild("##files", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    // the reference loop and the variant's file
    ImGui::SetNextItemOpen(i < 2, ImGuiCond_Once);
    if (ImGui::CollapsingHeader(shown_[i].name.c_str())) code_lines(ui, shown_[i].lines);
  }
  ImGui::EndChild();
}

void SourceFeature::offer(const Window& window, std::vector<Offer>& to) {
  for (const FoundVariant& each : all_variants(*window.model.workload)) {
    const auto take = [this, each](const Window& taking) { show(taking.ui, each.stage->id, each.variant->id); };
    to.push_back({fmt::format("source of {}", label_of_variant(*window.model.workload, each)),
                  "source",
                  {},
                  take,
                  "code kernel read"});
  }
}

std::vector<ActionEntry> SourceFeature::actions() {
  return {{opened_by(),
           "source of a variant: the reference loop, and the kernel or loop that computes it",
           {with_control(GLFW_KEY_F5, "Ctrl + F5")},
           nullptr}};
}

}  // namespace heteroscope
