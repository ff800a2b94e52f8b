#pragma once

#include <imgui.h>

namespace heteroscope {

/// Puts a key down or lets it go, as a backend of ImGui would; a frame has to follow.
inline void hold_key(ImGuiKey key, bool down) {
  ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM < 18700
  io.KeyMap[key] = key;
  io.KeysDown[key] = down;
#else
  io.AddKeyEvent(key, down);
#endif
}

#if IMGUI_VERSION_NUM < 18700
inline void hold_control(bool down) {
  ImGui::GetIO().KeyCtrl = down;
}
inline void hold_shift(bool down) {
  ImGui::GetIO().KeyShift = down;
}
#else
#if IMGUI_VERSION_NUM < 18900
inline constexpr ImGuiKey control_key = ImGuiKey_ModCtrl;
inline constexpr ImGuiKey shift_key = ImGuiKey_ModShift;
#else
inline constexpr ImGuiKey control_key = ImGuiMod_Ctrl;
inline constexpr ImGuiKey shift_key = ImGuiMod_Shift;
#endif
inline void hold_control(bool down) {
  hold_key(control_key, down);
}
inline void hold_shift(bool down) {
  hold_key(shift_key, down);
}
#endif

}  // namespace heteroscope
