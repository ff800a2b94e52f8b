#include "app/window/features/compare/overlay.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/text/format.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/comparing.hpp"
#include "app/window/picture/panes.hpp"

namespace heteroscope {
namespace {

void wipe(const Window& window) {
  const Rect rect = rect_of(window.ui, window.view.area);
  const float x = rect.from.x + (rect.to.x - rect.from.x) * static_cast<float>(window.model.comparison.wipe);
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.AddRectFilled({x - window.ui.units(1.5), rect.from.y}, {x + window.ui.units(1.5), rect.to.y},
                     IM_COL32(0, 0, 0, 150));
  draw.AddLine({x, rect.from.y}, {x, rect.to.y}, IM_COL32(255, 255, 255, 255), window.ui.units(1));
  const float y = (rect.from.y + rect.to.y) * 0.5F;
  draw.AddCircleFilled({x, y}, window.ui.units(10.5), IM_COL32(0, 0, 0, 190));  // seen over bright pictures, too
  draw.AddCircleFilled({x, y}, window.ui.units(9), IM_COL32(255, 255, 255, 255));
  const float a = window.ui.units(2.5);
  const float b = window.ui.units(6);
  const float c = window.ui.units(3);
  draw.AddTriangleFilled({x - a, y - c}, {x - a, y + c}, {x - b, y}, IM_COL32(30, 30, 30, 255));
  draw.AddTriangleFilled({x + a, y - c}, {x + a, y + c}, {x + b, y}, IM_COL32(30, 30, 30, 255));
}

/// A label in the upper left corner of what earlier overlays have left of the pane.
void label(const Window& window, const OverlaySpace& space, Pane pane, const std::string& text) {
  const Rect rect = rect_of(window.ui, pane_area(window, pane));
  push_font(window.ui.fonts.small);
  const float most = rect.to.x - rect.from.x - window.ui.units(20);
  const float half = std::min(ImGui::CalcTextSize(text.c_str()).x, most - window.ui.units(20)) * 0.5F;
  badge(window.ui, {rect.from.x + window.ui.units(20) + half, space.free.from.y + window.ui.units(10)}, text,
        window.ui.theme().text, most);
  ImGui::PopFont();
}

void side(const Window& window, const OverlaySpace& space) {
  const Comparison& comparison = window.model.comparison;
  const Rect left = rect_of(window.ui, pane_area(window, Pane::other));
  const Rect right = rect_of(window.ui, pane_area(window, Pane::picture));
  ImGui::GetBackgroundDrawList()->AddRectFilled({left.to.x, left.from.y}, {right.from.x, left.to.y},
                                                window.ui.theme().line);
  const bool input = comparison.with == CompareWith::input;
  const KeptPicture* const kept = comparison.with == CompareWith::kept ? comparison.kept.chosen() : nullptr;
  const std::string other = kept != nullptr ? kept->name() + ": " + kept->about : input ? "input" : "reference";
  label(window, space, Pane::other,
        comparison.other != nullptr ? other : "computing " + comparison.name_of(comparison.with) + " …");
  label(window, space, Pane::picture, comparison.flip && comparison.other ? other : input ? "result" : "this picture");
}

std::string unwritten_text(std::int64_t values, const std::string& what) {
  const bool one = values == 1;
  return fmt::format("right only by chance: {} {}{} not written, or {} computed from memory that was not written",
                     format_count(values), what, one ? " is" : "s are", one ? "is" : "are");
}

/// What follows the words on an agreement: that more is being found out, once that takes a while, or why it is not.
std::string check_text(const Ui& ui, const WrittenCheck& check) {
  if (!check.why_not.empty()) return "; " + check.why_not;
  const bool waits = check.waits_since_s && ui.now_s > *check.waits_since_s + still_s;
  return waits ? "; checking that every value is written …" : "";
}

}  // namespace

void compare_overlay(const Window& window, const OverlaySpace& space) {
  const Comparison& comparison = window.model.comparison;
  if (side_by_side(window.model)) {
    side(window, space);
  } else if (comparison.with != CompareWith::nothing && comparison.style == CompareStyle::wipe && !comparison.flip &&
             comparison.other != nullptr && !window.model.workload->gives_numbers()) {
    wipe(window);
  }
}

std::string compare_text(const Ui& ui, const WindowModel& model) {
  const Comparison& comparison = model.comparison;
  const CompareWith with = comparison.wanted();
  if (with == CompareWith::nothing) return {};
  if (side_by_side(model) && comparison.with == with) return {};
  const std::string other = comparison.name_of(with);
  if (comparison.flip) return comparison.other != nullptr ? other : "computing " + other + " …";
  const bool numbers = model.workload->gives_numbers();
  if (comparison.style == CompareStyle::wipe && comparison.other != nullptr && !numbers) {
    return other + "  |  " + (with == CompareWith::input ? "the result" : "this picture");
  }
  if (!comparison.why_not.empty()) return comparison.why_not;
  if (comparison.other == nullptr) return "computing " + other + " …";
  const CompareResult* const result = comparison.told_result(ui.now_s);
  if (result == nullptr) return "comparing with " + other + " …";
  const std::string what = numbers ? "bin" : "pixel";
  if (comparison.written.unwritten > 0) return unwritten_text(comparison.written.unwritten, what);
  const std::string check = check_text(ui, comparison.written);
  const std::int64_t differing = result->diff.differing;
  if (differing == 0) return fmt::format("equal to {}: no {} differs{}", other, what, check);
  return fmt::format("difference from {}: {} {}{} ({}){}{}", other, format_count(differing), what,
                     differing == 1 ? " differs" : "s differ", differing_share(result->diff),
                     result->diff.beyond == 0 ? ", within tolerance" : "", check);
}

}  // namespace heteroscope
