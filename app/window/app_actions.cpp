#include <imgui.h>
#include <imgui_internal.h>  // closing a popup from outside of it

#include "app/window/actions.hpp"
#include "app/window/app.hpp"
#include "app/window/sweep_overlay.hpp"

namespace heteroscope {

void App::act(Action action) {
  const ActionEntry& entry = entry_of(action);
  if (const std::string reason = why_not(entry, state_); !reason.empty()) {
    state_.toasts.fail(reason, state_.now_s);
    return;
  }
  entry.act(*this);
}

void App::write_file(Action what) {
  exporter_.start(state_, what);
}

/// What is nearest: a menu, the list of keys, a drag, the computation, the messages.
void App::escape() {
  if (const int popups = ImGui::GetCurrentContext()->OpenPopupStack.Size; popups > 0) {
    ImGui::ClosePopupToLevel(popups - 1, true);
  } else if (state_.search.shown) {
    state_.search.shown = false;
  } else if (state_.keys_shown) {
    state_.keys_shown = false;
  } else if (state_.study_shown) {
    state_.study_shown = false;
  } else if (state_.sweep_shown) {
    toggle_sweep(state_);
  } else if (!navigator_.gave_up() && !runner_.cancel(state_)) {
    state_.running = false;
    state_.toasts.clear();
  }
}

}  // namespace heteroscope
