#pragma once

#include "app/window/model/views/view.hpp"

namespace heteroscope {

/// A key or a character, in GLFW's numbers.
struct KeyEvent {
  enum class Kind { press, repeat, release, character, pause };
  Kind kind = Kind::press;
  int key = 0;
  int letter = 0;  ///< the key by which shortcuts are looked up (see key_by_layout)
  int scancode = 0;
  int modifiers = 0;
  unsigned codepoint = 0;
};

struct MouseEvent {
  enum class Kind { press, release, move, wheel, escape, leave };  ///< leave: the cursor is outside the window
  Kind kind = Kind::move;
  int button = 0;     ///< GLFW's
  int modifiers = 0;  ///< GLFW's
  Point at;           ///< screen coordinates from the window's top left corner
  double wheel = 0;   ///< notches, up positive
  double time_s = 0;
};

}  // namespace heteroscope
