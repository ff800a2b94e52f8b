#include "app/window/features/run/transport_bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
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

/// A part of what the row says, and the widest text that usually stands in its place.
struct RowPart {
  std::string text;
  const char* widest;
};

constexpr const char* widest_time = "t = 0.0000000";
constexpr const char* widest_state = "last step taken";

/// Draws as many of the parts as there is room for, in columns that do not move while the numbers grow. A part is left
/// out where its column has no room, however short its number is now, and so are those behind it.
void readout(const Ui& ui, const std::vector<RowPart>& parts) {
  float x = ImGui::GetCursorPosX() + ui.units(8);
  const float right = ImGui::GetWindowContentRegionMax().x;
  for (const auto& [text, widest] : parts) {
    const float width = std::max(ImGui::CalcTextSize(widest).x, ImGui::CalcTextSize(text.c_str()).x);
    if (x + width > right) break;
    ImGui::SetCursorPosX(x);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text.c_str());
    ImGui::SameLine(0, 0);
    x += width + ui.units(10);
  }
}

/// Returns the word for why nothing follows by itself; null where it does.
const char* why_still(const WindowModel& model, const FrameView& view) {
  if (!model.running) return "paused";
  return is_playing(model, view) ? nullptr : "held";
}

/// Returns why nothing follows, or the speed; empty where neither is known.
std::string run_state(const Window& window) {
  const auto& [ui, model, view] = window;
  const bool there = view.frame != nullptr && view.frame->plan.workload == model.workload;
  if (there && shows_earlier_save(ui, view)) return "earlier save";
  if (model.run.ended) return there && view.frame->settled ? "settled" : "last step taken";
  if (const char* const why = why_still(model, view); why != nullptr) return why;
  const double rate = model.run.rate.per_s();
  return rate > 0 ? fmt::format("{}{}steps/s", format_si(rate), rate >= 1000 ? "" : " ") : std::string();
}

/// Returns the step, the time and the speed.
std::vector<RowPart> step_parts(const Window& window) {
  const auto& [ui, model, view] = window;
  const bool there = view.frame != nullptr && view.frame->plan.workload == model.workload;
  const std::int64_t steps = there ? view.frame->steps : 0;
  std::vector<RowPart> parts{{fmt::format("step {}", format_count(steps)), "step 0,000,000"}};
  const Iteration& iteration = *model.workload->iteration();
  if (iteration.step_time != nullptr) {
    const double time = there ? static_cast<double>(steps) * iteration.step_time(view.frame->plan.parameters) : 0;
    parts.push_back({"t = " + format_short(time, 4), widest_time});
  }
  if (std::string state = run_state(window); !state.empty()) parts.push_back({std::move(state), widest_state});
  return parts;
}

/// Returns the time of the picture on the screen, and why it stands still.
std::vector<RowPart> time_parts(const WindowModel& model, const FrameView& view, const Parameter& clock) {
  const bool there = view.frame != nullptr && view.frame->plan.workload == model.workload;
  const Settings& shown = there ? view.frame->plan.settings : model.settings();
  std::vector<RowPart> parts{{fmt::format("t = {:.3f} {}", time_of(shown, clock), clock.unit), widest_time}};
  if (const char* const why = why_still(model, view); why != nullptr) parts.push_back({why, "paused"});
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
         clock == nullptr ? "Take one step." : "Advance by 1/60 s, multiplied by the speed.");
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
