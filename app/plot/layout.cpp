#include "app/plot/layout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/plot/axes.hpp"

namespace heteroscope {
namespace {

struct AxisExtent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void add(double value, bool logarithmic) {
    if (!std::isfinite(value) || (logarithmic && value <= 0)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  [[nodiscard]] bool empty() const { return !(low <= high); }
};

PlotScale scale_of(const PlotAxis& axis, const AxisExtent& extent) {
  if (axis.scale) return *axis.scale;
  if (!axis.exact) return round_scale(extent.low, extent.high, axis.logarithmic);
  if (extent.high > extent.low) return {extent.low, extent.high, axis.logarithmic};
  return {0, extent.high > 0 ? 2 * extent.high : 1, false};
}

struct Extents {
  AxisExtent x, y;
};

Extents extents_of(const Plot& plot) {
  Extents out;
  for (const PlotLine& line : plot.lines) {
    for (const PlotPoint& each : line.points) {
      out.x.add(each.x, plot.x.logarithmic);
      out.y.add(each.y, plot.y.logarithmic);
      if (!each.range) continue;
      out.y.add(each.range->low, plot.y.logarithmic);
      out.y.add(each.range->high, plot.y.logarithmic);
    }
  }
  for (const PlotBox& each : plot.boxes) {
    for (const double x : {each.x.low, each.x.high}) out.x.add(x, plot.x.logarithmic);
    for (const double y : {each.y.low, each.y.high}) out.y.add(y, plot.y.logarithmic);
  }
  for (const PlotGuide& each : plot.guides) {
    if (!each.upward && !out.y.empty()) out.y.add(each.at, plot.y.logarithmic);
  }
  return out;
}

/// The value clamped to the plot: in a logarithmic plot a bar begins where the plot does.
double within(double value, double low, double high) {
  return std::isnan(value) ? high : std::clamp(value, low, high);
}

/// The area in which a box is drawn: it is large enough to be seen, and narrow ones stand in columns of a pixel.
Area drawn_area(const PlotBox& box, const PlotFrame& frame, const PlotStyle& style) {
  const Area& area = frame.area;
  Area out{.left = within(frame.across(box.x.low), area.left, area.right),
           .top = within(frame.up(box.y.high), area.top, area.bottom),
           .right = within(frame.across(box.x.high), area.left, area.right),
           .bottom = within(frame.up(box.y.low), area.top, area.bottom)};
  if (out.width() <= 0 || out.height() <= 0) return {};
  out.top = std::min(out.top, out.bottom - style.pixel);
  if (out.width() < style.pixel) {
    const double column = std::floor((out.left - area.left) / style.pixel);
    out.left = std::min(area.left + column * style.pixel, area.right - style.pixel);
    out.right = out.left + style.pixel;
  } else if (out.width() > 3 * style.unit) {
    // a gap between bars that are wide enough for one
    out.right -= std::max(1.0, std::round(style.unit));
  }
  return out;
}

/// Marks at the plot's top that something lies above it.
void put_cut(const Plot& plot, double x, const Area& area, const PlotStyle& style, Drawing& out) {
  out.emplace_back(DrawnMark{
      .at = {x, area.top + style.unit}, .marker = Marker::triangle, .radius = 3.5 * style.unit, .color = plot.cut});
}

/// Draws boxes; of consecutive ones with one color in the same column of pixels only the highest is drawn.
void put_boxes(const Plot& plot, const PlotFrame& frame, const PlotStyle& style, Drawing& out) {
  const Area& area = frame.area;
  DrawnBox* last = nullptr;
  for (const PlotBox& each : plot.boxes) {
    const Area drawn = drawn_area(each, frame, style);
    if (drawn.width() <= 0) continue;
    const auto same_column = [&](const DrawnBox& box) {
      return box.color == each.color && box.area.left == drawn.left && box.area.right == drawn.right &&
             box.area.bottom == drawn.bottom;
    };
    if (last != nullptr && same_column(*last)) {
      last->area.top = std::min(last->area.top, drawn.top);
    } else {
      last = &std::get<DrawnBox>(out.emplace_back(DrawnBox{.area = drawn, .color = each.color}));
    }
    if (plot.cut == 0 || each.y.high <= frame.y.high) continue;
    last = nullptr;
    put_cut(plot, (drawn.left + drawn.right) / 2, area, style, out);
  }
}

/// Whether a point is marked: of many points only some are, at different places on each line.
bool is_labeled(std::size_t i, std::size_t count, double width, std::size_t line, double unit) {
  const double each = width / static_cast<double>(std::max<std::size_t>(count, 1));
  if (each >= 9 * unit) return true;
  const auto step = std::max<std::size_t>(2, static_cast<std::size_t>(56 * unit / std::max(each, 1e-3)));
  return i % step == (line * step / 4 + step / 8) % step;
}

void put_line(const PlotLine& line, std::size_t number, const PlotFrame& frame, const PlotStyle& style, Drawing& out) {
  const std::uint32_t color = line.faint ? with_opacity(line.color, 0.6) : line.color;
  const double edge = 3 * style.unit;  // points on the frame are wholly seen
  const Area to{frame.area.left - edge, frame.area.top - edge, frame.area.right + edge, frame.area.bottom + edge};
  const auto inside = [&](const Spot& at) {
    return at.x >= to.left && at.x <= to.right && at.y >= to.top && at.y <= to.bottom;
  };
  DrawnLine run{.points = {}, .color = color, .width = line.width * style.unit};
  Drawing marks;
  const auto finish = [&] {
    if (run.points.size() == 1 && line.marker == Marker::none && inside(run.points.front()))
      out.emplace_back(DrawnMark{.at = run.points.front(), .radius = 2 * style.unit, .color = color});
    for (DrawnLine& part : clipped(run, to)) out.emplace_back(std::move(part));
    run.points.clear();
  };
  for (std::size_t i = 0; i < line.points.size(); ++i) {
    const PlotPoint& each = line.points[i];
    const Spot at = frame.at(each);
    if (std::isnan(at.x) || std::isnan(at.y)) {
      finish();
      continue;
    }
    run.points.push_back(at);
    if (!inside(at)) continue;
    if (each.range) {
      const double low = within(frame.up(each.range->low), to.top, to.bottom);
      const double high = within(frame.up(each.range->high), to.top, to.bottom);
      out.emplace_back(DrawnLine{.points = {{at.x, low}, {at.x, high}}, .color = color, .width = style.unit});
    }
    if (line.marker == Marker::none) continue;
    if (!is_labeled(i, line.points.size(), frame.area.width(), number, style.unit)) continue;
    marks.emplace_back(DrawnMark{.at = at, .marker = line.marker, .radius = 3 * style.unit, .color = color});
  }
  finish();
  out.insert(out.end(), marks.begin(), marks.end());
}

/// Marks points of lines that lie above the plot.
void put_cut_points(const Plot& plot, const PlotFrame& frame, const PlotStyle& style, Drawing& out) {
  if (plot.cut == 0) return;
  for (const PlotLine& line : plot.lines) {
    for (const PlotPoint& each : line.points) {
      const bool above = each.y > frame.y.high && each.x >= frame.x.low && each.x <= frame.x.high;
      if (above) put_cut(plot, frame.across(each.x), frame.area, style, out);
    }
  }
}

double inner_width(const std::string& words, const PlotStyle& style) {
  return style.width(words, false) + 8 * style.unit;
}

/// Words at the plot's top, on a ground of their own.
void put_inner_words(const std::string& words, double left, std::uint32_t color, const Area& area,
                     const PlotStyle& style, Drawing& out) {
  const double height = style.line + 3 * style.unit;
  if (style.panel != 0) {
    const double right = std::min(left + inner_width(words, style), area.right);
    out.emplace_back(
        DrawnBox{.area = {left, area.top, right, area.top + height}, .color = with_opacity(style.panel, 0.85)});
  }
  out.emplace_back(DrawnText{.at = {left + 4 * style.unit, area.top + height / 2}, .words = words, .color = color});
}

void put_guides(const Plot& plot, const PlotFrame& frame, const PlotStyle& style, Drawing& out) {
  const Area& area = frame.area;
  for (const PlotGuide& each : plot.guides) {
    const double share = each.upward ? frame.x.share(each.at) : frame.y.share(each.at);
    if (!(share >= 0 && share <= 1)) continue;
    if (!each.upward) {
      const double y = frame.up(each.at);
      out.emplace_back(DrawnLine{{{area.left, y}, {area.right, y}}, each.color, each.width * style.unit});
      continue;
    }
    const double x = frame.across(each.at);
    out.emplace_back(DrawnLine{{{x, area.top}, {x, area.bottom}}, each.color, each.width * style.unit});
    if (each.label.empty()) continue;
    if (each.inside) {
      const double width = inner_width(each.label, style);
      const double right = x + 2 * style.unit;
      const double left = right + width <= area.right ? right : std::max(x - 2 * style.unit - width, area.left);
      put_inner_words(each.label, left, each.color, area, style, out);
      continue;
    }
    const double half = style.width(each.label, true) / 2;
    const double middle = std::max(std::min(x, area.right - half), area.left + half);
    out.emplace_back(DrawnText{.at = {middle, area.top - 0.6 * style.line},
                               .words = each.label,
                               .color = style.text,
                               .anchor = Anchor::middle,
                               .bold = true});
  }
}

/// The words of one that is strong begin further left where there is no room for them.
void put_bands(const Plot& plot, const PlotFrame& frame, const PlotStyle& style, Drawing& out) {
  const Area& area = frame.area;
  for (std::size_t i = 0; i < plot.bands.size(); ++i) {
    const PlotBand& each = plot.bands[i];
    const double x = frame.across(each.at);
    const double next = i + 1 < plot.bands.size() ? frame.across(plot.bands[i + 1].at) : area.right;
    if (x > area.left + 0.5 && x < area.right)
      out.emplace_back(DrawnLine{{{x, area.top}, {x, area.bottom}}, with_opacity(style.text, 0.5), style.unit});
    const double width = inner_width(each.label, style);
    if (each.label.empty() || (width > next - std::max(x, area.left) && !each.strong)) continue;
    const double left = std::max(std::min(x, area.right - width), area.left);
    put_inner_words(each.label, left, each.strong ? style.text : style.dim, area, style, out);
  }
}

}  // namespace

PlotFrame lay_out(const Plot& plot, const Area& whole, const PlotStyle& style, Drawing& out) {
  const Extents extents = extents_of(plot);
  const bool empty = (extents.x.empty() && !plot.x.scale) || (extents.y.empty() && !plot.y.scale);
  PlotFrame frame;
  frame.empty = empty;
  if (!empty) {
    frame.x = scale_of(plot.x, extents.x);
    frame.y = scale_of(plot.y, extents.y);
  }
  frame.area = put_heading(plot, whole, style, out);
  put_axes(plot, style, frame, out);
  if (!empty) lay_out_inside(plot, frame, style, out);
  return frame;
}

void lay_out_inside(const Plot& plot, const PlotFrame& frame, const PlotStyle& style, Drawing& out) {
  put_boxes(plot, frame, style, out);
  for (std::size_t i = 0; i < plot.lines.size(); ++i) put_line(plot.lines[i], i, frame, style, out);
  put_cut_points(plot, frame, style, out);
  put_guides(plot, frame, style, out);
  put_bands(plot, frame, style, out);
}

}  // namespace heteroscope
