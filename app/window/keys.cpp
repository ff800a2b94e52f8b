#include "app/window/keys.hpp"

#include <GLFW/glfw3.h>

#include <array>

namespace heteroscope {

std::optional<Action> action_of_key(int key, int modifiers) {
  const bool control = (modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0;
  if (control) {
    if (key == GLFW_KEY_S) return Action::save_settings;
    if (key == GLFW_KEY_E) return Action::export_picture;
    if (key == GLFW_KEY_Q) return Action::quit;
    if (key == GLFW_KEY_G) return Action::start_gpu;
    return std::nullopt;
  }
  if ((modifiers & GLFW_MOD_ALT) != 0) return std::nullopt;
  switch (key) {
    case GLFW_KEY_BACKSPACE:
      return Action::back;
    case GLFW_KEY_HOME:
    case GLFW_KEY_F:
      return Action::fit;
    case GLFW_KEY_TAB:
      return Action::toggle_panels;
    case GLFW_KEY_F1:
      return Action::toggle_keys;
    case GLFW_KEY_ESCAPE:
      return Action::escape;
    case GLFW_KEY_P:
      return Action::export_picture;
    case GLFW_KEY_D:
      return Action::cycle_compare;
    case GLFW_KEY_I:
      return Action::toggle_input;
    case GLFW_KEY_C:
      return Action::toggle_contours;
    case GLFW_KEY_G:
      return Action::toggle_plots;
    case GLFW_KEY_B:
      return Action::toggle_cover;
    case GLFW_KEY_O:
      return Action::toggle_disks;
    case GLFW_KEY_T:
      return Action::toggle_sweep;
    case GLFW_KEY_K:
      return Action::keep;
    case GLFW_KEY_R:
      return Action::toggle_run;
    default:
      return std::nullopt;
  }
}

std::optional<Action> action_of_character(unsigned codepoint) {
  switch (codepoint) {
    case '[':
      return Action::halve_detail;
    case ']':
      return Action::double_detail;
    case '.':
      return Action::step_once;
    case '0':
      return Action::reset_run;
    case '?':
      return Action::toggle_keys;
    default:
      return std::nullopt;
  }
}

std::span<const KeyHelp> key_help() {
  static constexpr std::array<KeyHelp, 29> lines{{
      {"Wheel", "zoom about the cursor, both ways"},
      {"Drag (left, middle)", "pan"},
      {"Shift + drag", "zoom to a box"},
      {"Double click", "center there"},
      {"Backspace", "back to the view before"},
      {"Home, F", "fit the whole"},
      {"[  ]", "half, twice the detail"},
      {"R", "run again and again, pause; a workload with steps or a time plays"},
      {".  0", "one step; back to step 0, to time 0"},
      {"C  G", "contour lines; plots of the run, or of the times"},
      {"B", "the blocks that compute the result, in its place"},
      {"O", "the points that the result is computed from, beside it"},
      {"T", "times of all variants over the side and over block shapes"},
      {"Drag, Shift + drag", "paint heat, cold; then the middle and right buttons pan"},
      {"Esc", "close a menu, cancel the computation or the box"},
      {"D", "diff view: off, reference, A"},
      {"I", "input and result side by side"},
      {"K", "keep this picture as A"},
      {"Space (hold)", "show the reference, or the input when it is compared with"},
      {"Ctrl + E, P", "export a PNG"},
      {"Ctrl + S", "save the settings"},
      {"Drop a file", "an image becomes the source; settings (.json, .png) open"},
      {"Tab", "hide and show the panels"},
      {"Ctrl + click", "type into a slider"},
      {"Rest the mouse", "what a control does, and why it is gray"},
      {"Hover a graph", "a frame's numbers"},
      {"Ctrl + G", "start the GPU again, once it has stopped"},
      {"Ctrl + Q", "quit"},
      {"F1, ?", "these keys"},
  }};
  return lines;
}

}  // namespace heteroscope
