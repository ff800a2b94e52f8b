#include "app/window/widgets/typed_field.hpp"

#include <imgui.h>

#include <algorithm>
#include <utility>

namespace heteroscope {

int TypedField::answer(ImGuiInputTextCallbackData* data) {
  auto& field = *static_cast<TypedField*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion) field.tabbed_ = true;
  if (data->EventFlag != ImGuiInputTextFlags_CallbackAlways) return 0;
  if (std::exchange(field.selects_, false)) data->SelectAll();
  if (!field.put_) return 0;
  data->DeleteChars(0, data->BufTextLen);
  data->InsertChars(0, field.put_->c_str());
  data->ClearSelection();
  field.put_.reset();
  return 0;
}

bool TypedField::build(const char* id, const char* hint, int flags) {
  ImGui::SetNextItemWidth(-1);
  tabbed_ = false;
  // a click elsewhere needs the focus until the button is up, and would be lost if the field took it back
  if (!typing_ && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) ImGui::SetKeyboardFocusHere();
  const bool out = ImGui::InputTextWithHint(id, hint, text_.data(), text_.size(),
                                            flags | ImGuiInputTextFlags_CallbackAlways, &TypedField::answer, this);
  typing_ = ImGui::IsItemActive();
  return out;
}

void TypedField::set(const std::string& text) {
  put_ = text.substr(0, text_.size() - 1);
  text_ = {};
  std::copy_n(text.begin(), put_->size(), text_.begin());
  typing_ = false;
}

}  // namespace heteroscope
