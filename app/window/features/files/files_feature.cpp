#include "app/window/features/files/files_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <utility>

#include "app/window/features/files/remember.hpp"
#include "app/window/model/render_command.hpp"
#include "app/window/model/times/iterating.hpp"
#include "core/base/failure.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {
namespace {

std::string no_diff(const Window& window) {
  const auto& result = window.model.comparison.result;
  return result && !result->pixels.empty() ? "" : "there is no diff picture: switch the diff view on first (key D)";
}

std::string no_times(const Window& window) {
  return window.model.frames.samples().empty() ? "no frame has been timed yet" : "";
}

std::string no_trace(const Window& window) {
  const auto& show = window.model.scope.show;
  if (!window.model.scope.shown) return "the scope is closed: open it first (key B)";
  if (show != nullptr && show->paint != nullptr) return "";
  const bool waits = show == nullptr || show->why_not.empty();
  return waits ? "the scope has nothing to show yet" : "the scope has nothing to show: " + show->why_not;
}

void copy_command(const Window& window) {
  const std::string text = render_command(window.model.settings(), window.model.catalog);
  ImGui::SetClipboardText(text.c_str());
  window.ui.say("Copied: " + text);
}

}  // namespace

ActionEntry FilesFeature::exports(Action action, const char* label, std::vector<Shortcut> keys,
                                  std::string (*why_not)(const Window&)) {
  const auto act = [this, action](const Window& window) { exporter_.start(window, action); };
  ActionEntry out{action, label, std::move(keys), act};
  if (why_not != nullptr) out.why_not = why_not;
  return out;
}

std::vector<ActionEntry> FilesFeature::actions() {
  return {
      exports(action::export_picture, "export a PNG", {with_control(GLFW_KEY_E, "Ctrl + E"), pressed(GLFW_KEY_P, "P")}),
      exports(action::export_diff, "export the diff picture", {with_control_and_shift(GLFW_KEY_E, "Ctrl + Shift + E")},
              no_diff),
      exports(action::export_field, "export the values, for NumPy", {with_control(GLFW_KEY_N, "Ctrl + N")}),
      exports(action::export_times, "export the frame times of the graph as CSV",
              {with_control(GLFW_KEY_T, "Ctrl + T")}, no_times),
      exports(action::export_trace, "save the scope's trace: who computed what and when as JSON, the colors as PNG",
              {with_control(GLFW_KEY_B, "Ctrl + B")}, no_trace),
      exports(action::save_settings, "save the settings", {with_control(GLFW_KEY_S, "Ctrl + S")}),
      {Action("copy_command"),
       "copy the command line that makes this picture",
       {with_control_and_shift(GLFW_KEY_C, "Ctrl + Shift + C")},
       copy_command},
      {action::paste,
       "open what was copied: a location (also of other programs), a command line, a file's path, or a picture",
       {with_control(GLFW_KEY_V, "Ctrl + V")},
       [this](const Window& window) { open_copied(window.ui); }},
  };
}

void FilesFeature::open_copied(Ui& ui) {
  const char* const text = ImGui::GetClipboardText();
  if (text == nullptr) return;  // the clipboard has said why
  if (*text != '\0') return open_typed({.text = text});
  const auto picture = ui.copied_picture ? ui.copied_picture() : std::string();
  if (!picture) return;
  if (picture->empty()) return ui.fail("the clipboard has nothing that can be opened");
  // the picture is written to a file, which saved settings can name as their source
  exporter_.write({.stem = "heteroscope-pasted",
                   .extension = ".png",
                   .make = made_of(*picture),
                   .written = [this](const std::filesystem::path& path) {
                     open_typed({.text = path.string(), .as_source = true});
                   }});
}

void FilesFeature::before_engine(const Window& window) {
  if (const auto outcome = opener_.take()) open(*outcome, window.ui, window.model);
  opener_.update(window.model.settings(), window.model.sources, window.model.catalog);
}

void FilesFeature::on_frame(const Window& window, const FrameStep& /*step*/) {
  for (FileRequest& each : std::exchange(window.ui.files, {})) exporter_.write(std::move(each));
  exporter_.update(window);
  if (exporter_.left() == 0 && !opener_.busy()) {
    busy_since_s_.reset();
  } else if (!busy_since_s_) {
    busy_since_s_ = window.ui.now_s;
  }
}

Activity FilesFeature::activity(const Window& /*window*/) const {
  return {.busy = exporter_.busy() || opener_.busy()};
}

