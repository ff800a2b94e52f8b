#include "app/window/shell/app.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/window/features/bench/layer.hpp"
#include "app/window/features/counters/counters_layer.hpp"
#include "app/window/features/files/open_file.hpp"
#include "app/window/features/lessons/lesson_layer.hpp"
#include "app/window/features/sweep/sweep_layer.hpp"
#include "app/window/features/tune/tune_layer.hpp"
#include "app/window/features/variants/variants_layer.hpp"
#include "app/window/model/iterating.hpp"
#include "app/window/picture/panes.hpp"
#include "app/window/picture/read_pixels.hpp"
#include "app/window/shell/content_scale.hpp"
#include "app/window/shell/layout.hpp"
#include "core/base/error.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {
namespace {

constexpr float longest_frame_s = 0.1F;  // less than keys are held before they repeat

/// Where the small pictures of saved views are kept, beside the file that has these.
std::filesystem::path view_folder(const std::filesystem::path& memory) {
  return memory.empty() ? memory : memory.parent_path() / "views";
}

}  // namespace

App::App(GLFWwindow* window, const Start& start)
    : window_(window),
      memory_path_(start.memory_path),
      requester_(start.catalog),
      rest_sampler_(start.catalog),
      thumbnails_(start.catalog),
      view_pictures_(view_folder(start.memory_path)) {
  state_.catalog = start.catalog;
  state_.preferences = start.memory.preferences;
  state_.recent = start.memory.recent;
  kept_views_ = start.memory.own_views;
  kept_recent_ = start.memory.recent;
  state_.own_views = OwnViews(start.memory.own_views, start.catalog);
  state_.export_folder = export_folder();
  state_.now_s = glfwGetTime();
  ask_display(start);
  if (start.open) {
    const Settings now = start.memory.settings.value_or(default_settings(*start.catalog.front()));
    Opened opened = open_file(*start.open, now, state_.sources, start.catalog);
    state_.settings = std::move(opened.settings);
    if (opened.measured != nullptr) show_result(std::move(opened.measured), *start.open);
    if (opened.views) take_views(*opened.views, *start.open);
  } else if (start.memory.settings) {
    state_.settings = *start.memory.settings;
    open_playing(state_, find_workload(start.catalog, state_.settings.problem.workload));
  } else {
    state_.settings = default_settings(*start.catalog.front());
    fit_first_ = true;
  }
  state_.workload = &find_workload(start.catalog, state_.settings.problem.workload);
  if (start.welcome && state_.preferences.welcome && !start.open) layers_.toggle(Action::welcome, state_);
}

/// The atlas has changed. The first frame makes the texture by itself; releases from 1.92 on do it always. The
/// backend's other objects stay: it keeps their sizes.
void App::renew_font_texture() const {
#if IMGUI_VERSION_NUM < 19200
  if (font_scale_ == 0) return;
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

/// Sizes, scales, fonts and theme, as the display and the preferences have them now.
void App::measure() {
  int width = 0;
  int height = 0;
  int window_width = 0;
  int window_height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  glfwGetWindowSize(window_, &window_width, &window_height);
  framebuffer_ = {width, height};
  minimized_ = width <= 0 || height <= 0 || glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE;
  if (minimized_) return;
  if (glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) == GLFW_FALSE && !state_.presenting) {
    state_.preferences.width = window_width;
    state_.preferences.height = window_height;
  }
  float content = 1;
  float content_y = 1;
  glfwGetWindowContentScale(window_, &content, &content_y);
  const float ratio = static_cast<float>(width) / static_cast<float>(std::max(window_width, 1));
  constexpr float largest = 8;  // all glyphs must find room in one texture
  const float wanted = std::max(usable_content_scale(content), 0.5F) * static_cast<float>(state_.preferences.text_size);
  const float font_scale = std::min(wanted, largest);
  state_.pixel_ratio = ratio;
  state_.scale = font_scale / ratio;
  const bool new_fonts = font_scale != font_scale_;
  if (new_fonts) {
    state_.fonts = load_fonts(font_scale);
    renew_font_texture();
  }
  font_scale_ = font_scale;
  if (new_fonts || themed_ != state_.preferences.theme) {
    themed_ = state_.preferences.theme;
    apply_theme(state_.theme(), state_.scale);
    ImGui::GetIO().FontGlobalScale = 1 / ratio;
  }
}

