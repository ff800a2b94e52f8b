#include "app/window/features/scope/pane.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/text/format.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/scope_view.hpp"
#include "app/window/picture/panes.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/model/schema/block_shapes.hpp"

namespace heteroscope {
namespace {

constexpr double largest_block = 192;  // pixels

/// Lays the grids out in the pane, with a margin and room for a heading, which begins at `top` in ImGui's units.
void follow_pane(const Ui& ui, WindowModel& model, const PictureArea& area, float top) {
  const double unit = ui.units(1) * ui.pixel_ratio;
  const double margin = 14 * unit;
  const double heading = 30 * unit + static_cast<double>(top * ui.pixel_ratio) - area.y;
  const Size inside{std::max(static_cast<int>(area.size.width - 2 * margin), 1),
                    std::max(static_cast<int>(area.size.height - margin - heading), 1)};
  GridLayout layout = lay_out_grids(model.scope.show->index->mapping.grids, inside, 16 * unit, 12 * unit);
  for (GridLayout::Spot& each : layout.spots) {
    each.from.x += std::round(margin);
    each.from.y += std::round(heading);
  }
  model.scope.layout = std::move(layout);
}

void hold(ScopeState& scope, Size pane) {
  if (scope.zoom <= 1) {
    scope.zoom = 1;
    scope.shift = {};
    return;
  }
  // a corner of the layout's area stays in sight
  scope.shift.x = std::clamp(scope.shift.x, pane.width * (0.5 - scope.zoom), pane.width * 0.5);
  scope.shift.y = std::clamp(scope.shift.y, pane.height * (0.5 - scope.zoom), pane.height * 0.5);
}

void take_mouse(const Ui& ui, WindowModel& model, const PictureArea& area, Covered& covered) {
  ScopeState& scope = model.scope;
  const Rect rect = rect_of(ui, area);
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
    const Point at{(io.MousePos.x - rect.from.x) * ui.pixel_ratio, (io.MousePos.y - rect.from.y) * ui.pixel_ratio};
    const auto& grids = scope.show->index->mapping.grids;
    if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
      const Point there{(at.x - scope.shift.x) / scope.zoom, (at.y - scope.shift.y) / scope.zoom};
      if (const auto place = block_at(grids, scope.layout, there)) {
        scope.hovered = scope.show->index->first[place->grid] + place->block;
      }
    }
    if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
      const double most = std::max(largest_block / scope.layout.block, 1.0);
      const double next = std::clamp(scope.zoom * std::pow(1.25, static_cast<double>(io.MouseWheel)), 1.0, most);
      scope.shift = {at.x - (at.x - scope.shift.x) * next / scope.zoom,
                     at.y - (at.y - scope.shift.y) * next / scope.zoom};
      scope.zoom = next;
    }
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
      scope.shift.x += static_cast<double>(io.MouseDelta.x) * ui.pixel_ratio;
      scope.shift.y += static_cast<double>(io.MouseDelta.y) * ui.pixel_ratio;
    }
    pin_clicked(ui, model, scope.hovered);
    hold(scope, area.size);
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

