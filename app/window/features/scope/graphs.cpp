#include "app/window/features/scope/scope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/text/format.hpp"
#include "app/window/feature/measuring_row.hpp"
#include "app/window/feature/time_plot.hpp"
#include "app/window/features/scope/measured.hpp"
#include "app/window/features/scope/readout.hpp"
#include "app/window/features/scope/timeline_view.hpp"
#include "app/window/model/scope_view.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

void right_cell(const Ui& ui, const std::string& text, bool faint = false) {
  ImGui::TableNextColumn();
  const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(room, 0.0F));
  if (faint) ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  ImGui::TextUnformatted(text.c_str());
  if (faint) ImGui::PopStyleColor();
}

/// Returns a time in µs or ms: kernels over small results take some microseconds.
std::string time_text(double ms) {
  return ms < 0.1 ? format_us(1000 * ms) : format_ms(ms);
}

/// Returns the variant's time at the present settings; null if it has not been measured.
const VariantTime* measured_of(const WindowModel& model, std::string_view variant) {
  const auto& measured = model.scope.measured;
  if (measured == nullptr || measured->settings != measured_settings(model.settings(), *model.workload)) return nullptr;
  const auto found = measured->times.find(variant);
  return found == measured->times.end() ? nullptr : &found->second;
}

/// Why the variant of the row has no time, in a line.
std::string why_unmeasured(const WindowModel& model, const MappingTable::Row& row) {
  if (!row.why_not.empty()) return row.why_not;
  const auto& measured = model.scope.measured;
  if (measured != nullptr) {
    const auto found = measured->why_not.find(row.variant);
    if (found != measured->why_not.end()) return "A dash: " + found->second;
  }
  return "A dash: not measured at these settings yet.";
}

void table_row(const Ui& ui, WindowModel& model, const MappingTable::Row& row, const VariantTime* first) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const MappedVariant* shown = shown_mapping(model);
  const bool on = shown != nullptr && shown->variant == row.variant;
  if (ImGui::Selectable(("##" + row.variant).c_str(), on, ImGuiSelectableFlags_SpanAllColumns)) {
    model.scope.variant = row.variant;
    model.scope.as_computed = false;
  }
  // the line that is clicked is under the other columns, too, which have words of their own
  ImGui::SameLine(0, 0);
  ImGui::TextUnformatted(row.variant.c_str());
  if (const Variant* const variant = model.workload->stages.back().find(row.variant)) graph_help(ui, variant->summary);
  const std::string none = "–";
  if (row.figures) {
    const MappingFigures& figures = *row.figures;
    right_cell(ui, format_count(figures.launches));
    right_cell(ui, format_count(figures.blocks));
    right_cell(ui, format_count(figures.useful_blocks));
    right_cell(ui, fmt::format("{:.2f} %", 100 * figures.wasted_threads()));
  } else {
    for (int i = 0; i < 4; ++i) {
      right_cell(ui, row.why_not.empty() ? "…" : none, true);
      graph_help(ui, row.why_not);
    }
  }
  const VariantTime* measured = measured_of(model, row.variant);
  const bool there = measured != nullptr;
  right_cell(ui, there ? time_text(measured->ms.median) + star(*measured) : none, !there);
  const std::string unmeasured = there ? std::string() : why_unmeasured(model, row);
  graph_help(ui, there ? interval_text(*measured) : unmeasured);
  right_cell(ui, there ? format_si(measured->bytes_per_s()) + "B/s" : none, !there);
  if (!there) graph_help(ui, unmeasured);
  const std::string over = there && first != nullptr ? times_over(*first, *measured) : std::string();
  right_cell(ui, over.empty() ? none : over, over.empty());
  if (over.empty()) {
    graph_help(ui,
               there ? "A dash: the first variant is not measured, so there is nothing to compare with." : unmeasured);
  }
}

