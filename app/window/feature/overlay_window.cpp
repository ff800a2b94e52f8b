#include "app/window/feature/overlay_window.hpp"

#include <imgui_internal.h>  // the state of a window that begins next

#include <algorithm>
#include <utility>

namespace heteroscope {
namespace {

/// Returns a size in the design's units as far as there is room for it.
ImVec2 size_in(const Ui& ui, const Rect& room, ImVec2 wanted) {
  return {std::min(room.to.x - room.from.x, ui.units(wanted.x)), std::min(room.to.y - room.from.y, ui.units(wanted.y))};
}

/// Returns a value that is kept with ImGui's window. A window that was not drawn for a minute has no IDs of its own
/// until it is drawn again, so that the name alone is the value's ID.
float& kept_with(ImGuiWindow& page, const char* name) {
  return *page.StateStorage.GetFloatRef(ImHashStr(name));
}

/// Keeps a value with ImGui's window. Returns whether it differs from the one before.
bool changes(ImGuiWindow& page, const char* name, float value) {
  return std::exchange(kept_with(page, name), value) != value;
}

/// Returns how far down a page may reach that wants this place: to the messages that would cover it. One that lies over
/// what is below the picture has them below itself. What it leaves to messages is kept with ImGui's window until it is
/// closed, or the window of the program or its text has another size.
float end_for_page(const OverlaySpace& space, ImGuiWindow* page, const Rect& wanted) {
  const float bottom = ImGui::GetIO().DisplaySize.y;
  const Rect messages = space.messages_above(wanted.to.y > space.picture.to.y ? bottom : space.picture.to.y);
  const float now = intersect(wanted, messages) ? bottom - messages.from.y : 0;
  if (page == nullptr) return bottom - now;
  const bool has_other_window = changes(*page, "height of the window", bottom);
  const bool has_other_text = changes(*page, "size of the text", ImGui::GetFontSize());
  const bool stays = page->WasActive && !has_other_window && !has_other_text;
  float& left = kept_with(*page, "left to messages");
  left = stays ? std::max(left, now) : now;
  return bottom - left;
}

/// Sets the position of a page of that size. Returns the greatest height that it may have.
float set_place(const OverlaySpace& space, const char* id, const PagePlace& place, ImVec2 size) {
  const ImVec2 from{place.at.x - place.pivot.x * size.x, place.at.y - place.pivot.y * size.y};
  const ImVec2 to{from.x + size.x, from.y + size.y};
  const float end = end_for_page(space, ImGui::FindWindowByName(id), {from, to});
  const bool moves_up = to.y > end;
  ImGui::SetNextWindowPos({place.at.x, moves_up ? end : place.at.y}, ImGuiCond_Always,
                          {place.pivot.x, moves_up ? 1 : place.pivot.y});
  return std::max(end - place.top, 1.0F);
}

/// Returns the size of a page's contents, as they were drawn last, within these sizes.
ImVec2 fitted_size(const char* id, ImVec2 least, ImVec2 most) {
  ImGuiWindow* const page = ImGui::FindWindowByName(id);
  const ImVec2 contents = page == nullptr ? ImVec2() : ImGui::CalcWindowNextAutoFitSize(page);
  return {std::max(std::min(contents.x, most.x), least.x), std::max(std::min(contents.y, most.y), least.y)};
}

}  // namespace

float place_fitted(const OverlaySpace& space, const char* id, const PagePlace& place, ImVec2 least, ImVec2 most) {
  const float high = std::min(set_place(space, id, place, fitted_size(id, least, most)), most.y);
  ImGui::SetNextWindowSizeConstraints(least, {most.x, std::max(high, least.y)});
  return high;
}

void place_sized(const OverlaySpace& space, const char* id, const PagePlace& place, ImVec2 size) {
  const float high = set_place(space, id, place, size);
  ImGui::SetNextWindowSize({size.x, std::min(size.y, high)});
}

void place_in_middle(const Ui& ui, const OverlaySpace& space, const char* id, float width, float height) {
  const ImVec2 most = size_in(ui, space.room, {width, height});
  place_fitted(space, id, {.at = middle_of(space.room), .top = space.room.from.y}, {most.x, 0}, most);
}

void place_near_top(const Ui& ui, const OverlaySpace& space, const char* id, ImVec2 wanted) {
  const float top = ImGui::GetIO().DisplaySize.y * 0.12F;
  const Rect room{{space.room.from.x, top}, space.room.to};
  const PagePlace below{.at = {middle_of(room).x, top}, .pivot = {0.5F, 0}, .top = top};
  place_sized(space, id, below, size_in(ui, room, wanted));
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
  place_sized(space, id, {.at = middle_of(space.room), .top = space.room.from.y}, size_in(ui, space.room, wanted));
  freed |= ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing;
  return {ui, space, id, notice_flags & ~freed};
}

OverlayWindow::~OverlayWindow() {
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace heteroscope
