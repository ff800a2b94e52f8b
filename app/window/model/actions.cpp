#include "app/window/model/actions.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/window/features/scope/view.hpp"
#include "app/window/features/views/visit.hpp"
#include "app/window/model/comparing.hpp"
#include "app/window/model/iterating.hpp"
#include "app/window/model/preconditions.hpp"
#include "app/window/model/render_command.hpp"
#include "app/window/model/stepper.hpp"
#include "app/window/picture/panes.hpp"
#include "app/window/shell/action_handlers.hpp"
#include "app/window/shell/app.hpp"
#include "app/window/shell/graphs.hpp"

namespace heteroscope {
namespace {

using namespace acts;

Shortcut pressed(int key, const char* name) {
  return {.key = key, .name = name};
}
Shortcut with_control(int key, const char* name) {
  return {.key = key, .control = true, .name = name};
}
Shortcut with_control_and_shift(int key, const char* name) {
  return {.key = key, .control = true, .shift = true, .name = name};
}
Shortcut typed(char character, const char* name) {
  return {.character = static_cast<unsigned>(character), .name = name};
}

const std::vector<ActionEntry>& table() {
  static const std::vector<ActionEntry> entries{
      {Action::undo,
       "undo",
       {with_control(GLFW_KEY_Z, "Ctrl + Z")},
       not_now::nothing_to_undo,
       through_changes<&Undo::back>},
      {Action::redo,
       "redo",
       {with_control_and_shift(GLFW_KEY_Z, "Ctrl + Shift + Z")},
       not_now::nothing_to_redo,
       through_changes<&Undo::forth>},
      {Action::back,
       "back to the view before",
       {pressed(GLFW_KEY_BACKSPACE, "Backspace")},
       not_now::no_earlier_view,
       go_back},
      {Action::fit, "fit the whole", {pressed(GLFW_KEY_HOME, "Home"), pressed(GLFW_KEY_F, "F")}, nullptr, fit_whole},
      {Action::zoom_in, "zoom in", {typed('+', "+")}, nullptr, zoom<1>},
      {Action::zoom_out, "zoom out", {typed('-', "-")}, nullptr, zoom<-1>},
      {Action::go_left, "look to the left", {pressed(GLFW_KEY_LEFT, "Left")}, nullptr, look<-1, 0>},
      {Action::go_right, "look to the right", {pressed(GLFW_KEY_RIGHT, "Right")}, nullptr, look<1, 0>},
      {Action::go_up, "look further up", {pressed(GLFW_KEY_UP, "Up")}, nullptr, look<0, -1>},
      {Action::go_down, "look further down", {pressed(GLFW_KEY_DOWN, "Down")}, nullptr, look<0, 1>},
      {Action::halve_detail, "half the detail", {typed('[', "[")}, not_now::no_detail, scale_detail<half>},
      {Action::double_detail, "twice the detail", {typed(']', "]")}, not_now::no_detail, scale_detail<twice>},
      {Action::toggle_run,
       "run again and again, pause; steps, a time and the scope's replay play",
       {pressed(GLFW_KEY_R, "R")},
       nullptr,
       run_or_pause},
      {Action::step_once, "one step", {typed('.', ".")}, not_now::stands_still, to_state<step_once>},
      {Action::reset_run, "back to step 0, to time 0", {typed('0', "0")}, not_now::stands_still, to_state<reset_run>},
      {Action::toggle_contours, "contour lines", {pressed(GLFW_KEY_C, "C")}, nullptr, toggle<&Preferences::contours>},
      {Action::toggle_plots, "plots of the run, or of the times", {pressed(GLFW_KEY_G, "G")}, nullptr, toggle_plots},
      {Action::keep_curve,
       "keep the run's curve, to compare others with it",
       {with_control(GLFW_KEY_K, "Ctrl + K")},
       not_now::no_curve,
       keep_curve},
      {Action::toggle_cover,
       "who computed what, and when: blocks, warps and threads in the result's place",
       {pressed(GLFW_KEY_B, "B")},
       nullptr,
       toggle_cover},
      {Action::toggle_roofline,
       "what limits the variant: its place below this machine's ceilings",
       {pressed(GLFW_KEY_L, "L")},
       nullptr,
       toggle<&Preferences::roofline>},
      {Action::toggle_counters,
       "the GPU's kernels: registers, occupancy, and what its own counters say",
       {with_control(GLFW_KEY_L, "Ctrl + L")},
       not_now::no_counters,
       toggle_layer<Action::toggle_counters>},
      {Action::toggle_lens,
       "the lens: what the warp that computes a cell reads and writes, and where in memory that lies",
       {pressed(GLFW_KEY_M, "M")},
       not_now::no_lens,
       toggle_lens},
      {Action::toggle_disks,
       "the points that the result is computed from, beside it",
       {pressed(GLFW_KEY_O, "O")},
       not_now::no_points,
       toggle<&Preferences::disks>},
      {Action::toggle_variants,
       "all variants of this problem beside each other: times, and whether they are right",
       {pressed(GLFW_KEY_T, "T")},
       not_now::bench_runs,
       toggle_layer<Action::toggle_variants>},
      {Action::toggle_sweep,
       "times of all variants over sizes, threads and block shapes",
       {with_control_and_shift(GLFW_KEY_T, "Ctrl + Shift + T")},
       not_now::bench_runs,
       toggle_layer<Action::toggle_sweep>},
      {Action::toggle_lessons,
       "lessons: predict, try, measure, and see why",
       {pressed(GLFW_KEY_F3, "F3")},
       not_now::bench_runs,
       toggle_layer<Action::toggle_lessons>},
      {Action::toggle_bench,
       "bench: measure a suite in the background, with live graphs and a report",
       {pressed(GLFW_KEY_F4, "F4")},
       nullptr,
       toggle_layer<Action::toggle_bench>},
      {Action::toggle_tune,
       "search for the fastest way to compute this",
       {pressed(GLFW_KEY_F7, "F7")},
       not_now::bench_runs,
       toggle_layer<Action::toggle_tune>},
      {Action::toggle_study,
       "how errors fall with the lengths of steps",
       {with_control(GLFW_KEY_U, "Ctrl + U")},
       not_now::no_study,
       toggle_layer<Action::toggle_study>},
      {Action::cycle_compare,
       "diff view: off, reference, each kept picture",
       {pressed(GLFW_KEY_D, "D")},
       nullptr,
       compare_with_next},
      {Action::toggle_input, "input and result side by side", {pressed(GLFW_KEY_I, "I")}, why_no_input, show_input},
      {Action::keep,
       "keep this picture, to compare others with it",
       {pressed(GLFW_KEY_K, "K")},
       not_now::not_yet_whole,
       keep_picture},
      {Action::forget_kept,
       "forget all kept pictures, those of other workloads too",
       {with_control_and_shift(GLFW_KEY_K, "Ctrl + Shift + K")},
       nullptr,
       [](App& app) { app.forget_kept_pictures(); }},
      {Action::export_picture,
       "export a PNG",
       {with_control(GLFW_KEY_E, "Ctrl + E"), pressed(GLFW_KEY_P, "P")},
       nullptr,
       write_file<Action::export_picture>},
      {Action::export_diff,
       "export the diff picture",
       {with_control_and_shift(GLFW_KEY_E, "Ctrl + Shift + E")},
       not_now::no_diff,
       write_file<Action::export_diff>},
      {Action::export_field,
       "export the values, for NumPy",
       {with_control(GLFW_KEY_N, "Ctrl + N")},
       nullptr,
       write_file<Action::export_field>},
      {Action::export_times,
       "export the graph's frames as CSV",
       {with_control(GLFW_KEY_T, "Ctrl + T")},
       not_now::no_times,
       write_file<Action::export_times>},
      {Action::export_trace,
       "save who computed what and when: pieces and times as JSON, colors as PNG",
       {with_control(GLFW_KEY_B, "Ctrl + B")},
       not_now::no_trace,
       write_file<Action::export_trace>},
      {Action::export_lens,
       "save what the lens shows: its memory as PNG, every lane's addresses as CSV",
       {with_control_and_shift(GLFW_KEY_M, "Ctrl + Shift + M")},
       not_now::no_lens_held,
       [](App& app) { app.state().export_lens = true; }},
      {Action::toggle_poster,
       "poster: order this picture in any size, made in the background",
       {with_control(GLFW_KEY_P, "Ctrl + P")},
       nullptr,
       toggle_layer<Action::toggle_poster>},
      {Action::toggle_record,
       "record the views at which you rest, as a movie's keyframes; then order it",
       {with_control(GLFW_KEY_R, "Ctrl + R")},
       nullptr,
       by_app<&App::toggle_recording>},
      {Action::toggle_movie,
       "movie: order what was recorded last, as a video or as pictures",
       {with_control_and_shift(GLFW_KEY_R, "Ctrl + Shift + R")},
       not_now::no_recording,
       toggle_layer<Action::toggle_movie>},
      {Action::toggle_queue,
       "the queue: what was ordered, how far it is, stop and resume",
       {pressed(GLFW_KEY_F8, "F8")},
       nullptr,
       toggle_layer<Action::toggle_queue>},
      {Action::save_settings,
       "save the settings",
       {with_control(GLFW_KEY_S, "Ctrl + S")},
       nullptr,
       write_file<Action::save_settings>},
      {Action::toggle_views,
       "saved views: keep this one, go to others, export and import them",
       {with_control(GLFW_KEY_D, "Ctrl + D")},
       nullptr,
       toggle_layer<Action::toggle_views>,
       true},
      {Action::copy_location,
       "copy where this is, for the command line or for someone else",
       {with_control_and_shift(GLFW_KEY_L, "Ctrl + Shift + L")},
       not_now::no_location,
       copy_location},
      {Action::copy_command,
       "copy the command line that makes this picture",
       {with_control_and_shift(GLFW_KEY_C, "Ctrl + Shift + C")},
       nullptr,
       copy_command},
      {Action::open,
       "open a picture, settings, saved views or a command line",
       {with_control(GLFW_KEY_O, "Ctrl + O")},
       nullptr,
       toggle_layer<Action::open>,
       true},
      {Action::paste,
       "open what was copied: a location, a command line, or a file's path",
       {with_control(GLFW_KEY_V, "Ctrl + V")},
       nullptr,
       open_copied},
      {Action::toggle_panels,
       "hide and show the panels",
       {pressed(GLFW_KEY_TAB, "Tab")},
       nullptr,
       toggle_shown<&State::panels_hidden>},
      {Action::present,
       "present: the picture alone on the whole screen, with large numbers",
       {pressed(GLFW_KEY_F11, "F11")},
       nullptr,
       by_app<&App::toggle_presentation>},
      {Action::walk_panels,
       "go through the panels with arrows and Enter; Esc ends it",
       {pressed(GLFW_KEY_F6, "F6")},
       nullptr,
       walk_panels},
      {Action::welcome,
       "what can be done here: look, compare, measure, open",
       {pressed(GLFW_KEY_F2, "F2")},
       nullptr,
       toggle_layer<Action::welcome>},
      {Action::search,
       "search these actions",
       {with_control_and_shift(GLFW_KEY_P, "Ctrl + Shift + P")},
       nullptr,
       toggle_layer<Action::search>,
       true},
      {Action::toggle_keys,
       "mouse and keys",
       {pressed(GLFW_KEY_F1, "F1"), typed('?', "?")},
       nullptr,
       toggle_layer<Action::toggle_keys>},
      {Action::escape,
       "close a menu, cancel the computation or the box",
       {pressed(GLFW_KEY_ESCAPE, "Esc")},
       nullptr,
       by_app<&App::escape>},
      {Action::start_gpu,
       "start the GPU again, once it has stopped",
       {with_control(GLFW_KEY_G, "Ctrl + G")},
       not_now::gpu_runs,
       by_app<&App::start_gpu_again>},
      {Action::draw_on_card,
       "open the window anew, drawn by the NVIDIA card",
       {with_control_and_shift(GLFW_KEY_G, "Ctrl + Shift + G")},
       not_now::no_card_offered,
       by_app<&App::draw_on_card>},
      {Action::quit, "quit", {with_control(GLFW_KEY_Q, "Ctrl + Q")}, nullptr, by_app<&App::close>},
  };
  return entries;
}

}  // namespace

std::span<const ActionEntry> all_actions() {
  return table();
}

const ActionEntry& entry_of(Action action) {
  const auto entry = std::ranges::find(table(), action, &ActionEntry::action);
  if (entry == table().end()) throw std::logic_error("an action without an entry");
  return *entry;
}

std::string keys_of(const ActionEntry& entry) {
  std::string out;
  for (const Shortcut& each : entry.shortcuts) out += (out.empty() ? "" : ", ") + std::string(each.name);
  return out;
}

std::string with_keys(std::string_view sentence, Action action) {
  const bool ends = sentence.ends_with('.');
  if (ends) sentence.remove_suffix(1);
  return fmt::format("{} ({}){}", sentence, keys_of(entry_of(action)), ends ? "." : "");
}

std::string why_not(const ActionEntry& entry, const State& state) {
  return entry.why_not != nullptr ? entry.why_not(state) : "";
}

}  // namespace heteroscope
