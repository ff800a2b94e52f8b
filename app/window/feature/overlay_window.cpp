#include "app/window/feature/overlay_window.hpp"

namespace heteroscope {

OverlayWindow::OverlayWindow(const Ui& ui, OverlaySpace& space, const char* id, ImGuiWindowFlags flags,
                             ImVec2 padding) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.units(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.units(padding.x), ui.units(padding.y)});
  open_ = ImGui::Begin(id, nullptr, flags);
  if (open_) note_covered(space.covered);
}

OverlayWindow::~OverlayWindow() {
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace heteroscope
