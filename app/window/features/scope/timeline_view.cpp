#include "app/window/features/scope/timeline_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/window/feature/measured_files.hpp"
#include "app/window/feature/time_plot.hpp"
#include "app/window/features/scope/pane.hpp"
#include "app/window/features/scope/readout.hpp"
#include "app/window/features/scope/scope_figures.hpp"
#include "app/window/features/scope/timeline_area.hpp"
#include "app/window/features/scope/timeline_beside.hpp"
#include "app/window/features/scope/timeline_drawing.hpp"
#include "app/window/model/scope_view.hpp"
#include "app/window/model/ui/ui.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/plural.hpp"

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

/// Handles the mouse on the timeline: the wheel zooms the time, with Ctrl the rows, and with Shift scrolls them;
/// dragging moves both; a double click shows all. The span under the mouse is described, and a click keeps it marked.
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

/// The least height of a row in which a span of a unit stands above another one, in units of the design.
constexpr float lowest_row = 2;

/// Returns how busy the units were: "132 SMs busy 96.3 %, 8 CPU threads busy 91.0 %".
std::string units_text(const Timeline& timeline) {
  std::string out;
  for (const UnitUse& each : timeline.use) {
    if (!out.empty()) out += ", ";
    const std::string_view one = each.participant.is_gpu() ? "SM" : "CPU thread";
    out += fmt::format("{} busy {:.1f} %", plural(each.units, one), 100 * each.busy);
  }
  return out;
}

/// Draws the newest picture at the place of its time span, until that of the visible span is made.
void picture(const WindowModel& model, const RowsArea& area) {
  const TimelineShow& drawn = *model.scope.timeline_drawn;
  const TimelineRows& rows = drawn.request.rows;
  const auto x = [&](double us) {
    return area.from.x + static_cast<float>((us - area.span.from) / area.span.length()) * (area.to.x - area.from.x);
  };
  const auto texture = std::bit_cast<ImTextureID>(std::uintptr_t{model.scope.timeline});
  const auto all = static_cast<float>(drawn.picture.size.height);
  float row = 0;
  const auto& groups = drawn.request.show->timeline->units.groups();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::uint32_t first = std::max(groups[i].first, rows.first);
    const std::uint32_t last = std::min(groups[i].first + groups[i].count, rows.last);
    if (first >= last) continue;
    const float next = row + static_cast<float>((last - first) * rows.of_a_unit[i]);
    ImGui::GetWindowDrawList()->AddImage(texture, {x(drawn.request.span.from), area.y(first)},
                                         {x(drawn.request.span.to), area.y(last)}, {0, row / all}, {1, next / all});
    row = next;
  }
}

/// Draws at the right which part of all units' rows is visible.
void part_of_units(const Ui& ui, const WindowModel& model, const RowsArea& area, const Timeline& timeline) {
  if (!model.scope.units) return;
  const auto y = [&](double unit) {
    return area.from.y + static_cast<float>(unit / timeline.units.count()) * (area.units_to() - area.from.y);
  };
  const float top = y(area.units.from);
  const float bottom = std::max(y(area.units.to), top + ui.units(2));
  ImGui::GetWindowDrawList()->AddRectFilled({area.to.x - ui.units(4), top}, {area.to.x - ui.units(1), bottom},
                                            faded(ui.theme().text, 0.6F), ui.units(1.5));
}

/// Outlines the hovered and the pinned span.
void outlines(const Ui& ui, const WindowModel& model, const RowsArea& area, const Timeline& timeline) {
  const ScopeState& scope = model.scope;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto outline = [&](std::int64_t span) {
    const MappingTimes& times = *scope.show->times;
    if (!times.recorded(span)) return;
    if (times.end_of(span) < area.span.from || times.start_of(span) > area.span.to) return;
    const std::uint32_t unit = times.unit[static_cast<std::size_t>(span)];
    const std::uint32_t rows = area.rows.of_a_unit[timeline.units.group_of(unit)];
    const std::uint32_t row = rows == 1 ? 0 : timeline.place_of(unit, span, times.start_of(span));
    const float high = area.row() / static_cast<float>(rows);
    ImVec2 from{area.x(times.start_of(span)), area.y(unit) + high * static_cast<float>(row)};
    ImVec2 to{area.x(times.end_of(span)), from.y + high};
    const float least = ui.units(3);
    to.x = std::max(to.x, from.x + least);
    to.y = std::max(to.y, from.y + least);
    draw.AddRect(from, to, IM_COL32(0, 0, 0, 200), 0, 0, ui.units(3));
    draw.AddRect(from, to, IM_COL32_WHITE, 0, 0, ui.units(1.4));
  };
  if (scope.pinned) outline(*scope.pinned);
  if (scope.hovered) outline(*scope.hovered);
}

