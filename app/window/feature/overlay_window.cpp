#include "app/window/feature/overlay_window.hpp"

#include <algorithm>

namespace heteroscope {

OverlayWindow::OverlayWindow(const Ui& ui, OverlaySpace& space, const char* id, ImGuiWindowFlags flags,
                             ImVec2 padding) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.units(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.units(padding.x), ui.units(padding.y)});
  open_ = ImGui::Begin(id, nullptr, flags);
  if (open_) note_covered(space.covered);
}

OverlayWindow OverlayWindow::in_middle(const Ui& ui, OverlaySpace& space, const char* id, ImVec2 wanted,
                                       ImGuiWindowFlags freed) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float margin = ui.units(40);
  ImGui::SetNextWindowPos({display.x * 0.5F, display.y * 0.5F}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize(
      {std::min(display.x - margin, ui.units(wanted.x)), std::min(display.y - margin, ui.units(wanted.y))});
  freed |= ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing;
  return {ui, space, id, notice_flags & ~freed};
}

OverlayWindow::~OverlayWindow() {
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace heteroscope
