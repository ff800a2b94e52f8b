#include "app/window/widgets/double_click.hpp"

#include <imgui_internal.h>  // the control that was under the mouse

#include <utility>

namespace heteroscope {

void DoubleClickGuard::begin_frame() {
  constexpr float not_just_now_s = 1e-6F;  // the button counts as held, not as just pressed
  ImGuiIO& io = ImGui::GetIO();
  const ImGuiID under_mouse = ImGui::GetCurrentContext()->HoveredIdPreviousFrame;
  if (std::exchange(clicked_, false)) met_ = under_mouse;
  if (!io.MouseClicked[0]) return;
  if (io.MouseClickedCount[0] < 2) {
    clicked_ = true;
  } else if (under_mouse != met_) {
    io.MouseClicked[0] = io.MouseDoubleClicked[0] = false;
    io.MouseClickedCount[0] = 0;
    io.MouseDownDuration[0] = not_just_now_s;
  }
}

}  // namespace heteroscope
