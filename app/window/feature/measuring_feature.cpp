#include "app/window/feature/measuring_feature.hpp"

#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

ImVec4 vec(ImU32 color) {
  return ImGui::ColorConvertU32ToFloat4(color);
}

/// How far it is, or why it is no longer what the settings say.
void standing(const State& state, const MeasuringHeading& heading) {
  if (heading.running) {
    ImGui::SameLine(0, state.units(10));
    ImGui::ProgressBar(static_cast<float>(heading.share), {state.units(160), ImGui::GetTextLineHeight()}, "");
  } else if (heading.changed) {
    ImGui::SameLine(0, state.units(10));
    ImGui::TextColored(vec(state.theme().notice), "the settings have changed since");
  }
}

}  // namespace

std::string bench_runs(const State& state) {
  return state.bench.empty() ? "" : "a bench runs, and its times would be disturbed: stop it first (key F4)";
}

MeasuringWish measuring_heading(State& state, const MeasuringHeading& heading) {
  MeasuringWish out = MeasuringWish::none;
  push_font(state.fonts.strong);
  ImGui::TextUnformatted(heading.title);
  ImGui::PopFont();
  ImGui::SameLine(0, state.units(10));
  ImGui::TextColored(vec(state.theme().dim), "%s", heading.what.c_str());
  standing(state, heading);
  const float close = state.units(54);
  const float again = state.units(112);
  const float gap = state.units(6);
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - close - again - gap);
  if (heading.running) {
    if (ImGui::Button("Give up", {again, 0})) out = MeasuringWish::give_up;
    help(state, "What has been measured stays.");
  } else {
    if (ImGui::Button("Measure again", {again, 0})) out = MeasuringWish::again;
    help(state, "With the present settings.");
  }
  ImGui::SameLine(0, gap);
  if (ImGui::Button("Close", {close, 0})) state.ask(heading.closes);
  if (!heading.failure.empty()) ImGui::TextColored(vec(state.theme().error), "%s", heading.failure.c_str());
  return out;
}

}  // namespace heteroscope
