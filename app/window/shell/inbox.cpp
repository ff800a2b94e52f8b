#include "app/window/shell/inbox.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <optional>

#include "app/window/model/actions/actions.hpp"
#include "app/window/shell/key_layout.hpp"

namespace heteroscope {
namespace {

Inbox& inbox_of(GLFWwindow* window) {
  auto& inbox = *static_cast<Inbox*>(glfwGetWindowUserPointer(window));
  inbox.woken = true;
  return inbox;
}

/// Returns the key names of the keyboard layout that is in use now; a desktop may switch between several.
KeyNames key_names() {
  KeyNames out;
  for (const int key : printable_keys()) {
    if (glfwGetKeyScancode(key) < 0) continue;  // the keyboard does not have it
    if (const char* const name = glfwGetKeyName(key, 0); name != nullptr) out[key] = name;
  }
  return out;
}

/// Returns the letter of a key: the one that it had when it went down, until it is up again, even if the layout is
/// switched meanwhile.
int letter_of(Inbox& inbox, int key, int action) {
  if (action == GLFW_PRESS) inbox.letters_down[key] = key_by_layout(key, key_names());
  const auto down = inbox.letters_down.find(key);
  const int letter = down == inbox.letters_down.end() ? key : down->second;
  if (action == GLFW_RELEASE) inbox.letters_down.erase(key);
  return letter;
}

/// Returns a mouse event at the place to which earlier events moved the cursor; GLFW would return the place after all
/// events.
MouseEvent event_at_cursor(const Inbox& inbox, MouseEvent::Kind kind) {
  MouseEvent event;
  event.kind = kind;
  event.time_s = glfwGetTime();
  event.at = inbox.cursor;
  return event;
}

void on_key(GLFWwindow* window, int key, int scancode, int action, int modifiers) {
  Inbox& inbox = inbox_of(window);
  // Esc ends a drag, so its order among the mouse events matters
  if (key == GLFW_KEY_ESCAPE && action == GLFW_PRESS) {
    inbox.mouse.push_back(event_at_cursor(inbox, MouseEvent::Kind::escape));
  }
  if (key == GLFW_KEY_SPACE) inbox.space_held = action != GLFW_RELEASE;
  const auto kind = action == GLFW_PRESS    ? KeyEvent::Kind::press
                    : action == GLFW_REPEAT ? KeyEvent::Kind::repeat
                                            : KeyEvent::Kind::release;
  inbox.keys.push_back({kind, key, letter_of(inbox, key, action), scancode, modifiers, 0});
}

void on_character(GLFWwindow* window, unsigned codepoint) {
  KeyEvent event;
  event.kind = KeyEvent::Kind::character;
  event.codepoint = codepoint;
  inbox_of(window).keys.push_back(event);
}

/// Inserts two frames in which no key is taken.
void pause(std::deque<KeyEvent>& keys, const std::deque<KeyEvent>::const_iterator& at) {
  KeyEvent event;
  event.kind = KeyEvent::Kind::pause;
  keys.insert(at, 2, event);
}

bool ends_typing(int key) {
  return key == GLFW_KEY_ENTER || key == GLFW_KEY_KP_ENTER || key == GLFW_KEY_ESCAPE || key == GLFW_KEY_TAB;
}

bool is_modifier(int key) {
  return key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER;
}

/// Takes a key's release that waits behind pauses; none where something else does. In slow frames ImGui would take the
/// key for a held one, and repeat it.
std::optional<KeyEvent> take_late_release(std::deque<KeyEvent>& keys) {
  const auto next = std::ranges::find_if(keys, [](const KeyEvent& each) { return each.kind != KeyEvent::Kind::pause; });
  if (next == keys.end() || next->kind != KeyEvent::Kind::release || is_modifier(next->key)) return std::nullopt;
  const KeyEvent out = *next;
  keys.erase(next);
  return out;
}

bool opens_text(const ActionTable& table, const KeyEvent& event) {
  std::optional<Action> action;
  if (event.kind == KeyEvent::Kind::press) action = table.of_key(event.letter, event.modifiers);
  if (event.kind == KeyEvent::Kind::character) action = table.of_character(event.codepoint);
  return action && table.of(*action).opens_text;
}

void on_button(GLFWwindow* window, int button, int action, int modifiers) {
  Inbox& inbox = inbox_of(window);
  MouseEvent event = event_at_cursor(inbox, action == GLFW_PRESS ? MouseEvent::Kind::press : MouseEvent::Kind::release);
  event.button = button;
  event.modifiers = modifiers;
  inbox.mouse.push_back(event);
  if (action == GLFW_PRESS) pause(inbox.keys, inbox.keys.end());
}

void on_move(GLFWwindow* window, double x, double y) {
  Inbox& inbox = inbox_of(window);
  inbox.cursor = {x, y};
  inbox.mouse.push_back(event_at_cursor(inbox, MouseEvent::Kind::move));
}

Point cursor_in(GLFWwindow* window) {
  Point out;
  glfwGetCursorPos(window, &out.x, &out.y);
  return out;
}

/// GLFW says nothing of a cursor that comes back to where it was.
void on_enter(GLFWwindow* window, int entered) {
  Inbox& inbox = inbox_of(window);
  if (entered == GLFW_FALSE) return inbox.mouse.push_back(event_at_cursor(inbox, MouseEvent::Kind::leave));
  const Point now = cursor_in(window);
  on_move(window, now.x, now.y);
}

/// The window has moved below the cursor, or has another size: its place in the window may be another one.
void on_place(GLFWwindow* window, int, int) {
  const Point now = cursor_in(window);
  const Point& before = inbox_of(window).cursor;
  if (now.x != before.x || now.y != before.y) on_move(window, now.x, now.y);
}

void on_wheel(GLFWwindow* window, double, double y) {
  Inbox& inbox = inbox_of(window);
  MouseEvent event = event_at_cursor(inbox, MouseEvent::Kind::wheel);
  event.wheel = y;
  inbox.mouse.push_back(event);
}

void on_drop(GLFWwindow* window, int count, const char** paths) {
  for (int i = 0; i < count; ++i) inbox_of(window).dropped.emplace_back(paths[i]);
}

void on_focus(GLFWwindow* window, int focused) {
  Inbox& inbox = inbox_of(window);
  if (focused == GLFW_FALSE) inbox.space_held = false;
}

}  // namespace

std::vector<KeyEvent> Inbox::take_keys(const ActionTable& table, bool typing) {
  std::vector<KeyEvent> out;
  while (!keys.empty()) {
    const KeyEvent event = keys.front();
    if (event.kind == KeyEvent::Kind::pause) {
      // in a frame after that of the press, which ImGui 1.86 would miss otherwise
      if (out.empty()) {
        if (const auto late = take_late_release(keys)) out.push_back(*late);
      }
      keys.pop_front();
      break;
    }
    const bool press = event.kind == KeyEvent::Kind::press;
    const bool again = std::ranges::any_of(out, [&](const KeyEvent& each) {
      if (each.kind == KeyEvent::Kind::release) return press && each.key == event.key;
      if (each.kind != KeyEvent::Kind::press) return false;
      const bool ends_it = each.key == event.key || is_modifier(event.key);
      return press ? typing : ends_it && event.kind == KeyEvent::Kind::release;
    });
    if (again) break;
    keys.pop_front();
    out.push_back(event);
    // a text field has the keyboard after four frames, also when it takes it back
    const bool ends = press && typing && ends_typing(event.key);
    if (ends || (!typing && opens_text(table, event))) {
      pause(keys, keys.begin());
      pause(keys, keys.begin());
      break;
    }
  }
  return out;
}

void Inbox::drop_left_presses() {
  std::erase_if(mouse, [](const MouseEvent& each) {
    return each.kind == MouseEvent::Kind::press && each.button == GLFW_MOUSE_BUTTON_LEFT;
  });
}

void Inbox::clear() {
  mouse.clear();
  dropped.clear();
  scale_changed = false;
  close_asked = false;
  woken = !keys.empty();
  completed = false;
}

void connect(GLFWwindow* window, Inbox& inbox) {
  glfwSetWindowUserPointer(window, &inbox);
  inbox.cursor = cursor_in(window);
  glfwSetMouseButtonCallback(window, on_button);
  glfwSetCursorPosCallback(window, on_move);
  glfwSetScrollCallback(window, on_wheel);
  glfwSetDropCallback(window, on_drop);
  glfwSetWindowFocusCallback(window, on_focus);
  glfwSetCursorEnterCallback(window, on_enter);
  glfwSetWindowPosCallback(window, on_place);
  glfwSetFramebufferSizeCallback(window, on_place);
  glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { inbox_of(w); });
  // the app may have work to finish first, and then closes the window itself
  glfwSetWindowCloseCallback(window, [](GLFWwindow* w) {
    inbox_of(w).close_asked = true;
    glfwSetWindowShouldClose(w, GLFW_FALSE);
  });
  glfwSetWindowIconifyCallback(window, [](GLFWwindow* w, int) { inbox_of(w); });
  glfwSetWindowContentScaleCallback(window, [](GLFWwindow* w, float, float) { inbox_of(w).scale_changed = true; });
}

void connect_keys(GLFWwindow* window) {
  glfwSetKeyCallback(window, on_key);
  glfwSetCharCallback(window, on_character);
}

}  // namespace heteroscope
