#include "app/window/widgets/color_bar.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/text/format.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "core/color/colorize.hpp"

namespace heteroscope {
namespace {

/// Returns the value at a place on the bar, 0 to 1, by bisection: shown_place() is monotonic between the map's ends.
double value_at(double place, const ColorMap& map) {
  double low = map.low;
  double high = map.high;
  if (map.scale == ColorScale::cyclic || place <= 0) return low + place * (high - low);
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (shown_place(middle, map) < place ? low : high) = middle;
  }
  return high;
}

struct Tick {
  float x = 0;     ///< on the bar, whose left end is 0
  float left = 0;  ///< the left end of its words, which do not reach beyond the bar
  std::string text;
};

/// Returns ticks at the ends of `pieces` equal parts of the bar. None if words would come nearer to each other than
/// `apart`, except for one part.
std::vector<Tick> color_ticks(const ColorMap& map, int pieces, float width, float apart) {
  std::vector<Tick> out;
  float free = 0;
  for (int i = 0; i <= pieces; ++i) {
    const double place = static_cast<double>(i) / pieces;
    Tick tick{.x = width * static_cast<float>(place), .left = 0, .text = format_short(value_at(place, map), 3)};
    const float extent = ImGui::CalcTextSize(tick.text.c_str()).x;
    tick.left = std::clamp(tick.x - extent * 0.5F, 0.0F, std::max(width - extent, 0.0F));
    if (pieces > 1 && tick.left < free) return {};
    free = tick.left + extent + apart;
    out.push_back(std::move(tick));
  }
  return out;
}

constexpr double bar_units = 14;

}  // namespace

void palette_gradient(const Palette& palette, double first, ImVec2 from, ImVec2 to) {
  constexpr int pieces = 32;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float step = (to.x - from.x) / pieces;
  const auto color = [&](int at) {
    const double place = first + (1 - first) * at / pieces;
    const int entry = std::min(static_cast<int>(place * palette_entries), palette_entries - 1);
    return palette.table[static_cast<std::size_t>(entry)];
  };
  for (int i = 0; i < pieces; ++i) {
    const float x = from.x + step * static_cast<float>(i);
    draw.AddRectFilledMultiColor({x, from.y}, {x + step, to.y}, color(i), color(i + 1), color(i + 1), color(i));
  }
}

float color_bar_height(const Ui& ui) {
  push_font(ui.fonts.small);
  const float words = ImGui::GetTextLineHeight();
  ImGui::PopFont();
  return ui.units(bar_units + 3) + words;
}

void color_bar(const Ui& ui, const ColorMap& map, const Palette& palette, double first, std::optional<double> marked) {
  const Theme& theme = ui.theme();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float bar = ui.units(bar_units);
  palette_gradient(palette, first, at, {at.x + width, at.y + bar});
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRect(at, {at.x + width, at.y + bar}, theme.line);
  push_font(ui.fonts.small);
  std::vector<Tick> ticks;
  // as many ticks as have room beside each other
  for (int pieces = 4; ticks.empty(); pieces /= 2) ticks = color_ticks(map, pieces, width, ui.units(6));
  for (const Tick& each : ticks) {
    draw.AddLine({at.x + each.x, at.y + bar}, {at.x + each.x, at.y + bar + ui.units(3)}, theme.dim);
    draw.AddText({at.x + each.left, at.y + bar + ui.units(3)}, theme.dim, each.text.c_str());
  }
  if (marked) {
    const float x = at.x + width * static_cast<float>(shown_place(*marked, map));
    const float half = ui.units(4);
    draw.AddTriangleFilled({x - half, at.y - ui.units(2)}, {x + half, at.y - ui.units(2)}, {x, at.y + ui.units(5)},
                           theme.text);
  }
  ImGui::PopFont();
  ImGui::Dummy({width, color_bar_height(ui)});
}

}  // namespace heteroscope
