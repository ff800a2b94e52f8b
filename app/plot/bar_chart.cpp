#include "app/plot/bar_chart.hpp"

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

/// The scale of the bars: from 0 to where the longest bar ends without its text, or, if logarithmic, from a power of
/// ten that leaves every bar some length.
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
  if (!chart.logarithmic) return chart.bare ? PlotScale{0, most, false} : scale_from_zero(most);
  const double low = std::floor(std::log10(least) - 0.1);
  return {std::pow(10, low), std::pow(10, std::max(std::ceil(std::log10(most)), low + 1)), true};
}

void put_ticks(const PlotScale& scale, const Area& area, const PlotStyle& style, Drawing& out) {
  for (const double tick : ticks_of(scale, 6)) {
    const double x = area.left + area.width() * scale.share(tick);
    out.emplace_back(DrawnLine{{{x, area.top}, {x, area.bottom}}, style.grid, style.unit});
    out.emplace_back(DrawnText{.at = {x, area.bottom + 5 * style.unit + style.line / 2},
                               .words = tick_text(scale, tick),
                               .color = style.dim,
                               .anchor = Anchor::middle});
  }
}

/// The axes' lines and the values' name; returns where that ends.
double put_axis(const BarChart& chart, const Area& area, const PlotStyle& style, Drawing& out) {
  if (style.axis != 0) {
    out.emplace_back(DrawnLine{
        {{area.left, area.top}, {area.left, area.bottom}, {area.right, area.bottom}}, style.axis, style.unit});
  }
  const double below = area.bottom + 8 * style.unit + 1.5 * style.line;
  out.emplace_back(DrawnText{
      .at = {(area.left + area.right) / 2, below}, .words = chart.axis, .color = style.dim, .anchor = Anchor::middle});
  return below + style.line / 2;
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
  const double step = chart.step > 0 ? chart.step : style.line + 4 * style.unit;
  const double bar_height = chart.step > 0 ? std::min(0.7 * step, style.line) : style.line;
  const double group_gap = chart.bare ? 0 : 12 * style.unit;
  double rows = 0;
  double widest_text = 0;
  for (const BarChart::Group& group : chart.groups) {
    rows += (static_cast<double>(group.bars.size()) + (group.name.empty() ? 0 : 1)) * step + group_gap;
    for (const BarChart::Bar& bar : group.bars) widest_text = std::max(widest_text, style.width(bar.text, false));
  }
  const double left = at.x + names_width(chart, style);
  const double right = std::max(at.x + width - widest_text - 8 * style.unit, left + 1);
  const Area area{left, at.y, right, at.y + rows};
  const PlotScale scale = bar_scale(chart);
  const auto x_of = [&](double value) {
    const double share = scale.share(value);
    return left + area.width() * (std::isnan(share) ? 0 : std::clamp(share, 0.0, 1.0));
  };
  if (!chart.bare) put_ticks(scale, area, style, out);
  double middle = at.y + style.line / 2;
  for (const BarChart::Group& group : chart.groups) {
    if (!group.name.empty()) {
      out.emplace_back(DrawnText{.at = {at.x, middle}, .words = group.name, .color = style.text, .bold = true});
      middle += step;
    }
    for (const BarChart::Bar& bar : group.bars) {
      const double end = bar.value > 0 ? std::max(x_of(bar.value), left + style.pixel) : left;
      out.emplace_back(DrawnText{.at = {left - 8 * style.unit, middle},
                                 .words = bar.name,
                                 .color = chart.bare ? style.dim : style.text,
                                 .anchor = Anchor::end});
      out.emplace_back(DrawnBox{.area = {left, middle - bar_height / 2, end, middle + bar_height / 2},
                                .color = bar.color,
                                .filled = !bar.hollow});
      double text_from = end;
      if (bar.range) {
        const double high = x_of(bar.range->high);
        out.emplace_back(DrawnLine{{{x_of(bar.range->low), middle}, {high, middle}}, style.text, 1.5 * style.unit});
        text_from = std::max(text_from, high);
      }
      out.emplace_back(DrawnText{.at = {text_from + 6 * style.unit, middle}, .words = bar.text, .color = style.text});
      middle += step;
    }
    middle += group_gap;
  }
  return chart.bare ? area.bottom : put_axis(chart, area, style, out);
}

}  // namespace heteroscope
