#include "app/analysis/graphs/curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "app/analysis/claims/published.hpp"
#include "app/analysis/quantity.hpp"
#include "app/analysis/reading.hpp"
#include "app/plot/svg.hpp"
#include "app/results/row_columns.hpp"
#include "core/model/suite.hpp"

namespace heteroscope {

namespace {

using PlottedRows = std::vector<const ResultRow*>;

/// What is drawn over the axis.
struct Quantity {
  std::string label;
  std::function<double(const ResultRow&)> of;  ///< not above 0: the row has none
  std::function<std::optional<Interval>(const ResultRow&)> range;
  std::optional<double> guide;
  std::string_view published{};  ///< the id of published figures that are like it; empty: none are
  std::string_view unlike{};     ///< what is said where none of these is of a row
};

/// One of the small plots: rows in one precision and block shape, or the CPU's.
struct Panel {
  std::string title;
  PlottedRows rows;
};

/// Rows whose blocks were chosen, each choice in a plot of its own. A GPU variant that has blocks of its own
/// stands in every block's plot, or in one for itself.
std::vector<Panel> panels_of(const PlottedRows& rows, bool by_block) {
  std::vector<Panel> out;
  const auto panel = [&](const std::string& title) -> Panel& {
    const auto found = std::ranges::find(out, title, &Panel::title);
    return found != out.end() ? *found : out.emplace_back(Panel{title, {}});
  };
  const auto blocked = [&](const ResultRow& row) { return by_block && block_of(row) != BlockShape{}; };
  const auto title_of = [](const ResultRow& row, const std::string& what) {
    return fmt::format("{}, {}", what, row.text(column::precision));
  };
  for (const ResultRow* row : rows) {
    if (blocked(*row)) panel(title_of(*row, "blocks of " + block_text(*row))).rows.push_back(row);
  }
  const std::size_t of_blocks = out.size();
  for (const ResultRow* row : rows) {
    if (blocked(*row) || uses_cpu(*row)) continue;
    bool placed = false;
    for (std::size_t i = 0; i < of_blocks; ++i) {
      if (out[i].rows.front()->text(column::precision) != row->text(column::precision)) continue;
      out[i].rows.push_back(row);
      placed = true;
    }
    if (!placed) panel(title_of(*row, "gpu")).rows.push_back(row);
  }
  for (const ResultRow* row : rows) {
    if (!uses_gpu(*row)) panel(title_of(*row, "cpu")).rows.push_back(row);
  }
  for (const ResultRow* row : rows) {
    if (!blocked(*row) && uses_cpu(*row) && uses_gpu(*row)) panel(title_of(*row, "split")).rows.push_back(row);
  }
  return out;
}

/// What the curves are of.
class Curves {
 public:
  Curves(const Result& result, Quantity quantity) : result_(result), quantity_(std::move(quantity)), axis_(result) {
    const Suite* const suite = suite_of(result);
    const bool of_suite = suite != nullptr && !suite->axis.empty();
    // counts of threads have a graph of their own
    all_counts_ = of_suite && suite->threads != SuiteThreads::doubling;
    if (all_counts_) {
      for (const ResultRow& row : result.rows) rows_.push_back(&row);
    } else {
      rows_ = best_rows(result, Best::threads);
    }
    std::erase_if(rows_, [&](const ResultRow* row) { return !(quantity_.of(*row) > 0); });
    by_block_ = of_suite && !suite->blocks.empty();
    if (suite != nullptr && !quantity_.published.empty()) published_ = heteroscope::published_of(*suite);
    for (const ResultRow* row : rows_) variants_.place(name_of(*row));
  }

  [[nodiscard]] const SizeAxis& axis() const { return axis_; }

  [[nodiscard]] std::vector<Plot> plots() const {
    std::vector<Plot> out;
    Plot frame = frame_of_all();
    for (const Panel& each : panels_of(rows_, by_block_)) out.push_back(plot_of(frame, each));
    // one scale for all, once it is known what is in them
    double least = 0;
    double largest = 0;
    for (const Plot& plot : out) {
      for (const PlotLine& line : plot.lines) {
        for (const PlotPoint& point : line.points) {
          least = least > 0 ? std::min(least, point.y) : point.y;
          largest = std::max(largest, point.y);
        }
      }
    }
    for (Plot& plot : out) plot.y.scale = largest > 0 ? round_scale(least, largest, true) : PlotScale{1, 10, true};
    return out;
  }