void App::open(Opener::Outcome outcome) {
  if (!outcome.error.empty()) {
    state_.toasts.fail(std::move(outcome.error), state_.now_s);
    return;
  }
  if (outcome.opened.measured != nullptr) {
    show_result(std::move(outcome.opened.measured), outcome.path);
    note_recent(outcome.path);
    return;
  }
  if (outcome.opened.views) return take_views(*outcome.opened.views, outcome.path);
  const Workload* const before = state_.workload;
  if (outcome.opened.as_source) {
    // of the settings as they are by now; the image has been read
    const Failure failed = attempt(
        [&] { state_.settings = with_image_file(outcome.path, state_.settings, state_.sources, state_.catalog); });
    if (failed) {
      state_.toasts.fail(failed.line, state_.now_s);
      return;
    }
  } else {
    leave_for(state_, outcome.opened.settings);
    const bool moves = goes_on(find_workload(state_.catalog, outcome.opened.settings.problem.workload));
    state_.running = state_.running && !moves;
    put(std::move(outcome.opened.settings));
  }
  follow_settings();  // the panels of this frame are of the new workload
  if (outcome.is_file) note_recent(outcome.path);
  const bool elsewhere = outcome.opened.as_source && state_.workload != before;
  state_.toasts.say(
      (outcome.opened.as_source ? "Source: " : "Opened: ") + outcome.path.string() +
          (elsewhere ? fmt::format(" ({} takes no picture: {} does)", before->label, state_.workload->label)
                     : std::string()),
      state_.now_s);
}

/// Behind those that are kept.
void App::take_views(const OwnViews::List& views, const std::filesystem::path& file) {
  std::size_t count = 0;
  const Failure failed = attempt([&] { count = state_.own_views.add(views); });
  if (failed) return state_.toasts.fail(fmt::format("{}: {}", file.string(), failed.line), state_.now_s);
  const std::size_t there = views.size() - count;
  const std::string besides = there > 0 ? fmt::format("; {} {} kept already", there, there == 1 ? "was" : "were") : "";
  state_.toasts.say(fmt::format("{} from {}{}", plural(count, "saved view"), file.filename().string(), besides),
                    state_.now_s);
  note_recent(file);
  if (!state_.is_open(Action::toggle_views)) state_.ask(Action::toggle_views);
}

/// In the bench, unless that measures: its rows come there.
void App::show_result(std::shared_ptr<const BenchViews> views, const std::filesystem::path& file) {
  if (layers_.of<BenchLayer>().running()) {
    state_.toasts.fail(fmt::format("{}: a bench runs, whose rows come where its would be shown", file.string()),
                       state_.now_s);
    return;
  }
  layers_.of<BenchLayer>().show(std::move(views), file);
  if (!layers_.of<BenchLayer>().is_open()) layers_.toggle(Action::toggle_bench, state_);
}

void App::note_recent(const std::filesystem::path& path) {
  std::error_code none;
  const std::string text = std::filesystem::absolute(path, none).string();
  std::erase(state_.recent, text);
  state_.recent.insert(state_.recent.begin(), text);
  if (state_.recent.size() > most_recent) state_.recent.resize(most_recent);
}

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
  panels_.leave_workload();
  layers_.leave_workload();
  shelves_.take_out(state_);
  const bool has_input = reads_source(settings, *state_.workload) && !state_.workload->gives_numbers();
  if (state_.comparison.with != CompareWith::input || !has_input) state_.comparison.turn_off();
}

