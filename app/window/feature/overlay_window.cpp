#include "app/window/feature/overlay_window.hpp"

#include <algorithm>

namespace heteroscope {
namespace {

/// Returns a size in the design's units as far as there is room for it.
ImVec2 size_in(const Ui& ui, const Rect& room, ImVec2 wanted) {
  return {std::min(room.to.x - room.from.x, ui.units(wanted.x)), std::min(room.to.y - room.from.y, ui.units(wanted.y))};
}

}  // namespace

void place_in_middle(const Ui& ui, const OverlaySpace& space, float width, float height) {
  const ImVec2 most = size_in(ui, space.room, {width, height});
  ImGui::SetNextWindowPos(middle_of(space.room), ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSizeConstraints({most.x, 0}, most);
}

void place_near_top(const Ui& ui, const OverlaySpace& space, ImVec2 wanted) {
  const float top = ImGui::GetIO().DisplaySize.y * 0.12F;
  const Rect room{{space.room.from.x, top}, space.room.to};
  ImGui::SetNextWindowPos({middle_of(room).x, top}, ImGuiCond_Always, {0.5F, 0});
  ImGui::SetNextWindowSize(size_in(ui, room, wanted));
}

OverlayWindow::OverlayWindow(const Ui& ui, OverlaySpace& space, const char* id, ImGuiWindowFlags flags,
                             ImVec2 padding) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.units(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.units(padding.x), ui.units(padding.y)});
  open_ = ImGui::Begin(id, nullptr, flags);
  if (!open_) return;
  note_covered(space.covered);
  const auto& [left, top, right, bottom] = space.covered.back();
  space.pages.push_back({{left, top}, {right, bottom}});
}

OverlayWindow OverlayWindow::in_middle(const Ui& ui, OverlaySpace& space, const char* id, ImVec2 wanted,
                                       ImGuiWindowFlags freed) {
  ImGui::SetNextWindowPos(middle_of(space.room), ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize(size_in(ui, space.room, wanted));
  freed |= ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing;
  return {ui, space, id, notice_flags & ~freed};
}

OverlayWindow::~OverlayWindow() {
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace heteroscope
