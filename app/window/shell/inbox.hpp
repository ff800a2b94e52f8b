#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/window/model/views/input_event.hpp"

struct GLFWwindow;

namespace heteroscope {

class ActionTable;

/// What happened to the window since the last look, in order: nothing is lost between two frames, however slow they
/// are.
struct Inbox {
  /// Handed to ImGui and to the app a few a frame (see take_keys): both decide by what the keys before have done.
  std::deque<KeyEvent> keys;
  std::map<int, int> letters_down;  ///< of each key that is held
  std::vector<MouseEvent> mouse;
  Point cursor;  ///< after the last event
  std::vector<std::filesystem::path> dropped;
  std::vector<std::string> failures;  ///< lines for a person
  bool space_held = false;
  bool scale_changed = false;
  bool close_asked = false;  ///< by the title bar's button, or the desktop
  bool woken = true;         ///< anything at all happened: draw
  bool completed = false;    ///< something that was computed is there

  /// The keys for this frame. A click or a key that may begin or end typing takes two frames to do so, and ImGui of
  /// version 1.86 does not see a key that goes down and up, or up and down, within one frame, nor what is held beside
  /// it if that goes up: what follows those is left for later, and what follows an action that opens a field.
  std::vector<KeyEvent> take_keys(const ActionTable& table, bool typing);
  /// Everything else was dealt with.
  void clear();
};

/// Fills the inbox from the window's callbacks. Call before ImGui installs its own, which call these on.
void connect(GLFWwindow* window, Inbox& inbox);
/// Takes the keyboard from ImGui's callbacks. Call after ImGui installed them; hand on what take_keys() gives.
void connect_keys(GLFWwindow* window);

}  // namespace heteroscope
