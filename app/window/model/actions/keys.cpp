#include "app/window/model/actions/keys.hpp"

#include <GLFW/glfw3.h>

#include <array>

#include "app/window/model/actions/actions.hpp"

namespace heteroscope {
namespace {

template <class Matches>
std::optional<Action> first_with(Matches matches) {
  for (const ActionEntry& entry : all_actions()) {
    for (const Shortcut& each : entry.shortcuts) {
      if (matches(each)) return entry.action;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Action> action_of_key(int key, int modifiers) {
  if ((modifiers & GLFW_MOD_ALT) != 0) return std::nullopt;
  const bool control = (modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0;
  const bool shift = (modifiers & GLFW_MOD_SHIFT) != 0;
  return first_with([&](const Shortcut& each) {
    return each.key != 0 && each.key == key && each.control == control && (!control || each.shift == shift);
  });
}

std::optional<Action> action_of_character(unsigned codepoint) {
  return first_with([&](const Shortcut& each) { return each.key == 0 && each.character == codepoint; });
}

std::span<const MouseHelp> mouse_help() {
  static constexpr std::array<MouseHelp, 9> lines{{
      {"Wheel", "zoom about the cursor, both ways"},
      {"Drag (left, middle)", "pan"},
      {"Shift + drag", "zoom to a box"},
      {"Double click", "center there"},
      {"Drag, Shift + drag", "paint heat, cold; then the middle and right buttons pan"},
      {"Space (hold)", "show the reference, or the input when it is compared with"},
      {"Drop a file", "an image becomes the source; settings (.json, .png) and results of bench (.json) open"},
      {"Ctrl + click", "type into a slider"},
      {"Rest the mouse", "on a control: what it does, and why it is gray; on a graph: a frame's numbers"},
  }};
  return lines;
}

}  // namespace heteroscope
