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

/// The events of the window since they were last taken, in order: none is lost between two frames, however slow they
/// are.
struct Inbox {
  /// Key events, of which ImGui and the app get a few each frame (see take_keys), since their effect depends on earlier
  /// keys.
  std::deque<KeyEvent> keys;
  std::map<int, int> letters_down;  ///< the letter of each key that is held
  std::vector<MouseEvent> mouse;
  Point cursor;  ///< its place after the last event
  std::vector<std::filesystem::path> dropped;
  std::vector<std::string> failures;  ///< messages to be shown
  bool space_held = false;
  bool scale_changed = false;
  bool close_asked = false;  ///< by the title bar's button, or the desktop
  bool woken = true;         ///< an event came, so the window is to be drawn
  bool completed = false;    ///< a result has been announced

  /// Returns the keys for this frame. Keys are left for a later frame after a click or key that may begin or end
  /// typing, which takes two frames; after an action that opens a field; and after a key that goes down and up, or up
  /// and down, within one frame, or whose modifier goes up, which ImGui 1.86 would miss. A release waits one frame at
  /// most.
  std::vector<KeyEvent> take_keys(const ActionTable& table, bool typing);
  /// Removes the left button's presses, where ImGui's click is dropped as well (DoubleClickGuard).
  void drop_left_presses();
  /// Removes all other events, once they have been handled.
  void clear();
};

/// Fills the inbox from the window's callbacks. To be called before ImGui installs its own callbacks, which then call
/// these.
void connect(GLFWwindow* window, Inbox& inbox);
/// Takes the keyboard from ImGui's callbacks. To be called after ImGui has installed them; the caller hands it the keys
/// of take_keys().
void connect_keys(GLFWwindow* window);

}  // namespace heteroscope