void App::note_measured() {
  VariantsLayer& layer = layers_.of<VariantsLayer>();
  state_.variants_standing = layer.standing(state_);
  const bool fit = state_.variants_standing == Standing::running || state_.variants_standing == Standing::done;
  state_.variants = fit ? layer.task().measured() : nullptr;
  CountersLayer& counters = layers_.of<CountersLayer>();
  state_.counted = counters.standing(state_) == Standing::done ? counters.task().measured() : nullptr;
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

/// Files that panels and layers want written; what is to be captured has been drawn.
void App::write_wishes() {
  for (FileWish& each : std::exchange(state_.files, {})) exporter_.write(std::move(each));
  const auto wish = std::exchange(state_.capture, std::nullopt);
  if (!wish) return;
  if (wish->once_more) {
    state_.capture = CaptureWish{wish->stem, wish->rect};
    return;
  }
  std::array<int, 4> rect{};
  std::ranges::transform(wish->rect, rect.begin(),
                         [&](float at) { return static_cast<int>(std::lround(at * state_.pixel_ratio)); });
  exporter_.write(wish->stem, read_pixels(framebuffer_, rect));
}

void App::step(Inbox& inbox) {
  state_.now_s = glfwGetTime();
  const bool touched = inbox.woken;
  const bool completed = inbox.completed;
  measure();
  read_inbox(inbox);
  if (minimized_) {
    requester_.update(state_);
    exporter_.update(state_);
    follow_productions(false);
    finish_closing();
    note_changes();
    inbox.clear();
    note_step(touched, completed);
    return;
  }
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  // in a frame that comes late a key that went down and up would count as held, and be repeated
  ImGui::GetIO().DeltaTime = std::min(ImGui::GetIO().DeltaTime, longest_frame_s);
  take_keyboard();
  ImGui::NewFrame();
  state_.toasts.expire(state_.now_s);
  const ImGuiIO& io = ImGui::GetIO();
  const Workload* const laid_out_for = state_.workload;
  const auto covered = lay_out(state_, panels_, layers_, io.DisplaySize.x, io.DisplaySize.y);
  if (state_.chosen) {
    leave_for(state_, *state_.chosen);
    put(*std::exchange(state_.chosen, std::nullopt));
  }
  follow_settings();
  if (fit_first_) fit_view(state_);
  fit_first_ = false;
  const bool elsewhere =
      ImGui::IsAnyItemActive() || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  inbox.mouse.insert(inbox.mouse.end(), pushed_.begin(), pushed_.end());
  pushed_.clear();
  navigator_.take(state_, inbox.mouse, covered, elsewhere);
  inbox.clear();
  for (const Action action : std::exchange(state_.actions, {})) act(action);
  state_.open = layers_.open();
  const BenchLayer& bench = layers_.of<BenchLayer>();
  state_.bench = bench.badge();
  state_.measuring = layers_.measure();
  note_measured();
  if (const std::string failed = thumbnails_.update(state_.want_thumbnails); !failed.empty())
    state_.toasts.fail(failed, state_.now_s);
  state_.thumbnails = thumbnails_.all();
  view_pictures_.update(state_);
  follow_settings();
  // a file has a size of its own
  if (state_.settings.problem.source.file.empty()) {
    state_.settings.problem.size = source_size(state_.settings, *state_.workload, computed_area(state_));
  }
  state_.sources.note(state_.settings, *state_.workload);
  const bool held = ImGui::IsAnyItemActive() || navigator_.held();
  state_.undo.note(state_.settings, *state_.workload, held, state_.running, state_.now_s);

  scope_.update(state_);
  // another workload's picture may have more room: nothing is computed for the room that there was
  if (state_.workload == laid_out_for) requester_.update(state_);
  follow_gpu();
  rest_sampler_.update(state_, may_sample());
  screen_.update(state_);
  comparer_.update(state_, requester_);
  exporter_.update(state_);
  follow_productions(held);
  navigator_.read(state_);
  stepper_.advance(state_);

  ImGui::Render();
  screen_.draw(state_, framebuffer_);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  write_wishes();
  note_changes();
  finish_closing();
  note_step(touched, completed);
}

void App::note_step(bool touched, bool completed) {
  constexpr int more = 2;
  steps_after_touch_ = touched ? more : std::max(steps_after_touch_ - 1, 0);
  steps_to_draw_ = touched || completed || moves() ? more : std::max(steps_to_draw_ - 1, 0);
}

/// Measurements come first; of a picture that is larger than a texture samples are shown as it is.
bool App::may_sample() const {
  return !layers_.want_quiet() && state_.frame != nullptr && fits_texture(state_.frame->field.size());
}

FramePace App::pace() const {
  return pace_of({.touched = steps_after_touch_ > 0 || state_.capture,
                  .pictured = state_.progress.busy,
                  .measures = measures(),
                  .computes = computes(),
                  .moves = steps_to_draw_ > 0 || moves()});
}

bool App::measures() const {
  return layers_.measure() || panels_.measure() || scope_.measures();
}

/// Something is made that will be shown.
bool App::computes() const {
  return layers_.moves() || panels_.moves() || thumbnails_.busy() || view_pictures_.busy() || state_.cover.busy ||
         exporter_.busy() || opener_.busy() || closing_ || !screen_.settled() || rest_sampler_.working() ||
         state_.sampling || (!settled() && !state_.canceled);
}

/// Something changes on the screen by itself.
bool App::moves() const {
  constexpr double after_event_s = 1;  // hover delays, the text cursor
  return state_.cover.replay.playing || state_.running || state_.now_s - last_event_s_ < after_event_s ||
         ImGui::GetIO().WantTextInput;
}

bool App::settled() const {
  if (!state_.refusal.empty()) return !state_.cover.busy;
  const Comparison& comparison = state_.comparison;
  const bool compared =
      comparison.wanted() == CompareWith::nothing || comparison.result_is_current || !comparison.why_not.empty();
  return state_.current() && !state_.cover.busy && !state_.progress.busy && !layers_.moves() && !panels_.moves() &&
         !panels_.measure() && screen_.settled() && !rest_sampler_.working() && compared;
}

}  // namespace heteroscope
