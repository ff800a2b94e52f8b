#include "app/analysis/graphs/roof_graph.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/quantity.hpp"
#include "app/analysis/reading.hpp"
#include "app/plot/svg.hpp"
#include "app/results/fact_columns.hpp"

namespace heteroscope {

namespace {

constexpr double roof_width = 560;
constexpr double roof_height = 400;

struct RoofPanel {
  std::string title;
  Roof roof;
  std::vector<const ResultRow*> rows;
};

/// Of one processor: with the most threads that the variant has.
bool has_most_threads(const Result& result, const ResultRow& row) {
  if (!has(row, column::threads)) return true;
  return std::ranges::none_of(result.rows, [&](const ResultRow& other) {
    return same_problem(row, other) && row.text(column::variant) == other.text(column::variant) &&
           has(other, column::threads) && other.number(column::threads) > row.number(column::threads);
  });
}

std::string processor_text(const ResultRow& row) {
  if (uses_gpu(row)) return row.text(column::processor);
  const std::string threads = row.text(column::threads);
  return fmt::format("cpu, {} thread{}", threads, threads == "1" ? "" : "s");
}

/// In each precision those with the most threads of the CPU, and the GPU's.
std::vector<RoofPanel> roof_panels(const Result& result) {
  double threads = 0;
  for (const ResultRow& row : result.rows) {
    if (!uses_gpu(row) && has(row, column::threads)) threads = std::max(threads, row.number(column::threads));
  }
  std::vector<RoofPanel> out;
  for (const ResultRow& row : result.rows) {
    if (!has_most_threads(result, row) || !roof_point(row)) continue;
    if (!uses_gpu(row) && has(row, column::threads) && row.number(column::threads) < threads) continue;
    const std::optional<Roof> roof = roof_of(result, row);
    if (!roof) continue;
    const std::string title = fmt::format("{}, {}", processor_text(row), row.text(column::precision));
    auto panel = std::ranges::find(out, title, &RoofPanel::title);
    if (panel == out.end()) panel = out.insert(panel, {title, *roof, {}});
    // of the roofs in which the rows' sets lie the flattest is drawn beside that of memory: the largest set's
    if (roof->near_bytes > panel->roof.near_bytes) panel->roof = *roof;
    panel->rows.push_back(&row);
  }
  return out;
}

Plot roof_panel_plot(const Result& result, const RoofPanel& panel) {
  std::vector<RoofPoint> points;
  const Series series(result);
  Names variants;
  for (const ResultRow* row : panel.rows) {
    points.push_back(*roof_point(*row));
    variants.place(variant_in_memory(result, *row));
  }
  const PlotStyle& style = svg_style();
  Plot out = roof_plot(panel.roof, points, {.roof = style.text, .memory = style.axis});
  out.title = panel.title;
  out.y.label = "multiply-adds per second";
  out.legend = Legend::beside;
  for (const std::string& each : variants.all()) {
    PlotLine line = series.line(each, 1);
    for (std::size_t k = 0; k < points.size(); ++k) {
      if (variant_in_memory(result, *panel.rows[k]) == line.label) line.points.push_back(placed_in(out, points[k]));
    }
    std::ranges::sort(line.points, {}, &PlotPoint::x);
    out.lines.push_back(std::move(line));
  }
  return out;
}

}  // namespace

std::optional<Roof> roof_of(const Result& result, const ResultRow& row) {
  const bool of_gpu = uses_gpu(row);
  if (of_gpu && uses_cpu(row)) return std::nullopt;
  const std::string_view near = of_gpu ? column::gpu_ceiling : column::cpu_ceiling;
  const std::string_view all = of_gpu ? column::gpu_ceilings : column::cpu_ceilings;
  const Column& rate =
      holds(row, column::only_writes) ? column::ceiling::fill_bytes_per_s : column::ceiling::copy_bytes_per_s;
  if (!has(row, part_of(near, column::ceiling::fma_per_s)) || !has(row, part_of(near, rate))) return std::nullopt;
  Roof out{.fma_per_s = row.number(part_of(near, column::ceiling::fma_per_s)),
           .memory_bytes_per_s = row.number(part_of(near, rate)),
           .near_bytes_per_s = row.number(part_of(near, rate)),
           .near_bytes = row.number(part_of(near, column::ceiling::set_bytes)),
           .chip = {}};
  // memory's own rate was measured with all threads, and with one
  const bool of_all = of_gpu || row.text(column::threads) == fact(result, part_of(all, column::ceilings::threads));
  const std::string name = part_of(all, rate) + (of_all ? "" : "_one_thread");
  const Datum* const memory = find_datum(result.facts, name);
  if (memory != nullptr && memory->number() > 0 && (of_all || row.text(column::threads) == "1"))
    out.memory_bytes_per_s = memory->number();
  if (!(out.fma_per_s > 0) || !(out.near_bytes_per_s > 0)) return std::nullopt;
  return out;
}

double least_fma(const ResultRow& row) {
  const double counted = row.number(column::fma_per_operation);
  const Datum* const beside = row.find(column::fma_beside_bytes);  // results of earlier states have none
  return counted > 0 || beside == nullptr ? counted : beside->number();
}

std::optional<RoofPoint> roof_point(const ResultRow& row) {
  const double ms = row.number(column::median_ms);
  return roof_point(Work{.operations = row.number(column::operations),
                         .unit = {},
                         .fma_per_operation = least_fma(row),
                         .bytes = row.number(column::bytes_per_s) * ms / 1e3},
                    ms);
}

Graph rooflines(const Result& result) {
  Graph out{.id = "roofline",
            .title = "roofline",
            .about =
                "The points show what was reached, the lines what this machine reaches at most, both measured in "
                "the same run. Under the slope memory is the limit, under the level line arithmetic. Work is "
                "counted as in the plain loop, so variants that skip part of it can be above the lines.",
            .drawing = {}};
  PlotGrid grid{.width = roof_width, .height = roof_height, .legend = false};
  bool without_arithmetic = false;
  for (const RoofPanel& each : roof_panels(result)) {
    grid.plots.push_back(roof_panel_plot(result, each));
    without_arithmetic |= std::ranges::any_of(each.rows, [](const ResultRow* row) { return least_fma(*row) <= 0; });
  }
  if (grid.plots.empty()) return out;
  if (without_arithmetic)
    out.about += " Work without multiply-adds is at the left edge; its height shows its bytes per second.";
  lay_out(grid, out);
  return out;
}

}  // namespace heteroscope
