#include "app/window/features/scope/timeline_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/plot/scale.hpp"
#include "app/window/features/scope/readout.hpp"
#include "app/window/widgets/plot_view.hpp"

namespace heteroscope {
namespace {

double wide(float at) {
  return static_cast<double>(at);
}

void put_upright(double x, double top, double bottom, std::uint32_t color, double width, Drawing& out) {
  out.emplace_back(DrawnLine{.points = {{x, top}, {x, bottom}}, .color = color, .width = width});
}

void put_across(const RowsArea& area, float y, std::uint32_t color, double width, Drawing& out) {
  out.emplace_back(
      DrawnLine{.points = {{wide(area.from.x), wide(y)}, {wide(area.to.x), wide(y)}}, .color = color, .width = width});
}

/// Draws lines at the starts of waves if there is room between them.
void put_waves(const RowsArea& area, const UnitUse& use, float top, float bottom, const TimelineStyle& style,
               Drawing& out) {
  double free = wide(area.from.x);
  for (const float start : use.wave_starts) {
    const double us = wide(start);
    if (us < area.span.from || us > area.span.to) continue;
    const double x = wide(area.x(us));
    if (x < free) continue;
    put_upright(x, wide(top), wide(bottom), faded(style.theme->text, 0.75F), style.plot.unit, out);
    free = x + 6 * style.plot.unit;
  }
}

}  // namespace

double names_room(const Timeline& timeline, std::span<const Timeline::Beside> beside, const PlotStyle& style) {
  double out = 0;
  for (const TimedUnits::Group& each : timeline.units.groups()) {
    if (each.count > 0) out = std::max(out, style.width(timeline.units.name(each.first + each.count - 1), false));
  }
  for (const Timeline::Beside& each : beside) out = std::max(out, style.width(each.name, false));
  return out + 8 * style.unit;
}

void put_row_names(const RowsArea& area, const Timeline& timeline, std::span<const Timeline::Beside> beside,
                   double left, const PlotStyle& style, Drawing& out) {
  const auto put = [&](double middle, const std::string& name) {
    out.emplace_back(DrawnText{.at = {left, middle}, .words = name, .color = style.dim});
  };
  const double half = style.line / 2;
  const double last = wide(area.units_to());
  double free = wide(area.from.y) - half;
  for (std::uint32_t unit = area.rows.first; unit < area.rows.last; ++unit) {
    const double top = std::max(wide(area.y(unit)), wide(area.from.y));
    const double bottom = std::min(wide(area.y(unit + 1)), last);
    const double middle = (top + bottom) / 2;
    if (middle - half < free || middle + half > last + 3 * style.unit) continue;
    put(middle, timeline.units.name(unit));
    free = middle + half;
  }
  for (std::size_t i = 0; i < beside.size(); ++i) put(wide(area.y_beside(i)) + wide(area.beside) / 2, beside[i].name);
}

void put_row_lines(const RowsArea& area, const Timeline& timeline, const TimelineStyle& style, Drawing& out) {
  const double room = 5 * style.plot.unit;
  for (std::uint32_t unit = area.rows.first; unit < area.rows.last && wide(area.row()) >= room; ++unit) {
    const float top = area.y(unit);
    if (unit > area.rows.first) put_across(area, top, style.theme->panel, style.plot.unit, out);
    const std::uint32_t rows = area.rows.of_a_unit[timeline.units.group_of(unit)];
    const float high = area.row() / static_cast<float>(rows);
    for (std::uint32_t i = 1; i < rows && wide(high) >= room; ++i)
      put_across(area, top + high * static_cast<float>(i), faded(style.theme->panel, 0.5F), style.plot.unit, out);
  }
}

void put_beside(const RowsArea& area, std::span<const Timeline::Beside> beside, const TimelineStyle& style,
                Drawing& out) {
  for (std::size_t i = 0; i < beside.size(); ++i) {
    const double top = wide(area.y_beside(i)) + style.plot.unit;
    const double bottom = wide(area.y_beside(i + 1));
    put_across(area, area.y_beside(i), style.theme->panel, style.plot.unit, out);
    for (const Timeline::Act& each : beside[i].acts) {
      if (wide(each.to) < area.span.from || wide(each.from) > area.span.to) continue;
      const double left = wide(area.x(wide(each.from)));
      const double right = std::max(wide(area.x(wide(each.to))), left + style.plot.unit);
      out.emplace_back(DrawnBox{.area = {left, top, right, bottom}, .color = line_color(*style.theme, i + 1)});
    }
  }
}

void put_waves_and_tails(const RowsArea& area, const Timeline& timeline, const TimelineStyle& style, Drawing& out) {
  for (const UnitUse& each : timeline.use) {
    const auto group = std::ranges::find(timeline.units.groups(), each.participant, &TimedUnits::Group::participant);
    const float top = area.y(group->first);
    const float bottom = area.y(group->first + group->count);
    put_waves(area, each, top, bottom, style, out);
    const Area tail{wide(area.x(each.tail.from)), wide(top), wide(area.x(each.tail.to)), wide(bottom)};
    if (tail.width() >= style.plot.unit)
      out.emplace_back(DrawnBox{.area = tail, .color = faded(style.theme->notice, 0.10F)});
  }
}

void put_time_axis(const RowsArea& area, const PlotStyle& style, Drawing& out) {
  const TimeUnit unit = time_unit(std::max(std::abs(area.span.from), std::abs(area.span.to)));
  const PlotScale scale{.low = area.span.from / unit.us, .high = area.span.to / unit.us};
  const double width = wide(area.to.x - area.from.x);
  const auto ticks = ticks_of(scale, std::max(2, static_cast<int>(width / (90 * style.unit))));
  const double step = ticks.size() < 2 ? scale.high - scale.low : ticks[1] - ticks[0];
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  double free = wide(area.from.x);
  const double below = wide(area.to.y);
  for (const double tick : ticks) {
    const double x = wide(area.x(tick * unit.us));
    const bool zero = std::abs(tick) < 1e-6 * step;
    const std::string words = fmt::format("{:.{}f} {}", zero ? 0.0 : tick, zero ? 0 : decimals, unit.name);
    const double extent = style.width(words, false);
    const double left =
        std::clamp(x - extent / 2, wide(area.from.x), std::max(wide(area.to.x) - extent, wide(area.from.x)));
    put_upright(x, below, below + 3 * style.unit, style.dim, style.unit, out);
    if (left < free) continue;
    out.emplace_back(
        DrawnText{.at = {left, below + 3 * style.unit + style.line / 2}, .words = words, .color = style.dim});
    free = left + extent + 8 * style.unit;
  }
}

}  // namespace heteroscope
