#include "app/window/features/scope/scope_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "app/plot/svg.hpp"
#include "app/results/machine.hpp"
#include "app/scope/picture.hpp"
#include "app/text/csv.hpp"
#include "app/window/feature/measured_files.hpp"
#include "app/window/feature/saved_plot.hpp"
#include "app/window/features/scope/readout.hpp"
#include "app/window/features/scope/timeline_beside.hpp"
#include "app/window/features/scope/timeline_drawing.hpp"
#include "app/window/model/render_command.hpp"
#include "core/device/device.hpp"

namespace heteroscope {
namespace {

constexpr double width = 900;

/// Returns what made the picture: the frame that it was traced in, as long as its times are kept, or the variant whose
/// blocks it shows.
std::string made_by(const WindowModel& model, const ScopeShow& show) {
  if (show.traced_serial == 0)
    return made_text(show.request.of.variant, Processor::gpu, model.settings().problem.precision, show.extent().size);
  const FrameSample* const traced = model.frames.find(show.traced_serial);
  return traced == nullptr ? "" : made_text(*traced);
}

PlotFigure headed(const WindowModel& model, const char* what, double across, double& top) {
  PlotFigure out{.title = figure_title(model, what, made_by(model, *model.scope.show)),
                 .width = across,
                 .pictures = {},
                 .drawing = {}};
  top = put_heading(out.drawing, out.title, machine_text(this_machine(device::facts())), across);
  return out;
}

/// Draws a legend of few colors, each with its name; returns its lower end.
double put_legend(const ScopePaint& paint, Spot at, double right, Drawing& out) {
  const PlotStyle& style = svg_style();
  constexpr double side = 10;
  const double left = at.x;
  for (const ScopeLegend& each : paint.legend) {
    const double extent = side + 5 + style.width(each.label, false);
    if (at.x > left && at.x + extent > right) at = {left, at.y + 1.5 * style.line};
    out.emplace_back(DrawnBox{.area = {at.x, at.y, at.x + side, at.y + side}, .color = each.color | 0xff000000U});
    out.emplace_back(DrawnText{.at = {at.x + side + 5, at.y + side / 2}, .words = each.label, .color = style.text});
    at.x += extent + 14;
  }
  return at.y + 1.5 * style.line;
}

/// Draws the ramp of colors for times or shares, with the values of its ends; returns its lower end.
double put_ramp(const ScopePaint& paint, Spot at, Drawing& out) {
  const PlotStyle& style = svg_style();
  constexpr int spans = 96;
  constexpr double long_side = 384;
  constexpr double high = 10;
  for (int i = 0; i < spans; ++i) {
    const std::uint32_t color = paint.ramp[paint.ramp.size() * static_cast<std::size_t>(i) / spans];
    const double left = at.x + long_side * i / spans;
    out.emplace_back(
        DrawnBox{.area = {left, at.y, left + long_side / spans, at.y + high}, .color = color | 0xff000000U});
  }
  const double below = at.y + high + style.line / 2 + 2;
  const auto end = [&](double x, std::string words, Anchor anchor) {
    out.emplace_back(DrawnText{.at = {x, below}, .words = std::move(words), .color = style.text, .anchor = anchor});
  };
  end(at.x, paint.ramp_of_shares ? "0 %" : "0 µs", Anchor::start);
  end(at.x + long_side, paint.ramp_of_shares ? "100 %" : format_us(paint.ramp_end), Anchor::end);
  return below + style.line;
}

/// Adds the bars of each participant's units as a picture at their rows.
void put_bars(const RowsArea& area, const ScopeShow& show, PlotFigure& out) {
  constexpr int columns = 3200;
  const Timeline& timeline = *show.timeline;
  for (const TimedUnits::Group& group : timeline.units.groups()) {
    TimelineRows rows = area.rows;
    rows.first = std::max(rows.first, group.first);
    rows.last = std::min(rows.last, group.first + group.count);
    if (rows.first >= rows.last) continue;
    auto picture = std::make_shared<const Picture>(
        timeline_picture(timeline, show.paint->colors, gray_on(false), area.span, columns, rows));
    out.pictures.push_back({{static_cast<double>(area.from.x), static_cast<double>(area.y(rows.first)),
                             static_cast<double>(area.to.x), static_cast<double>(area.y(rows.last))},
                            std::move(picture)});
  }
}

}  // namespace

const char* words_of_color(TraceColor color, bool on_cpu) {
  switch (color) {
    case TraceColor::block:
      return "the block or chunk that computes each cell";
    case TraceColor::launch:
      return "the kernel launch that computes each cell";
    case TraceColor::participant:
      return "the processor that computes each cell";
    case TraceColor::processor:
      return on_cpu ? "the thread that computes each cell" : "the multiprocessor that computes each cell";
    case TraceColor::start:
      return "when each cell's computation began";
    case TraceColor::end:
      return "when each cell's computation ended";
    case TraceColor::evenness:
      return "how evenly the lanes of each warp are busy";
  }
  return "";
}

PlotFigure scope_figure(const WindowModel& model) {
  const ScopeShow& show = *model.scope.show;
  double top = 0;
  const bool on_cpu = model.settings().execution.processor == Processor::cpu;
  auto picture =
      std::make_shared<const Picture>(scope_picture(show.extent(), show.spans, show.index.get(), *show.paint));
  constexpr double most_high = 760;
  const double across = width - 2 * figure_margin;
  const double share = std::min(across / picture->size.width, most_high / picture->size.height);
  constexpr double least_width = 480;  // room for the heading
  const double whole = std::clamp(share * picture->size.width + 2 * figure_margin, least_width, width);
  PlotFigure out = headed(model, words_of_color(show.request.color, on_cpu), whole, top);
  const Area area{figure_margin, top, figure_margin + share * picture->size.width, top + share * picture->size.height};
  out.pictures.push_back({area, std::move(picture)});
  double bottom = area.bottom + 12;
  if (!show.paint->ramp.empty()) bottom = put_ramp(*show.paint, {figure_margin, bottom}, out.drawing);
  if (!show.paint->legend.empty())
    bottom = put_legend(*show.paint, {figure_margin, bottom}, out.width - figure_margin, out.drawing);
  out.height = bottom + figure_margin / 2;
  return out;
}

PlotFigure timeline_figure(const Window& window) {
  const ScopeShow& show = *window.model.scope.show;
  const Timeline& timeline = *show.timeline;
  const std::vector<Timeline::Beside> beside = beside_of(window.model, window.view);
  const TimelineStyle style{.plot = svg_style(), .theme = &figure_theme()};
  double top = 0;
  PlotFigure out = headed(window.model, "who was busy when", width, top);
  const UnitSpan units = units_looked_at(window.model);
  const double high = std::clamp(units.length() * 1.3 * style.plot.line, 120.0, 620.0);
  const double rows_top = top + 4;
  const double left = figure_margin + names_room(timeline, beside, style.plot);
  const double bottom = rows_top + high + beside_units * static_cast<double>(beside.size());
  RowsArea area{.from = {static_cast<float>(left), static_cast<float>(rows_top)},
                .to = {static_cast<float>(width - figure_margin), static_cast<float>(bottom)},
                .span = window.model.scope.span.value_or(timeline.shown),
                .units = units,
                .beside = static_cast<float>(beside_units),
                .besides = beside.size()};
  area.rows = rows_with_room(timeline, units, high / 2);
  put_bars(area, show, out);
  put_row_lines(area, timeline, style, out.drawing);
  put_beside(area, beside, style, out.drawing);
  put_waves_and_tails(area, timeline, style, out.drawing);
  put_row_names(area, timeline, beside, figure_margin, style.plot, out.drawing);
  put_time_axis(area, style.plot, out.drawing);
  out.height = bottom + 2 * style.plot.line + figure_margin / 2;
  return out;
}

std::string spans_csv_of(const WindowModel& model) {
  const ScopeShow& show = *model.scope.show;
  std::string out = csv_line({"piece", "column", "row", "columns", "rows", "unit", "start_us", "end_us"});
  const auto line = [&](std::int64_t span, const Patch& cells) {
    const bool known = show.times->recorded(span);
    out += csv_line({std::to_string(span), std::to_string(cells.x), std::to_string(cells.y),
                     std::to_string(cells.width), std::to_string(cells.height),
                     known ? show.times->units.name(show.times->unit[static_cast<std::size_t>(span)]) : "",
                     known ? fmt::format("{:.3f}", show.times->start_of(span)) : "",
                     known ? fmt::format("{:.3f}", show.times->end_of(span)) : ""});
  };
  for (std::int64_t span = 0; span < show.spans.count(); ++span) {
    if (show.spans.is_block(span)) {
      for (const Patch& each : cells_of_block(*show.index, span)) line(span, each);
    } else {
      const int row = show.spans.row_of(span);
      line(span, {0, row, values_in_row(show.extent().domain, show.extent().size.width, row), 1});
    }
  }
  return measured_csv(this_machine(device::facts()), render_command(model.settings(), model.catalog), out);
}

}  // namespace heteroscope
