#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

struct ImGuiInputTextCallbackData;

namespace heteroscope {

/// A field for a line of text, which has the keyboard as long as it is shown.
class TypedField {
 public:
  /// Empties the field when its window opens.
  void clear() { *this = {}; }
  /// Draws the field as wide as the window. True: the text was changed or, with ImGui's flag for that, Enter was
  /// pressed.
  bool build(const char* id, const char* hint, int flags = 0);
  /// Returns whether Tab was pressed in the last build(), whose flags had ImGuiInputTextFlags_CallbackCompletion.
  [[nodiscard]] bool tabbed() const { return tabbed_; }
  [[nodiscard]] const char* text() const { return text_.data(); }
  /// Sets the text, as much of it as there is room for; what is typed next is added at its end.
  void set(const std::string& text);
  /// Selects the text, so that what is typed next replaces it.
  void select_all() { selects_ = true; }

 private:
  static int answer(ImGuiInputTextCallbackData* data);

  std::array<char, std::size_t{1} << 16> text_{};
  std::optional<std::string> put_;  ///< the text that replaces ImGui's copy, which ImGui keeps while a person types
  bool selects_ = false;            ///< the whole text is selected as soon as the field has the keyboard
  bool typing_ = false;
  bool tabbed_ = false;
};

}  // namespace heteroscope
