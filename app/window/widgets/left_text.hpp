#pragma once

#include <imgui.h>

namespace heteroscope {

/// The text that was typed into a field which loses the keyboard to one above it: the field takes the text when it is
/// drawn later in the same frame.
template <class Text>
class LeftText {
 public:
  void put(ImGuiID field, const Text& text) {
    field_ = field;
    frame_ = ImGui::GetFrameCount();
    text_ = text;
  }
  /// Returns the field's text once; null where none was left in this frame.
  const Text* take(ImGuiID field) {
    const bool there = field_ == field && frame_ == ImGui::GetFrameCount();
    if (there) frame_ = -1;
    return there ? &text_ : nullptr;
  }

 private:
  ImGuiID field_ = 0;
  int frame_ = -1;
  Text text_{};
};

}  // namespace heteroscope