/// Files that are being written are finished before the window closes. If closing is asked for again, those that wait
/// are discarded.
void FilesFeature::end(const Window& /*window*/, bool again) {
  if (again) exporter_.drop_waiting();
}

std::string FilesFeature::unfinished(double /*closing_s*/) {
  const std::size_t left = exporter_.left();
  return left == 0 ? ""
                   : fmt::format("Closes once {} {} written. Ctrl+Q again discards files that are not begun", left,
                                 left == 1 ? "file is" : "files are");
}

void FilesFeature::note_recent(const std::filesystem::path& path) {
  std::error_code none;
  const std::string text = std::filesystem::absolute(path, none).string();
  std::erase(recent_, text);
  recent_.insert(recent_.begin(), text);
  if (recent_.size() > most_recent) recent_.resize(most_recent);
}

/// What is soon done is not said.
Badge FilesFeature::badge(const Window& window) const {
  constexpr double soon_s = 1;
  Badge out{.below = true};
  if (exporter_.waits()) {
    out.text = "export waits for the full picture";
  } else if (busy_since_s_ && window.ui.now_s - *busy_since_s_ > soon_s) {
    const std::size_t left = exporter_.left();
    out.text = left > 0 ? plural(left, "file is", "files are") + " being written" : "a file is being opened";
  }
  return out;
}

void FilesFeature::open(const Opener::Outcome& outcome, Ui& ui, WindowModel& model) {
  const std::string error = outcome.error.empty() ? take(outcome, ui, model) : outcome.error;
  if (error.empty() && outcome.is_file) note_recent(outcome.path);
  const bool shown = outcome.told && outcome.told(error);
  if (!error.empty() && !shown) ui.fail(error);
}

/// Puts the opened settings, source, result or views into the window. Returns one line on why not; empty where it
/// succeeds.
std::string FilesFeature::take(const Opener::Outcome& outcome, Ui& ui, WindowModel& model) {
  if (outcome.opened.measured != nullptr) return show_result(outcome.opened.measured, outcome.path, ui);
  if (outcome.opened.views) return take_views(*outcome.opened.views, outcome.path, ui);
  if (outcome.opened.answers != nullptr) {
    take_answers(*outcome.opened.answers, ui);
    return {};
  }
  Settings settings = outcome.opened.settings;
  std::string beside;
  if (outcome.opened.as_source) {
    // the settings may have changed since the image was read
    const Failure failed =
        attempt([&] { settings = with_image_file(outcome.path, model.settings(), model.sources, model.catalog); });
    if (failed) return failed.line;
    const Workload& taking = find_workload(model.catalog, settings.problem.workload);
    if (&taking != model.workload)
      beside = fmt::format(" (as the input of {}: {} reads no picture)", taking.label, model.workload->label);
    if (&taking == model.workload && taking.iterates() && !same_problem(model.settings(), settings, taking)) {
      start_over(settings);
      model.running = model.running || model.run.ended;  // else the change would not be shown
    }
  } else {
    const bool moves = goes_on(find_workload(model.catalog, settings.problem.workload));
    model.running = model.running && !moves;
  }
  model.chosen = std::move(settings);
  if (!outcome.opened.note.empty()) beside = ", " + outcome.opened.note;
  ui.say((outcome.opened.as_source ? "Source: " : "Opened: ") + outcome.path.string() + beside);
  return {};
}

std::string FilesFeature::take_views(const OwnViews::List& views, const std::filesystem::path& file, Ui& ui) {
  std::size_t count = 0;
  const Failure failed = attempt([&] { count = views_.list.add(views); });
  if (failed) return fmt::format("{}: {}", file.string(), failed.line);
  const std::size_t there = views.size() - count;
  const std::string besides = there > 0 ? fmt::format("; {} {} there already", there, there == 1 ? "was" : "were") : "";
  ui.say(fmt::format("Added {} from {}{}", plural(count, "saved view"), file.filename().string(), besides));
  if (!ui.is_open(action::toggle_views)) ui.ask(action::toggle_views);
  return {};
}

std::string FilesFeature::show_result(std::shared_ptr<const BenchViews> views, const std::filesystem::path& file,
                                      Ui& ui) {
  if (bench_.running()) {
    return fmt::format("{}: the bench is measuring and cannot show another result: stop it first (key F4)",
                       file.string());
  }
  bench_.show(std::move(views), file);
  if (!bench_.is_open()) ui.ask(action::toggle_bench);
  return {};
}

}  // namespace heteroscope
