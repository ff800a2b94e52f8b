#include "app/window/features/scope/pane.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/text/format.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/cover_view.hpp"
#include "app/window/picture/panes.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

constexpr double largest_block = 192;  // pixels

/// The layout leaves a margin around, and room for a heading.
void follow_pane(State& state, const PictureArea& area) {
  const double unit = state.units(1) * state.pixel_ratio;
  const double margin = 14 * unit;
  const double heading = 30 * unit;
  const Size inside{static_cast<int>(area.size.width - 2 * margin),
                    static_cast<int>(area.size.height - margin - heading)};
  GridLayout layout = lay_out_grids(state.cover.show->index->cover.grids, inside, 16 * unit, 12 * unit);
  for (GridLayout::Spot& each : layout.spots) {
    each.from.x += std::round(margin);
    each.from.y += std::round(heading);
  }
  state.cover.layout = std::move(layout);
}

void hold(CoverState& cover, Size pane) {
  if (cover.zoom <= 1) {
    cover.zoom = 1;
    cover.shift = {};
    return;
  }
  // a corner of the layout's area stays in sight
  cover.shift.x = std::clamp(cover.shift.x, pane.width * (0.5 - cover.zoom), pane.width * 0.5);
  cover.shift.y = std::clamp(cover.shift.y, pane.height * (0.5 - cover.zoom), pane.height * 0.5);
}

void take_mouse(State& state, const PictureArea& area, Covered& covered) {
  CoverState& cover = state.cover;
  const Rect rect = rect_of(state, area);
  const ImGuiIO& io = ImGui::GetIO();
  ImGui::SetNextWindowPos(rect.from);
  ImGui::SetNextWindowSize({rect.to.x - rect.from.x, rect.to.y - rect.from.y});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  constexpr ImGuiWindowFlags flags = (notice_flags & ~ImGuiWindowFlags_AlwaysAutoResize) |
                                     ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                     ImGuiWindowFlags_NoScrollWithMouse;
  if (ImGui::Begin("##grids", nullptr, flags)) {
    note_covered(covered);
    ImGui::InvisibleButton("##pane", ImGui::GetContentRegionAvail());
    const Point at{(io.MousePos.x - rect.from.x) * state.pixel_ratio,
                   (io.MousePos.y - rect.from.y) * state.pixel_ratio};
    const auto& grids = cover.show->index->cover.grids;
    if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
      const Point there{(at.x - cover.shift.x) / cover.zoom, (at.y - cover.shift.y) / cover.zoom};
      if (const auto place = block_at(grids, cover.layout, there)) {
        cover.hovered = cover.show->index->first[place->grid] + place->block;
      }
    }
    if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
      const double most = std::max(largest_block / cover.layout.block, 1.0);
      const double next = std::clamp(cover.zoom * std::pow(1.25, static_cast<double>(io.MouseWheel)), 1.0, most);
      cover.shift = {at.x - (at.x - cover.shift.x) * next / cover.zoom,
                     at.y - (at.y - cover.shift.y) * next / cover.zoom};
      cover.zoom = next;
    }
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
      cover.shift.x += static_cast<double>(io.MouseDelta.x) * state.pixel_ratio;
      cover.shift.y += static_cast<double>(io.MouseDelta.y) * state.pixel_ratio;
    }
    pin_clicked(state, cover.hovered);
    hold(cover, area.size);
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

