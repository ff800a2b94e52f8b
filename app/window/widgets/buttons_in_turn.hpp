#pragma once

#include "app/window/model/ui/ui.hpp"

namespace heteroscope {

enum class ButtonPlace { left, right };

/// Two buttons of which one is there at a time, as *Start* and *Stop*. Each has a place of its own: the second click of
/// a double click does not press what has come instead of the first.
struct ButtonsInTurn {
  const char* left;
  const char* right;
  float left_width = 0;   ///< 0: as wide as its words
  float right_width = 0;  ///< 0: as wide as its words
  bool small = false;     ///< with half of the usual room above and below the words

  /// Returns where a button begins, from the left edge of the first one.
  [[nodiscard]] float begin_of(const Ui& ui, ButtonPlace place) const;
  /// Returns the width of both.
  [[nodiscard]] float width(const Ui& ui) const;
};

/// Draws one of the buttons where it belongs if the first one begins at the cursor. True if it was pressed.
bool button_in_turn(const Ui& ui, const ButtonsInTurn& of, ButtonPlace place);

}  // namespace heteroscope
