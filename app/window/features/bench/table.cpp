#include "app/window/features/bench/table.hpp"

#include <imgui.h>

#include <algorithm>

#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

/// The width of the arrow that ImGui draws behind the heading by which lines are sorted.
float arrow_width() {
  return ImGui::GetFontSize() * 0.65F + ImGui::GetStyle().FramePadding.x + 2;
}

void all_cells(const Ui& ui, const BenchView& view, const BenchLine& line) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.units(9), ui.units(7)});
  ImGui::BeginTooltip();
  for (std::size_t i = 0; i < view.columns.size(); ++i) {
    if (line.cells[i].text.empty()) continue;
    ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
    ImGui::TextUnformatted(view.columns[i].title.c_str());
    ImGui::PopStyleColor();
    ImGui::SameLine(ui.units(90));
    ImGui::TextUnformatted(line.cells[i].text.c_str());
  }
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

}  // namespace

void BenchTable::follow(const std::shared_ptr<const BenchView>& view) {
  if (of_ == view && letters_ == ImGui::GetFontSize()) return;
  of_ = view;
  letters_ = ImGui::GetFontSize();
  widths_.clear();
  for (std::size_t i = 0; i < view->columns.size(); ++i) {
    float width = text_size(view->columns[i].title).x + arrow_width();
    for (const BenchLine& each : view->lines) width = std::max(width, text_size(each.cells[i].text).x);
    widths_.push_back(width);
  }
  in_order_ = sorted(*view, order_);
}

void BenchTable::choose_columns(float room, float gap) {
  shown_.clear();
  float needed = 0;
  for (std::size_t i = 0; i < widths_.size(); ++i) {
    shown_.push_back(i);
    needed += widths_[i] + gap;
  }
  while (needed > room) {
    const auto least = std::ranges::max_element(shown_, {}, [&](std::size_t i) { return of_->columns[i].spare; });
    if (of_->columns[*least].spare == 0) return;
    needed -= widths_[*least] + gap;
    shown_.erase(least);
  }
}

/// Sorts by the heading that was clicked; a third click on it restores the order of measuring.
void BenchTable::heads() {
  ImGuiTableSortSpecs* const specs = ImGui::TableGetSortSpecs();
  if (specs == nullptr || !specs->SpecsDirty) return;
  specs->SpecsDirty = false;
  order_.column = specs->SpecsCount > 0 ? static_cast<int>(specs->Specs[0].ColumnUserID) : -1;
  order_.descending = specs->SpecsCount > 0 && specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
  in_order_ = sorted(*of_, order_);
}

void BenchTable::line(const Ui& ui, const BenchView& view, const BenchLine& line) const {
  ImGui::TableNextRow();
  for (const std::size_t i : shown_) {
    ImGui::TableNextColumn();
    if (i == shown_.front()) {
      ImGui::Selectable("##line", false, ImGuiSelectableFlags_SpanAllColumns);
      if (ImGui::IsItemHovered()) all_cells(ui, view, line);
      ImGui::SameLine(0, 0);
    }
    const BenchColumn& column = view.columns[i];
    const std::string text = shortened(line.cells[i].text, ImGui::GetContentRegionAvail().x + 0.5F);
    if (column.right)
      ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - text_size(text).x);
    const bool note = i + 1 == view.columns.size();
    const ImU32 color = note ? (line.disturbed || line.marked ? ui.theme().notice : ui.theme().dim)
                        : column.title == "variant" ? ui.theme().of(line.processor)
                                                    : ui.theme().text;
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
  }
}

void BenchTable::draw(const Ui& ui, const std::shared_ptr<const BenchView>& view, bool whole) {
  follow(view);
  const float pad = ui.units(5);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {pad, ui.units(1.5)});
  const float bar = whole ? 0 : ImGui::GetStyle().ScrollbarSize;
  const float room = ImGui::GetContentRegionAvail().x - bar;
  choose_columns(room, 2 * pad);
  constexpr ImGuiTableFlags usual = ImGuiTableFlags_Sortable | ImGuiTableFlags_SortTristate | ImGuiTableFlags_RowBg |
                                    ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_PadOuterX |
                                    ImGuiTableFlags_NoSavedSettings;
  const ImGuiTableFlags flags = whole ? usual : usual | ImGuiTableFlags_ScrollY;
  ImGui::PushStyleColor(ImGuiCol_TableHeaderBg, ui.theme().frame);
  // another set of columns is another table to ImGui
  ImGui::PushID(static_cast<int>(shown_.size() * 100 + view->columns.size()));
  if (ImGui::BeginTable("rows", static_cast<int>(shown_.size()), flags)) {
    if (!whole) ImGui::TableSetupScrollFreeze(0, 1);
    for (const std::size_t i : shown_) {
      const bool wide = view->columns[i].title == "variant";
      const float width = std::min(widths_[i], room - 2 * pad);
      ImGui::TableSetupColumn(view->columns[i].title.c_str(),
                              wide ? ImGuiTableColumnFlags_WidthStretch : ImGuiTableColumnFlags_WidthFixed,
                              wide ? 1.0F : width, static_cast<ImGuiID>(i));
    }
    heads();
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    for (const std::size_t i : shown_) {
      ImGui::TableNextColumn();
      ImGui::TableHeader(view->columns[i].title.c_str());
      help(ui, view->columns[i].about);
    }
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(in_order_.size()));
    while (clipper.Step()) {
      for (int place = clipper.DisplayStart; place < clipper.DisplayEnd; ++place) {
        ImGui::PushID(place);
        line(ui, *view, view->lines[in_order_[static_cast<std::size_t>(place)]]);
        ImGui::PopID();
      }
    }
    ImGui::EndTable();
  }
  ImGui::PopID();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
}

}  // namespace heteroscope