void labels(const State& state, const PictureArea& area) {
  const CoverState& cover = state.cover;
  const Rect rect = rect_of(state, area);
  const CoverIndex& index = *cover.show->index;
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const bool as_computed = cover.show->wish.of.as_computed;
  const std::string heading =
      cover.show->evenness != nullptr ? std::string("Warps, a thread a cell")
      : as_computed                   ? fmt::format("Pass \"{}\", as it was handed out", cover.show->pass.name)
                                      : fmt::format("{}: {} of {} threads", cover.show->wish.of.variant,
                                  index.cover.grids.size() == 1 ? "its grid, blocks" : "its grids, blocks",
                                                    format_block(index.cover.threads));
  push_font(state.fonts.small);
  const float line = ImGui::GetTextLineHeight();
  draw.PushClipRect(rect.from, rect.to);
  if (cover.layout.labelled) {
    for (std::size_t g = 0; g < cover.layout.spots.size(); ++g) {
      const CoverGrid& grid = index.cover.grids[g];
      const GridLayout::Spot& spot = cover.layout.spots[g];
      const ImVec2 corner =
          place_in(state, area, {cover.shift.x + cover.zoom * spot.from.x, cover.shift.y + cover.zoom * spot.from.y});
      const bool alone = cover.layout.spots.size() == 1;  // it has the pane's width
      const float room = alone ? rect.to.x - rect.from.x - state.units(8)
                               : static_cast<float>(spot.size.x * cover.zoom) / state.pixel_ratio + state.units(2);
      const std::string size = fmt::format("{} × {}", format_count(grid.columns), format_count(grid.rows));
      const std::string whole = grid.label.empty() ? size : grid.counted ? grid.label : grid.label + ": " + size;
      for (const std::string& each : {whole, size}) {
        const float wide = ImGui::CalcTextSize(each.c_str()).x;
        if (wide > room) continue;
        // of a grid that is zoomed into, whatever of it is seen
        const float left = alone && cover.zoom <= 1 ? std::min(corner.x, rect.to.x - wide - state.units(4)) : corner.x;
        draw.AddText({left, corner.y - line - state.units(2)}, state.theme().dim, each.c_str());
        break;
      }
    }
  }
  draw.AddRectFilled(rect.from, {rect.to.x, rect.from.y + line + state.units(10)},
                     faded(state.theme().backdrop, 0.85F));
  const float margin = state.units(14);
  draw.AddText({rect.from.x + margin, rect.from.y + state.units(6)}, state.theme().text,
               shortened(heading, rect.to.x - rect.from.x - 1.5F * margin).c_str());
  draw.PopClipRect();
  ImGui::PopFont();
}

}  // namespace

void pin_clicked(State& state, std::optional<std::int64_t> pointed) {
  CoverState& cover = state.cover;
  if (ImGui::IsItemActivated()) cover.pressed = pointed;
  if (!ImGui::IsItemDeactivated()) return;
  const auto pressed = std::exchange(cover.pressed, std::nullopt);
  // where the mouse is by now does not matter: it may have moved on since the button came up
  const float still = state.units(4);
  if (ImGui::GetIO().MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] < still * still)
    cover.pinned = cover.pinned == pressed ? std::nullopt : pressed;
}

std::optional<Rect> block_rect(const State& state, std::int64_t number) {
  const CoverState& cover = state.cover;
  const CoverIndex& index = *cover.show->index;
  if (!shows_grids(state) || cover.layout.spots.size() != index.cover.grids.size()) return std::nullopt;
  const PictureArea area = pane_area(state, Pane::other);
  const Point corner = corner_of(index.cover.grids, cover.layout, place_of_block(index, number));
  const double side = cover.layout.block;
  const auto at = [&](double x, double y) {
    return place_in(state, area, {cover.shift.x + cover.zoom * x, cover.shift.y + cover.zoom * y});
  };
  return Rect{at(corner.x, corner.y), at(corner.x + side, corner.y + side)};
}

void cover_pane(State& state, Covered& covered) {
  const PictureArea area = pane_area(state, Pane::other);
  const Rect left = rect_of(state, area);
  const Rect right = rect_of(state, pane_area(state, Pane::picture));
  ImGui::GetBackgroundDrawList()->AddRectFilled({left.to.x, left.from.y}, {right.from.x, left.to.y},
                                                state.theme().line);
  if (state.cover.show->index == nullptr) return;
  follow_pane(state, area);
  take_mouse(state, area, covered);
  labels(state, area);
}

}  // namespace heteroscope
