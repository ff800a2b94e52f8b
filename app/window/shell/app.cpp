#include "app/window/shell/app.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <utility>

#include "app/window/features/files/files_feature.hpp"
#include "app/window/model/iterating.hpp"
#include "app/window/picture/panes.hpp"
#include "app/window/shell/layout.hpp"
#include "app/window/shell/lost_gpu.hpp"

namespace heteroscope {

void App::put(Settings settings) {
  state_.settings = std::move(settings);
  stepper_.accept(state_);
}

void App::forget_kept_pictures() {
  const auto bytes = static_cast<double>(state_.comparison.kept.bytes() + shelves_.bytes());
  if (state_.comparison.with == CompareWith::kept) state_.comparison.turn_off();
  state_.comparison.kept = {};
  shelves_.forget_pictures();
  state_.toasts.say(bytes > 0 ? fmt::format("Kept pictures are forgotten: {:.0f} MB are free again", bytes / 1e6)
                              : "No picture is kept",
                    state_.now_s);
}

/// What hangs on the workload and the source when they have changed.
void App::follow_settings() {
  Settings& settings = state_.settings;
  complete_source(settings, state_.catalog);
  const bool same_workload = settings.problem.workload == state_.workload->id;
  if (same_workload) stepper_.follow(state_);
  if (!same_workload && plane_of_) shelves_.put_away(state_, *plane_of_);
  if (!plane_of_ || !same_workload || !same_plane(*plane_of_, settings, state_.catalog)) {
    plane_of_ = settings;
    state_.views.clear();
    state_.picture = {};
  }
  if (same_workload) return;
  state_.workload = &find_workload(state_.catalog, settings.problem.workload);
  stepper_.follow(state_);
  features_.leave_workload();
  shelves_.take_out(state_);
  const bool has_input = reads_source(settings, *state_.workload) && !state_.workload->gives_numbers();
  if (state_.comparison.with != CompareWith::input || !has_input) state_.comparison.turn_off();
}

/// A file has a size of its own.
void App::follow_size() {
  if (!state_.settings.problem.source.file.empty()) return;
  state_.settings.problem.size = source_size(state_.settings, *state_.workload, computed_area(state_));
}

/// The keyboard is the panels' while they are walked through.
void App::take_keyboard() {
  ImGuiIO& io = ImGui::GetIO();
  const bool walks = (io.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
  if (walks == state_.walking) return;
  io.ConfigFlags ^= ImGuiConfigFlags_NavEnableKeyboard;
  ImGui::SetWindowFocus(state_.walking ? "##left" : nullptr);
  if (state_.walking) state_.toasts.say("The keyboard is the panels' until Esc", state_.now_s);
}

void App::step(Inbox& inbox) {
  state_.now_s = glfwGetTime();
  const bool touched = inbox.woken;
  const bool completed = inbox.completed;
  const bool seen = fit_.follow(window_, state_);
  read_inbox(inbox);
  if (seen) {
    draw(inbox);
  } else {
    requester_.update(state_);
    features_.for_all(&Feature::on_frame, state_, frame_step(false));
    inbox.clear();
  }
  memory_.note(state_, settings_to_keep(state_));
  finish_closing();
  note_step(touched, completed);
}

void App::draw(Inbox& inbox) {
  constexpr float longest_frame_s = 0.1F;  // less than keys are held before they repeat
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  // in a frame that comes late a key that went down and up would count as held, and be repeated
  ImGui::GetIO().DeltaTime = std::min(ImGui::GetIO().DeltaTime, longest_frame_s);
  take_keyboard();
  ImGui::NewFrame();
  state_.toasts.expire(state_.now_s);
  const Workload* const laid_out_for = state_.workload;
  const Covered covered = lay_out(state_, features_, ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y);
  if (state_.chosen) {
    leave_for(state_, *state_.chosen);
    put(*std::exchange(state_.chosen, std::nullopt));
  }
  follow_settings();
  if (std::exchange(fit_first_, false)) fit_view(state_);
  read_mouse(inbox, covered);
  for (const Action action : std::exchange(state_.actions, {})) act(action);
  state_.open = features_.open();
  state_.measuring = features_.activity(state_).measuring;
  follow_settings();
  follow_size();
  state_.sources.note(state_.settings, *state_.workload);
  const bool held = ImGui::IsAnyItemActive() || navigator_.held();
  state_.undo.note(state_.settings, *state_.workload, held, state_.running, state_.now_s);
  features_.for_all(&Feature::before_engine, state_);
  // another workload's picture may have more room: nothing is computed for the room that there was
  if (state_.workload == laid_out_for) requester_.update(state_);
  show(held);
  ImGui::Render();
  screen_.draw(state_, fit_.framebuffer());
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  features_.for_all(&Feature::drawn, state_, fit_.framebuffer());
}

/// What the engine has brought, on the screen, and what follows from that.
void App::show(bool held) {
  follow_lost_gpus(state_);
  // measurements come first; of a picture that is larger than a texture samples are shown as it is
  const Activity activity = features_.activity(state_);
  const bool may_sample = !activity.measuring && !activity.waits_for_quiet && state_.frame != nullptr &&
                          fits_texture(state_.frame->field.size());
  rest_sampler_.update(state_, may_sample);
  screen_.update(state_);
  features_.for_all(&Feature::on_frame, state_, frame_step(held));
  navigator_.read(state_);
  stepper_.advance(state_);
}

/// What the window itself computes or measures goes first.
FrameStep App::frame_step(bool held) const {
  const Activity activity = features_.activity(state_);
  const bool busy = state_.progress.busy || rest_sampler_.working() || activity.measuring || activity.waits_for_quiet;
  return {.held = held, .quiet = !held && !busy};
}

void App::note_step(bool touched, bool completed) {
  constexpr int more = 2;
  steps_after_touch_ = touched ? more : std::max(steps_after_touch_ - 1, 0);
  const bool draws = touched || completed || moves(features_.activity(state_));
  steps_to_draw_ = draws ? more : std::max(steps_to_draw_ - 1, 0);
}

FramePace App::pace() const {
  const Activity activity = features_.activity(state_);
  const bool made = activity.busy || state_.closing || !screen_.settled() || rest_sampler_.working() ||
                    state_.sampling || (!settled() && !state_.canceled);
  return pace_of({.touched = steps_after_touch_ > 0 || state_.capture,
                  .pictured = state_.progress.busy,
                  .measures = activity.measuring || activity.measures_idle,
                  .computes = made,
                  .moves = steps_to_draw_ > 0 || moves(activity)});
}

/// Something changes on the screen by itself.
bool App::moves(const Activity& activity) const {
  constexpr double after_event_s = 1;  // hover delays, the text cursor
  return activity.moves || state_.now_s - last_event_s_ < after_event_s || ImGui::GetIO().WantTextInput;
}

bool App::settled() const {
  if (features_.activity(state_).busy) return false;
  if (!state_.refusal.empty()) return true;
  return state_.current() && !state_.progress.busy && screen_.settled() && !rest_sampler_.working();
}

std::optional<double> App::due_s() const {
  Activity out = features_.activity(state_);
  out += {.due_s = memory_.due_s()};
  return out.due_s;
}

void App::remember() {
  features_.for_all(&Feature::keep, state_);
  memory_.keep(state_, settings_to_keep(state_), anew_);
}

/// What is being made is ended first. Whoever asks again wants to go at once.
void App::close() {
  const bool again = std::exchange(state_.closing, true);
  if (!again) closing_s_ = state_.now_s;
  says_why_open_ = true;
  features_.for_all(&Feature::end, state_, again);
}

void App::finish_closing() {
  if (!state_.closing) return;
  const std::string why = features_.unfinished(state_.now_s - closing_s_);
  if (why.empty()) glfwSetWindowShouldClose(window_, GLFW_TRUE);
  if (std::exchange(says_why_open_, false) && !why.empty()) state_.toasts.say(why, state_.now_s);
}

/// Only a new process gets the device back: the window closes, keeps its state, and is opened anew.
void App::start_gpu_again() {
  anew_ = true;
  close();
}

void App::draw_on_card() {
  on_card_ = true;
  start_gpu_again();
}

}  // namespace heteroscope
