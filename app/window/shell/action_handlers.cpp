#include "app/window/shell/action_handlers.hpp"

#include <imgui.h>

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "app/window/features/views/visit.hpp"
#include "app/window/model/comparing.hpp"
#include "app/window/model/cover_view.hpp"
#include "app/window/model/iterating.hpp"
#include "app/window/model/render_command.hpp"
#include "app/window/model/stepper.hpp"
#include "app/window/model/views/view_target.hpp"
#include "app/window/picture/panes.hpp"
#include "app/window/shell/app.hpp"
#include "app/window/shell/graphs.hpp"

namespace heteroscope {
namespace {

template <std::optional<Settings> (Undo::*there)()>
void through_changes(App& app) {
  auto settings = (app.state().undo.*there)();
  settings->problem.size = app.state().settings.problem.size;  // follows the window
  app.put(*std::move(settings));
}

inline constexpr bool half = false;
inline constexpr bool twice = true;

template <bool more>
void scale_detail(App& app) {
  State& state = app.state();
  change_detail(state.settings, view_target(state.settings, state.catalog), more ? 2 : 0.5);
}

template <bool Preferences::*shown>
void toggle(App& app) {
  app.state().preferences.*shown = !(app.state().preferences.*shown);
}

template <bool State::*shown>
void toggle_shown(App& app) {
  app.state().*shown = !(app.state().*shown);
}

template <void (*change)(State&)>
void to_state(App& app) {
  change(app.state());
}

template <void (App::*what)()>
void by_app(App& app) {
  (app.*what)();
}

template <Action what>
void write_file(App& app) {
  app.write_file(what);
}

/// A third nearer or further, about the middle.
template <int direction>
void zoom(App& app) {
  constexpr double step = 0.75;
  move_view(app.state(), {0, 0}, direction > 0 ? step : 1 / step);
}

/// A tenth of what is seen.
template <int right, int down>
void look(App& app) {
  constexpr double step = 0.1;
  move_view(app.state(), {right * step, down * step}, 1);
}

template <Action what>
void toggle_layer(App& app) {
  app.layers().toggle(what, app.state());
}

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

/// In the picture's place: nothing is compared with it.
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

/// It is held over the picture: the scope makes room for it.
void toggle_lens(App& app) {
  State& state = app.state();
  const bool hidden = std::exchange(state.cover.shown, false);
  if (!hidden || !state.is_open(Action::toggle_lens)) toggle_layer<Action::toggle_lens>(app);
}

struct Row {
  Action action;
  ActionHandler handler;
};

/// In the order of the actions' numbers.
constexpr std::array handlers{
    Row{Action::undo, through_changes<&Undo::back>},
    Row{Action::redo, through_changes<&Undo::forth>},
    Row{Action::fit, fit_whole},
    Row{Action::back, go_back},
    Row{Action::halve_detail, scale_detail<half>},
    Row{Action::double_detail, scale_detail<twice>},
    Row{Action::toggle_run, run_or_pause},
    Row{Action::toggle_panels, toggle_shown<&State::panels_hidden>},
    Row{Action::present, by_app<&App::toggle_presentation>},
    Row{Action::toggle_keys, toggle_layer<Action::toggle_keys>},
    Row{Action::search, toggle_layer<Action::search>},
    Row{Action::escape, by_app<&App::escape>},
    Row{Action::cycle_compare, compare_with_next},
    Row{Action::toggle_input, show_input},
    Row{Action::keep, keep_picture},
    Row{Action::forget_kept, [](App& app) { app.forget_kept_pictures(); }},
    Row{Action::step_once, to_state<step_once>},
    Row{Action::reset_run, to_state<reset_run>},
    Row{Action::toggle_contours, toggle<&Preferences::contours>},
    Row{Action::toggle_plots, toggle_plots},
    Row{Action::toggle_disks, toggle<&Preferences::disks>},
    Row{Action::toggle_cover, toggle_cover},
    Row{Action::toggle_roofline, toggle<&Preferences::roofline>},
    Row{Action::toggle_counters, toggle_layer<Action::toggle_counters>},
    Row{Action::toggle_lens, toggle_lens},
    Row{Action::toggle_variants, toggle_layer<Action::toggle_variants>},
    Row{Action::toggle_sweep, toggle_layer<Action::toggle_sweep>},
    Row{Action::toggle_lessons, toggle_layer<Action::toggle_lessons>},
    Row{Action::toggle_bench, toggle_layer<Action::toggle_bench>},
    Row{Action::toggle_tune, toggle_layer<Action::toggle_tune>},
    Row{Action::keep_curve, keep_curve},
    Row{Action::toggle_study, toggle_layer<Action::toggle_study>},
    Row{Action::toggle_poster, toggle_layer<Action::toggle_poster>},
    Row{Action::toggle_record, by_app<&App::toggle_recording>},
    Row{Action::toggle_movie, toggle_layer<Action::toggle_movie>},
    Row{Action::toggle_queue, toggle_layer<Action::toggle_queue>},
    Row{Action::export_picture, write_file<Action::export_picture>},
    Row{Action::export_diff, write_file<Action::export_diff>},
    Row{Action::export_field, write_file<Action::export_field>},
    Row{Action::export_times, write_file<Action::export_times>},
    Row{Action::export_trace, write_file<Action::export_trace>},
    Row{Action::export_lens, [](App& app) { app.state().export_lens = true; }},
    Row{Action::save_settings, write_file<Action::save_settings>},
    Row{Action::toggle_views, toggle_layer<Action::toggle_views>},
    Row{Action::copy_location, copy_location},
    Row{Action::copy_command, copy_command},
    Row{Action::open, toggle_layer<Action::open>},
    Row{Action::paste, open_copied},
    Row{Action::zoom_in, zoom<1>},
    Row{Action::zoom_out, zoom<-1>},
    Row{Action::go_left, look<-1, 0>},
    Row{Action::go_right, look<1, 0>},
    Row{Action::go_up, look<0, -1>},
    Row{Action::go_down, look<0, 1>},
    Row{Action::walk_panels, walk_panels},
    Row{Action::welcome, toggle_layer<Action::welcome>},
    Row{Action::start_gpu, by_app<&App::start_gpu_again>},
    Row{Action::draw_on_card, by_app<&App::draw_on_card>},
    Row{Action::quit, by_app<&App::close>},
};

constexpr bool is_complete() {
  for (std::size_t i = 0; i < handlers.size(); ++i) {
    if (handlers[i].action != static_cast<Action>(i) || handlers[i].handler == nullptr) return false;
  }
  return handlers.back().action == Action::quit;
}
static_assert(is_complete(), "an action without a handler, or out of order");

}  // namespace

ActionHandler handler_of(Action action) {
  return handlers.at(static_cast<std::size_t>(action)).handler;
}

}  // namespace heteroscope
