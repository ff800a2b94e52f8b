#include "app/window/features/bench/findings.hpp"

#include <imgui.h>

#include <algorithm>
#include <variant>
#include <vector>

namespace heteroscope {
namespace {

void put_cell(const std::string& words) {
  ImGui::TableNextColumn();
  ImGui::TextWrapped("%s", words.c_str());
}

/// Columns share the width by their longest words, and words that do not fit go on below.
void put_table(const TextTable& table, int number) {
  constexpr ImGuiTableFlags flags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_NoSavedSettings;
  const std::vector<TextTable::Column>& columns = table.columns();
  ImGui::PushID(number);
  if (ImGui::BeginTable("table", static_cast<int>(columns.size()), flags)) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      float width = ImGui::CalcTextSize(columns[i].title.c_str()).x;
      for (const std::vector<std::string>& row : table.rows()) {
        if (i < row.size()) width = std::max(width, ImGui::CalcTextSize(row[i].c_str()).x);
      }
      ImGui::TableSetupColumn(columns[i].title.c_str(), ImGuiTableColumnFlags_WidthStretch, width);
    }
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    for (const TextTable::Column& each : columns) put_cell(each.title);
    for (const std::vector<std::string>& row : table.rows()) {
      ImGui::TableNextRow();
      for (const std::string& each : row) put_cell(each);
    }
    ImGui::EndTable();
  }
  ImGui::PopID();
}

}  // namespace

void put_item(const std::string& words) {
  ImGui::Bullet();
  ImGui::SameLine();
  ImGui::TextWrapped("%s", words.c_str());
}

void put_findings(const Document& document) {
  int tables = 0;
  for (const DocumentPart& part : document) {
    if (const auto* const paragraph = std::get_if<Paragraph>(&part)) ImGui::TextWrapped("%s", paragraph->text.c_str());
    if (const auto* const list = std::get_if<List>(&part)) std::ranges::for_each(list->items, put_item);
    if (const auto* const table = std::get_if<TextTable>(&part)) put_table(*table, tables++);
  }
}

}  // namespace heteroscope
