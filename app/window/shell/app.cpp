#include "app/window/shell/app.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <utility>

#include "app/window/features/files/files_feature.hpp"
#include "app/window/features/files/window_memory.hpp"
#include "app/window/features/limit/limit_feature.hpp"
#include "app/window/model/frame_view.hpp"
#include "app/window/model/times/iterating.hpp"
#include "app/window/model/window_model.hpp"
#include "app/window/picture/panes.hpp"
#include "app/window/shell/content_scale.hpp"
#include "core/base/failure.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/processors.hpp"
#include "core/plan/partition.hpp"

namespace heteroscope {
namespace {

/// Returns the GPUs of an execution that still work.
std::vector<int> gpus_left(const Execution& execution) {
  std::vector<int> out;
  const Failure failed = attempt([&] {
    for (const Participant& each : participants_of(execution, device::all())) {
      if (each.is_gpu() && device::all()[static_cast<std::size_t>(each.device)].available) out.push_back(each.device);
    }
  });
  return failed ? std::vector<int>() : out;
}

/// Called once a frame: where a GPU has stopped, the other GPUs compute in its place, or the CPU if there are none or
/// if the first GPU, which shows results, has stopped.
void follow_lost_gpus(WindowModel& model, FrameView& view) {
  GpuLoss& loss = view.gpu_loss;
  const std::vector<device::Facts>& all = device::all();
  const auto lost = static_cast<int>(std::ranges::count_if(all, &device::Facts::lost));
  if (lost == loss.count) return;
  const Edit edit = model.edit();
  Execution& execution = edit->execution;
  const Failure& failure = view.progress.failure;
  if (loss.count == 0) {
    loss.before = execution.processor;
    loss.gpus_before = execution.gpus;
  }
  loss.count = lost;
  loss.what = failure.kind == Failure::Kind::device_lost ? failure.line
                                                         : std::ranges::find_if(all, &device::Facts::lost)->why_not;
  std::vector<int> left = gpus_left(execution);
  loss.others = !all.front().lost && !left.empty();
  if (loss.others) {
    set_participants(execution, execution.processor, {.all = false, .numbers = std::move(left)});
  } else {
    set_participants(execution, Processor::cpu, execution.gpus);
  }
  model.running = false;
  if (all.front().lost) view.interop_refusal = all.front().why_not;
}

}  // namespace

/// Renews the font texture after the atlas has changed. ImGui makes it in the first frame itself, and from 1.92 on
/// always. The backend's other objects stay.
void WindowFit::renew_font_texture() const {
#if IMGUI_VERSION_NUM < 19200
  if (font_scale_ == 0) return;
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

bool WindowFit::follow(GLFWwindow* window, Ui& ui, bool presenting) {
  int width = 0;
  int height = 0;
  int window_width = 0;
  int window_height = 0;
  glfwGetFramebufferSize(window, &width, &height);
  glfwGetWindowSize(window, &window_width, &window_height);
  framebuffer_ = {width, height};
  if (width <= 0 || height <= 0 || glfwGetWindowAttrib(window, GLFW_ICONIFIED) == GLFW_TRUE) return false;
  if (glfwGetWindowAttrib(window, GLFW_MAXIMIZED) == GLFW_FALSE && !presenting) {
    ui.preferences.width = window_width;
    ui.preferences.height = window_height;
  }
  float content = 1;
  float content_y = 1;
  glfwGetWindowContentScale(window, &content, &content_y);
  const float ratio = static_cast<float>(width) / static_cast<float>(std::max(window_width, 1));
  constexpr float largest = 8;  // all glyphs must find room in one texture
  // in a presentation everything is larger, up to the size at which panels and overlays are known to fit
  constexpr double of_lecture = 1.5;
  constexpr double largest_text = 2;
  const double text = ui.preferences.text_size;
  const double shown = presenting ? std::max(text, std::min(of_lecture * text, largest_text)) : text;
  const float wanted = std::max(usable_content_scale(content), 0.5F) * static_cast<float>(shown);
  const float font_scale = std::min(wanted, largest);
  ui.pixel_ratio = ratio;
  ui.scale = font_scale / ratio;
  const bool new_fonts = font_scale != font_scale_;
  if (new_fonts) {
    ui.fonts = load_fonts(font_scale);
    renew_font_texture();
  }
  font_scale_ = font_scale;
  if (new_fonts || themed_ != ui.preferences.theme) {
    themed_ = ui.preferences.theme;
    apply_theme(ui.theme(), ui.scale);
    ImGui::GetIO().FontGlobalScale = 1 / ratio;
  }
  return true;
}

void App::put(Settings settings) {
  *model_.edit() = std::move(settings);
  stepper_.accept(model_);
}

void App::forget_kept_pictures() {
  const auto bytes = static_cast<double>(model_.comparison.kept.bytes() + workload_states_.bytes());
  if (model_.comparison.with == CompareWith::kept) model_.comparison.turn_off();
  model_.comparison.kept = {};
  workload_states_.forget_pictures();
  ui_.say(bytes > 0 ? fmt::format("All kept pictures are forgotten: {:.0f} MB of memory are free again", bytes / 1e6)
                    : "No picture is kept");
}

/// Updates everything that depends on the workload and the source when they have changed.
void App::follow_settings() {
  if (followed_ == model_.revision()) return;
  complete_source(*model_.edit(), model_.catalog);
  const Settings& settings = model_.settings();
  const bool same_workload = settings.problem.workload == model_.workload->id;
  if (same_workload) stepper_.follow(model_);
  if (!same_workload && views_of_) workload_states_.put_away(model_, *views_of_);
  // views of a set and of its Julia sets stand in one history: each has its plane with it
  if (!views_of_ || !same_workload || !shares_views(*views_of_, settings, model_.catalog)) {
    model_.views.clear();
    model_.picture = {};
  }
  views_of_ = settings;
  if (!same_workload) follow_workload();
  followed_ = model_.revision();
}

void App::follow_workload() {
  const Settings& settings = model_.settings();
  model_.workload = &find_workload(model_.catalog, settings.problem.workload);
  stepper_.follow(model_);
  features_.for_all(&Feature::leave_workload);
  workload_states_.take_out(model_);
  const bool has_input = reads_source(settings, *model_.workload) && !model_.workload->gives_numbers();
  if (model_.comparison.with != CompareWith::input || !has_input) model_.comparison.turn_off();
}

/// Makes the size of the result follow the window, unless the source is a file, which has a size of its own.
void App::follow_size() {
  if (!model_.settings().problem.source.file.empty()) return;
  model_.edit()->problem.size = source_size(model_.settings(), *model_.workload, computed_area(window()));
}

/// A scene, or the whole, stays in sight where the picture has more or less of the window. Beside another picture it
/// stays as it is: what is compared shows the same.
void App::follow_area() {
  const Size after = view_.area.size;
  const Size before = std::exchange(area_, after);
  if (before == after || before.height == 0) return;
  const auto refit = [&](Settings& settings) {
    return refit_view(settings, view_target(settings, model_.catalog), before, after);
  };
  Settings next = model_.settings();
  if (!refit(next)) return;
  model_.undo.follow([&](Settings& present) { refit(present); });
  *model_.edit() = std::move(next);
  model_.limit.returned = model_.limit.held;
}

/// The keyboard is the panels' while they are walked through.
void App::take_keyboard() {
  ImGuiIO& io = ImGui::GetIO();
  const bool walks = (io.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
  if (walks == mode_.walked) return;
  io.ConfigFlags ^= ImGuiConfigFlags_NavEnableKeyboard;
  ImGui::SetWindowFocus(mode_.walked ? "##left" : nullptr);
  if (mode_.walked) ui_.say("Arrows and Enter go through the panels until you press Esc");
}

void App::step(Inbox& inbox) {
  ui_.now_s = glfwGetTime();
  const bool touched = inbox.woken;
  const bool completed = inbox.completed;
  const bool seen = fit_.follow(window_, ui_, mode_.presenting);
  read_inbox(inbox);
  if (seen) {
    draw(inbox);
  } else {
    requester_.update(ui_, model_, view_);
    features_.for_all(&Feature::on_frame, window(), frame_step(false));
    inbox.clear();
  }
  view_.activity = features_.activity(window());
  finish_closing();
  note_step(touched, completed);
}

void App::draw(Inbox& inbox) {
  constexpr float longest_frame_s = 0.1F;  // less than keys are held before they repeat
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  // in a late frame ImGui would take a key that went down and up for a held one, and repeat it
  ImGui::GetIO().DeltaTime = std::min(ImGui::GetIO().DeltaTime, longest_frame_s);
  take_keyboard();
  ImGui::NewFrame();
  const bool drops_click = double_click_.begin_frame(ui_.now_s);
  ui_.toasts.expire(ui_.now_s);
  const Workload* const laid_out_for = model_.workload;
  const Covered covered = lay_out(ui_, model_, view_, features_, mode_, ImGui::GetIO().DisplaySize);
  if (model_.chosen) {
    leave_for(window(), *model_.chosen);
    put(*std::exchange(model_.chosen, std::nullopt));
    model_.limit.returned = true;
  }
  follow_settings();
  follow_area();
  if (std::exchange(fit_first_, false)) fit_view(window());
  if (drops_click) inbox.drop_left_presses();
  read_mouse(inbox, covered);
  for (const Action action : std::exchange(ui_.actions, {})) act(action);
  ui_.open = features_.open();
  view_.activity = features_.activity(window());
  follow_settings();
  follow_size();
  model_.sources.note(model_.settings(), *model_.workload);
  const bool held = ImGui::IsAnyItemActive() || navigator_.held();
  model_.undo.note(model_.settings(), *model_.workload, held, model_.running, ui_.now_s, following_limit(ui_, model_));
  features_.for_all(&Feature::before_engine, window());
  // another workload's picture may have another size: none is computed for the old one
  if (model_.workload == laid_out_for) requester_.update(ui_, model_, view_);
  show(held);
  ImGui::Render();
  screen_.draw(window(), fit_.framebuffer());
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

/// Puts the engine's newest picture on the screen and does what depends on that.
void App::show(bool held) {
  follow_lost_gpus(model_, view_);
  // measurements come first; a picture that is larger than a texture is shown by samples already
  view_.activity = features_.activity(window());
  const bool may_sample = !view_.activity.measuring && !view_.activity.waits_for_quiet && view_.frame != nullptr &&
                          fits_texture(view_.frame->field.size());
  rest_sampler_.update(ui_, model_, view_, may_sample);
  screen_.update(ui_, model_, view_);
  features_.for_all(&Feature::on_frame, window(), frame_step(held));
  navigator_.read(ui_, model_, view_);
  stepper_.advance(window());
}

/// Returns the state of this frame. Work of the window itself goes before background work.
FrameStep App::frame_step(bool held) const {
  const Activity activity = features_.activity(window());
  const bool busy = view_.progress.busy || rest_sampler_.working() || activity.measuring || activity.waits_for_quiet;
  return {.held = held, .quiet = !held && !busy};
}

void App::note_step(bool touched, bool completed) {
  constexpr int more = 2;
  steps_after_touch_ = touched ? more : std::max(steps_after_touch_ - 1, 0);
  const bool draws = touched || completed || moves(features_.activity(window()));
  steps_to_draw_ = draws ? more : std::max(steps_to_draw_ - 1, 0);
}

FramePace App::pace() const {
  const Activity activity = features_.activity(window());
  const bool made = activity.busy || closing_ || !screen_.settled() || rest_sampler_.working() || view_.sampling ||
                    (!settled() && !view_.canceled);
  return pace_of({.touched = steps_after_touch_ > 0,
                  .pictured = view_.progress.busy,
                  .measures = activity.measures(),
                  .computes = made,
                  .moves = steps_to_draw_ > 0 || moves(activity),
                  .blinks = may_blink()});
}

/// Returns whether something changes on the screen by itself.
bool App::moves(const Activity& activity) const {
  const bool holds_a_control = ImGui::IsAnyItemActive() && ImGui::IsAnyMouseDown();  // which may repeat
  return activity.moves || navigator_.repeats() || holds_a_control;
}

/// Returns whether a hint may come after a while, or a text cursor blinks.
bool App::may_blink() const {
  constexpr double after_event_s = 1;
  return ui_.now_s - last_event_s_ < after_event_s || ImGui::GetIO().WantTextInput;
}

bool App::settled() const {
  if (features_.activity(window()).busy) return false;
  if (!view_.refusal.empty()) return true;
  return view_.answers(model_.settings()) && !view_.progress.busy && screen_.settled() && !rest_sampler_.working();
}

std::optional<double> App::due_s() const {
  return features_.activity(window()).due_s;
}

void App::remember() {
  features_.for_all(&Feature::keep, window());
}

/// Ends the work of all features first. A second call ends it at once.
void App::close() {
  const bool again = std::exchange(closing_, true);
  if (!again) closing_s_ = ui_.now_s;
  says_why_open_ = true;
  features_.for_all(&Feature::end, window(), again);
}

void App::finish_closing() {
  if (!closing_) return;
  const std::string why = features_.unfinished(ui_.now_s - closing_s_);
  if (why.empty()) glfwSetWindowShouldClose(window_, GLFW_TRUE);
  if (std::exchange(says_why_open_, false) && !why.empty()) ui_.say(why);
}

/// Only a new process gets the device back: the window keeps its state, closes and is reopened.
void App::start_gpu_again() {
  anew_ = true;
  features_.of<WindowMemory>().keep_all();
  close();
}

void App::draw_on_card() {
  on_card_ = true;
  start_gpu_again();
}

}  // namespace heteroscope
