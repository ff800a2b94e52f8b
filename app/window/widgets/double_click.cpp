#include "app/window/widgets/double_click.hpp"

#include <imgui_internal.h>  // the control that was under the mouse

#include <utility>

namespace heteroscope {
namespace {

/// Has ImGui count the click as the first one.
void begin_count(ImGuiIO& io) {
  io.MouseDoubleClicked[0] = false;
  io.MouseClickedCount[0] = io.MouseClickedLastCount[0] = 1;
}

/// Has ImGui take the button as held, not as just pressed.
void drop_click(ImGuiIO& io) {
  constexpr float not_just_now_s = 1e-6F;
  io.MouseClicked[0] = io.MouseDoubleClicked[0] = false;
  io.MouseClickedCount[0] = 0;
  io.MouseDownDuration[0] = not_just_now_s;
}

}  // namespace

bool DoubleClickGuard::begin_frame(double now_s) {
  ImGuiIO& io = ImGui::GetIO();
  const ImGuiID under_mouse = ImGui::GetCurrentContext()->HoveredIdPreviousFrame;
  if (std::exchange(clicked_, false)) met_ = under_mouse;
  if (!io.MouseClicked[0]) return false;
  const bool is_quick = now_s - std::exchange(clicked_s_, now_s) < io.MouseDoubleClickTime;
  if (!is_quick) begin_count(io);
  if (io.MouseClickedCount[0] > 1 && met_ != 0 && under_mouse != met_) {
    drop_click(io);
    return true;
  }
  clicked_ = true;
  return false;
}

}  // namespace heteroscope
