#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

struct ImGuiInputTextCallbackData;

namespace heteroscope {

/// A line of text that has the keyboard as long as it is shown.
class TypedField {
 public:
  /// Empties it, for a window that opens.
  void clear() { *this = {}; }
  /// As wide as the window; true: it was changed, or with ImGui's flag for it, Enter was pressed.
  bool build(const char* id, const char* hint, int flags = 0);
  /// Whether Tab was pressed in the last build(), whose flags had ImGuiInputTextFlags_CallbackCompletion.
  [[nodiscard]] bool tabbed() const { return tabbed_; }
  [[nodiscard]] const char* text() const { return text_.data(); }
  /// As much of it as there is room for; what is typed next stands behind it.
  void set(const std::string& text);
  /// Selects the text, so that what is typed next replaces it.
  void select_all() { selects_ = true; }

 private:
  static int answer(ImGuiInputTextCallbackData* data);

  std::array<char, std::size_t{1} << 16> text_{};
  std::optional<std::string>
      put_;               ///< the text that replaces the field's own copy, which it keeps while it is typed into
  bool selects_ = false;  ///< all of the text, as soon as the field has the keyboard
  bool typing_ = false;
  bool tabbed_ = false;
};

}  // namespace heteroscope
