#pragma once

#include <optional>
#include <span>

#include "app/window/model/action.hpp"

namespace heteroscope {

/// What a key of GLFW asks for; nothing for keys without a meaning.
std::optional<Action> action_of_key(int key, int modifiers);
/// Keys that are characters, wherever the keyboard's layout has them.
std::optional<Action> action_of_character(unsigned codepoint);

/// What the mouse does, and what is held beside it.
struct MouseHelp {
  const char* gesture;
  const char* does;
};
std::span<const MouseHelp> mouse_help();

}  // namespace heteroscope
