#include "app/window/feature/star_line.hpp"

#include <imgui.h>

namespace heteroscope {

void star_line(const Ui& ui, const std::vector<const VariantTime*>& times) {
  const std::string text = star_text(times);
  if (text.empty()) return;
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().notice);
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopStyleColor();
}

float star_line_height(const std::vector<const VariantTime*>& times) {
  const std::string text = star_text(times);
  if (text.empty()) return 0;
  const float width = ImGui::GetContentRegionAvail().x;
  return ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y + ImGui::GetStyle().ItemSpacing.y;
}

}  // namespace heteroscope