 private:
  [[nodiscard]] std::string name_of(const ResultRow& row) const {
    return all_counts_ ? variant_text(result_, row) : variant_in_memory(result_, row);
  }

  /// What all plots share: the axes, and a line for each variant.
  [[nodiscard]] Plot frame_of_all() const {
    Plot out{.x = {.label = fmt::format("{} (logarithmic)", axis_.name()), .logarithmic = true},
             .y = {.label = fmt::format("{} (logarithmic)", quantity_.label), .logarithmic = true},
             .legend = Legend::none};
    constexpr double inset = 1.1;  // the outermost points stand off the frame
    out.x.scale = PlotScale{axis_.places().front() / inset, axis_.places().back() * inset, true};
    for (const double each : axis_.places()) out.x.marks.push_back({each, place_text(each)});
    const Series series(result_, all_counts_);
    for (const std::string& name : variants_.all()) out.lines.push_back(series.line(name, 2));
    if (quantity_.guide) out.guides.push_back({.at = *quantity_.guide, .color = svg_style().axis});
    return out;
  }

  [[nodiscard]] Plot plot_of(Plot frame, const Panel& panel) const {
    frame.title = panel.title;
    for (PlotLine& line : frame.lines) {
      for (const ResultRow* row : panel.rows) {
        if (name_of(*row) == line.label)
          line.points.push_back({axis_.of(*row), quantity_.of(*row), quantity_.range(*row)});
      }
      std::ranges::sort(line.points, {}, &PlotPoint::x);
    }
    if (published_ != nullptr) add_published(frame, panel);
    return frame;
  }

  /// As faint as can be: a curve for each variant and machine, in the variant's color; one entry in the legend a
  /// machine.
  void add_published(Plot& plot, const Panel& panel) const {
    const std::size_t measured = variants_.all().size();
    std::vector<std::string_view> machines;
    const auto add = [&](std::size_t of, std::string_view machine, std::vector<PlotPoint> points) {
      if (points.empty()) return;
      std::ranges::sort(points, {}, &PlotPoint::x);
      const auto known = std::ranges::find(machines, machine);
      const auto at = static_cast<std::size_t>(known - machines.begin());
      if (known == machines.end()) machines.push_back(machine);
      plot.lines.push_back({.color = plot.lines[of].color,
                            .marker = marker_of_machine(at),
                            .points = std::move(points),
                            .faint = true,
                            .width = 1});
    };
    for (std::size_t i = 0; i < measured; ++i) {
      const auto row = std::ranges::find_if(
          panel.rows, [&](const ResultRow* each) { return name_of(*each) == plot.lines[i].label; });
      if (row == panel.rows.end()) continue;
      for (const auto& [machine, points] : published_of(**row)) add(i, machine, points);
    }
    for (std::size_t i = 0; i < machines.size(); ++i) {
      plot.lines.push_back({.label = fmt::format("published, {}", with_titles(std::string(machines[i]))),
                            .color = svg_style().dim,
                            .marker = marker_of_machine(i),
                            .points = {},
                            .faint = true,
                            .width = 1});
    }
  }

  static Marker marker_of_machine(std::size_t i) { return i % 2 == 0 ? Marker::ring : Marker::cross; }

  using OfMachines = std::vector<std::pair<std::string_view, std::vector<PlotPoint>>>;
  /// What has been published of the row's variant in its block, by machine.
  [[nodiscard]] OfMachines published_of(const ResultRow& row) const {
    OfMachines out;
    const auto add = [&](std::string_view machine, std::string_view scene, double ms) {
      const std::optional<double> x = axis_.of_scene(scene);
      if (!x || !(ms > 0)) return;
      auto of = std::ranges::find(out, machine, [](const auto& each) { return each.first; });
      if (of == out.end()) of = out.insert(out.end(), {machine, {}});
      of->second.push_back({*x, ms, std::nullopt});
    };
    const Suite& suite = *suite_of(result_);
    for (const PublishedTable& table : published_->tables) {
      if (table.variant != row.text(column::variant) || quantity_.published != column::median_ms) continue;
      for (const PublishedTable::Row& line : table.rows) {
        for (std::size_t i = 0; i < line.ms.size() && i < suite.blocks.size(); ++i) {
          if (suite.blocks[i] == block_of(row)) add(table.machine, line.scene, line.ms[i]);
        }
      }
    }
    for (const PublishedFigure& each : published_->figures) {
      const bool fits = each.id == quantity_.published && each.variant == row.text(column::variant) &&
                        (each.memory.empty() || each.memory == row.text(column::memory)) &&
                        (each.block == BlockShape{} || each.block == block_of(row));
      if (fits) add(each.machine, each.scene, each.value);
    }
    return out;
  }

