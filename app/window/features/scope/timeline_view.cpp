#include "app/window/features/scope/timeline_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "app/plot/scale.hpp"
#include "app/window/feature/measured_files.hpp"
#include "app/window/feature/time_plot.hpp"
#include "app/window/features/scope/readout.hpp"
#include "app/window/features/scope/timeline_beside.hpp"
#include "app/window/features/scope/timeline_mouse.hpp"
#include "app/window/model/cover_view.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {
namespace {

/// Of what a unit computes at the same time, one above the other.
constexpr float lowest_row = 2;

/// "132 SMs busy 96.3 %, 8 threads busy 91.0 %".
std::string units_text(const Timeline& timeline) {
  std::string out;
  for (const UnitUse& each : timeline.use) {
    if (!out.empty()) out += ", ";
    const std::string_view one = each.lane.is_gpu() ? "SM" : "CPU thread";
    out += fmt::format("{} busy {:.1f} %", plural(each.units, one), 100 * each.busy);
  }
  return out;
}

/// The picture that there is, of what it shows at its place: until that of another span is there, the one before.
void picture(const State& state, const RowsArea& area) {
  const TimelineShow& drawn = *state.cover.timeline_drawn;
  const TimelineRows& rows = drawn.wish.rows;
  const auto x = [&](double us) {
    return area.from.x + static_cast<float>((us - area.span.from) / area.span.length()) * (area.to.x - area.from.x);
  };
  const auto texture = std::bit_cast<ImTextureID>(std::uintptr_t{state.cover.timeline});
  const auto all = static_cast<float>(drawn.picture.size.height);
  float row = 0;
  const auto& groups = drawn.wish.show->timeline->units.groups();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::uint32_t first = std::max(groups[i].first, rows.first);
    const std::uint32_t last = std::min(groups[i].first + groups[i].count, rows.last);
    if (first >= last) continue;
    const float next = row + static_cast<float>((last - first) * rows.of_a_unit[i]);
    ImGui::GetWindowDrawList()->AddImage(texture, {x(drawn.wish.span.from), area.y(first)},
                                         {x(drawn.wish.span.to), area.y(last)}, {0, row / all}, {1, next / all});
    row = next;
  }
}

/// Between units, and fainter between what one of them computes at the same time; the units' names, where rows are high
/// because they were zoomed.
void row_lines(const State& state, const RowsArea& area, const Timeline& timeline) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float room = state.units(5);
  const bool named = state.cover.units && area.row() >= ImGui::GetTextLineHeight() + state.units(4);
  for (std::uint32_t unit = area.rows.first; unit < area.rows.last && area.row() >= room; ++unit) {
    const float top = area.y(unit);
    if (unit > area.rows.first) draw.AddLine({area.from.x, top}, {area.to.x, top}, state.theme().panel, state.units(1));
    const std::uint32_t rows = area.rows.of_a_unit[timeline.units.group_of(unit)];
    const float high = area.row() / static_cast<float>(rows);
    for (std::uint32_t i = 1; i < rows && high >= room; ++i) {
      const float y = top + high * static_cast<float>(i);
      draw.AddLine({area.from.x, y}, {area.to.x, y}, faded(state.theme().panel, 0.5F), state.units(1));
    }
    if (!named) continue;
    const std::string name = timeline.units.name(unit);
    const ImVec2 at{area.from.x + state.units(4), std::max(top, area.from.y) + state.units(2)};
    const ImVec2 wide = ImGui::CalcTextSize(name.c_str());
    draw.AddRectFilled({at.x - state.units(3), at.y - state.units(1)},
                       {at.x + wide.x + state.units(3), at.y + wide.y + state.units(1)},
                       faded(state.theme().panel, 0.8F), state.units(2));
    draw.AddText(at, state.theme().text, name.c_str());
  }
}

