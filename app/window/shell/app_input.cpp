// Carries out what the window's keys and other events ask for.
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_internal.h>  // the window that has the keyboard

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "app/window/features/files/files_feature.hpp"
#include "app/window/model/scope_view.hpp"
#include "app/window/shell/app.hpp"

namespace heteroscope {
namespace {

/// Returns the key for the shortcuts of ImGui's text fields. From version 1.87 on, ImGui's backend looks up the
/// layout's names itself.
int key_for_imgui(const KeyEvent& event) {
#if IMGUI_VERSION_NUM < 18700
  return event.letter;
#else
  return event.key;
#endif
}

/// Returns whether the key repeats while it is held: keys that go back through views, pan and zoom.
bool goes_on_held(int key) {
  static constexpr std::array keys{GLFW_KEY_BACKSPACE, GLFW_KEY_LEFT, GLFW_KEY_RIGHT, GLFW_KEY_UP, GLFW_KEY_DOWN};
  return std::ranges::find(keys, key) != keys.end();
}

/// With Ctrl these go through a text by words and to its ends.
bool moves_in_text(int key) {
  static constexpr std::array keys{GLFW_KEY_LEFT, GLFW_KEY_RIGHT, GLFW_KEY_UP,
                                   GLFW_KEY_DOWN, GLFW_KEY_HOME,  GLFW_KEY_END};
  return std::ranges::find(keys, key) != keys.end();
}

/// Returns whether an open page has the keyboard, so that Tab goes through its fields. Panels have it while a person
/// types or walks through them.
bool page_has_keyboard() {
  const ImGuiWindow* const page = ImGui::GetCurrentContext()->NavWindow;
  return page != nullptr && page->Active && (page->Flags & ImGuiWindowFlags_NoNavInputs) == 0;
}

}  // namespace

void App::read_inbox(Inbox& inbox) {
  if (inbox.woken) last_event_s_ = ui_.now_s;
  features_.of<FilesFeature>().take_dropped(inbox.dropped);
  for (std::string& each : std::exchange(inbox.failures, {})) ui_.fail(std::move(each));
  if (inbox.close_asked) close();
  const bool typing = ImGui::GetIO().WantTextInput;
  for (const KeyEvent& event : inbox.take_keys(features_.table(), typing)) read_key(event, typing);
  model_.comparison.flip =
      inbox.space_held && !typing && !mode_.walked && !model_.workload->gives_numbers() && !shows_scope(model_);
}

void App::read_mouse(Inbox& inbox, const Covered& covered) {
  const bool elsewhere =
      ImGui::IsAnyItemActive() || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  inbox.mouse.insert(inbox.mouse.end(), pushed_.begin(), pushed_.end());
  pushed_.clear();
  navigator_.take(ui_, model_, view_, inbox.mouse, covered, elsewhere);
  inbox.clear();
}

void App::read_key(const KeyEvent& event, bool typing) {
  const ActionTable& table = features_.table();
  if (event.kind == KeyEvent::Kind::character) {
    ImGui_ImplGlfw_CharCallback(window_, event.codepoint);
    if (typing || mode_.walked) return;
    if (const auto action = table.of_character(event.codepoint)) ui_.ask(*action);
    return;
  }
  const int what = event.kind == KeyEvent::Kind::press    ? GLFW_PRESS
                   : event.kind == KeyEvent::Kind::repeat ? GLFW_REPEAT
                                                          : GLFW_RELEASE;
  ImGui_ImplGlfw_KeyCallback(window_, key_for_imgui(event), event.scancode, what, event.modifiers);
  // some keys repeat while they are held; every other one acts once a press
  const bool counts = what == GLFW_PRESS || (what == GLFW_REPEAT && goes_on_held(event.key));
  // what is held beside Ctrl is no text
  const bool of_text = (event.modifiers & GLFW_MOD_CONTROL) == 0 || moves_in_text(event.key);
  if (!counts || (typing && of_text)) return;
  // while panels are walked through, keys are theirs
  if (mode_.walked && event.key != GLFW_KEY_ESCAPE && event.key != GLFW_KEY_F6) return;
  if (event.key == GLFW_KEY_TAB && page_has_keyboard()) return;
  const auto action = table.of_key(event.letter, event.modifiers);
  if (!action || (typing && *action == action::paste)) return;  // the pasted text goes into the field
  ui_.ask(*action);
}

}  // namespace heteroscope
