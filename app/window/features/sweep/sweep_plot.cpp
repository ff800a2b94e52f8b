#include "app/window/features/sweep/sweep_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/text/format.hpp"
#include "core/model/schema/block_shapes.hpp"

namespace heteroscope {

ImU32 sweep_color(const Theme& theme, Processor processor, std::size_t i, std::size_t count) {
  // hues as shares of a circle: from pink to yellow, and from green to violet
  const bool gpu = processor == Processor::gpu;
  const float from = gpu ? -0.11F : 0.42F;
  const float to = gpu ? 0.17F : 0.76F;
  const float share = count > 1 ? static_cast<float>(i) / static_cast<float>(count - 1) : 0.5F;
  const float hue = from + (to - from) * share;
  // neighboring lines differ in brightness, too
  const bool bright = i % 2 == 0;
  const bool dark = theme.kind == ThemeKind::dark;
  const float saturation = dark ? (bright ? 0.5F : 0.62F) : (bright ? 0.9F : 1.0F);
  const float value = dark ? (bright ? 1.0F : 0.85F) : (bright ? 0.78F : 0.52F);
  float red = 0;
  float green = 0;
  float blue = 0;
  ImGui::ColorConvertHSVtoRGB(hue - std::floor(hue), saturation, value, red, green, blue);
  return ImGui::ColorConvertFloat4ToU32({red, green, blue, 1});
}

std::vector<SweepLine> sweep_lines(const Theme& theme, const std::vector<SweepCurve>& curves, SweepAxis axis) {
  std::vector<SweepLine> out;
  std::size_t of_other_side = 0;
  for (const Processor processor : {Processor::gpu, Processor::cpu}) {
    // by its place among the side's variants: a color stays when other curves get their points, and on all axes
    std::set<std::string> variants;
    for (const SweepCurve& each : curves) {
      if (each.processor == processor) variants.insert(each.variant);
    }
    for (const SweepCurve& each : curves) {
      if (each.processor != processor || each.axis != axis || each.points.empty()) continue;
      const auto i = static_cast<std::size_t>(std::distance(variants.begin(), variants.find(each.variant)));
      out.push_back({&each, sweep_color(theme, processor, i, variants.size()), marker_of(of_other_side + i)});
    }
    of_other_side += variants.size();
  }
  return out;
}

std::vector<PlotMark> sweep_marks(const std::vector<SweepLine>& lines, SweepAxis axis) {
  std::set<double> all;
  for (const SweepLine& line : lines) {
    for (const SweepCurve::Point& each : line.curve->points) all.insert(each.x);
  }
  std::vector<PlotMark> out;
  for (const double x : all) {
    out.push_back({x, axis == SweepAxis::block ? format_block(sweep_blocks.at(static_cast<std::size_t>(x)))
                                               : fmt::format("{:.0f}", x)});
  }
  return out;
}

const SweepCurve::Point* point_at(const SweepCurve& curve, double x) {
  const auto found = std::ranges::find(curve.points, x, &SweepCurve::Point::x);
  return found == curve.points.end() ? nullptr : &*found;
}

std::vector<std::string> places_at(const std::vector<SweepLine>& lines, double x) {
  std::vector<const VariantTime*> times;
  times.reserve(lines.size());
  for (const SweepLine& each : lines) {
    const SweepCurve::Point* const point = point_at(*each.curve, x);
    times.push_back(point == nullptr ? nullptr : &point->time);
  }
  return places_of(times);
}

std::string about_point(const SweepCurve::Point& point, const std::string& place, std::size_t of) {
  return place.empty() ? interval_text(point.time) : fmt::format("{} of {}: {}", place, of, interval_text(point.time));
}

double value_of(const SweepCurve::Point& point, SweepMeasure measure) {
  return measure == SweepMeasure::ms ? point.time.ms.median : point.time.bytes_per_s();
}

std::string sweep_unit(SweepMeasure measure, bool steps) {
  if (measure == SweepMeasure::rate) return "GB/s";
  return steps ? "ms a step" : "ms";
}

std::string sweep_text(double value, SweepMeasure measure) {
  if (measure == SweepMeasure::ms) return format_short(value, 3);
  return format_short(value / 1e9, 3);
}

Plot sweep_plot(const std::vector<SweepLine>& lines, const SweepChoice& choice, std::string x_label, bool steps) {
  const bool doubles = choice.axis != SweepAxis::block;
  const bool times = choice.measure == SweepMeasure::ms;
  Plot out{.id = "##sweep-plot",
           .x = {.label = std::move(x_label),
                 .logarithmic = doubles,
                 .exact = true,
                 .marks = sweep_marks(lines, choice.axis)},
           .y = {.label = sweep_unit(choice.measure, steps), .logarithmic = times || doubles},
           .legend = Legend::none};
  out.empty = "nothing measured yet";
  const bool pointing =
      std::ranges::any_of(lines, [&](const SweepLine& each) { return each.curve->variant == choice.pointed_at; });
  for (const SweepLine& each : lines) {
    const bool pushed_back = pointing && each.curve->variant != choice.pointed_at;
    PlotLine line{.label = each.curve->variant,
                  .color = pushed_back ? faded(each.color, 0.18F) : each.color,
                  .marker = each.marker,
                  .points = {}};
    const double unit = times ? 1 : 1e9;
    for (const SweepCurve::Point& point : each.curve->points) {
      PlotPoint at{point.x, value_of(point, choice.measure) / unit, {}};
      if (times) at.range = point.time.interval;
      line.points.push_back(at);
    }
    out.lines.push_back(std::move(line));
  }
  return out;
}

}  // namespace heteroscope