  const Result& result_;
  Quantity quantity_;
  SizeAxis axis_;
  PlottedRows rows_;
  Names variants_;
  bool all_counts_ = false;
  bool by_block_ = false;
  const Published* published_ = nullptr;
};

bool shows_published(const Plot& plot) {
  return std::ranges::any_of(plot.lines, [](const PlotLine& line) { return line.label.starts_with("published"); });
}

Graph curves_of(const Result& result, Quantity quantity, Graph out) {
  const std::string_view unlike = quantity.unlike;
  const Curves curves(result, std::move(quantity));
  if (curves.axis().places().size() < 2) return out;
  PlotGrid grid{.plots = curves.plots()};
  if (grid.plots.empty()) return out;
  // the legend is the first plot's: what is published need not be of all
  std::stable_partition(grid.plots.begin(), grid.plots.end(), shows_published);
  out.about += shows_published(grid.plots.front()) ? " Faint curves are published times." : unlike;
  out.title += fmt::format(" by {}", curves.axis().name());
  lay_out(grid, out);
  return out;
}

}  // namespace

Graph times_over_axis(const Result& result) {
  return curves_of(
      result,
      {.label = time_name(result) + ", ms",
       .of = time_of,
       .range = range_of,
       .guide = {},
       .published = column::median_ms},
      {.id = "times",
       .title = time_name(result),
       .about = "Both axes are logarithmic: a straight line is a power of the size, and a steeper line grows "
                "faster. Lines at the points go from the shortest to the longest run.",
       .drawing = {}});
}

std::vector<Graph> published_times_over_axis(const Result& result) {
  struct Kind {
    std::string_view id;
    const char* graph;
    const char* title;
  };
  constexpr std::array kinds{Kind{column::mean_ms, "means", "mean time"},
                             Kind{column::max_ms, "longest", "longest run"},
                             Kind{column::min_ms, "shortest", "shortest run"}};
  std::vector<Graph> out;
  const Suite* const suite = suite_of(result);
  const Published* const published = suite == nullptr ? nullptr : published_of(*suite);
  if (published == nullptr) return out;
  for (const Kind& each : kinds) {
    if (std::ranges::find(published->figures, each.id, &PublishedFigure::id) == published->figures.end()) continue;
    const auto of = [id = each.id](const ResultRow& row) { return row.number(id); };
    const auto no_range = [](const ResultRow&) { return std::optional<Interval>(); };
    out.push_back(curves_of(
        result,
        {.label = fmt::format("{}, ms", each.title),
         .of = of,
         .range = no_range,
         .guide = {},
         .published = each.id,
         .unlike = " The published times are of variants that were not measured here, so they have no curve."},
        {.id = each.graph,
         .title = each.title,
         .about = "The value of all runs, as it was published. Both axes are logarithmic.",
         .drawing = {}}));
  }
  return out;
}

Graph speedups_over_axis(const Result& result) {
  const bool over_baseline =
      std::ranges::any_of(result.rows, [](const ResultRow& row) { return has(row, column::baseline_speedup); });
  const Column& id = over_baseline ? column::baseline_speedup : column::speedup;
  const auto of = [&id](const ResultRow& row) { return has(row, id) ? row.number(id) : 0; };
  const auto no_range = [](const ResultRow&) { return std::optional<Interval>(); };
  return curves_of(result, {.label = "speed-up, ×", .of = of, .range = no_range, .guide = 1.0},
                   {.id = "speedups",
                    .title = over_baseline ? "speed-up over the baseline" : "speed-up over the reference",
                    .about = "How many times as fast each variant is; on the line at 1 it is equally fast.",
                    .drawing = {}});
}

}  // namespace heteroscope
