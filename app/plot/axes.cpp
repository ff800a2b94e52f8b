#include "app/plot/axes.hpp"

#include <algorithm>

namespace heteroscope {
namespace {

struct Tick {
  double at = 0;  ///< in pixels
  std::string text;
};

std::string number_text(const PlotAxis& axis, const PlotScale& scale, double value) {
  return (axis.prefixes && value != 0 ? prefixed_tick(value) : tick_text(scale, value)) + axis.unit;
}

std::vector<Tick> y_ticks(const Plot& plot, const PlotStyle& style, const PlotFrame& frame) {
  std::vector<Tick> out;
  const int most = std::max(1, static_cast<int>(frame.area.height() / (1.6 * style.line)));
  for (const double value : ticks_of(frame.y, most))
    out.push_back({frame.up(value), number_text(plot.y, frame.y, value)});
  return out;
}

std::vector<Tick> x_ticks(const Plot& plot, const PlotStyle& style, const PlotFrame& frame) {
  std::vector<Tick> out;
  for (const auto& [value, text] : plot.x.marks) {
    const double share = frame.x.share(value);
    if (share >= -1e-9 && share <= 1 + 1e-9) out.push_back({frame.across(value), text});
  }
  if (!plot.x.marks.empty()) return out;
  const int most = std::max(1, static_cast<int>(frame.area.width() / (58 * style.unit)));
  for (const double value : ticks_of(frame.x, most))
    out.push_back({frame.across(value), number_text(plot.x, frame.x, value)});
  return out;
}

void put_y_axis(const Plot& plot, const PlotStyle& style, const PlotFrame& frame, Drawing& out) {
  const Area& area = frame.area;
  for (const auto& [y, text] : y_ticks(plot, style, frame)) {
    out.emplace_back(DrawnLine{{{area.left, y}, {area.right, y}}, style.grid, style.unit});
    // the words stay beside the plot
    const double middle = std::clamp(y, area.top + 0.1 * style.line, area.bottom - 0.3 * style.line);
    out.emplace_back(DrawnText{
        .at = {area.left - 5 * style.unit, middle}, .words = text, .color = style.dim, .anchor = Anchor::end});
  }
}

/// Words that would run into those before are left out.
void put_x_axis(const Plot& plot, const PlotStyle& style, const PlotFrame& frame, Drawing& out) {
  const Area& area = frame.area;
  double free_from = -1e9;
  for (const auto& [x, text] : x_ticks(plot, style, frame)) {
    out.emplace_back(DrawnLine{{{x, area.top}, {x, area.bottom}}, with_opacity(style.grid, 0.6), style.unit});
    const double half = style.width(text, false) / 2;
    const double middle = std::clamp(x, area.left - 8 * style.unit + half, std::max(area.right - half, area.left));
    if (middle - half < free_from) continue;
    free_from = middle + half + 6 * style.unit;
    out.emplace_back(DrawnText{.at = {middle, area.bottom + 2 * style.unit + style.line / 2},
                               .words = text,
                               .color = style.dim,
                               .anchor = Anchor::middle});
  }
}

/// The width of a line's entry in the legend: a sample of the line, and its name.
double entry_width(const std::string& label, const PlotStyle& style) {
  return 23 * style.unit + style.width(label, false);
}

void put_entry(const PlotLine& line, Spot at, const PlotStyle& style, Drawing& out) {
  const std::uint32_t color = line.faint ? with_opacity(line.color, 0.6) : line.color;
  out.emplace_back(DrawnLine{{{at.x, at.y}, {at.x + 18 * style.unit, at.y}}, color, line.width * style.unit});
  if (line.marker != Marker::none) {
    out.emplace_back(DrawnMark{
        .at = {at.x + 9 * style.unit, at.y}, .marker = line.marker, .radius = 3 * style.unit, .color = color});
  }
  out.emplace_back(DrawnText{.at = {at.x + 23 * style.unit, at.y}, .words = line.label, .color = style.text});
}

/// Lines that have a name, and guides across as lines.
std::vector<PlotLine> entries_of(const Plot& plot) {
  std::vector<PlotLine> out;
  for (const PlotLine& each : plot.lines) {
    if (each.label.empty()) continue;
    out.push_back({.label = each.label,
                   .color = each.color,
                   .marker = each.marker,
                   .points = {},
                   .faint = each.faint,
                   .width = each.width});
  }
  for (const PlotGuide& each : plot.guides) {
    if (!each.upward && !each.label.empty())
      out.push_back({.label = each.label, .color = each.color, .points = {}, .width = 1});
  }
  return out;
}

}  // namespace

double legend_width(const Plot& plot, const PlotStyle& style) {
  double out = 0;
  for (const PlotLine& each : entries_of(plot)) out = std::max(out, entry_width(each.label, style));
  return out;
}

double lay_out_legend(const Plot& plot, Spot at, const PlotStyle& style, Drawing& out) {
  for (const PlotLine& each : entries_of(plot)) {
    put_entry(each, {at.x, at.y + style.line / 2}, style, out);
    at.y += 1.5 * style.line;
  }
  return at.y;
}

/// A legend above stands at the right of the title where it fits there, else on lines of its own.
Area put_heading(const Plot& plot, const Area& whole, const PlotStyle& style, Drawing& out) {
  Area rest = whole;
  const double gap = 11 * style.unit;
  double title_end = whole.left;
  if (!plot.title.empty()) {
    out.emplace_back(DrawnText{
        .at = {whole.left, whole.top + style.line / 2}, .words = plot.title, .color = style.text, .bold = true});
    title_end += style.width(plot.title, true) + gap;
    rest.top += style.line + 3 * style.unit;
  }
  const std::vector<PlotLine> entries = entries_of(plot);
  if (plot.legend == Legend::beside) {
    rest.right -= legend_width(plot, style) + 16 * style.unit;
    lay_out_legend(plot, {rest.right + 16 * style.unit, rest.top + 4 * style.unit}, style, out);
  }
  if (plot.legend != Legend::above || entries.empty()) return rest;
  double needed = -gap;
  for (const PlotLine& each : entries) needed += entry_width(each.label, style) + gap;
  const double title_right = whole.right - plot.kept;
  const bool beside_title = !plot.title.empty() && title_end + needed <= title_right;
  Spot at{beside_title ? title_right - needed : whole.left, beside_title ? whole.top : rest.top};
  for (const PlotLine& each : entries) {
    const double width = entry_width(each.label, style);
    if (at.x > whole.left && at.x + width > whole.right) at = {whole.left, at.y + style.line};
    put_entry(each, {at.x, at.y + style.line / 2}, style, out);
    at.x += width + gap;
  }
  if (!beside_title) rest.top = at.y + style.line + 3 * style.unit;
  return rest;
}

void put_axes(const Plot& plot, const PlotStyle& style, PlotFrame& frame, Drawing& out) {
  Area& area = frame.area;
  if (!plot.y.label.empty()) {
    out.emplace_back(
        DrawnText{.at = {area.left, area.top + style.line / 2}, .words = plot.y.label, .color = style.dim});
    area.top += style.line;
  }
  const bool guide_words = std::ranges::any_of(
      plot.guides, [](const PlotGuide& each) { return each.upward && !each.inside && !each.label.empty(); });
  area.top += guide_words ? 1.2 * style.line : 4 * style.unit;
  const bool numbers = !plot.x.bare;
  area.bottom -= (numbers ? style.line + 4 * style.unit : 0) + (plot.x.label.empty() ? 0 : style.line);
  area.bottom = std::max(area.bottom, area.top + 1);
  area.right -= 4 * style.unit;
  const double left = area.left;
  double room = style.y_labels;
  if (!frame.empty) {
    for (const Tick& each : y_ticks(plot, style, frame))
      room = std::max(room, style.width(each.text, false) + 8 * style.unit);
  }
  area.left = left + room;
  area.right = std::max(area.right, area.left + 1);
  if (style.frame != 0) out.emplace_back(DrawnBox{.area = area, .color = style.frame, .rounding = 3 * style.unit});
  if (frame.empty) {
    out.emplace_back(DrawnText{.at = {area.left + 8 * style.unit, area.top + 6 * style.unit + style.line / 2},
                               .words = plot.empty,
                               .color = style.dim});
    return;
  }
  put_y_axis(plot, style, frame, out);
  if (numbers) put_x_axis(plot, style, frame, out);
  if (style.axis != 0) {
    out.emplace_back(DrawnLine{
        {{area.left, area.top}, {area.left, area.bottom}, {area.right, area.bottom}}, style.axis, style.unit});
  }
  if (plot.x.label.empty()) return;
  const double below = area.bottom + 3 * style.unit + (numbers ? style.line : 0) + style.line / 2;
  out.emplace_back(DrawnText{.at = {(area.left + area.right) / 2, below},
                             .words = plot.x.label,
                             .color = style.dim,
                             .anchor = Anchor::middle});
}

}  // namespace heteroscope
