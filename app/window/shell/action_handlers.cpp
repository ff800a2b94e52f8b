#include "app/window/shell/action_handlers.hpp"

#include <imgui.h>

#include <string>
#include <utility>

#include "app/window/features/scope/view.hpp"
#include "app/window/features/views/visit.hpp"
#include "app/window/model/comparing.hpp"
#include "app/window/model/iterating.hpp"
#include "app/window/model/render_command.hpp"
#include "app/window/model/stepper.hpp"
#include "app/window/shell/graphs.hpp"

namespace heteroscope::acts {

void run_or_pause(App& app) {
  State& state = app.state();
  if (replays(state)) {
    toggle_playing(state.cover.replay, state.now_s);
  } else if (goes_on(*state.workload)) {
    toggle_playing(state);
  } else {
    state.running = !state.running;
  }
}

void keep_picture(App& app) {
  State& state = app.state();
  const KeptPicture& kept = state.comparison.kept.keep(state.frame);
  if (state.comparison.with == CompareWith::kept) state.comparison.turn_off();
  state.toasts.say("Kept as " + kept.name() + ": change something, then compare (D)", state.now_s);
}

void toggle_plots(App& app) {
  Preferences& preferences = app.state().preferences;
  if (!std::exchange(preferences.roofline, false)) preferences.run_plots = !preferences.run_plots;
}

void toggle_cover(App& app) {
  State& state = app.state();
  state.cover.shown = !state.cover.shown;
  if (state.cover.shown) state.comparison.turn_off();
}

void fit_whole(App& app) {
  State& state = app.state();
  state.views.leave(shown_view(state), state.now_s);
  fit_view(state);
}

void go_back(App& app) {
  if (const auto view = app.state().views.back()) show_view(app.state(), *view);
}

void keep_curve(App& app) {
  app.panels().graphs().keep_curve(*app.state().frame);
}

void copy_command(App& app) {
  State& state = app.state();
  const std::string text = render_command(state.settings, state.catalog);
  ImGui::SetClipboardText(text.c_str());
  state.toasts.say("Copied: " + text, state.now_s);
}

void copy_location(App& app) {
  State& state = app.state();
  const std::string text = location_text(state.settings, state.catalog);
  ImGui::SetClipboardText(text.c_str());
  state.toasts.say("Copied: " + text, state.now_s);
}

void open_copied(App& app) {
  const char* const text = ImGui::GetClipboardText();
  if (text == nullptr) return;  // the clipboard has said why
  if (*text == '\0') {
    app.state().toasts.fail("nothing was copied that could be opened", app.state().now_s);
  } else {
    app.state().typed.emplace_back(text);
  }
}

void walk_panels(App& app) {
  State& state = app.state();
  state.walking = !state.walking;
  if (state.walking) state.panels_hidden = false;
}

void compare_with_next(App& app) {
  cycle_compare(app.state().comparison);
}

void show_input(App& app) {
  toggle_input(app.state().comparison);
}

void toggle_lens(App& app) {
  State& state = app.state();
  const bool hidden = std::exchange(state.cover.shown, false);
  if (!hidden || !state.is_open(Action::toggle_lens)) toggle_layer<Action::toggle_lens>(app);
}

}  // namespace heteroscope::acts
