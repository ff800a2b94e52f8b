#include "app/analysis/graphs/graph.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/others.hpp"
#include "app/analysis/reading.hpp"
#include "app/plot/svg.hpp"
#include "app/results/fact_columns.hpp"
#include "app/results/row_columns.hpp"

namespace heteroscope {

namespace {

/// The title, and below it the size and the machine; returns where the plot begins.
double heading(Drawing& out, const Result& result, std::string_view title, double width) {
  Names sizes;
  for (const ResultRow& row : result.rows) sizes.place(size_text(row));
  const std::string about = sizes.all().size() == 1 ? sizes.all().front() + "; " : "";
  return put_heading(out, std::string(title), about + machine_text(result), width);
}

/// Writes what one should know about the rows below the plot; returns the picture's height.
double footnotes(Drawing& out, const Result& result, double y, double width) {
  Names notes;
  for (const ResultRow& row : result.rows) {
    if (has(row, column::advice)) notes.place(row.text(column::advice));
    if (row.at(column::settled).value == DatumValue(false)) notes.place("A hollow bar: the run did not settle.");
  }
  if (const std::string note = marked_note(result); !note.empty()) notes.place(note);
  for (const Skipped& each : result.skipped) notes.place(skip_text(each));
  for (const std::string& each : notes.all()) y = put_paragraph(out, each, y, width);
  return y + figure_margin;
}

constexpr double panel_gap = 20;
constexpr std::size_t plots_across = 2;
constexpr double least_picture_width = 560;  ///< of a picture with a heading

std::string place_words(const Plot& plot, double at) {
  const std::string mark = mark_text(plot.x, at);
  return mark.empty() ? fmt::format("{:.4g}", at) : mark;
}

}  // namespace

std::string in_words(const Plot& plot) {
  std::string out;
  for (const PlotLine& each : plot.lines) {
    if (each.label.empty() || each.points.empty()) continue;
    const PlotPoint& first = each.points.front();
    const PlotPoint& last = each.points.back();
    out += fmt::format("{}{}: {:.4g} at {}", out.empty() ? "" : "; ", each.label, first.y, place_words(plot, first.x));
    if (each.points.size() > 1) out += fmt::format(" to {:.4g} at {}", last.y, place_words(plot, last.x));
  }
  return out.empty() ? out : fmt::format("{}{}{}.", plot.title, plot.title.empty() ? "" : ": ", out);
}

void lay_out(const PlotGrid& grid, Graph& to) {
  to.plots = grid.plots;
  const PlotStyle& style = svg_style();
  const std::size_t in_row = std::min(grid.plots.size(), plots_across);
  const auto across = static_cast<double>(in_row);
  const double right = across * (grid.width + panel_gap);
  to.width = right;
  if (grid.legend) {
    to.height = lay_out_legend(grid.plots.front(), {right, 40}, style, to.drawing);
    to.width += legend_width(grid.plots.front(), style);
  }
  for (std::size_t i = 0; i < grid.plots.size(); ++i) {
    const std::size_t row = i / in_row;
    const double x = static_cast<double>(i % in_row) * (grid.width + panel_gap);
    const double y = static_cast<double>(row) * (grid.height + panel_gap);
    lay_out(grid.plots[i], {x, y, x + grid.width, y + grid.height}, style, to.drawing);
    to.height = std::max(to.height, y + grid.height);
    const std::string words = in_words(grid.plots[i]);
    to.words += (to.words.empty() || words.empty() ? "" : " ") + words;
  }
}

PlotFigure standing_alone(const Graph& graph, const Result& result) {
  return standing_alone(graph, result, fact(result, column::title));
}

PlotFigure standing_alone(const Graph& graph, const Result& result, const std::string& title) {
  PlotFigure out{.title = fmt::format("{}: {}", title, graph.title),
                 .width = std::max(graph.width + 2 * figure_margin, least_picture_width),
                 .pictures = {},
                 .drawing = {}};
  const double top = heading(out.drawing, result, out.title, out.width);
  std::ranges::move(shifted(graph.drawing, {figure_margin, top}), std::back_inserter(out.drawing));
  out.height = footnotes(out.drawing, result, top + graph.height, out.width);
  return out;
}

}  // namespace heteroscope
