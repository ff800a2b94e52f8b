#pragma once

#include <imgui.h>

namespace heteroscope {

// What releases of Dear ImGui from 1.86 to 1.92 call differently.

#if IMGUI_VERSION_NUM < 18700
inline constexpr ImGuiKey keypad_enter = ImGuiKey_KeyPadEnter;
#else
inline constexpr ImGuiKey keypad_enter = ImGuiKey_KeypadEnter;
#endif

/// Whether the key has just gone down; with `repeats`, also as often as a held key is repeated.
inline bool key_pressed(ImGuiKey key, bool repeats = false) {
#if IMGUI_VERSION_NUM < 18700
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), repeats);
#else
  return ImGui::IsKeyPressed(key, repeats);
#endif
}

/// The size that a font was loaded with, in pixels of the framebuffer.
inline float loaded_size(const ImFont& font) {
#if IMGUI_VERSION_NUM < 19200
  return font.FontSize;
#else
  return font.LegacySize;
#endif
}

/// Text is drawn with this font, in the size that it was loaded with, until ImGui::PopFont().
inline void push_font(ImFont* font) {
#if IMGUI_VERSION_NUM < 19200
  ImGui::PushFont(font);
#else
  ImGui::PushFont(font, font->LegacySize);
#endif
}

}  // namespace heteroscope
