#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "app/text/format.hpp"
#include "app/window/cover/readout.hpp"
#include "app/window/cover/view.hpp"
#include "app/window/panels/sections.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t most_legend_rows = 14;

void of_row(State& state) {
  CoverState& cover = state.cover;
  row(state, "Of", narrow_label);
  const CoveringVariant* shown = shown_cover(state);
  const std::string name = shown == nullptr ? "rows of the CPU" : std::string(shown->variant);
  if (!ImGui::BeginCombo("##cover", name.c_str(), ImGuiComboFlags_HeightLargest)) {
    help(state, "Whose cover: where a variant's blocks lie needs no GPU to be looked at.");
    return;
  }
  if (choice(state, "the chosen GPU variant", !cover.of_rows && cover.variant.empty(), {},
             "Goes along with the GPU variant in the execution panel; the first of these where that has none.")) {
    cover.of_rows = false;
    cover.variant.clear();
  }
  for (const CoveringVariant& each : state.workload->covers->variants) {
    const std::string id(each.variant);
    const Variant* variant = state.workload->stages.back().find(id);
    if (choice(state, id.c_str(), !cover.of_rows && cover.variant == id, {},
               variant == nullptr ? std::string_view() : variant->summary)) {
      cover.of_rows = false;
      cover.variant = id;
    }
  }
  ImGui::Separator();
  if (choice(state, "rows of the CPU", cover.of_rows, {},
             "Which thread computed which row, and when: from a traced run on the CPU.")) {
    cover.of_rows = true;
  }
  ImGui::EndCombo();
}

void block_row(State& state) {
  const CoveringVariant* shown = shown_cover(state);
  if (shown == nullptr) return;
  row(state, "Block", narrow_label, !shown->any_block);
  BlockShape& block = state.settings.execution.block;
  const std::string own = "default (" + format_block(shown->default_block) + ")";
  ImGui::BeginDisabled(!shown->any_block);
  if (ImGui::BeginCombo("##cover_block",
                        !shown->any_block || block == BlockShape{} ? own.c_str() : format_block(block).c_str(),
                        ImGuiComboFlags_HeightLargest)) {
    if (choice(state, own.c_str(), block == BlockShape{}, {}, "The variant's own.")) block = {};
    static constexpr std::array<BlockShape, 8> common{
        {{4, 4}, {8, 8}, {16, 8}, {16, 16}, {32, 8}, {32, 16}, {32, 32}, {64, 4}}};
    for (const BlockShape& each : common) {
      if (choice(state, format_block(each).c_str(), block == each, {}, fmt::format("{} threads", each.threads()))) {
        block = each;
      }
    }
    ImGui::EndCombo();
  }
  ImGui::EndDisabled();
  help(state, shown->any_block ? "Threads of a block, columns × rows: the execution panel's."
                               : "This variant has one block shape.");
}

void color_row(State& state) {
  row(state, "Color", narrow_label);
  const bool rows = state.cover.of_rows;
  const ImU32 on = state.theme().dim;
  int chosen = static_cast<int>(state.preferences.cover_color);
  const std::string no_launch = rows ? "Rows of the CPU are not launched." : "";
  if (rows && state.preferences.cover_color == CoverColor::launch) chosen = 0;
  if (segmented(state, "color", chosen,
                {{rows ? "row" : "block",
                  on,
                  {},
                  rows ? "Neighboring rows differ." : "Hue runs down a grid; neighboring blocks differ in lightness."},
                 {"launch", on, no_launch, "One color a kernel launch, or a level of its recursion."},
                 {"start", on, {}, "When it began: from a traced run."},
                 {rows ? "thread" : "SM", on, {}, "Where it ran: from a traced run."}})) {
    state.preferences.cover_color = static_cast<CoverColor>(chosen);
  }
}

void ramp(const State& state, const CoverPaint& paint) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float high = state.units(10);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  constexpr int pieces = 48;
  for (int i = 0; i < pieces; ++i) {
    const std::uint32_t color = paint.ramp[paint.ramp.size() * static_cast<std::size_t>(i) / pieces];
    draw.AddRectFilled({at.x + width * static_cast<float>(i) / pieces, at.y},
                       {at.x + width * static_cast<float>(i + 1) / pieces, at.y + high}, color);
  }
  ImGui::Dummy({width, high});
  value_row(state, "0 µs", format_us(paint.ramp_end));
}

void legend(const State& state, const CoverPaint& paint, bool of_blocks) {
  if (!paint.ramp.empty()) ramp(state, paint);
  for (std::size_t i = 0; i < std::min(paint.legend.size(), most_legend_rows); ++i) {
    const CoverLegend& each = paint.legend[i];
    dot(state, each.color | 0xff000000U);
    std::string label = each.label;
    if (each.launches > 1 && of_blocks) label += fmt::format(" (×{})", format_count(each.launches));
    value_row(state, label.c_str(), format_count(each.blocks) + (of_blocks ? " blocks" : " rows"));
  }
  if (paint.legend.size() > most_legend_rows) {
    value_row(state, "", fmt::format("and {} more", paint.legend.size() - most_legend_rows));
  }
}

void figures(const State& state, const CoverFigures& of) {
  value_row(state, "Kernel launches", format_count(of.launches));
  value_row(state, "Blocks launched", format_count(of.blocks));
  value_row(state, "of these useful", format_count(of.useful_blocks));
  value_row(state, "Threads wasted", fmt::format("{:.2f} %", 100 * of.wasted_threads()));
  help(state, "Threads that compute no value, of all that are launched.");
}

void wrapped(const std::string& text, ImU32 color) {
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopStyleColor();
}

}  // namespace

void cover_panel(State& state) {
  if (!state.workload->covers || !section(state, "Cover")) return;
  if (wide_button(shows_cover(state) ? "Back to the picture" : "Show who computes what")) {
    state.ask(Action::toggle_cover);
  }
  help(state, "Each cell in the color of the block that computes it, and the grids of blocks beside it.",
       Action::toggle_cover);
  if (!shows_cover(state)) return;
  of_row(state);
  block_row(state);
  color_row(state);
  if (!state.cover.of_rows) {
    row(state, "Grids", narrow_label);
    ImGui::Checkbox("beside the result", &state.preferences.cover_grids);
    help(state,
         "The blocks as they were launched: wasted ones striped, others as high as the share of their threads "
         "that computes. Point at one.");
  }
  // of a replay the row below the picture says it
  if (!state.cover.missing.empty() && is_observed(state.preferences.cover_color)) {
    wrapped(state.cover.missing, state.theme().notice);
  }
  const auto& show = state.cover.show;
  if (show == nullptr) return;
  if (!show->why_not.empty()) wrapped(show->why_not, state.theme().notice);
  if (show->paint == nullptr) return;
  ImGui::Spacing();
  legend(state, *show->paint, !state.cover.of_rows && show->wish.color != CoverColor::processor);
  if (show->index == nullptr) return;
  if (!show->paint->legend.empty() || !show->paint->ramp.empty()) ImGui::Spacing();
  figures(state, show->index->figures);
}

}  // namespace heteroscope