void labels(const Ui& ui, const WindowModel& model, const PictureArea& area, float top) {
  const ScopeState& scope = model.scope;
  const Rect rect = rect_of(ui, area);
  const MappingIndex& index = *scope.show->index;
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const bool as_computed = scope.show->request.of.as_computed;
  const std::string heading =
      scope.show->evenness != nullptr ? std::string("Warps, one thread per cell")
      : as_computed                   ? fmt::format("Pass \"{}\"", scope.show->pass.name)
                                      : fmt::format("{}: {} of {} threads", scope.show->request.of.variant,
                                  index.mapping.grids.size() == 1 ? "its grid, blocks" : "its grids, blocks",
                                                    format_block(index.mapping.threads));
  push_font(ui.fonts.small);
  const float line = ImGui::GetTextLineHeight();
  draw.PushClipRect(rect.from, rect.to);
  if (scope.layout.labelled) {
    for (std::size_t g = 0; g < scope.layout.spots.size(); ++g) {
      const MappingGrid& grid = index.mapping.grids[g];
      const GridLayout::Spot& spot = scope.layout.spots[g];
      const ImVec2 corner =
          place_in(ui, area, {scope.shift.x + scope.zoom * spot.from.x, scope.shift.y + scope.zoom * spot.from.y});
      const bool alone = scope.layout.spots.size() == 1;  // a single grid's label has the pane's width
      const float room = alone ? rect.to.x - rect.from.x - ui.units(8)
                               : static_cast<float>(spot.size.x * scope.zoom) / ui.pixel_ratio + ui.units(2);
      const std::string size = fmt::format("{} × {}", format_count(grid.columns), format_count(grid.rows));
      const std::string whole = grid.label.empty() ? size : grid.counted ? grid.label : grid.label + ": " + size;
      for (const std::string& each : {whole, size}) {
        const float wide = ImGui::CalcTextSize(each.c_str()).x;
        if (wide > room) continue;
        // the label of a zoomed grid stands over its visible part
        const float left = alone && scope.zoom <= 1 ? std::min(corner.x, rect.to.x - wide - ui.units(4)) : corner.x;
        draw.AddText({left, corner.y - line - ui.units(2)}, ui.theme().dim, each.c_str());
        break;
      }
    }
  }
  draw.AddRectFilled({rect.from.x, top}, {rect.to.x, top + line + ui.units(10)}, faded(ui.theme().backdrop, 0.85F));
  const float margin = ui.units(14);
  draw.AddText({rect.from.x + margin, top + ui.units(6)}, ui.theme().text,
               shortened(heading, rect.to.x - rect.from.x - 1.5F * margin).c_str());
  draw.PopClipRect();
  ImGui::PopFont();
}

}  // namespace

void pin_clicked(const Ui& ui, WindowModel& model, std::optional<std::int64_t> pointed) {
  ScopeState& scope = model.scope;
  if (ImGui::IsItemActivated()) scope.pressed = pointed;
  if (!ImGui::IsItemDeactivated()) return;
  const auto pressed = std::exchange(scope.pressed, std::nullopt);
  // the place of the button's release counts, since the mouse may have moved on
  const float still = ui.units(4);
  if (ImGui::GetIO().MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] < still * still)
    scope.pinned = scope.pinned == pressed ? std::nullopt : pressed;
}

std::optional<Rect> block_rect(const Window& window, std::int64_t number) {
  const ScopeState& scope = window.model.scope;
  const MappingIndex& index = *scope.show->index;
  if (!shows_grids(window.ui, window.model) || scope.layout.spots.size() != index.mapping.grids.size())
    return std::nullopt;
  const PictureArea area = pane_area(window, Pane::other);
  const Point corner = corner_of(index.mapping.grids, scope.layout, place_of_block(index, number));
  const double side = scope.layout.block;
  const auto at = [&](double x, double y) {
    return place_in(window.ui, area, {scope.shift.x + scope.zoom * x, scope.shift.y + scope.zoom * y});
  };
  return Rect{at(corner.x, corner.y), at(corner.x + side, corner.y + side)};
}

void scope_pane(const Window& window, OverlaySpace& space) {
  const PictureArea area = pane_area(window, Pane::other);
  const Rect left = rect_of(window.ui, area);
  const Rect right = rect_of(window.ui, pane_area(window, Pane::picture));
  ImGui::GetBackgroundDrawList()->AddRectFilled({left.to.x, left.from.y}, {right.from.x, left.to.y},
                                                window.ui.theme().line);
  if (window.model.scope.show->index == nullptr) return;
  const float top = space.free.from.y;
  follow_pane(window.ui, window.model, area, top);
  take_mouse(window.ui, window.model, area, space.covered);
  labels(window.ui, window.model, area, top);
}

}  // namespace heteroscope
