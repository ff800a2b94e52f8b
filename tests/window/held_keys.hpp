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

inline void hold_control(bool down) {
  ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM < 18700
  io.KeyCtrl = down;
#elif IMGUI_VERSION_NUM < 18900
  io.AddKeyEvent(ImGuiKey_ModCtrl, down);
#else
  io.AddKeyEvent(ImGuiMod_Ctrl, down);
#endif
}

inline void hold_shift(bool down) {
  ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM < 18700
  io.KeyShift = down;
#elif IMGUI_VERSION_NUM < 18900
  io.AddKeyEvent(ImGuiKey_ModShift, down);
#else
  io.AddKeyEvent(ImGuiMod_Shift, down);
#endif
}

}  // namespace heteroscope
