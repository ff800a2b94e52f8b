#include "app/window/cover/timeline_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "app/plot/scale.hpp"
#include "app/window/cover/pane.hpp"
#include "app/window/cover/readout.hpp"
#include "app/window/cover/timeline_beside.hpp"
#include "app/window/cover/view.hpp"
#include "app/window/measure/measured_files.hpp"
#include "app/window/panels/time_plot.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

constexpr double shortest_us = 0.02;

/// "132 SMs busy 96.3 %, 8 threads busy 91.0 %".
std::string units_text(const Timeline& timeline) {
  std::string out;
  for (const UnitUse& each : timeline.use) {
    if (!out.empty()) out += ", ";
    const std::string_view one = each.lane.is_gpu() ? "SM" : "CPU thread";
    out += fmt::format("{} {}{} busy {:.1f} %", each.units, one, each.units == 1 ? "" : "s", 100 * each.busy);
  }
  return out;
}

/// Inside of all that is there.
TimeSpan held(TimeSpan span, const TimeSpan& whole) {
  const double length = std::clamp(span.length(), std::min(shortest_us, whole.length()), whole.length());
  const double middle = (span.from + span.to) / 2;
  const double from = std::clamp(middle - length / 2, whole.from, whole.to - length);
  return {from, from + length};
}

void take_mouse(State& state, const RowsArea& area, const Timeline& timeline,
                std::span<const Timeline::Beside> beside) {
  CoverState& cover = state.cover;
  const ImGuiIO& io = ImGui::GetIO();
  ImGui::SetCursorScreenPos(area.from);
  ImGui::InvisibleButton("##timeline", {area.to.x - area.from.x, area.to.y - area.from.y});
  const bool hovered = ImGui::IsItemHovered();
  if (hovered && io.MouseWheel != 0) {
    const double at = area.us(io.MousePos.x);
    const double factor = std::pow(0.8, static_cast<double>(io.MouseWheel));
    const TimeSpan next{at + (area.span.from - at) * factor, at + (area.span.to - at) * factor};
    cover.span = held(next, whole_of(timeline, beside));
  }
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0) && io.MouseDelta.x != 0) {
    const double moved = static_cast<double>(io.MouseDelta.x / (area.to.x - area.from.x)) * area.span.length();
    cover.span = held({area.span.from - moved, area.span.to - moved}, whole_of(timeline, beside));
  }
  if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    cover.span.reset();
    cover.double_clicked = true;
  }
  const bool in_units = hovered && (beside.empty() || io.MousePos.y < area.units_to());
  const auto unit = static_cast<std::uint32_t>(
      std::clamp((io.MousePos.y - area.from.y) / area.row(), 0.0F, static_cast<float>(area.units - 1)));
  if (in_units) cover.pointed_in_timeline = timeline.at(unit, area.us(io.MousePos.x));
  if (ImGui::IsItemDeactivated() && std::exchange(cover.double_clicked, false)) {
    cover.pinned.reset();
    cover.pressed.reset();
  } else {
    pin_clicked(state, cover.pointed_in_timeline);
  }
  if (!hovered) return;
  if (!in_units) return tell_beside(area, beside, io.MousePos);
  const std::string name = timeline.units.name(unit);
  ImGui::SetTooltip("%s, %s", name.c_str(), format_us(area.us(io.MousePos.x)).c_str());
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

/// What a replay has come to, waves, the tails, the pieces that are pointed at.
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
    ImVec2 from{area.x(times.start_of(piece)), area.y(unit)};
    ImVec2 to{area.x(times.end_of(piece)), area.y(unit + 1)};
    const float least = state.units(3);
    to.x = std::max(to.x, from.x + least);
    to.y = std::max(to.y, from.y + least);
    draw.AddRect(from, to, IM_COL32(0, 0, 0, 200), 0, 0, state.units(3));
    draw.AddRect(from, to, IM_COL32_WHITE, 0, 0, state.units(1.4));
  };
  if (cover.pinned) outline(*cover.pinned);
  if (cover.hovered) outline(*cover.hovered);
  if (!cover.replay.touched || timeline.shown.length() <= 0) return;
  const float x = area.x(cover.replay.time);
  draw.AddLine({x, area.from.y}, {x, area.to.y}, state.theme().text, state.units(1.5));
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
  const std::string why = shows_warps(state) ? "How even warps are is no question of time: choose another color."
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
                [&state] { state.ask(Action::export_trace); }}});
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
  const RowsArea area{.from = from,
                      .to = to,
                      .span = cover.span.value_or(timeline.shown),
                      .units = timeline.units.count(),
                      .beside = state.units(7),
                      .besides = beside.size()};
  if (area.units == 0 || area.span.length() <= 0) return;
  draw.PushClipRect(from, to, true);
  if (cover.timeline != 0 && cover.timeline_drawn != nullptr) {
    // until the picture of another span is there, the one before stands where its times are
    const TimeSpan drawn = cover.timeline_drawn->wish.span;
    const auto x = [&](double us) {
      return from.x + static_cast<float>((us - area.span.from) / area.span.length()) * (to.x - from.x);
    };
    draw.AddImage(std::bit_cast<ImTextureID>(std::uintptr_t{cover.timeline}), {x(drawn.from), from.y},
                  {x(drawn.to), area.units_to()});
  }
  for (std::uint32_t i = 1; i < area.units && area.row() >= state.units(5); ++i) {
    draw.AddLine({from.x, area.y(i)}, {to.x, area.y(i)}, state.theme().panel, state.units(1));
  }
  draw_beside(state, area, beside);
  take_mouse(state, area, timeline, beside);
  marks(state, area, timeline);
  draw.PopClipRect();
  axis(state, area);
}

}  // namespace heteroscope