/// Draws a line at the time of the replay.
void moment(const Ui& ui, const WindowModel& model, const RowsArea& area, const Timeline& timeline) {
  const ScopeReplay& replay = model.scope.replay;
  if (!replay.touched || timeline.shown.length() <= 0) return;
  const float x = area.x(replay.time);
  ImGui::GetWindowDrawList()->AddLine({x, area.from.y}, {x, area.to.y}, ui.theme().text, ui.units(1.5));
}

void why_empty(const Ui& ui, const WindowModel& model, ImVec2 from, ImVec2 room) {
  const ScopeShow* const show = model.scope.show.get();
  const std::string why =
      show != nullptr && !show->why_not.empty() ? show->why_not
      : shows_warps(ui, model)                  ? "Evenness has no times: choose another color to see the timeline."
      : !model.scope.missing.empty()            ? model.scope.missing
      : show == nullptr                         ? "Waiting for a traced run …"
                        : "Choose the color start, end, SM or thread, or play the replay: the run is then traced.";
  ImGui::SetCursorScreenPos({from.x + ui.units(10), from.y + ui.units(8)});
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + room.x - ui.units(20));
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  ImGui::TextWrapped("%s", why.c_str());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
}

}  // namespace

void timeline_view(const Window& window) {
  ScopeState& scope = window.model.scope;
  const bool there = scope.show != nullptr && scope.show->paint != nullptr && scope.show->times->observed;
  title(window.ui, "Who was busy when",
        {there && scope.show->times->dropped == 0 ? units_text(*scope.show->timeline) : ""},
        save_menu_width(window.ui));
  if (there) {
    save_menu_behind(window.ui,
                     {.stem = fmt::format("heteroscope-{}-timeline", window.model.workload->id),
                      .figure = [&] { return timeline_figure(window); },
                      .csv = [&] { return spans_csv_of(window.model); }},
                     {{"JSON", "All spans of the frame, which Perfetto opens, and these colors as PNG.",
                       [&window] { window.ui.ask(action::export_trace); }}});
  }
  const ImVec2 whole = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float line = ImGui::GetTextLineHeight() + window.ui.units(3);
  const TimelineStyle style{.plot = plot_style(window.ui), .theme = &window.ui.theme()};
  const std::vector<Timeline::Beside> beside =
      there ? beside_of(window.model, window.view) : std::vector<Timeline::Beside>();
  const double names = there ? names_room(*scope.show->timeline, beside, style.plot) : 0;
  const ImVec2 from{whole.x + std::round(std::min(static_cast<float>(names), room.x / 3)), whole.y};
  const ImVec2 to{whole.x + room.x, from.y + std::max(room.y - line, window.ui.units(20))};
  scope.columns = std::max(static_cast<int>((to.x - from.x) * window.ui.pixel_ratio), 1);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(from, to, faded(window.ui.theme().frame, 0.45F), window.ui.units(3));
  if (!there) return why_empty(window.ui, window.model, from, room);
  const Timeline& timeline = *scope.show->timeline;
  RowsArea area{.from = from,
                .to = to,
                .span = scope.span.value_or(timeline.shown),
                .units = units_looked_at(window.model),
                .beside = std::max(window.ui.units(beside_units), ImGui::GetTextLineHeight() - window.ui.units(1)),
                .besides = beside.size()};
  if (area.units.length() <= 0 || area.span.length() <= 0) return;
  scope.rows_of_room = static_cast<double>((area.units_to() - from.y) / window.ui.units(lowest_row));
  area.rows = rows_with_room(timeline, area.units, scope.rows_of_room);
  const auto drawn = [&](auto put_parts) {
    Drawing out;
    put_parts(out);
    put(window.ui, draw, out);
  };
  draw.PushClipRect(from, {to.x, area.units_to()}, true);
  if (scope.timeline != 0 && scope.timeline_drawn != nullptr) picture(window.model, area);
  drawn([&](Drawing& out) { put_row_lines(area, timeline, style, out); });
  draw.PopClipRect();
  draw.PushClipRect(from, to, true);
  drawn([&](Drawing& out) { put_beside(area, beside, style, out); });
  take_timeline_mouse(window.ui, window.model, area, timeline, beside);
  draw.PopClipRect();
  draw.PushClipRect(from, {to.x, area.units_to()}, true);
  drawn([&](Drawing& out) { put_waves_and_tails(area, timeline, style, out); });
  outlines(window.ui, window.model, area, timeline);
  part_of_units(window.ui, window.model, area, timeline);
  draw.PopClipRect();
  moment(window.ui, window.model, area, timeline);
  drawn([&](Drawing& out) {
    put_row_names(area, timeline, beside, static_cast<double>(whole.x), style.plot, out);
    put_time_axis(area, style.plot, out);
  });
}

}  // namespace heteroscope
