#include "app/window/feature/code_lines.hpp"

#include <imgui.h>

#include "app/window/look/imgui_versions.hpp"

namespace heteroscope {
namespace {

ImU32 highlight_color(const Theme& theme, Highlight::Kind kind) {
  switch (kind) {
    case Highlight::Kind::keyword:
      return theme.cpu;
    case Highlight::Kind::comment:
      return theme.dim;
    case Highlight::Kind::string:
      return theme.copies;
    case Highlight::Kind::directive:
      return theme.merge;
    case Highlight::Kind::plain:
      break;
  }
  return theme.text;
}

void code_line(const Ui& ui, const std::vector<Highlight>& parts) {
  if (parts.empty()) ImGui::TextUnformatted("");
  for (const Highlight& each : parts) {
    if (&each != &parts.front()) ImGui::SameLine(0, 0);
    ImGui::PushStyleColor(ImGuiCol_Text, highlight_color(ui.theme(), each.kind));
    ImGui::TextUnformatted(each.text.data(), each.text.data() + each.text.size());
    ImGui::PopStyleColor();
  }
}

}  // namespace

void code_lines(const Ui& ui, const HighlightedLines& lines) {
  push_font(ui.fonts.code);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, ui.units(2)});
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(lines.size()), ImGui::GetTextLineHeightWithSpacing());
  while (clipper.Step()) {
    for (int line = clipper.DisplayStart; line < clipper.DisplayEnd; ++line)
      code_line(ui, lines[static_cast<std::size_t>(line)]);
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

}  // namespace heteroscope
