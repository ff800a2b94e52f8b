#include "app/window/features/compare/overlay.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/text/format.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/comparing.hpp"
#include "app/window/picture/panes.hpp"

namespace heteroscope {
namespace {

void wipe(const State& state) {
  const Rect rect = rect_of(state, state.area);
  const float x = rect.from.x + (rect.to.x - rect.from.x) * static_cast<float>(state.comparison.wipe);
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.AddRectFilled({x - state.units(1.5), rect.from.y}, {x + state.units(1.5), rect.to.y}, IM_COL32(0, 0, 0, 150));
  draw.AddLine({x, rect.from.y}, {x, rect.to.y}, IM_COL32(255, 255, 255, 255), state.units(1));
  const float y = (rect.from.y + rect.to.y) * 0.5F;
  draw.AddCircleFilled({x, y}, state.units(9), IM_COL32(255, 255, 255, 235));
  const float a = state.units(2.5);
  const float b = state.units(6);
  const float c = state.units(3);
  draw.AddTriangleFilled({x - a, y - c}, {x - a, y + c}, {x - b, y}, IM_COL32(30, 30, 30, 255));
  draw.AddTriangleFilled({x + a, y - c}, {x + a, y + c}, {x + b, y}, IM_COL32(30, 30, 30, 255));
}

/// A label in the pane's upper left corner.
void label(const State& state, Pane pane, const std::string& text) {
  const Rect rect = rect_of(state, pane_area(state, pane));
  push_font(state.fonts.small);
  const float most = rect.to.x - rect.from.x - state.units(20);
  const float half = std::min(ImGui::CalcTextSize(text.c_str()).x, most - state.units(20)) * 0.5F;
  badge(state, {rect.from.x + state.units(20) + half, rect.from.y + state.units(10)}, text, state.theme().text, most);
  ImGui::PopFont();
}

void side(const State& state) {
  const Comparison& comparison = state.comparison;
  const Rect left = rect_of(state, pane_area(state, Pane::other));
  const Rect right = rect_of(state, pane_area(state, Pane::picture));
  ImGui::GetBackgroundDrawList()->AddRectFilled({left.to.x, left.from.y}, {right.from.x, left.to.y},
                                                state.theme().line);
  const bool input = comparison.with == CompareWith::input;
  const KeptPicture* const kept = comparison.with == CompareWith::kept ? comparison.kept.chosen() : nullptr;
  const std::string other = kept != nullptr ? kept->name() + ": " + kept->about : input ? "input" : "reference";
  label(state, Pane::other,
        comparison.other != nullptr ? other : "computing " + comparison.name_of(comparison.with) + " …");
  label(state, Pane::picture, comparison.flip && comparison.other ? other : input ? "result" : "this picture");
}

}  // namespace

void compare_overlay(const State& state) {
  const Comparison& comparison = state.comparison;
  if (side_by_side(state)) {
    side(state);
  } else if (comparison.with != CompareWith::nothing && comparison.style == CompareStyle::wipe && !comparison.flip &&
             comparison.other != nullptr && !state.workload->gives_numbers()) {
    wipe(state);
  }
}

std::string compare_text(const State& state) {
  const Comparison& comparison = state.comparison;
  const CompareWith with = comparison.wanted();
  if (with == CompareWith::nothing) return {};
  if (side_by_side(state) && comparison.with == with) return {};
  const std::string other = comparison.name_of(with);
  if (comparison.flip) return comparison.other != nullptr ? other : "computing " + other + " …";
  const bool numbers = state.workload->gives_numbers();
  if (comparison.style == CompareStyle::wipe && comparison.other != nullptr && !numbers) {
    return other + "  |  " + (with == CompareWith::input ? "the result" : "this picture");
  }
  if (!comparison.why_not.empty()) return comparison.why_not;
  if (comparison.other == nullptr) return "computing " + other + " …";
  if (!comparison.result) return "comparing with " + other + " …";
  const std::string what = numbers ? "bin" : "pixel";
  const std::int64_t differing = comparison.result->diff.differing;
  if (differing == 0) return fmt::format("equal to {}: no {} differs", other, what);
  return fmt::format("difference with {}: {} {}{} ({})", other, format_count(differing), what,
                     differing == 1 ? " differs" : "s differ", differing_share(comparison.result->diff));
}

}  // namespace heteroscope
