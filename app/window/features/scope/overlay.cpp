#include "app/window/features/scope/overlay.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/window/features/scope/pane.hpp"
#include "app/window/features/scope/readout.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/scope_view.hpp"
#include "app/window/picture/panes.hpp"

namespace heteroscope {
namespace {

constexpr ImU32 dark = IM_COL32(0, 0, 0, 200);
constexpr ImU32 light = IM_COL32(255, 255, 255, 255);

TurnedRect domain_of(const Window& window) {
  const Placement place = scope_place(window);
  return {placed(rect_of(window.ui, pane_area(window, Pane::picture)), place), place.turn};
}

/// Returns the span under the mouse in the result's pane.
std::optional<std::int64_t> span_in_domain(const Window& window) {
  const ScopeShow& show = *window.model.scope.show;
  if (ImGui::GetIO().WantCaptureMouse) return std::nullopt;
  const PictureArea area = pane_area(window, Pane::picture);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  // the center of the pixel, at which the values under the mouse are read
  const Point at{std::floor(static_cast<double>(mouse.x * window.ui.pixel_ratio)) - area.x + 0.5,
                 std::floor(static_cast<double>(mouse.y * window.ui.pixel_ratio)) - area.y + 0.5};
  if (at.x < 0 || at.y < 0 || at.x >= area.size.width || at.y >= area.size.height) return std::nullopt;
  const Extent& extent = show.extent();
  const auto cell = pixel_at(scope_place(window), extent.size, area.size, at);
  if (!cell) return std::nullopt;
  const Rows& rows = show.spans.rows;
  if (cell->row >= rows.begin && cell->row < rows.end) {
    const bool value = cell->column < values_in_row(extent.domain, extent.size.width, cell->row);
    return value ? std::optional(show.spans.of_row(cell->row)) : std::nullopt;
  }
  return show.index == nullptr ? std::nullopt : block_of_cell(*show.index, cell->column, cell->row);
}

/// Draws the border of a part of a picture. One smaller than a pixel has a visible mark, too.
void outline(const Ui& ui, const TurnedRect& picture, const Rect& part) {
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const Corners at = corners_in(picture, grown_to(part, ui.units(4)));
  draw.AddQuad(at[0], at[1], at[2], at[3], dark, ui.units(4));
  draw.AddQuad(at[0], at[1], at[2], at[3], light, ui.units(1.8));
}

void line(const Ui& ui, ImVec2 from, ImVec2 to) {
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.AddLine(from, to, dark, ui.units(3.6));
  draw.AddLine(from, to, light, ui.units(1.4));
}

/// Returns the middle of a part of a picture.
ImVec2 middle_in(const TurnedRect& picture, const Rect& part) {
  const ImVec2 middle = middle_of(part);
  return corners_in(picture, {middle, middle}).front();
}

/// Returns the point, moved to the pane's edge if it is out of sight.
ImVec2 kept_in(const Rect& pane, ImVec2 at) {
  return {std::clamp(at.x, pane.from.x, pane.to.x), std::clamp(at.y, pane.from.y, pane.to.y)};
}

/// Draws text beside a point, inside the picture's area. Returns where.
Rect words(const Ui& ui, const FrameView& view, ImVec2 at, const std::vector<std::string>& lines) {
  const Rect area = rect_of(ui, view.area);
  push_font(ui.fonts.small);
  const float pad = ui.units(7);
  const float high = ImGui::GetTextLineHeightWithSpacing();
  float wide = 0;
  for (const std::string& each : lines) wide = std::max(wide, ImGui::CalcTextSize(each.c_str()).x);
  const ImVec2 size{wide + 2 * pad, high * static_cast<float>(lines.size()) + 2 * pad};
  const float aside = ui.units(16);
  ImVec2 from{at.x + aside, at.y + aside};
  if (from.x + size.x > area.to.x) from.x = at.x - aside - size.x;
  if (from.y + size.y > area.to.y) from.y = at.y - aside - size.y;
  from.x = std::max(from.x, area.from.x);
  from.y = std::max(from.y, area.from.y);
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.AddRectFilled(from, {from.x + size.x, from.y + size.y}, faded(ui.theme().panel, 0.95F), ui.units(5));
  draw.AddRect(from, {from.x + size.x, from.y + size.y}, ui.theme().line, ui.units(5));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    draw.AddText({from.x + pad, from.y + pad + high * static_cast<float>(i)}, i == 0 ? ui.theme().text : ui.theme().dim,
                 lines[i].c_str());
  }
  ImGui::PopFont();
  return {from, {from.x + size.x, from.y + size.y}};
}

/// Returns the rectangles of a span in the result before it is turned, in ImGui's units.
std::vector<Rect> rects_of(const Window& window, const Rect& domain, std::int64_t span) {
  const ScopeShow& show = *window.model.scope.show;
  const Extent& extent = show.extent();
  std::vector<Rect> out;
  if (!show.spans.is_block(span)) {
    const int row = show.spans.row_of(span);
    const int values = values_in_row(extent.domain, extent.size.width, row);
    out.push_back(cells_rect(domain, extent.size, {0, row, values, 1}));
    return out;
  }
  for (const Patch& each : cells_of_block(*show.index, span)) {
    const bool inside = each.x < extent.size.width && each.y < extent.size.height;
    if (inside) out.push_back(cells_rect(domain, extent.size, each));
  }
  return out;
}

std::optional<Rect> block_of_span(const Window& window, std::int64_t span) {
  return window.model.scope.show->spans.is_block(span) ? block_rect(window, span) : std::nullopt;
}

/// Marks a span in the result and in the grids, with lines between.
void mark(const Window& window, std::int64_t span) {
  const Rect pane = rect_of(window.ui, pane_area(window, Pane::picture));
  const TurnedRect domain = domain_of(window);
  const std::vector<Rect> patches = rects_of(window, domain.upright, span);
  const std::optional<Rect> block = block_of_span(window, span);
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  if (block) {
    const Rect grids = rect_of(window.ui, pane_area(window, Pane::other));
    constexpr std::size_t most_lines = 4;
    for (std::size_t i = 0; i < std::min(patches.size(), most_lines); ++i)
      line(window.ui, kept_in(grids, middle_of(*block)), kept_in(pane, middle_in(domain, patches[i])));
    draw.PushClipRect(grids.from, grids.to);
    outline(window.ui, {*block}, *block);
    draw.PopClipRect();
  }
  draw.PushClipRect(pane.from, pane.to);
  for (const Rect& each : patches) outline(window.ui, domain, each);
  draw.PopClipRect();
}

/// Describes a span in words beside the mouse, or a clicked one beside its place in the result. Returns where they are.
Rect describe(const Window& window, std::int64_t span, bool clicked) {
  ImVec2 beside = ImGui::GetIO().MousePos;
  if (clicked) {
    const TurnedRect domain = domain_of(window);
    const std::vector<Rect> patches = rects_of(window, domain.upright, span);
    const std::optional<Rect> block = block_of_span(window, span);
    if (!patches.empty()) {
      beside = kept_in(rect_of(window.ui, pane_area(window, Pane::picture)), middle_in(domain, patches.front()));
    } else if (block) {
      beside = middle_of(*block);
    }
  }
  return words(window.ui, window.view, beside, readout_of(*window.model.scope.show, span));
}

void notice(const Window& window) {
  const Rect area = rect_of(window.ui, window.view.area);
  const ImVec2 at{(area.from.x + area.to.x) * 0.5F, area.from.y + (area.to.y - area.from.y) * 0.25F};
  const ScopeState& scope = window.model.scope;
  if (scope.show == nullptr) {
    const char* const words = shows_warps(window.ui, window.model) ? "counting the warps' work …"
                              : shows_as_computed(window.model)    ? "waiting for a traced run …"
                                                                   : "laying out the blocks …";
    badge(window.ui, at, words, window.ui.theme().text, area.to.x - area.from.x);
  } else if (!scope.show->why_not.empty()) {
    badge(window.ui, at, scope.show->why_not, window.ui.theme().notice, area.to.x - area.from.x);
  }
}

}  // namespace

void scope_overlay(const Window& window, OverlaySpace& space) {
  if (!shows_scope(window.model)) return;
  ScopeState& scope = window.model.scope;
  // the span under the mouse in the timeline, which was drawn before
  const auto in_timeline = std::exchange(scope.pointed_in_timeline, std::nullopt);
  scope.hovered.reset();
  notice(window);
  if (scope.show == nullptr || scope.show->paint == nullptr) return;
  if (shows_grids(window.ui, window.model)) scope_pane(window, space);
  if (!scope.hovered) scope.hovered = span_in_domain(window);
  const bool of_timeline = !scope.hovered && in_timeline && *in_timeline < scope.show->spans.count();
  if (of_timeline) scope.hovered = in_timeline;
  if (scope.pinned && scope.pinned != scope.hovered) mark(window, *scope.pinned);
  if (scope.hovered) mark(window, *scope.hovered);
  if (const auto span = scope.hovered ? scope.hovered : scope.pinned)
    space.words.push_back(describe(window, *span, !scope.hovered || of_timeline));
}

}  // namespace heteroscope
