#include "app/window/widgets/shares_bar.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

constexpr double steps_of_bar = 200;

/// Returns the borders between the participants, from 0 to 1.
std::vector<double> borders_of(const std::vector<ShareSegment>& segments) {
  std::vector<double> out;
  double sum = 0;
  for (std::size_t i = 0; i + 1 < segments.size(); ++i) out.push_back(sum += segments[i].share);
  return out;
}

void set_borders(std::vector<ShareSegment>& segments, const std::vector<double>& borders) {
  double before = 0;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const double end = i < borders.size() ? borders[i] : 1;
    segments[i].share = end - before;
    before = end;
  }
}

/// Returns the border that the mouse drags; of several at one place the direction of the drag decides.
int held_border(const std::vector<double>& borders, double mouse) {
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID id = ImGui::GetID("held border");
  if (!ImGui::IsItemActivated()) return storage.GetInt(id);
  int nearest = 0;
  for (std::size_t i = 1; i < borders.size(); ++i) {
    const double here = std::abs(borders[i] - mouse);
    const double there = std::abs(borders[static_cast<std::size_t>(nearest)] - mouse);
    if (here < there || (here == there && mouse > borders[i])) nearest = static_cast<int>(i);
  }
  storage.SetInt(id, nearest);
  return nearest;
}

/// Moves the dragged border between its neighbors. True if it moved.
bool drag_border(std::vector<double>& borders, double mouse) {
  const auto held = static_cast<std::size_t>(held_border(borders, mouse));
  if (held >= borders.size()) return false;
  const double low = held == 0 ? 0 : borders[held - 1];
  const double high = held + 1 == borders.size() ? 1 : borders[held + 1];
  const double to = std::clamp(std::round(mouse * steps_of_bar) / steps_of_bar, low, high);
  const bool moved = to != borders[held];
  borders[held] = to;
  return moved;
}

}  // namespace

bool shares_bar(const Ui& ui, std::vector<ShareSegment>& segments, bool enabled, bool movable) {
  const Theme& theme = ui.theme();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetFrameHeight()};
  ImGui::InvisibleButton("##split", size);
  std::vector<double> borders = borders_of(segments);
  bool changed = false;
  if (enabled && movable && ImGui::IsItemActive()) {
    changed = drag_border(borders, static_cast<double>((ImGui::GetIO().MousePos.x - at.x) / size.x));
    if (changed) set_borders(segments, borders);
  }
  const float alpha = enabled ? 1.0F : 0.35F;
  const float rounding = ui.units(4);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float low = at.y + size.y;
  double begin = 0;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const ShareSegment& each = segments[i];
    const float from = at.x + size.x * static_cast<float>(begin);
    begin += each.share;
    const float to = i + 1 == segments.size() ? at.x + size.x : at.x + size.x * static_cast<float>(begin);
    if (to <= from) continue;
    const ImDrawFlags left = from <= at.x ? ImDrawFlags_RoundCornersLeft : ImDrawFlags_None;
    const ImDrawFlags right = to >= at.x + size.x ? ImDrawFlags_RoundCornersRight : ImDrawFlags_None;
    const ImDrawFlags corners = (left | right) == 0 ? ImDrawFlags_RoundCornersNone : left | right;
    draw.AddRectFilled({from, at.y}, {to, low}, faded(each.color, alpha), rounding, corners);
    const ImVec2 extent = text_size(each.name);
    if (extent.x + ui.units(8) > to - from) continue;
    draw.AddText({(from + to - extent.x) * 0.5F, at.y + (size.y - extent.y) * 0.5F}, faded(ink_on(each.color), alpha),
                 each.name.c_str());
  }
  const bool at_hand = movable && (ImGui::IsItemHovered() || ImGui::IsItemActive());
  const float knob = ui.units(at_hand ? 3 : movable ? 2 : 1);
  for (const double border : borders) {
    const float x = at.x + size.x * static_cast<float>(border);
    const float above = movable ? ui.units(2) : 0;
    draw.AddRectFilled({x - knob, at.y - above}, {x + knob, low + above}, faded(theme.text, alpha), ui.units(2));
  }
  return changed;
}

}  // namespace heteroscope