/// At the right, which of all units' rows are looked at.
void part_of_units(const State& state, const RowsArea& area, const Timeline& timeline) {
  if (!state.cover.units) return;
  const auto y = [&](double unit) {
    return area.from.y + static_cast<float>(unit / timeline.units.count()) * (area.units_to() - area.from.y);
  };
  const float top = y(area.units.from);
  const float bottom = std::max(y(area.units.to), top + state.units(2));
  ImGui::GetWindowDrawList()->AddRectFilled({area.to.x - state.units(4), top}, {area.to.x - state.units(1), bottom},
                                            faded(state.theme().text, 0.6F), state.units(1.5));
}

/// Lines where waves began, where there is room between them.
void wave_marks(const State& state, const RowsArea& area, const UnitUse& use, float top, float bottom) {
  float free = area.from.x;
  for (const float start : use.wave_starts) {
    const auto us = static_cast<double>(start);
    if (us < area.span.from || us > area.span.to) continue;
    const float x = area.x(us);
    if (x < free) continue;
    ImGui::GetWindowDrawList()->AddLine({x, top}, {x, bottom}, faded(state.theme().text, 0.75F), state.units(1));
    free = x + state.units(6);
  }
}

/// Waves, the tails, the pieces that are pointed at.
void marks(const State& state, const RowsArea& area, const Timeline& timeline) {
  const CoverState& cover = state.cover;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  for (const UnitUse& each : timeline.use) {
    const auto group = std::ranges::find(timeline.units.groups(), each.lane, &TimedUnits::Group::lane);
    const ImVec2 upper{area.x(each.tail.from), area.y(group->first)};
    const ImVec2 lower{area.x(each.tail.to), area.y(group->first + group->count)};
    wave_marks(state, area, each, upper.y, lower.y);
    if (lower.x - upper.x >= state.units(1)) draw.AddRectFilled(upper, lower, faded(state.theme().notice, 0.10F));
  }
  const auto outline = [&](std::int64_t piece) {
    const CoverTimes& times = *cover.show->times;
    if (!times.recorded(piece)) return;
    if (times.end_of(piece) < area.span.from || times.start_of(piece) > area.span.to) return;
    const std::uint32_t unit = times.unit[static_cast<std::size_t>(piece)];
    const std::uint32_t rows = area.rows.of_a_unit[timeline.units.group_of(unit)];
    const std::uint32_t row = rows == 1 ? 0 : timeline.place_of(unit, piece, times.start_of(piece));
    const float high = area.row() / static_cast<float>(rows);
    ImVec2 from{area.x(times.start_of(piece)), area.y(unit) + high * static_cast<float>(row)};
    ImVec2 to{area.x(times.end_of(piece)), from.y + high};
    const float least = state.units(3);
    to.x = std::max(to.x, from.x + least);
    to.y = std::max(to.y, from.y + least);
    draw.AddRect(from, to, IM_COL32(0, 0, 0, 200), 0, 0, state.units(3));
    draw.AddRect(from, to, IM_COL32_WHITE, 0, 0, state.units(1.4));
  };
  if (cover.pinned) outline(*cover.pinned);
  if (cover.hovered) outline(*cover.hovered);
}

/// What a replay has come to.
void moment(const State& state, const RowsArea& area, const Timeline& timeline) {
  const CoverReplay& replay = state.cover.replay;
  if (!replay.touched || timeline.shown.length() <= 0) return;
  const float x = area.x(replay.time);
  ImGui::GetWindowDrawList()->AddLine({x, area.from.y}, {x, area.to.y}, state.theme().text, state.units(1.5));
}

