#include "app/commands/bench/figure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/commands/machine.hpp"
#include "app/plot/svg.hpp"

namespace heteroscope {

namespace {

constexpr double line_step = 17;
constexpr double title_scale = 1.4;

/// Puts a paragraph below a height; returns the height of its last line.
double put_lines(Drawing& out, const std::string& words, double y, double width) {
  const PlotStyle& style = svg_style();
  for (const std::string& each : wrapped(words, width - 2 * figure_margin, style))
    out.emplace_back(DrawnText{.at = {figure_margin, y += line_step}, .words = each, .color = style.text});
  return y;
}

}  // namespace

std::size_t Names::place(const std::string& name) {
  const auto found = std::ranges::find(all_, name);
  const auto at = static_cast<std::size_t>(found - all_.begin());
  if (found == all_.end()) all_.push_back(name);
  return at;
}

std::string variant_text(const Bench& bench, const BenchRow& row) {
  const bool several = std::ranges::any_of(bench.rows, [&](const BenchRow& other) {
    return other.what.variant == row.what.variant && other.threads != row.threads;
  });
  if (!several) return row.what.variant;
  return fmt::format("{}, {} thread{}", row.what.variant, row.threads, row.threads == 1 ? "" : "s");
}

double heading(Drawing& out, const Bench& bench, std::string_view title, double width) {
  const double y = figure_margin + 4;
  out.emplace_back(DrawnText{.at = {figure_margin, y},
                             .words = std::string(title),
                             .color = svg_style().text,
                             .bold = true,
                             .scale = title_scale});
  const Machine m = this_machine(device::facts());
  Names sizes;
  for (const BenchRow& row : bench.rows) sizes.place(fmt::format("{}x{}", row.size.width, row.size.height));
  std::string about = sizes.all().size() == 1 ? sizes.all().front() + "; " : "";
  about += fmt::format("{}, {} threads; {}{}", m.cpu, m.cpu_threads, m.gpu.empty() ? "" : m.gpu + "; ", m.date_utc);
  return put_lines(out, about, y + 4, width) + 20;
}

double footnotes(Drawing& out, const Bench& bench, double y, double width) {
  Names notes;
  for (const BenchRow& row : bench.rows) {
    if (!row.advice.empty()) notes.place(row.advice);
    if (row.settled == false) notes.place("A hollow bar is of a run that did not settle.");
  }
  for (const auto& [reason, count] : bench.skips) notes.place(fmt::format("skipped {}: {}", count, reason));
  for (const std::string& each : notes.all()) y = put_lines(out, each, y, width);
  return y + figure_margin;
}

}  // namespace heteroscope
