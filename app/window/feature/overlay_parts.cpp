#include "app/window/feature/overlay_parts.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers/turn.hpp"

namespace heteroscope {

Rect rect_of(const Ui& ui, const PictureArea& area) {
  const auto along = [&](int pixels) { return static_cast<float>(pixels) / ui.pixel_ratio; };
  return {{along(area.x), along(area.y)}, {along(area.x + area.size.width), along(area.y + area.size.height)}};
}

ImVec2 middle_of(const Rect& rect) {
  return {(rect.from.x + rect.to.x) * 0.5F, (rect.from.y + rect.to.y) * 0.5F};
}

bool intersect(const Rect& one, const Rect& other) {
  return one.from.x < other.to.x && other.from.x < one.to.x && one.from.y < other.to.y && other.from.y < one.to.y;
}

Rect grown_to(const Rect& rect, float least) {
  const ImVec2 middle = middle_of(rect);
  const float across = std::max(rect.to.x - rect.from.x, least) * 0.5F;
  const float down = std::max(rect.to.y - rect.from.y, least) * 0.5F;
  return {{middle.x - across, middle.y - down}, {middle.x + across, middle.y + down}};
}

Rect placed(const Rect& pane, const Placement& place) {
  const auto across = [&](double x) {
    return pane.from.x + static_cast<float>(x + 1) * 0.5F * (pane.to.x - pane.from.x);
  };
  const auto down = [&](double y) {
    return pane.from.y + static_cast<float>(1 - y) * 0.5F * (pane.to.y - pane.from.y);
  };
  return {{across(place.x - place.half_width), down(place.y + place.half_height)},
          {across(place.x + place.half_width), down(place.y - place.half_height)}};
}

Rect cells_rect(const Rect& domain, Size extent, const Patch& patch) {
  const auto across = [&](int x) {
    const double share = std::clamp(static_cast<double>(x) / std::max(extent.width, 1), 0.0, 1.0);
    return domain.from.x + static_cast<float>(share) * (domain.to.x - domain.from.x);
  };
  const auto down = [&](int y) {
    const double share = std::clamp(static_cast<double>(y) / std::max(extent.height, 1), 0.0, 1.0);
    return domain.from.y + static_cast<float>(share) * (domain.to.y - domain.from.y);
  };
  return {{across(patch.x), down(patch.y)}, {across(patch.x + patch.width), down(patch.y + patch.height)}};
}

Corners corners_in(const TurnedRect& picture, const Rect& rect) {
  const ImVec2 middle = middle_of(picture.upright);
  const Turn turn = turn_by(picture.turn);
  const auto cosine = static_cast<float>(turn.cosine);
  const auto sine = static_cast<float>(turn.sine);
  const auto turned = [&](float x, float y) {
    const ImVec2 away{x - middle.x, y - middle.y};
    return ImVec2{middle.x + away.x * cosine + away.y * sine, middle.y - away.x * sine + away.y * cosine};
  };
  return {turned(rect.from.x, rect.from.y), turned(rect.to.x, rect.from.y), turned(rect.to.x, rect.to.y),
          turned(rect.from.x, rect.to.y)};
}

ImVec2 place_in(const Ui& ui, const PictureArea& area, Point at) {
  return {static_cast<float>(area.x + at.x) / ui.pixel_ratio, static_cast<float>(area.y + at.y) / ui.pixel_ratio};
}

namespace {

ImVec2 badge_padding(const Ui& ui) {
  return {ui.units(10), ui.units(5)};
}

float badge_wrap(const Ui& ui, float most) {
  return std::max(most - 2 * badge_padding(ui).x, ui.units(60));
}

}  // namespace

float badge_height(const Ui& ui, const std::string& text, float most) {
  return ImGui::CalcTextSize(text.c_str(), nullptr, false, badge_wrap(ui, most)).y + 2 * badge_padding(ui).y;
}

float badge(const Ui& ui, ImVec2 center_top, const std::string& text, ImU32 ink, float most) {
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const ImVec2 pad = badge_padding(ui);
  const float wrap = badge_wrap(ui, most);
  const float width = ImGui::CalcTextSize(text.c_str(), nullptr, false, wrap).x;
  const float height = badge_height(ui, text, most);
  const ImVec2 from{std::round(center_top.x - width * 0.5F - pad.x), center_top.y};
  draw.AddRectFilled(from, {from.x + width + 2 * pad.x, from.y + height}, faded(ui.theme().panel, 0.88F), ui.units(5));
  draw.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {from.x + pad.x, from.y + pad.y}, ink, text.c_str(), nullptr,
               wrap);
  return height;
}

void note_covered(Covered& covered) {
  const ImVec2 at = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  covered.push_back({at.x, at.y, at.x + size.x, at.y + size.y});
}

}  // namespace heteroscope
