#include "app/window/widgets/decimal_field.hpp"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/window/widgets/left_text.hpp"
#include "core/base/error.hpp"

namespace heteroscope {
namespace {

using Text = std::vector<char>;

Text empty_text() {
  constexpr std::size_t sign_point_and_power = 64;
  return Text(Decimal::most_digits + sign_point_and_power);
}

/// Replaces the shortened text by all digits.
int unfold(ImGuiInputTextCallbackData* data) {
  auto* const whole = static_cast<std::string*>(data->UserData);
  if (whole->empty()) return 0;
  data->DeleteChars(0, data->BufTextLen);
  data->InsertChars(0, whole->c_str());
  data->SelectAll();
  whole->clear();
  return 0;
}

/// Returns as many of the value's first digits as the field has room for, and the number of digits if that fits, too.
std::string fitting_text(const Value& value) {
  const float room = ImGui::CalcItemWidth() - 2 * ImGui::GetStyle().FramePadding.x;
  const auto fits = [room](const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x <= room; };
  std::string text = value.text();
  for (std::size_t digits = 20; digits > 1 && !fits(text); --digits) {
    text = value.decimal().short_text(digits);
    if (!fits(text)) text.resize(std::min(text.find(" ("), text.size()));
  }
  return text;
}

/// Returns the value of the text, or why it is none.
std::pair<Value, std::string> read(const Parameter& parameter, const char* text) {
  try {
    return {parse_value(parameter, text), {}};
  } catch (const BadInput& wrong) {
    return {{}, wrong.what()};
  }
}

}  // namespace

bool decimal_field(const Ui& ui, const char* id, const Parameter& parameter, Value& value) {
  // the text being typed is kept between frames; every other field shows its value
  static ImGuiID edited = 0;
  static Text typed = empty_text();
  static Text shown = empty_text();
  static LeftText<Text> left;
  static std::string wrong;
  const ImGuiID own = ImGui::GetID(id);
  const bool was_edited = edited == own;
  std::string whole;
  if (!was_edited) {
    whole = value.text();
    const std::string brief = fitting_text(value);
    *std::ranges::copy(brief, shown.begin()).out = '\0';
  }
  const bool marked = was_edited && !wrong.empty();
  if (marked) ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().error);
  Text& buffer = was_edited ? typed : shown;
  ImGui::InputText(
      id, buffer.data(), buffer.size(),
      ImGuiInputTextFlags_CharsScientific | ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_CallbackAlways,
      unfold, &whole);
  if (marked) ImGui::PopStyleColor();
  if (const Text* const text_left = left.take(own)) {
    const auto [number, why] = read(parameter, text_left->data());
    return why.empty() && std::exchange(value, number) != number;
  }
  if (ImGui::IsItemActivated()) {
    if (edited != 0 && edited != own) left.put(edited, typed);
    typed = shown;
    edited = own;
    wrong.clear();
    return false;
  }
  if (!was_edited) return false;
  auto [number, why] = read(parameter, typed.data());
  wrong = std::move(why);
  if (ImGui::IsItemDeactivated()) {
    edited = 0;
    return wrong.empty() && std::exchange(value, number) != number;
  }
  if (wrong.empty()) return false;
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().error);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(wrong.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  return false;
}

}  // namespace heteroscope
