#pragma once

#include <optional>
#include <utility>

#include "app/window/model/view_target.hpp"
#include "app/window/picture/panes.hpp"
#include "app/window/shell/app.hpp"

/// What actions do: the right column of their table (actions.cpp).
namespace heteroscope::acts {

void run_or_pause(App& app);
void keep_picture(App& app);
void toggle_plots(App& app);
/// In the picture's place: nothing is compared with it.
void toggle_cover(App& app);
void fit_whole(App& app);
void go_back(App& app);
void keep_curve(App& app);
void copy_command(App& app);
void copy_location(App& app);
void open_copied(App& app);
void walk_panels(App& app);
void compare_with_next(App& app);
void show_input(App& app);
/// It is held over the picture: the scope makes room for it.
void toggle_lens(App& app);

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

}  // namespace heteroscope::acts
