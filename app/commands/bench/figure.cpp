#include "app/commands/bench/figure.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

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
  Names sizes;
  for (const BenchRow& row : bench.rows) sizes.place(fmt::format("{}x{}", row.size.width, row.size.height));
  const std::string about = sizes.all().size() == 1 ? sizes.all().front() + "; " : "";
  return put_heading(out, std::string(title), about + machine_text(this_machine(device::facts())), width);
}

double footnotes(Drawing& out, const Bench& bench, double y, double width) {
  Names notes;
  for (const BenchRow& row : bench.rows) {
    if (!row.advice.empty()) notes.place(row.advice);
    if (row.settled == false) notes.place("A hollow bar is of a run that did not settle.");
  }
  for (const auto& [reason, count] : bench.skips) notes.place(fmt::format("skipped {}: {}", count, reason));
  for (const std::string& each : notes.all()) y = put_paragraph(out, each, y, width);
  return y + figure_margin;
}

}  // namespace heteroscope
