#include <imgui.h>
#include <imgui_internal.h>  // closing a popup from outside of it

#include "app/window/shell/actions.hpp"
#include "app/window/shell/app.hpp"

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
  } else if (!layers_.close_top() && !navigator_.gave_up() && !runner_.cancel(state_)) {
    state_.running = false;
    state_.toasts.clear();
  }
}

}  // namespace heteroscope
