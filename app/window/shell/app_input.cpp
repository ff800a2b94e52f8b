// What the window's keys and other events ask for.
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "app/window/model/actions/keys.hpp"
#include "app/window/model/cover_view.hpp"
#include "app/window/shell/app.hpp"

namespace heteroscope {
namespace {

/// Text fields have shortcuts, too. From version 1.87 on the backend asks for the layout's names by itself.
int key_for_imgui(const KeyEvent& event) {
#if IMGUI_VERSION_NUM < 18700
  return event.letter;
#else
  return event.key;
#endif
}

/// Views are walked back through, moved and scaled as long as their keys are held.
bool goes_on_held(int key) {
  static constexpr std::array keys{GLFW_KEY_BACKSPACE, GLFW_KEY_LEFT, GLFW_KEY_RIGHT, GLFW_KEY_UP, GLFW_KEY_DOWN};
  return std::ranges::find(keys, key) != keys.end();
}

}  // namespace

void App::read_inbox(Inbox& inbox) {
  if (inbox.woken) last_event_s_ = state_.now_s;
  opener_.add(inbox.dropped);
  for (const std::string& each : std::exchange(state_.typed, {})) opener_.add_typed(each);
  for (std::string& each : std::exchange(inbox.failures, {})) state_.toasts.fail(std::move(each), state_.now_s);
  if (inbox.close_asked) close();
  if (auto outcome = opener_.take()) open(*std::move(outcome));
  opener_.update(state_.settings, state_.sources, state_.catalog);
  const bool typing = ImGui::GetIO().WantTextInput;
  for (const KeyEvent& event : inbox.take_keys(typing)) read_key(event, typing);
  state_.comparison.flip =
      inbox.space_held && !typing && !state_.walking && !state_.workload->gives_numbers() && !shows_cover(state_);
}

void App::read_key(const KeyEvent& event, bool typing) {
  std::optional<Action> action;
  if (event.kind == KeyEvent::Kind::character) {
    ImGui_ImplGlfw_CharCallback(window_, event.codepoint);
    if (!typing && !state_.walking) action = action_of_character(event.codepoint);
  } else {
    const int what = event.kind == KeyEvent::Kind::press    ? GLFW_PRESS
                     : event.kind == KeyEvent::Kind::repeat ? GLFW_REPEAT
                                                            : GLFW_RELEASE;
    ImGui_ImplGlfw_KeyCallback(window_, key_for_imgui(event), event.scancode, what, event.modifiers);
    // held, some keys go on; every other one acts once a press
    const bool counts = what == GLFW_PRESS || (what == GLFW_REPEAT && goes_on_held(event.key));
    // what is held beside Ctrl is no text
    if (counts && (!typing || (event.modifiers & GLFW_MOD_CONTROL) != 0))
      action = action_of_key(event.letter, event.modifiers);
    if (typing && action == Action::paste) action.reset();  // it goes into the text
    // while panels are walked through, keys are theirs
    if (state_.walking && event.key != GLFW_KEY_ESCAPE && event.key != GLFW_KEY_F6) action.reset();
  }
  if (action) state_.ask(*action);
}

}  // namespace heteroscope
