#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "app/window/actions.hpp"

namespace heteroscope {

/// The window in which actions are found by their words.
struct ActionSearch {
  bool shown = false;
  std::array<char, 64> text{};
  int chosen = 0;  ///< of what was found

  void toggle() { *this = {.shown = !shown}; }
};

/// Actions whose label or keys have all of the text's words in them, whatever their case; those where a word of theirs
/// begins so come first.
std::vector<const ActionEntry*> found_actions(std::string_view text);

}  // namespace heteroscope