void axis(const State& state, const RowsArea& area) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const TimeUnit unit = time_unit(std::max(std::abs(area.span.from), std::abs(area.span.to)));
  const PlotScale scale{.low = area.span.from / unit.us, .high = area.span.to / unit.us};
  const auto ticks = ticks_of(scale, std::max(2, static_cast<int>((area.to.x - area.from.x) / state.units(90))));
  const double step = ticks.size() < 2 ? scale.high - scale.low : ticks[1] - ticks[0];
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  float free = area.from.x;
  for (const double tick : ticks) {
    const float x = area.x(tick * unit.us);
    const bool zero = std::abs(tick) < 1e-6 * step;
    const std::string words = fmt::format("{:.{}f} {}", zero ? 0.0 : tick, zero ? 0 : decimals, unit.name);
    const float wide = ImGui::CalcTextSize(words.c_str()).x;
    const float left = std::clamp(x - wide / 2, area.from.x, area.to.x - wide);
    draw.AddLine({x, area.to.y}, {x, area.to.y + state.units(3)}, state.theme().dim, state.units(1));
    if (left < free) continue;
    draw.AddText({left, area.to.y + state.units(3)}, state.theme().dim, words.c_str());
    free = left + wide + state.units(8);
  }
}

void why_empty(const State& state, ImVec2 from, ImVec2 room) {
  const CoverShow* const show = state.cover.show.get();
  const std::string why = show != nullptr && !show->why_not.empty() ? show->why_not
                          : shows_warps(state) ? "How even warps are is no question of time: choose another color."
                          : !state.cover.missing.empty()
                              ? state.cover.missing
                              : "Color by start or by where it ran, or play the replay: the run "
                                "is then traced.";
  ImGui::SetCursorScreenPos({from.x + state.units(10), from.y + state.units(8)});
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + room.x - state.units(20));
  ImGui::PushStyleColor(ImGuiCol_Text, state.theme().dim);
  ImGui::TextWrapped("%s", why.c_str());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
}

}  // namespace

void timeline_view(State& state) {
  CoverState& cover = state.cover;
  const bool there = cover.show != nullptr && cover.show->paint != nullptr && cover.show->times->observed;
  title(state, "Who was busy when", {there && cover.show->times->dropped == 0 ? units_text(*cover.show->timeline) : ""},
        save_menu_width(state));
  if (there) {
    save_menu(state, "heteroscope-" + std::string(state.workload->id) + "-timeline",
              {{"JSON", "All pieces of the frame, which Perfetto opens, and these colors as PNG.",
                [&state] { state.ask(action::export_trace); }}});
  }
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float line = ImGui::GetTextLineHeight() + state.units(3);
  const ImVec2 to{from.x + room.x, from.y + std::max(room.y - line, state.units(20))};
  cover.columns = std::max(static_cast<int>(room.x * state.pixel_ratio), 1);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(from, to, faded(state.theme().frame, 0.45F), state.units(3));
  if (!there) return why_empty(state, from, room);
  const Timeline& timeline = *cover.show->timeline;
  const std::vector<Timeline::Beside> beside = beside_of(state);
  RowsArea area{.from = from,
                .to = to,
                .span = cover.span.value_or(timeline.shown),
                .units = units_looked_at(state),
                .beside = state.units(7),
                .besides = beside.size()};
  if (area.units.length() <= 0 || area.span.length() <= 0) return;
  cover.rows_of_room = static_cast<double>((area.units_to() - from.y) / state.units(lowest_row));
  area.rows = rows_with_room(timeline, area.units, cover.rows_of_room);
  draw.PushClipRect(from, {to.x, area.units_to()}, true);
  if (cover.timeline != 0 && cover.timeline_drawn != nullptr) picture(state, area);
  row_lines(state, area, timeline);
  draw.PopClipRect();
  draw.PushClipRect(from, to, true);
  draw_beside(state, area, beside);
  take_timeline_mouse(state, area, timeline, beside);
  draw.PopClipRect();
  draw.PushClipRect(from, {to.x, area.units_to()}, true);
  marks(state, area, timeline);
  part_of_units(state, area, timeline);
  draw.PopClipRect();
  moment(state, area, timeline);
  axis(state, area);
}

}  // namespace heteroscope
