#pragma once

#include <filesystem>
#include <vector>

#include "app/window/view.hpp"

struct GLFWwindow;

namespace heteroscope {

struct KeyPress {
  int key = 0;
  int modifiers = 0;
};

struct MouseEvent {
  enum class Kind { press, release, move, wheel };
  Kind kind = Kind::move;
  int button = 0;     ///< GLFW's
  int modifiers = 0;  ///< GLFW's
  Point at;           ///< screen coordinates from the window's top left corner
  double wheel = 0;   ///< notches, up positive
  double time_s = 0;
};

/// What happened to the window since the last look, in order: nothing is lost between two frames, however slow they
/// are.
struct Inbox {
  std::vector<KeyPress> keys;
  std::vector<unsigned> characters;
  std::vector<MouseEvent> mouse;
  std::vector<std::filesystem::path> dropped;
  bool space_held = false;
  bool scale_changed = false;
  bool woken = true;  ///< anything at all happened: draw

  /// Everything was dealt with; Space may still be held.
  void clear();
};

/// Fills the inbox from the window's callbacks. Call before ImGui installs its own, which call these on.
void connect(GLFWwindow* window, Inbox& inbox);

}  // namespace heteroscope
