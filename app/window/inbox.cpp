#include "app/window/inbox.hpp"

#include <GLFW/glfw3.h>

namespace heteroscope {
namespace {

Inbox& inbox_of(GLFWwindow* window) {
  auto& inbox = *static_cast<Inbox*>(glfwGetWindowUserPointer(window));
  inbox.woken = true;
  return inbox;
}

MouseEvent event_at_cursor(GLFWwindow* window, MouseEvent::Kind kind) {
  MouseEvent event;
  event.kind = kind;
  event.time_s = glfwGetTime();
  glfwGetCursorPos(window, &event.at.x, &event.at.y);
  return event;
}

void on_key(GLFWwindow* window, int key, int, int action, int modifiers) {
  Inbox& inbox = inbox_of(window);
  if (key == GLFW_KEY_SPACE) inbox.space_held = action != GLFW_RELEASE;
  // holding Backspace walks back through the views; every other key acts once a press
  const bool counts = action == GLFW_PRESS || (action == GLFW_REPEAT && key == GLFW_KEY_BACKSPACE);
  if (counts) inbox.keys.push_back({key, modifiers});
}

void on_button(GLFWwindow* window, int button, int action, int modifiers) {
  MouseEvent event =
      event_at_cursor(window, action == GLFW_PRESS ? MouseEvent::Kind::press : MouseEvent::Kind::release);
  event.button = button;
  event.modifiers = modifiers;
  inbox_of(window).mouse.push_back(event);
}

void on_move(GLFWwindow* window, double x, double y) {
  MouseEvent event;
  event.time_s = glfwGetTime();
  event.at = {x, y};
  inbox_of(window).mouse.push_back(event);
}

void on_wheel(GLFWwindow* window, double, double y) {
  MouseEvent event = event_at_cursor(window, MouseEvent::Kind::wheel);
  event.wheel = y;
  inbox_of(window).mouse.push_back(event);
}

void on_drop(GLFWwindow* window, int count, const char** paths) {
  for (int i = 0; i < count; ++i) inbox_of(window).dropped.emplace_back(paths[i]);
}

void on_focus(GLFWwindow* window, int focused) {
  Inbox& inbox = inbox_of(window);
  if (focused == GLFW_FALSE) inbox.space_held = false;
}

}  // namespace

void Inbox::clear() {
  keys.clear();
  characters.clear();
  mouse.clear();
  dropped.clear();
  scale_changed = false;
  woken = false;
}

void connect(GLFWwindow* window, Inbox& inbox) {
  glfwSetWindowUserPointer(window, &inbox);
  glfwSetKeyCallback(window, on_key);
  glfwSetCharCallback(window, [](GLFWwindow* w, unsigned codepoint) { inbox_of(w).characters.push_back(codepoint); });
  glfwSetMouseButtonCallback(window, on_button);
  glfwSetCursorPosCallback(window, on_move);
  glfwSetScrollCallback(window, on_wheel);
  glfwSetDropCallback(window, on_drop);
  glfwSetWindowFocusCallback(window, on_focus);
  glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int) { inbox_of(w); });
  glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { inbox_of(w); });
  glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { inbox_of(w); });
  glfwSetWindowIconifyCallback(window, [](GLFWwindow* w, int) { inbox_of(w); });
  glfwSetWindowContentScaleCallback(window, [](GLFWwindow* w, float, float) { inbox_of(w).scale_changed = true; });
}

}  // namespace heteroscope