/// Draws the headings of the table; the last column's times are over those of `first`.
void table_headings(const Ui& ui, bool only_writes, const std::string& first) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  ImGui::TextUnformatted("variant");
  ImGui::PopStyleColor();
  const auto heading = [&](const std::string& text, const std::string& about) {
    right_cell(ui, text, true);
    graph_help(ui, about);
  };
  heading("launches", "How many kernels the mapping launches for one result.");
  heading("blocks", "How many thread blocks all of its launches have.");
  heading("useful", "How many of these blocks compute a cell.");
  heading("wasted", "The share of the launched threads that compute no cell.");
  heading("time", "The median time on the GPU, measured in turns with the other mappings while nothing else runs.");
  heading(only_writes ? "written" : "rate",
          only_writes ? "The bytes that are written, divided by the median time."
                      : "The bytes that must at least be read and written, divided by the median time.");
  heading("over " + first, fmt::format("The speed-up over {}: its median time, divided by this mapping's.", first));
}

/// Draws the table of what each mapping costs, and leaves so much room below it.
void costs(const Window& window, float below) {
  const auto& table = window.model.scope.table;
  if (table == nullptr || table->rows.empty()) {
    title(window.ui, "What each mapping costs", {});
    return;
  }
  const VariantTime* first = measured_of(window.model, table->rows.front().variant);
  constexpr ImGuiTableFlags flags = ImGuiTableFlags_NoPadOuterX | ImGuiTableFlags_SizingStretchProp |
                                    ImGuiTableFlags_ScrollY | ImGuiTableFlags_NoSavedSettings;
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {window.ui.units(5), 0});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {window.ui.units(8), 0});
  if (ImGui::BeginTable("costs", 8, flags, {0, -below})) {
    ImGui::TableSetupScrollFreeze(0, 1);
    const bool only_writes = window.view.frame != nullptr && window.view.frame->work.only_writes;
    table_headings(window.ui, only_writes, table->rows.front().variant);
    for (const MappingTable::Row& each : table->rows) table_row(window.ui, window.model, each, first);
    ImGui::EndTable();
  }
  ImGui::PopStyleVar(2);
}

/// Draws two buttons that choose between the timeline and the table of costs.
void which_graph(Ui& ui) {
  ImGui::BeginGroup();
  const auto tab = [&](const char* label, bool costs, const char* about) {
    const bool on = ui.preferences.scope_costs == costs;
    if (on) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    if (ImGui::Button(label, {ui.units(52), 0})) ui.preferences.scope_costs = costs;
    if (on) ImGui::PopStyleColor();
    graph_help(ui, about);
  };
  tab("Costs", true, "What each mapping costs.");
  tab("When", false, "Which thread or multiprocessor was busy when.");
  ImGui::EndGroup();
}

}  // namespace

/// Draws the timeline and the table of what each block mapping costs.
void Scope::build(const Window& window) {
  const float gap = window.ui.units(20);
  const float whole = ImGui::GetContentRegionAvail().x;
  if (!window.model.workload->block_mappings) return timeline_view(window);
  const bool both = whole > window.ui.units(720);
  constexpr ImGuiWindowFlags still = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  if (both) {
    ImGui::BeginChild("timeline", {std::floor((whole - gap) * 0.4F), 0}, false, still);
    timeline_view(window);
    ImGui::EndChild();
    ImGui::SameLine(0, gap);
  } else {
    which_graph(window.ui);
    ImGui::SameLine(0, window.ui.units(8));
  }
  if (!both && !window.ui.preferences.scope_costs) {
    ImGui::BeginChild("timeline", {0, 0}, false, still);
    timeline_view(window);
    ImGui::EndChild();
    return;
  }
  ImGui::BeginChild("costs", {0, 0}, false, still);
  const MeasuringRow row = measuring_ != nullptr ? measuring_row_of(*measuring_, measured_so_far_) : MeasuringRow{};
  costs(window, height_of(row));
  if (measuring_ != nullptr) apply(measuring_row(window.ui, row), *measuring_);
  ImGui::EndChild();
}

}  // namespace heteroscope
