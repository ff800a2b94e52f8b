#include "app/window/features/run/run_feature.hpp"
#include "app/window/model/scope_view.hpp"

#include <algorithm>
#include <stop_token>

#include "app/window/features/run/profile.hpp"
#include "app/window/model/times/iterating.hpp"
#include "app/window/picture/panes.hpp"

namespace heteroscope {
namespace {

constexpr ImU32 dark = IM_COL32(0, 0, 0, 150);
constexpr ImU32 light = IM_COL32(255, 255, 255, 235);

bool shows_run(const WindowModel& model, const FrameView& view) {
  return model.workload->iterates() && view.frame != nullptr && view.frame->plan.workload == model.workload;
}

Rect picture_rect(const Window& window) {
  const PictureArea area = pane_area(window, Pane::picture);
  return placed(rect_of(window.ui, area), place_of(window.model, *window.view.frame, Role::result, area.size));
}

/// Returns the screen point at a share of the way from the first to the last node; nodes are the centers of pixels.
ImVec2 node_at(const FrameView& view, const Rect& picture, Point share) {
  const Size size = view.frame->field.size();
  const auto along = [](double s, int nodes, float from, float to) {
    return from + (to - from) * static_cast<float>((s * (nodes - 1) + 0.5) / nodes);
  };
  return {along(share.x, size.width, picture.from.x, picture.to.x),
          along(share.y, size.height, picture.from.y, picture.to.y)};
}

void brush(const Window& window, const Rect& picture) {
  if (!can_be_painted(*window.model.workload) || !window.view.readout.inside) return;
  const ImVec2 at = ImGui::GetIO().MousePos;
  const Size size = window.view.frame->field.size();
  const float pixel = (picture.to.x - picture.from.x) / static_cast<float>(std::max(size.width, 1));
  const float radius = static_cast<float>(window.ui.preferences.brush_radius * (size.width - 1)) * pixel;
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const bool cold = ImGui::GetIO().KeyShift;
  draw.AddCircle(at, radius, dark, 0, window.ui.units(3));
  draw.AddCircle(at, radius, cold ? IM_COL32(120, 190, 255, 255) : light, 0, window.ui.units(1.2));
}

}  // namespace

RunFeature::RunFeature()
    : contours_([](const Request& request, const std::stop_token&, const auto& publish) {
        constexpr int finest = 256;
        const FieldSamples samples = samples_of(request.frame->field, finest);
        publish(std::make_shared<const std::vector<ContourPiece>>(contour_pieces(samples, request.levels)));
      }) {}

/// Shows the row that is plotted below: a mark on both sides, and a faint line between them.
void RunFeature::profile_line(const Window& window, const Rect& picture) const {
  const auto row = profile_row(window.model, window.view);
  if (!row || built_in_ != ImGui::GetFrameCount()) return;
  const int height = window.view.frame->field.size().height;
  const float y =
      picture.from.y + (picture.to.y - picture.from.y) * (static_cast<float>(*row) + 0.5F) / static_cast<float>(height);
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const ImU32 color = window.ui.theme().gpu;
  draw.AddLine({picture.from.x, y}, {picture.to.x, y}, faded(color, 0.45F), window.ui.units(1));
  const float mark = window.ui.units(9);
  draw.AddLine({picture.from.x, y}, {picture.from.x + mark, y}, color, window.ui.units(3));
  draw.AddLine({picture.to.x - mark, y}, {picture.to.x, y}, color, window.ui.units(3));
}

/// Draws the contour lines; those of an earlier frame stay until the new ones are there.
void RunFeature::contour_lines(Ui& ui, const FrameView& view, const Rect& picture) {
  if (!ui.preferences.contours || !view.map || view.frame->field.empty()) return contours_.forget();
  const auto pieces =
      contours_.follow({view.frame, levels_between(view.map->low, view.map->high, ui.preferences.contour_levels)}, ui);
  if (pieces == nullptr) return;
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const float thick = ui.units(1.2);
  for (const ContourPiece& piece : *pieces) {
    draw.AddLine(node_at(view, picture, piece.from), node_at(view, picture, piece.to), IM_COL32(255, 255, 255, 170),
                 thick);
  }
}

GraphTab RunFeature::tab(const Window& window) const {
  const bool offered = window.model.workload->iterates() && !shows_scope(window.model);
  return {.label = "Run",
          .about = "Values along a row, and how the iteration has developed.",
          .action = action::toggle_plots,
          .offered = offered,
          .chosen = offered && chooses_own_graph(window.ui, window.model),
          .buttons = window.model.workload->settles()};
}

void RunFeature::build(const Window& window) {
  built_in_ = ImGui::GetFrameCount();
  graphs_.build(window);
}

void RunFeature::overlay(const Window& window, OverlaySpace& /*space*/) {
  if (!shows_run(window.model, window.view) || shows_scope(window.model)) return;
  const Rect pane = rect_of(window.ui, pane_area(window, Pane::picture));
  const Rect picture = picture_rect(window);
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.PushClipRect(pane.from, pane.to);
  contour_lines(window.ui, window.view, picture);
  profile_line(window, picture);
  brush(window, picture);
  draw.PopClipRect();
}

}  // namespace heteroscope
