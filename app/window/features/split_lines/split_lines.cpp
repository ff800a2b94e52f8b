#include "app/window/features/split_lines/split_lines.hpp"

#include <imgui.h>

#include "app/window/feature/overlay_parts.hpp"
#include "app/window/picture/panes.hpp"
#include "app/window/widgets/participant_look.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

/// Returns whether each participant has one range of rows, in the participants' order.
bool in_order(const Frame& frame) {
  return frame.plan.settings.execution.sharing != Sharing::queue || frame.plan.participants.size() == 2;
}

}  // namespace

void SplitLines::overlay(const Window& window, OverlaySpace& /*space*/) {
  if (!window.ui.preferences.split_line || window.view.frame == nullptr) return;
  const Frame& frame = *window.view.frame;
  if (frame.plan.workload != window.model.workload || frame.plan.participants.size() < 2 || !in_order(frame)) return;
  int rows = 0;
  for (const ParticipantTime& each : frame.timing.participants) rows += each.rows;
  const ViewTarget target = view_target(window.model.settings(), window.model.catalog);
  const bool moving = view_of(frame.plan.settings, target) != view_of(window.model.settings(), target);
  if (rows == 0 || moving || !same_plane(frame.plan.settings, window.model.settings(), window.model.catalog)) return;
  const PictureArea area = pane_area(window, Pane::picture);
  const Rect pane = rect_of(window.ui, area);
  const Rect rect = placed(pane, place_of(window.model, frame, shown_role(frame), area.size));
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.PushClipRect(pane.from, pane.to);
  const float thick = window.ui.units(2);
  const float bar = window.ui.units(4);
  float y = rect.from.y;
  const ParticipantTime* before = nullptr;
  for (const ParticipantTime& each : frame.timing.participants) {
    if (each.rows == 0) continue;
    const ImU32 color = color_of(window.ui.theme(), each.participant);
    const float end = y + (rect.to.y - rect.from.y) * static_cast<float>(each.rows) / static_cast<float>(rows);
    draw.AddRectFilled({rect.to.x - bar, y}, {rect.to.x, end}, color);
    if (before != nullptr) {
      draw.AddRectFilled({rect.from.x, y - thick}, {rect.to.x, y},
                         faded(color_of(window.ui.theme(), before->participant), 0.8F));
      draw.AddRectFilled({rect.from.x, y}, {rect.to.x, y + thick}, faded(color, 0.8F));
    }
    y = end;
    before = &each;
  }
  draw.PopClipRect();
}

}  // namespace heteroscope
