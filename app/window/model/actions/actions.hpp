#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/model/actions/offer.hpp"
#include "app/window/model/ui/action.hpp"

namespace heteroscope {

struct Window;
struct Ui;

/// A key with its modifiers, or a character wherever the keyboard's layout has it.
struct Shortcut {
  int key = 0;  ///< GLFW's number; 0: the shortcut is the character
  bool control = false;
  bool shift = false;  ///< only checked together with Ctrl
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
/// Returns the heading's words: "File", "Measure".
const char* heading_of(ActionGroup group);

/// An action that a person can ask for. Keys, the menu, the list of F1 and the search are made from it.
struct ActionEntry {
  Action action;
  const char* label;                ///< what it does, in words: "fit the whole"
  std::vector<Shortcut> shortcuts;  ///< at least one
  /// Carries it out, unless `why_not` has a reason against it. Null: it opens and closes its feature.
  std::function<void(const Window&)> act;
  std::function<std::string(const Window&)> why_not = nullptr;  ///< why it cannot be carried out now; see why_not()
  bool opens_text = false;                                      ///< it opens a field, which gets the next keys
  ActionGroup group = ActionGroup::program;
  /// Returns what it leads to, which the menu lists below the actions of its heading: the lessons. Null: nothing.
  std::function<std::vector<Offer>(const Window&)> leads_to = nullptr;
};

/// Returns the entries with that heading.
std::vector<ActionEntry> in_group(ActionGroup group, std::vector<ActionEntry> entries);

/// All actions of a window, in the order in which they are shown.
class ActionTable {
 public:
  void add(std::vector<ActionEntry> entries);
  [[nodiscard]] std::span<const ActionEntry> all() const { return entries_; }
  /// Returns the actions under one heading.
  [[nodiscard]] std::vector<const ActionEntry*> of(ActionGroup group) const;
  /// Throws std::logic_error for an action that no feature has.
  [[nodiscard]] const ActionEntry& of(Action action) const;
  /// Returns the action of a key of GLFW; nothing if it has none.
  [[nodiscard]] std::optional<Action> of_key(int key, int modifiers) const;
  /// Returns the action of a character, wherever the keyboard's layout has it.
  [[nodiscard]] std::optional<Action> of_character(unsigned codepoint) const;

 private:
  std::vector<ActionEntry> entries_;
};

/// Returns a short name, the label up to its colon with a capital: "Present".
std::string name_of(const ActionEntry& entry);
/// Returns the names of its keys: "Home, F".
std::string keys_of(const ActionEntry& entry);
std::string keys_of(const Ui& ui, Action action);
/// Returns a sentence with the action's keys at its end: "Fits the whole (Home, F)."
std::string with_keys(const Ui& ui, std::string_view sentence, Action action);
/// Returns in one line why the action cannot be carried out now; empty: it can.
std::string why_not(const ActionEntry& entry, const Window& window);

}  // namespace heteroscope
