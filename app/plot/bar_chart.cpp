#include "app/plot/bar_chart.hpp"

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

/// From 0 or, if logarithmic, from a power of ten that leaves every bar some length.
PlotScale bar_scale(const BarChart& chart) {
  double least = 0;
  double most = 0;
  for (const BarChart::Group& group : chart.groups) {
    for (const BarChart::Bar& bar : group.bars) {
      if (bar.value > 0) least = least > 0 ? std::min(least, bar.value) : bar.value;
      most = std::max({most, bar.value, bar.range ? bar.range->high : 0});
    }
  }
  if (!(most > 0)) least = most = 1;
  if (!chart.logarithmic) return round_scale(0, most, false);
  const double low = std::floor(std::log10(least) - 0.1);
  return {std::pow(10, low), std::pow(10, std::max(std::ceil(std::log10(most)), low + 1)), true};
}

}  // namespace

double names_width(const BarChart& chart, const PlotStyle& style) {
  double out = 0;
  for (const BarChart::Group& group : chart.groups) {
    out = std::max(out, style.width(group.name, true));
    for (const BarChart::Bar& bar : group.bars) out = std::max(out, style.width(bar.name, false));
  }
  return out + 12 * style.unit;
}

double lay_out(const BarChart& chart, Spot at, double width, const PlotStyle& style, Drawing& out) {
  const double bar_height = style.line;
  const double step = bar_height + 4 * style.unit;
  const double group_gap = 12 * style.unit;
  double rows = 0;
  double widest_text = 0;
  for (const BarChart::Group& group : chart.groups) {
    rows += (static_cast<double>(group.bars.size()) + (group.name.empty() ? 0 : 1)) * step + group_gap;
    for (const BarChart::Bar& bar : group.bars) widest_text = std::max(widest_text, style.width(bar.text, false));
  }
  const double left = at.x + names_width(chart, style);
  const double right = std::max(at.x + width - widest_text - 8 * style.unit, left + 1);
  const double bottom = at.y + rows;
  const PlotScale scale = bar_scale(chart);
  const auto x_of = [&](double value) {
    const double share = scale.share(value);
    return left + (right - left) * (std::isnan(share) ? 0 : std::clamp(share, 0.0, 1.0));
  };
  for (const double tick : ticks_of(scale, 6)) {
    out.emplace_back(DrawnLine{{{x_of(tick), at.y}, {x_of(tick), bottom}}, style.grid, style.unit});
    out.emplace_back(DrawnText{.at = {x_of(tick), bottom + 5 * style.unit + style.line / 2},
                               .words = tick_text(scale, tick),
                               .color = style.dim,
                               .anchor = Anchor::middle});
  }
  double y = at.y;
  for (const BarChart::Group& group : chart.groups) {
    if (!group.name.empty()) {
      out.emplace_back(
          DrawnText{.at = {at.x, y + bar_height / 2}, .words = group.name, .color = style.text, .bold = true});
      y += step;
    }
    for (const BarChart::Bar& bar : group.bars) {
      const double middle = y + bar_height / 2;
      const double end = bar.value > 0 ? x_of(bar.value) : left;
      out.emplace_back(DrawnText{
          .at = {left - 8 * style.unit, middle}, .words = bar.name, .color = style.text, .anchor = Anchor::end});
      out.emplace_back(DrawnBox{.area = {left, y, end, y + bar_height}, .color = bar.color, .filled = !bar.hollow});
      double text_from = end;
      if (bar.range) {
        const double high = x_of(bar.range->high);
        out.emplace_back(DrawnLine{{{x_of(bar.range->low), middle}, {high, middle}}, style.text, 1.5 * style.unit});
        text_from = std::max(text_from, high);
      }
      out.emplace_back(DrawnText{.at = {text_from + 6 * style.unit, middle}, .words = bar.text, .color = style.text});
      y += step;
    }
    y += group_gap;
  }
  if (style.axis != 0)
    out.emplace_back(DrawnLine{{{left, at.y}, {left, bottom}, {right, bottom}}, style.axis, style.unit});
  const double below = bottom + 8 * style.unit + 1.5 * style.line;
  out.emplace_back(
      DrawnText{.at = {(left + right) / 2, below}, .words = chart.axis, .color = style.dim, .anchor = Anchor::middle});
  return below + style.line / 2;
}

}  // namespace heteroscope
