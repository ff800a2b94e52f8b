#include "app/window/features/run/transport_bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/text/format.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/widgets/icon_button.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

constexpr int fastest_speed = 10'000;

void button(Ui& ui, const char* id, Icon icon, Action action, const char* what) {
  if (icon_button(ui, id, icon, with_keys(ui, what, action))) ui.ask(action);
}

/// Draws as many of the parts as there is room for, in columns that do not move while the numbers grow. A part is left
/// out where its column has no room, however short its number is now, and so are those behind it.
void readout(const Ui& ui, const std::vector<std::string>& parts) {
  constexpr std::array widest{"step 0,000,000", "t = 0.0000000", "last step taken"};
  float x = ImGui::GetCursorPosX() + ui.units(8);
  const float right = ImGui::GetWindowContentRegionMax().x;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const float usual = ImGui::CalcTextSize(widest[std::min(i, widest.size() - 1)]).x;
    const float width = std::max(usual, ImGui::CalcTextSize(parts[i].c_str()).x);
    if (x + width > right) break;
    ImGui::SetCursorPosX(x);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(parts[i].c_str());
    ImGui::SameLine(0, 0);
    x += width + ui.units(10);
  }
}

/// Returns the word for why nothing follows by itself; null where it does.
const char* why_still(const WindowModel& model, const FrameView& view) {
  if (!model.running) return "paused";
  return is_playing(model, view) ? nullptr : "held";
}

/// Returns the step, the time and the speed.
std::vector<std::string> step_parts(const Window& window) {
  const auto& [ui, model, view] = window;
  const bool there = view.frame != nullptr && view.frame->plan.workload == model.workload;
  const std::int64_t steps = there ? view.frame->steps : 0;
  std::vector<std::string> parts{fmt::format("step {}", format_count(steps))};
  const Iteration& iteration = *model.workload->iteration();
  if (iteration.step_time != nullptr) {
    const double time = there ? static_cast<double>(steps) * iteration.step_time(view.frame->plan.parameters) : 0;
    parts.push_back("t = " + format_short(time, 4));
  }
  if (there && shows_earlier_save(ui, view)) {
    parts.emplace_back("earlier save");
  } else if (model.run.ended) {
    parts.emplace_back(there && view.frame->settled ? "settled" : "last step taken");
  } else if (const char* const why = why_still(model, view); why != nullptr) {
    parts.emplace_back(why);
  } else if (const double rate = model.run.rate.per_s(); rate > 0) {
    parts.push_back(format_si(rate) + (rate >= 1000 ? "" : " ") + "steps/s");
  }
  return parts;
}

/// Returns the time of the picture on the screen.
std::vector<std::string> time_parts(const WindowModel& model, const FrameView& view, const Parameter& clock) {
  const bool there = view.frame != nullptr && view.frame->plan.workload == model.workload;
  const Settings& shown = there ? view.frame->plan.settings : model.settings();
  std::vector<std::string> parts{fmt::format("t = {:.3f} {}", time_of(shown, clock), clock.unit)};
  if (const char* const why = why_still(model, view); why != nullptr) parts.emplace_back(why);
  return parts;
}

constexpr double speed_units = 170;

void speed_of_steps(const Ui& ui, WindowModel& model) {
  const Edit edit = model.edit();
  int& steps = edit->execution.steps_per_frame;
  const bool narrow = ImGui::CalcItemWidth() < ui.units(speed_units);
  ImGui::SliderInt("##speed", &steps, 1, fastest_speed,
                   narrow       ? "%d a frame"
                   : steps == 1 ? "1 step a frame"
                                : "%d steps a frame",
                   ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
  help(ui, "Speed: the steps taken between two pictures while it plays. Drag, or Ctrl+click to type.");
}

void speed_of_clock(const Ui& ui, WindowModel& model) {
  ImGui::SliderScalar("##speed", ImGuiDataType_Double, &model.clock.speed, &slowest_clock, &fastest_clock,
                      ImGui::CalcItemWidth() < ui.units(speed_units) ? "%.2f ×" : "%.2f times real time",
                      ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
  help(ui,
       "Speed of time while it plays, compared with real time, however long a picture takes. Drag, or Ctrl+click to "
       "type.");
}

}  // namespace

void transport_bar(const Window& window) {
  const Parameter* clock = window.model.workload->iterates() ? nullptr : clock_of(*window.model.workload);
  if (window.model.running) ImGui::PushStyleColor(ImGuiCol_Button, faded(window.ui.theme().copies, 0.45F));
  const bool running = window.model.running;
  button(window.ui, "##play", running ? Icon::pause : Icon::play, action::toggle_run,
         running            ? "Pause."
         : clock == nullptr ? "Compute step after step."
                            : "Let time run.");
  if (running) ImGui::PopStyleColor();
  button(window.ui, "##reset", Icon::to_start, action::reset_run,
         clock == nullptr ? "Back to step 0; what was painted is removed." : "Back to time 0.");
  button(window.ui, "##step", Icon::to_end, action::step_once,
         clock == nullptr ? "Take one step." : "Go 1/60 s on, times the speed.");
  ImGui::SetNextItemWidth(std::min(window.ui.units(speed_units), ImGui::GetContentRegionAvail().x));
  if (clock == nullptr) {
    speed_of_steps(window.ui, window.model);
  } else {
    speed_of_clock(window.ui, window.model);
  }
  ImGui::SameLine(0, 0);
  readout(window.ui, clock == nullptr ? step_parts(window) : time_parts(window.model, window.view, *clock));
}

}  // namespace heteroscope
