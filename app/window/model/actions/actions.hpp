#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/model/action.hpp"

namespace heteroscope {

struct State;

/// A key with what is held beside it, or a character wherever the keyboard's layout has it.
struct Shortcut {
  int key = 0;  ///< GLFW's; 0: the character
  bool control = false;
  bool shift = false;  ///< looked at beside Ctrl alone
  unsigned character = 0;
  const char* name = "";  ///< "Ctrl + Shift + P"
};

/// Something that a person can ask for: keys, the overlay of F1 and the search for actions follow from it. What it does
/// is the shell's: see app/window/shell/action_handlers.hpp.
struct ActionEntry {
  Action action;
  const char* label;                     ///< what it does, in words: "fit the whole"
  std::vector<Shortcut> shortcuts;       ///< at least one
  std::string (*why_not)(const State&);  ///< why it would do nothing now; empty: it does. Null: it always does
  bool opens_text = false;               ///< what is typed next is a field's
};

/// All of them, in the order in which they are shown.
std::span<const ActionEntry> all_actions();
const ActionEntry& entry_of(Action action);
/// "Home, F".
std::string keys_of(const ActionEntry& entry);
/// A sentence with the action's keys at its end: "Fits the whole (Home, F)."
std::string with_keys(std::string_view sentence, Action action);
/// Why it would do nothing now; empty: it does.
std::string why_not(const ActionEntry& entry, const State& state);

}  // namespace heteroscope
