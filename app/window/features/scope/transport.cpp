#include "app/window/features/scope/transport.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/text/format.hpp"
#include "app/window/features/scope/readout.hpp"
#include "app/window/widgets/icon_button.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

constexpr const char* nothing = "–";  // there are no spans to replay

std::string moment_text(const ScopeReplay& replay) {
  if (replay.span <= 0) return nothing;
  if (replay.observed) return fmt::format("{} of {}", format_us(replay.time), format_us(replay.span));
  const auto count = [](double x) { return format_count(static_cast<std::int64_t>(x)); };
  return fmt::format("{} of {}", count(replay.time), count(replay.span));
}

std::string speed_text(const ScopeReplay& replay, double seconds) {
  if (replay.span <= 0) return nothing;
  const double a_second = replay.span / seconds;
  if (replay.observed) return format_us(a_second) + " a second";
  return format_si(a_second) + (a_second >= 1000 ? "" : " ") + "blocks a second";
}

void speed_slider(Ui& ui, const ScopeReplay& replay, float width) {
  double& seconds = ui.preferences.replay_s;
  ImGui::SameLine(0, ui.units(6));
  ImGui::SetNextItemWidth(width);
  // dragging to the right makes the replay faster
  double speed = 1 / seconds;
  constexpr double slowest = 1 / longest_replay_s;
  constexpr double fastest = 1 / shortest_replay_s;
  if (ImGui::SliderScalar("##speed", ImGuiDataType_Double, &speed, &slowest, &fastest,
                          speed_text(replay, seconds).c_str(),
                          ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput)) {
    seconds = std::clamp(1 / speed, shortest_replay_s, longest_replay_s);
  }
  help(ui, fmt::format("Speed: the whole replay takes {:.0f} s.", seconds));
}

}  // namespace

void scope_transport(Ui& ui, WindowModel& model) {
  ScopeState& scope = model.scope;
  ScopeReplay& replay = scope.replay;
  const bool there =
      scope.show != nullptr && scope.show->paint != nullptr && scope.show->evenness == nullptr && replay.span > 0;
  ImGui::BeginDisabled(!there);
  const bool playing = replay.playing;
  if (icon_button(ui, "##play", playing ? Icon::pause : Icon::play,
                  playing ? "Pause." : "Replay blocks and chunks in the order in which they ran.")) {
    if (!replay.playing && model.workload->iterates())
      model.running = false;  // the next step would replace the frame that is replayed
    toggle_playing(replay, ui.now_s);
  }
  if (icon_button(ui, "##start", Icon::to_start, "Go to the start, where nothing has begun.")) {
    replay.touched = true;
    replay.time = 0;
  }
  if (icon_button(ui, "##end", Icon::to_end, "Go to the end, where everything is done.")) leave(replay);
  // as there is room: the slider of the time, that of the speed, and a word about the order
  const float speed_width = ui.units(150);
  const std::string order = replay.span <= 0 ? nothing : replay.observed ? "as it ran" : "by block number";
  const float words = ImGui::CalcTextSize(order.c_str()).x + ui.units(16);
  const float room = ImGui::GetContentRegionAvail().x;
  const bool all = room > ui.units(200) + speed_width + words;
  const bool speed_fits = room > ui.units(86) + speed_width;
  ImGui::SetNextItemWidth(speed_fits ? room - speed_width - ui.units(6) - (all ? words : 0) : room);
  constexpr double first = 0;
  double shown = replay.touched ? replay.time : replay.span;
  if (ImGui::SliderScalar("##time", ImGuiDataType_Double, &shown, &first, &replay.span, moment_text(replay).c_str(),
                          ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput)) {
    replay.touched = true;
    replay.playing = false;
    replay.time = shown;
  }
  help(ui, replay.observed ? "The time that is shown, counted from the first start."
                           : "How many blocks have run, in the order of their numbers, launch after launch.");
  if (speed_fits) speed_slider(ui, replay, speed_width);
  ImGui::EndDisabled();
  if (!all) return;
  ImGui::SameLine(0, ui.units(10));
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  ImGui::TextUnformatted(order.c_str());
  ImGui::PopStyleColor();
  help(ui, replay.observed ? "The replay follows the starts and ends of a traced run."
                           : "There is no traced run: blocks are replayed by their numbers, launch after launch.");
}

}  // namespace heteroscope
