#include "app/window/widgets/typed_field.hpp"

#include <imgui.h>

#include <algorithm>

namespace heteroscope {

bool TypedField::build(const char* id, const char* hint, int flags) {
  ImGui::SetNextItemWidth(-1);
  // a click on something else needs the focus until the button is up, and would be lost if it were asked for once more
  if (!typing_ && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) ImGui::SetKeyboardFocusHere();
  const bool out = ImGui::InputTextWithHint(id, hint, text_.data(), text_.size(), flags);
  typing_ = ImGui::IsItemActive();
  return out;
}

void TypedField::set(const std::string& text) {
  text_ = {};
  std::copy_n(text.begin(), std::min(text.size(), text_.size() - 1), text_.begin());
  typing_ = false;
}

}  // namespace heteroscope
