#include "app/window/features/lens/lens_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "app/plot/svg.hpp"
#include "app/text/format.hpp"
#include "app/window/feature/measured_files.hpp"
#include "app/window/features/lens/lens_place.hpp"
#include "app/window/features/lens/lens_words.hpp"
#include "app/window/features/lens/memory_grid.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

/// "loads input, from byte 412,672"; without the byte where there is no room for it.
std::string group_heading(const LensGroup& group, float room) {
  std::string words = words_of(group);
  std::string whole = fmt::format("{}, from byte {}", words, format_count(first_byte(group)));
  return ImGui::CalcTextSize(whole.c_str()).x <= room ? whole : words;
}

/// Returns whether the group's words and figures have room in one line.
bool in_one_line(const Ui& ui, const LensGroup& group, float room) {
  const float words = ImGui::CalcTextSize(group_heading(group, room).c_str()).x;
  return words + ImGui::CalcTextSize(group_figures(group).c_str()).x + ui.units(8) < room;
}

/// The parts of a lens for which the panel has room.
struct PanelPlan {
  bool hint = true;
  bool totals = true;
  std::size_t groups = 0;
  float grid = 0;  ///< the height that each group's grid may have
};

struct PanelTexts {
  std::string heading;
  std::string hint;
  std::string totals;
};

/// Plans the panel. Where room is short, grids become lower; then the hint, the averages and the last groups are left
/// out.
PanelPlan plan_of(const Ui& ui, const Lens& lens, const PanelTexts& texts, float room, float high) {
  const float gap = ImGui::GetStyle().ItemSpacing.y;
  const float line = ImGui::GetTextLineHeight() + gap;
  const auto text = [&](const std::string& words) {
    return words.empty() ? 0 : ImGui::CalcTextSize(words.c_str(), nullptr, false, room).y + gap;
  };
  const float lowest = ui.units(lowest_grid_units);
  PanelPlan out{.groups = lens.groups.size()};
  for (;;) {
    float free = high - text(texts.heading) - (out.hint ? text(texts.hint) : 0) - (out.totals ? text(texts.totals) : 0);
    if (out.groups < lens.groups.size()) free -= line;  // for the line that says how many are left out
    std::vector<float> grids;
    for (std::size_t i = 0; i < out.groups; ++i) {
      free -= (in_one_line(ui, lens.groups[i], room) ? 1.0F : 2.0F) * line + gap;
      grids.push_back(memory_grid_height(ui, lens.groups[i].worst));
    }
    out.grid = height_of_each(std::move(grids), free, ui.units(highest_grid_units));
    if (out.grid >= lowest || out.groups == 1) break;
    if (out.hint) {
      out.hint = false;
    } else if (out.totals) {
      out.totals = false;
    } else {
      --out.groups;
    }
  }
  out.grid = std::max(out.grid, ui.units(8));
  return out;
}

void group_lines(const Ui& ui, const LensGroup& group, float room, float tallest) {
  const std::string figures = group_figures(group);
  const float start = ImGui::GetCursorPosX();
  const bool one_line = in_one_line(ui, group, room);
  ImGui::TextUnformatted(group_heading(group, room).c_str());
  if (one_line) ImGui::SameLine();
  ImGui::SetCursorPosX(start + std::max(room - ImGui::CalcTextSize(figures.c_str()).x, 0.0F));
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ui.theme().dim), "%s", figures.c_str());
  memory_grid(ui, group.worst, room, tallest);
}

}  // namespace

void lens_notice(const Ui& ui, OverlaySpace& space, std::size_t i, const Rect& place, const std::string& text) {
  put_lens(place);
  push_font(ui.fonts.small);
  {
    const OverlayWindow page(ui, space, fmt::format("##lens{}", i).c_str(), notice_flags | ImGuiWindowFlags_NoInputs,
                             {10, 8});
    if (page) ImGui::TextWrapped("%s", text.c_str());
  }
  ImGui::PopFont();
}

PlotFigure lens_figure(const LensView& view) {
  const Lens& lens = view.lens;
  const PlotStyle& style = svg_style();
  constexpr double width = 560;
  const double room = width - 2 * figure_margin;
  PlotFigure out{.title = lens_heading(lens, view.variant), .width = width, .pictures = {}, .drawing = {}};
  double y = put_heading(out.drawing, out.title, hint_of(lens), width);
  for (const LensGroup& each : lens.groups) {
    const std::string words = fmt::format("{}, from byte {}", words_of(each), format_count(first_byte(each)));
    out.drawing.emplace_back(DrawnText{.at = {figure_margin, y}, .words = words, .color = style.text});
    out.drawing.emplace_back(DrawnText{
        .at = {figure_margin + room, y}, .words = group_figures(each), .color = style.dim, .anchor = Anchor::end});
    y += style.line;
    y += put_memory_grid(each.worst, {.at = {figure_margin, y}, .width = room, .tallest = 320}, figure_theme(),
                         out.drawing);
    y += 1.3 * style.line;
  }
  if (view.totals != nullptr)
    y = put_paragraph(out.drawing, average_text(*view.totals), y - style.line, width) + style.line;
  out.height = y + figure_margin / 2;
  return out;
}

void lens_panel(const Ui& ui, OverlaySpace& space, std::size_t i, const Rect& place, const LensView& view,
                std::string_view of_reads) {
  const Lens& lens = view.lens;
  const float high = place.to.y - place.from.y;
  put_lens(place);
  push_font(ui.fonts.small);
  {
    const OverlayWindow page(ui, space, fmt::format("##lens{}", i).c_str(), notice_flags | ImGuiWindowFlags_NoInputs,
                             {10, 8});
    if (page) {
      const std::string average = view.totals != nullptr ? average_text(*view.totals) : "";
      const float room = ImGui::GetContentRegionAvail().x;
      const PanelTexts texts{lens_heading(lens, view.variant), hint_of(lens).append(of_reads), average};
      const PanelPlan plan = plan_of(ui, lens, texts, room, high - 2 * ImGui::GetStyle().WindowPadding.y);
      ImGui::TextWrapped("%s", texts.heading.c_str());
      const auto dimmed = [&](const std::string& words) {
        ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
        ImGui::TextWrapped("%s", words.c_str());
        ImGui::PopStyleColor();
      };
      if (plan.hint) dimmed(texts.hint);
      for (std::size_t k = 0; k < plan.groups; ++k) group_lines(ui, lens.groups[k], room, plan.grid);
      if (plan.groups < lens.groups.size())
        dimmed(fmt::format("and {} more, for which there is no room", lens.groups.size() - plan.groups));
      if (plan.totals && !texts.totals.empty()) dimmed(texts.totals);
    }
  }
  ImGui::PopFont();
}

}  // namespace heteroscope
