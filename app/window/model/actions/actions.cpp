#include "app/window/model/actions/actions.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/window/model/actions/preconditions.hpp"
#include "app/window/model/comparing.hpp"

namespace heteroscope {
namespace {

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
      {Action::undo, "undo", {with_control(GLFW_KEY_Z, "Ctrl + Z")}, preconditions::nothing_to_undo},
      {Action::redo, "redo", {with_control_and_shift(GLFW_KEY_Z, "Ctrl + Shift + Z")}, preconditions::nothing_to_redo},
      {Action::back,
       "back to the view before",
       {pressed(GLFW_KEY_BACKSPACE, "Backspace")},
       preconditions::no_earlier_view},
      {Action::fit, "fit the whole", {pressed(GLFW_KEY_HOME, "Home"), pressed(GLFW_KEY_F, "F")}, nullptr},
      {Action::zoom_in, "zoom in", {typed('+', "+")}, nullptr},
      {Action::zoom_out, "zoom out", {typed('-', "-")}, nullptr},
      {Action::go_left, "look to the left", {pressed(GLFW_KEY_LEFT, "Left")}, nullptr},
      {Action::go_right, "look to the right", {pressed(GLFW_KEY_RIGHT, "Right")}, nullptr},
      {Action::go_up, "look further up", {pressed(GLFW_KEY_UP, "Up")}, nullptr},
      {Action::go_down, "look further down", {pressed(GLFW_KEY_DOWN, "Down")}, nullptr},
      {Action::halve_detail, "half the detail", {typed('[', "[")}, preconditions::no_detail},
      {Action::double_detail, "twice the detail", {typed(']', "]")}, preconditions::no_detail},
      {Action::toggle_run,
       "run again and again, pause; steps, a time and the scope's replay play",
       {pressed(GLFW_KEY_R, "R")},
       nullptr},
      {Action::step_once, "one step", {typed('.', ".")}, preconditions::stands_still},
      {Action::reset_run, "back to step 0, to time 0", {typed('0', "0")}, preconditions::stands_still},
      {Action::toggle_contours, "contour lines", {pressed(GLFW_KEY_C, "C")}, nullptr},
      {Action::toggle_plots, "plots of the run, or of the times", {pressed(GLFW_KEY_G, "G")}, nullptr},
      {Action::keep_curve,
       "keep the run's curve, to compare others with it",
       {with_control(GLFW_KEY_K, "Ctrl + K")},
       preconditions::no_curve},
      {Action::toggle_cover,
       "who computed what, and when: blocks, warps and threads in the result's place",
       {pressed(GLFW_KEY_B, "B")},
       nullptr},
      {Action::toggle_roofline,
       "what limits the variant: its place below this machine's ceilings",
       {pressed(GLFW_KEY_L, "L")},
       nullptr},
      {Action::toggle_counters,
       "the GPU's kernels: registers, occupancy, and what its own counters say",
       {with_control(GLFW_KEY_L, "Ctrl + L")},
       preconditions::no_counters},
      {Action::toggle_lens,
       "the lens: what the warp that computes a cell reads and writes, and where in memory that lies",
       {pressed(GLFW_KEY_M, "M")},
       preconditions::no_lens},
      {Action::toggle_disks,
       "the points that the result is computed from, beside it",
       {pressed(GLFW_KEY_O, "O")},
       preconditions::no_points},
      {Action::toggle_variants,
       "all variants of this problem beside each other: times, and whether they are right",
       {pressed(GLFW_KEY_T, "T")},
       preconditions::bench_runs},
      {Action::toggle_sweep,
       "times of all variants over sizes, threads and block shapes",
       {with_control_and_shift(GLFW_KEY_T, "Ctrl + Shift + T")},
       preconditions::bench_runs},
      {Action::toggle_lessons,
       "lessons: predict, try, measure, and see why",
       {pressed(GLFW_KEY_F3, "F3")},
       preconditions::bench_runs},
      {Action::toggle_bench,
       "bench: measure a suite in the background, with live graphs and a report",
       {pressed(GLFW_KEY_F4, "F4")},
       nullptr},
      {Action::toggle_tune,
       "search for the fastest way to compute this",
       {pressed(GLFW_KEY_F7, "F7")},
       preconditions::bench_runs},
      {Action::toggle_study,
       "how errors fall with the lengths of steps",
       {with_control(GLFW_KEY_U, "Ctrl + U")},
       preconditions::no_study},
      {Action::cycle_compare, "diff view: off, reference, each kept picture", {pressed(GLFW_KEY_D, "D")}, nullptr},
      {Action::toggle_input, "input and result side by side", {pressed(GLFW_KEY_I, "I")}, why_no_input},
      {Action::keep,
       "keep this picture, to compare others with it",
       {pressed(GLFW_KEY_K, "K")},
       preconditions::not_yet_whole},
      {Action::forget_kept,
       "forget all kept pictures, those of other workloads too",
       {with_control_and_shift(GLFW_KEY_K, "Ctrl + Shift + K")},
       nullptr},
      {Action::export_picture,
       "export a PNG",
       {with_control(GLFW_KEY_E, "Ctrl + E"), pressed(GLFW_KEY_P, "P")},
       nullptr},
      {Action::export_diff,
       "export the diff picture",
       {with_control_and_shift(GLFW_KEY_E, "Ctrl + Shift + E")},
       preconditions::no_diff},
      {Action::export_field, "export the values, for NumPy", {with_control(GLFW_KEY_N, "Ctrl + N")}, nullptr},
      {Action::export_times,
       "export the graph's frames as CSV",
       {with_control(GLFW_KEY_T, "Ctrl + T")},
       preconditions::no_times},
      {Action::export_trace,
       "save who computed what and when: pieces and times as JSON, colors as PNG",
       {with_control(GLFW_KEY_B, "Ctrl + B")},
       preconditions::no_trace},
      {Action::export_lens,
       "save what the lens shows: its memory as PNG, every lane's addresses as CSV",
       {with_control_and_shift(GLFW_KEY_M, "Ctrl + Shift + M")},
       preconditions::no_lens_held},
      {Action::toggle_poster,
       "poster: order this picture in any size, made in the background",
       {with_control(GLFW_KEY_P, "Ctrl + P")},
       nullptr},
      {Action::toggle_record,
       "record the views at which you rest, as a movie's keyframes; then order it",
       {with_control(GLFW_KEY_R, "Ctrl + R")},
       nullptr},
      {Action::toggle_movie,
       "movie: order what was recorded last, as a video or as pictures",
       {with_control_and_shift(GLFW_KEY_R, "Ctrl + Shift + R")},
       preconditions::no_recording},
      {Action::toggle_queue,
       "the queue: what was ordered, how far it is, stop and resume",
       {pressed(GLFW_KEY_F8, "F8")},
       nullptr},
      {Action::save_settings, "save the settings", {with_control(GLFW_KEY_S, "Ctrl + S")}, nullptr},
      {Action::toggle_views,
       "saved views: keep this one, go to others, export and import them",
       {with_control(GLFW_KEY_D, "Ctrl + D")},
       nullptr,
       true},
      {Action::copy_location,
       "copy where this is, for the command line or for someone else",
       {with_control_and_shift(GLFW_KEY_L, "Ctrl + Shift + L")},
       preconditions::no_location},
      {Action::copy_command,
       "copy the command line that makes this picture",
       {with_control_and_shift(GLFW_KEY_C, "Ctrl + Shift + C")},
       nullptr},
      {Action::open,
       "open a picture, settings, saved views or a command line",
       {with_control(GLFW_KEY_O, "Ctrl + O")},
       nullptr,
       true},
      {Action::paste,
       "open what was copied: a location, a command line, or a file's path",
       {with_control(GLFW_KEY_V, "Ctrl + V")},
       nullptr},
      {Action::toggle_panels, "hide and show the panels", {pressed(GLFW_KEY_TAB, "Tab")}, nullptr},
      {Action::present,
       "present: the picture alone on the whole screen, with large numbers",
       {pressed(GLFW_KEY_F11, "F11")},
       nullptr},
      {Action::walk_panels,
       "go through the panels with arrows and Enter; Esc ends it",
       {pressed(GLFW_KEY_F6, "F6")},
       nullptr},
      {Action::welcome, "what can be done here: look, compare, measure, open", {pressed(GLFW_KEY_F2, "F2")}, nullptr},
      {Action::search, "search these actions", {with_control_and_shift(GLFW_KEY_P, "Ctrl + Shift + P")}, nullptr, true},
      {Action::toggle_keys, "mouse and keys", {pressed(GLFW_KEY_F1, "F1"), typed('?', "?")}, nullptr},
      {Action::escape, "close a menu, cancel the computation or the box", {pressed(GLFW_KEY_ESCAPE, "Esc")}, nullptr},
      {Action::start_gpu,
       "start the GPU again, once it has stopped",
       {with_control(GLFW_KEY_G, "Ctrl + G")},
       preconditions::gpu_runs},
      {Action::draw_on_card,
       "open the window anew, drawn by the NVIDIA card",
       {with_control_and_shift(GLFW_KEY_G, "Ctrl + Shift + G")},
       preconditions::no_card_offered},
      {Action::quit, "quit", {with_control(GLFW_KEY_Q, "Ctrl + Q")}, nullptr},
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
