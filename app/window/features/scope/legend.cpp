#include "app/window/features/scope/legend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>
#include <vector>

#include "app/text/format.hpp"
#include "app/window/features/scope/readout.hpp"
#include "app/window/features/scope/scope_figures.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t most_legend_rows = 14;

/// Draws the ramp of colors for times or shares, with the values of its ends.
void ramp(const Ui& ui, const ScopePaint& paint) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float high = ui.units(10);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  constexpr int spans = 48;
  for (int i = 0; i < spans; ++i) {
    const std::uint32_t color = paint.ramp[paint.ramp.size() * static_cast<std::size_t>(i) / spans];
    draw.AddRectFilled({at.x + width * static_cast<float>(i) / spans, at.y},
                       {at.x + width * static_cast<float>(i + 1) / spans, at.y + high}, color);
  }
  ImGui::Dummy({width, high});
  if (paint.ramp_of_shares) {
    value_row(ui, "0 %", "100 %");
  } else {
    value_row(ui, "0 µs", format_us(paint.ramp_end));
  }
}

/// "The thread that computes each cell".
std::string meaning_of(const WindowModel& model, TraceColor color) {
  std::string out = words_of_color(color, model.settings().execution.processor == Processor::cpu);
  out.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(out.front())));
  return out;
}

/// The cells of a legend in columns.
struct LegendCells {
  ImVec2 from;
  float mark = 0;   ///< the side of a color's square
  float width = 0;  ///< of a column
  float line = 0;   ///< the height of a row
  std::size_t rows = 1;
  std::size_t columns = 1;

  [[nodiscard]] ImVec2 at(std::size_t i) const {
    return {from.x + width * static_cast<float>(i / rows), from.y + line * static_cast<float>(i % rows)};
  }
};

/// Returns columns as wide as the longest label, as many as have room in the rest of the ImGui window.
LegendCells cells_for(const Ui& ui, const std::vector<ScopeLegend>& legend) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  LegendCells out{.from = ImGui::GetCursorScreenPos(), .mark = 0.8F * ImGui::GetTextLineHeight()};
  float widest = 0;
  for (const ScopeLegend& each : legend) widest = std::max(widest, ImGui::CalcTextSize(each.label.c_str()).x);
  const float whole = out.mark + ui.units(6) + widest + ui.units(14);
  const auto count = [](float all, float each) {
    return static_cast<std::size_t>(std::max(std::floor(all / each), 1.0F));
  };
  out.columns = count(room.x, whole);
  out.width = std::min(whole, room.x);
  out.line = ImGui::GetTextLineHeight() + ui.units(2);
  out.rows = count(room.y, out.line);
  return out;
}

/// Draws as many colors with their labels as have room, and how many have none.
void colors_in_columns(const Ui& ui, const std::vector<ScopeLegend>& legend) {
  const LegendCells cells = cells_for(ui, legend);
  const std::size_t room = cells.rows * cells.columns;
  const std::size_t shown = legend.size() <= room ? legend.size() : room - 1;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float beside = cells.mark + ui.units(6);
  for (std::size_t i = 0; i < shown; ++i) {
    const auto [x, y] = cells.at(i);
    const float top = y + 0.1F * ImGui::GetTextLineHeight();
    draw.AddRectFilled({x, top}, {x + cells.mark, top + cells.mark}, legend[i].color | 0xff000000U, ui.units(2));
    draw.AddText({x + beside, y}, ui.theme().text, shortened(legend[i].label, cells.width - beside).c_str());
  }
  if (shown == legend.size()) return;
  const std::string more = fmt::format("and {} more", legend.size() - shown);
  draw.AddText(cells.at(shown), ui.theme().dim, shortened(more, cells.width).c_str());
}

}  // namespace

void scope_legend(const Ui& ui, const ScopePaint& paint, bool of_blocks) {
  if (!paint.ramp.empty()) ramp(ui, paint);
  for (std::size_t i = 0; i < std::min(paint.legend.size(), most_legend_rows); ++i) {
    const ScopeLegend& each = paint.legend[i];
    dot(ui, each.color | 0xff000000U);
    std::string label = each.label;
    if (each.launches > 1 && of_blocks) label += fmt::format(" (×{})", format_count(each.launches));
    long_value_row(ui, label,
                   format_count(each.blocks) + (of_blocks ? " block" : " span") + (each.blocks == 1 ? "" : "s"));
  }
  if (paint.legend.size() > most_legend_rows) {
    value_row(ui, "", fmt::format("and {} more", paint.legend.size() - most_legend_rows));
  }
}

void presented_legend(const Ui& ui, const WindowModel& model) {
  const ScopeShow* const show = model.scope.show.get();
  if (show == nullptr || show->paint == nullptr) return;
  push_font(ui.fonts.strong);
  ImGui::TextWrapped("%s", meaning_of(model, show->request.color).c_str());
  ImGui::PopFont();
  if (!show->paint->ramp.empty()) ramp(ui, *show->paint);
  if (!show->paint->legend.empty()) colors_in_columns(ui, show->paint->legend);
}

}  // namespace heteroscope
