#include "app/window/features/scope/timeline_mouse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/window/features/scope/pane.hpp"
#include "app/window/features/scope/readout.hpp"
#include "app/window/features/scope/timeline_beside.hpp"

namespace heteroscope {
namespace {

constexpr double shortest_us = 0.02;
constexpr double fewest_units = 1;
constexpr double zoom_a_notch = 0.8;

/// Sets the visible units; none if all are visible.
void look_at_units(ScopeState& scope, const UnitSpan& units, const Timeline& timeline) {
  const UnitSpan whole{0, static_cast<double>(timeline.units.count())};
  const UnitSpan next = held(units, whole, fewest_units);
  scope.units.reset();
  if (next != whole) scope.units = next;
}

void turn_wheel(ScopeState& scope, const RowsArea& area, const Timeline& timeline,
                std::span<const Timeline::Beside> beside) {
  const ImGuiIO& io = ImGui::GetIO();
  const auto notches = static_cast<double>(io.MouseWheel);
  const double factor = std::pow(zoom_a_notch, notches);
  if (io.KeyCtrl) {
    const double at = std::clamp(area.unit_at(io.MousePos.y), area.units.from, area.units.to);
    return look_at_units(scope, zoomed(area.units, at, factor), timeline);
  }
  if (io.KeyShift) {
    const double moved = notches * (1 - zoom_a_notch) * area.units.length();
    return look_at_units(scope, {area.units.from - moved, area.units.to - moved}, timeline);
  }
  scope.span = held(zoomed(area.span, area.us(io.MousePos.x), factor), whole_of(timeline, beside), shortest_us);
}

void drag_timeline(ScopeState& scope, const RowsArea& area, const Timeline& timeline,
                   std::span<const Timeline::Beside> beside) {
  const ImVec2 by = ImGui::GetIO().MouseDelta;
  if (by.x != 0) {
    const double moved = static_cast<double>(by.x / (area.to.x - area.from.x)) * area.span.length();
    scope.span = held({area.span.from - moved, area.span.to - moved}, whole_of(timeline, beside), shortest_us);
  }
  if (by.y != 0) {
    const double moved = static_cast<double>(by.y / area.row());
    look_at_units(scope, {area.units.from - moved, area.units.to - moved}, timeline);
  }
}

/// The unit, row and time under the mouse.
struct Pointed {
  std::uint32_t unit = 0;
  std::uint32_t beside = 0;
  std::uint32_t rows = 1;  ///< rows of the unit
  [[nodiscard]] std::optional<std::uint32_t> place() const { return rows == 1 ? std::nullopt : std::optional(beside); }
};

Pointed pointed_at(const RowsArea& area, const Timeline& timeline, float y) {
  const double at = std::clamp(area.unit_at(y), area.units.from, std::nextafter(area.units.to, 0.0));
  Pointed out{.unit = static_cast<std::uint32_t>(at)};
  out.rows = area.rows.of_a_unit[timeline.units.group_of(out.unit)];
  out.beside = static_cast<std::uint32_t>((at - out.unit) * out.rows);
  return out;
}

}  // namespace

void take_timeline_mouse(const Ui& ui, WindowModel& model, const RowsArea& area, const Timeline& timeline,
                         std::span<const Timeline::Beside> beside) {
  ScopeState& scope = model.scope;
  const ImGuiIO& io = ImGui::GetIO();
  ImGui::SetCursorScreenPos(area.from);
  ImGui::InvisibleButton("##timeline", {area.to.x - area.from.x, area.to.y - area.from.y});
  const bool hovered = ImGui::IsItemHovered();
  if (hovered && io.MouseWheel != 0) turn_wheel(scope, area, timeline, beside);
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0))
    drag_timeline(scope, area, timeline, beside);
  if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    scope.span.reset();
    scope.units.reset();
    scope.double_clicked = true;
  }
  const bool in_units = hovered && (beside.empty() || io.MousePos.y < area.units_to());
  const Pointed pointed = pointed_at(area, timeline, io.MousePos.y);
  const double us = area.us(io.MousePos.x);
  if (in_units) scope.pointed_in_timeline = timeline.at(pointed.unit, us, pointed.place());
  if (ImGui::IsItemDeactivated() && std::exchange(scope.double_clicked, false)) {
    scope.pinned.reset();
    scope.pressed.reset();
  } else {
    pin_clicked(ui, model, scope.pointed_in_timeline);
  }
  if (!hovered) return;
  if (!in_units) return tell_beside(area, beside, io.MousePos);
  std::string words = timeline.units.name(pointed.unit);
  if (pointed.rows > 1) words += fmt::format(" · {}", pointed.beside);
  ImGui::SetTooltip("%s, %s", words.c_str(), format_us(us).c_str());
}

}  // namespace heteroscope
