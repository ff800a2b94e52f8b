#include "app/window/widgets/color_bar.hpp"

#include <algorithm>

#include "app/text/format.hpp"
#include "core/color/colorize.hpp"

namespace heteroscope {
namespace {

/// The value at a place on the bar, 0 to 1: shown_place() is monotonic between the map's ends.
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

void color_bar(const State& state, const ColorMap& map, const Palette& palette, double first,
               std::optional<double> marked) {
  const Theme& theme = state.theme();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float bar = state.units(14);
  palette_gradient(palette, first, at, {at.x + width, at.y + bar});
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRect(at, {at.x + width, at.y + bar}, theme.line);
  ImGui::PushFont(state.fonts.small);
  // as many as have room beside each other
  const auto widest = [&](int ticks) {
    float out = 0;
    for (int i = 0; i <= ticks; ++i) {
      const std::string text = format_short(value_at(static_cast<double>(i) / ticks, map), 3);
      out = std::max(out, ImGui::CalcTextSize(text.c_str()).x);
    }
    return out;
  };
  int ticks = 4;
  while (ticks > 1 && widest(ticks) + state.units(6) > width / static_cast<float>(ticks)) ticks /= 2;
  for (int i = 0; i <= ticks; ++i) {
    const double place = static_cast<double>(i) / ticks;
    const float x = at.x + width * static_cast<float>(place);
    const std::string text = format_short(value_at(place, map), 3);
    const float extent = ImGui::CalcTextSize(text.c_str()).x;
    draw.AddLine({x, at.y + bar}, {x, at.y + bar + state.units(3)}, theme.dim);
    const float left = std::clamp(x - extent * 0.5F, at.x, at.x + width - extent);
    draw.AddText({left, at.y + bar + state.units(3)}, theme.dim, text.c_str());
  }
  if (marked) {
    const float x = at.x + width * static_cast<float>(shown_place(*marked, map));
    const float half = state.units(4);
    draw.AddTriangleFilled({x - half, at.y - state.units(2)}, {x + half, at.y - state.units(2)},
                           {x, at.y + state.units(5)}, theme.text);
  }
  ImGui::Dummy({width, bar + state.units(3) + ImGui::GetTextLineHeight()});
  ImGui::PopFont();
}

}  // namespace heteroscope
