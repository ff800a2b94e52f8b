#include "app/window/features/split_lines/split_lines.hpp"

#include <imgui.h>

#include "app/window/feature/overlay_parts.hpp"
#include "app/window/picture/panes.hpp"
#include "app/window/widgets/lane_look.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

/// Whether each lane's rows are in one piece, in the lanes' order.
bool in_order(const Frame& frame) {
  return frame.plan.settings.execution.sharing != Sharing::queue || frame.plan.lanes.size() == 2;
}

}  // namespace

void SplitLines::overlay(State& state, OverlaySpace& /*space*/) {
  if (!state.preferences.split_line || state.frame == nullptr) return;
  const Frame& frame = *state.frame;
  if (frame.plan.workload != state.workload || frame.plan.lanes.size() < 2 || !in_order(frame)) return;
  int rows = 0;
  for (const LaneTime& each : frame.timing.lanes) rows += each.rows;
  const ViewTarget target = view_target(state.settings, state.catalog);
  const bool moving = view_of(frame.plan.settings, target) != view_of(state.settings, target);
  if (rows == 0 || moving || !same_plane(frame.plan.settings, state.settings, state.catalog)) return;
  const PictureArea area = pane_area(state, Pane::picture);
  const Rect pane = rect_of(state, area);
  const Rect rect = placed(pane, place_of(state, frame, shown_role(frame), area.size));
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.PushClipRect(pane.from, pane.to);
  const float thick = state.units(2);
  const float bar = state.units(4);
  float y = rect.from.y;
  const LaneTime* before = nullptr;
  for (const LaneTime& each : frame.timing.lanes) {
    if (each.rows == 0) continue;
    const ImU32 color = color_of(state.theme(), each.lane);
    const float end = y + (rect.to.y - rect.from.y) * static_cast<float>(each.rows) / static_cast<float>(rows);
    draw.AddRectFilled({rect.to.x - bar, y}, {rect.to.x, end}, color);
    if (before != nullptr) {
      draw.AddRectFilled({rect.from.x, y - thick}, {rect.to.x, y}, faded(color_of(state.theme(), before->lane), 0.8F));
      draw.AddRectFilled({rect.from.x, y}, {rect.to.x, y + thick}, faded(color, 0.8F));
    }
    y = end;
    before = &each;
  }
  draw.PopClipRect();
}

}  // namespace heteroscope
