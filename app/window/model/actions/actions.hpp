#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/model/ui/action.hpp"

namespace heteroscope {

struct Window;
struct Ui;

/// A key with what is held beside it, or a character wherever the keyboard's layout has it.
struct Shortcut {
  int key = 0;  ///< GLFW's; 0: the character
  bool control = false;
  bool shift = false;  ///< looked at beside Ctrl alone
  unsigned character = 0;
  const char* name = "";  ///< "Ctrl + Shift + P"
};
Shortcut pressed(int key, const char* name);
Shortcut with_control(int key, const char* name);
Shortcut with_control_and_shift(int key, const char* name);
Shortcut typed(char character, const char* name);

/// The heading under which an action stands in the menu and in the list of keys.
enum class ActionGroup { file, edit, view, run, look, measure, produce, learn, window, program };
inline constexpr std::size_t action_groups = 10;
/// "File", "Measure".
const char* heading_of(ActionGroup group);

/// Something that a person can ask for, with all that there is to it: keys, the overlay of F1 and the search for
/// actions follow from it.
struct ActionEntry {
  Action action;
  const char* label;                ///< what it does, in words: "fit the whole"
  std::vector<Shortcut> shortcuts;  ///< at least one
  /// Carries it out, where `why_not` does not speak against it. Null: it opens and closes the feature that has it.
  std::function<void(const Window&)> act;
  std::function<std::string(const Window&)> why_not = nullptr;  ///< see why_not()
  bool opens_text = false;                                      ///< what is typed next is a field's
  ActionGroup group = ActionGroup::program;
};

/// The entries, each under that heading.
std::vector<ActionEntry> in_group(ActionGroup group, std::vector<ActionEntry> entries);

/// All that can be asked for in a window, in the order in which it is shown.
class ActionTable {
 public:
  void add(std::vector<ActionEntry> entries);
  [[nodiscard]] std::span<const ActionEntry> all() const { return entries_; }
  /// Those under one heading.
  [[nodiscard]] std::vector<const ActionEntry*> of(ActionGroup group) const;
  /// Throws std::logic_error for an action that nobody has.
  [[nodiscard]] const ActionEntry& of(Action action) const;
  /// What a key of GLFW asks for; nothing for keys without a meaning.
  [[nodiscard]] std::optional<Action> of_key(int key, int modifiers) const;
  /// Keys that are characters, wherever the keyboard's layout has them.
  [[nodiscard]] std::optional<Action> of_character(unsigned codepoint) const;

 private:
  std::vector<ActionEntry> entries_;
};

/// A short name: the label up to its colon, with a capital: "Present".
std::string name_of(const ActionEntry& entry);
/// "Home, F".
std::string keys_of(const ActionEntry& entry);
std::string keys_of(const Ui& ui, Action action);
/// A sentence with the action's keys at its end: "Fits the whole (Home, F)."
std::string with_keys(const Ui& ui, std::string_view sentence, Action action);
/// Why it would do nothing now, one line; empty: it does.
std::string why_not(const ActionEntry& entry, const Window& window);

}  // namespace heteroscope
