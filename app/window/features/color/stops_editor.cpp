#include "app/window/features/color/stops_editor.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/window/widgets/color_bar.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/color/palette.hpp"
#include "core/model/settings/looks.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t first_stops = 7;

std::uint32_t color_at(const Palette& palette, double place) {
  const int at = std::min(static_cast<int>(place * palette_entries), palette_entries - 1);
  return palette.table[static_cast<std::size_t>(std::max(at, 0))];
}

/// Moves a stop between its neighbors.
void move_stop(std::vector<ColorStop>& stops, std::size_t at, double place) {
  const double low = at == 0 ? 0 : stops[at - 1].place;
  const double high = at + 1 == stops.size() ? 1 : stops[at + 1].place;
  stops[at].place = std::clamp(place, low, high);
}

/// Returns the nearest stop that is at most `reach` from a place.
std::optional<std::size_t> stop_near(const std::vector<ColorStop>& stops, double place, double reach) {
  std::optional<std::size_t> out;
  for (std::size_t i = 0; i < stops.size(); ++i) {
    const double distance = std::abs(stops[i].place - place);
    if (distance > reach) continue;
    reach = distance;
    out = i;
  }
  return out;
}

std::size_t add_stop(std::vector<ColorStop>& stops, double place) {
  const std::uint32_t color = color_at(palette_of_colors(stops), place);
  const auto after = std::ranges::upper_bound(stops, place, {}, &ColorStop::place);
  return static_cast<std::size_t>(stops.insert(after, {place, color}) - stops.begin());
}

}  // namespace

std::vector<ColorStop> stops_like(const Look& look, std::size_t count) {
  const std::shared_ptr<const Palette> palette = palette_of(look);
  std::vector<ColorStop> out;
  for (std::size_t i = 0; i < count; ++i) {
    const double place = static_cast<double>(i) / static_cast<double>(count - 1);
    out.push_back({std::round(place * 1000) / 1000, color_at(*palette, place)});
  }
  return out;
}

void StopsEditor::rows(const Ui& ui, Look& look) {
  const bool own = look.palette == own_palette && look.stops.size() >= 2;
  if (!own) open_ = false;
  if (!open_) {
    if (wide_button(own ? "Edit the colors" : "Edit a copy of the colors")) {
      if (!own) {
        look.stops = stops_like(look, first_stops);
        look.palette = own_palette;
        look.inverted = false;
        look.shift = 0;
      }
      chosen_ = 0;
      open_ = true;
    }
    help(ui,
         "Makes a palette of your own: move, add and change its colors. Palette files of GIMP (.gpl) and of Fractint "
         "(.map) can be opened, too.");
    return;
  }
  chosen_ = std::min(chosen_, look.stops.size() - 1);
  bar(ui, look);
  chosen_rows(ui, look);
  if (wide_button("Done")) open_ = false;
}

/// Draws the palette as a bar with a mark at each stop. A click on a mark chooses it; a click elsewhere adds a stop.
void StopsEditor::bar(const Ui& ui, Look& look) {
  std::vector<ColorStop>& stops = look.stops;
  const float inset = ui.units(6);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = std::max(ImGui::GetContentRegionAvail().x - 2 * inset, 1.0F);
  const float height = ui.units(18);
  const ImVec2 from{corner.x + inset, corner.y};
  const float mark = ui.units(6);
  ImGui::InvisibleButton("##stops", {width + 2 * inset, height + 2 * mark});
  const double place = std::clamp((ImGui::GetIO().MousePos.x - from.x) / width, 0.0F, 1.0F);
  if (ImGui::IsItemActivated()) {
    const auto near = stop_near(stops, place, 1.2 * mark / width);
    if (near || stops.size() < most_color_stops) chosen_ = near ? *near : add_stop(stops, place);
    drags_ = false;
  }
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, ui.units(2))) drags_ = true;
  if (ImGui::IsItemActive() && drags_) move_stop(stops, chosen_, std::round(place * 1000) / 1000);
  help_beside(ui, "Drag a mark to move its color. Click between marks to add a color.");
  palette_gradient(palette_of_colors(stops), 0, from, {from.x + width, from.y + height});
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < stops.size(); ++i) {
    const float x = from.x + width * static_cast<float>(stops[i].place);
    const float y = from.y + height;
    const bool is_chosen = i == chosen_;
    draw.AddTriangleFilled({x - mark, y + 2 * mark}, {x + mark, y + 2 * mark}, {x, y},
                           is_chosen ? ui.theme().text : ui.theme().dim);
    draw.AddCircleFilled({x, y + 1.35F * mark}, mark * 0.45F, stops[i].color);
  }
}

void StopsEditor::chosen_rows(const Ui& ui, Look& look) {
  std::vector<ColorStop>& stops = look.stops;
  ColorStop& stop = stops[chosen_];
  row(ui, "Color", narrow_label);
  std::array<float, 3> rgb{};
  for (int i = 0; i < 3; ++i) rgb[static_cast<std::size_t>(i)] = static_cast<float>(stop.color >> 8 * i & 255U) / 255;
  if (ImGui::ColorEdit3("##color", rgb.data(), ImGuiColorEditFlags_DisplayHex)) {
    stop.color = 0xff000000U;
    for (int i = 0; i < 3; ++i) {
      const auto byte = std::lround(rgb[static_cast<std::size_t>(i)] * 255);
      stop.color |= static_cast<std::uint32_t>(std::clamp(byte, 0L, 255L)) << 8 * i;
    }
  }
  help(ui, "Color of the chosen mark. Click the square to choose it from a color field.");
  row(ui, "Position", narrow_label);
  const float button = ui.units(64);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button - ui.units(4));
  double place = stop.place;
  if (number_field("##place", place)) move_stop(stops, chosen_, place);
  help(ui, "Position of the chosen mark: 0 is the start of the palette, 1 its end.");
  ImGui::SameLine(0, ui.units(4));
  ImGui::BeginDisabled(stops.size() <= 2);
  if (ImGui::Button("Remove", {button, 0})) {
    stops.erase(stops.begin() + static_cast<std::ptrdiff_t>(chosen_));
    chosen_ = std::min(chosen_, stops.size() - 1);
  }
  ImGui::EndDisabled();
  help(ui, stops.size() <= 2 ? "A palette needs at least two colors." : "Removes this color.");
}

}  // namespace heteroscope
