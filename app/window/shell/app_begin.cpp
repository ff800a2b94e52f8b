// How the window begins.
#include <GLFW/glfw3.h>

#include <string>
#include <utility>

#include "app/window/features/files/files_feature.hpp"
#include "app/window/features/files/open_file.hpp"
#include "app/window/shell/app.hpp"
#include "app/window/shell/glfw_window.hpp"
#include "app/window/shell/window_actions.hpp"

namespace heteroscope {
namespace {

/// Decides how results reach the screen. An odd surrounding is said once in a message; a row of the panel says it
/// always.
void ask_display(Ui& ui, FrameView& view, const App::Start& start) {
  if (start.display == DisplayWay::host_copy) {
    // CUDA is not asked at all: this option also helps where its answer never comes
    view.drawn_by = drawing_card().name();
    view.interop_refusal = "the option --display host was given";
    return;
  }
  ui.asked_display = start.display;
  const InteropStatus standing = interop_status();
  view.drawn_by = standing.drawing.name();
  view.interop_refusal = standing.refusal;
  // if GLX does not find NVIDIA's library, it uses another one
  const bool refused = start.card_refused || (start.card_asked && !standing.drawing.is_nvidia());
  view.offers_card = standing.offers_card && !refused;
  if (refused) {
    ui.fail("the NVIDIA card cannot open a window on this display; the window is drawn as before");
  } else if (!standing.oddity.empty() && standing.oddity != ui.preferences.told_oddity) {
    ui.say(standing.refusal);
  }
  ui.preferences.told_oddity = standing.oddity;
}

}  // namespace

App::App(GLFWwindow* window, const Start& start)
    : window_(window),
      requester_(start.catalog),
      features_({.catalog = start.catalog,
                 .requester = requester_,
                 .memory_path = start.memory_path,
                 .memory = start.memory,
                 .of_window = window_actions(this)}),
      rest_sampler_(start.catalog) {
  begin(start);
}

void App::begin(const Start& start) {
  ui_.action_table = &features_.table();
  model_.catalog = start.catalog;
  ui_.preferences = start.memory.preferences;
  ui_.export_folder = export_folder();
  ui_.now_s = glfwGetTime();
  ui_.display_interval_s = display_interval_s(glfwGetPrimaryMonitor());
  ask_display(ui_, view_, start);
  if (start.open) {
    const Settings now = start.memory.settings.value_or(default_settings(*start.catalog.front()));
    Opened opened = open_named(*start.open, now, model_.sources, start.catalog);
    *model_.edit() = std::move(opened.settings);
    auto& files = features_.of<FilesFeature>();
    std::string failed;
    if (opened.measured != nullptr) failed = files.show_result(std::move(opened.measured), *start.open, ui_);
    if (opened.views) failed = files.take_views(*opened.views, *start.open, ui_);
    if (opened.answers != nullptr) files.take_answers(*opened.answers, ui_);
    if (!failed.empty()) ui_.fail(std::move(failed));
    if (!opened.note.empty()) ui_.say("Opened: " + start.open->string() + ", " + opened.note);
  } else {
    *model_.edit() = start.memory.settings.value_or(default_settings(*start.catalog.front()));
  }
  model_.workload = &find_workload(start.catalog, model_.settings().problem.workload);
  // a workload by its name begins as where it is chosen in the list; a file has its own view, and rests
  const bool opens_file = start.open && known_workload(start.catalog, start.open->string()) == nullptr;
  if (!opens_file) open_playing(model_, *model_.workload);
  fit_first_ = !opens_file && !start.memory.settings;
  if (start.welcome && ui_.preferences.welcome && !start.open) features_.toggle(action::welcome, window());
}

}  // namespace heteroscope
