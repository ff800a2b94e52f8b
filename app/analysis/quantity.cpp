#include "app/analysis/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/analysis/others.hpp"
#include "app/plot/style.hpp"
#include "app/results/row_columns.hpp"
#include "core/model/suite.hpp"

namespace heteroscope {

namespace {

/// They compute the same in the same way, but for what may be chosen.
bool same_but(Best choice, const ResultRow& a, const ResultRow& b) {
  return same_problem(a, b) &&
         same_in(a, b, {column::variant, column::stage, column::processor, column::memory, column::split}) &&
         (choice == Best::threads_and_block || block_of(a) == block_of(b));
}

/// No two scenes have a size in common, so that a size tells the scene.
bool sizes_tell_scenes(const Result& result) {
  std::vector<std::pair<std::string, std::string>> known;
  for (const ResultRow& row : result.rows) {
    const auto same = std::ranges::find(known, size_text(row), [](const auto& each) { return each.second; });
    if (same == known.end()) {
      known.emplace_back(row.text(column::scene), size_text(row));
    } else if (same->first != row.text(column::scene)) {
      return false;
    }
  }
  return true;
}

}  // namespace

double time_of(const ResultRow& row) {
  return row.number(!has(row, column::settled) && has(row, column::step_ms) ? column::step_ms : column::median_ms);
}

Interval range_of(const ResultRow& row) {
  const double factor = row.number(column::median_ms) > 0 ? time_of(row) / row.number(column::median_ms) : 1;
  return {factor * row.number(column::min_ms), factor * row.number(column::max_ms)};
}

std::string time_name(const Result& result) {
  const ResultRow& first = result.rows.front();
  if (has(first, column::settled)) return "time to tolerance";
  return has(first, column::steps) ? "time per step" : "time";
}

SizeAxis::SizeAxis(const Result& result) {
  const Suite* const suite = suite_of(result);
  of_suite_ = suite != nullptr && !suite->axis.empty();
  if (!of_suite_ && !sizes_tell_scenes(result)) return;
  square_ = std::ranges::all_of(
      result.rows, [](const ResultRow& row) { return row.at(column::width).value == row.at(column::height).value; });
  name_ = of_suite_ ? std::string(suite->axis) : square_ ? "side" : "values";
  for (const ResultRow& row : result.rows) {
    places_.push_back(of(row));
    if (!of_scene(row.text(column::scene))) scenes_.emplace_back(row.text(column::scene), of(row));
  }
  std::ranges::sort(places_);
  places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
}

double SizeAxis::of(const ResultRow& row) const {
  if (of_suite_) return row.number(column::axis);
  return square_ ? row.number(column::width) : row.number(column::width) * row.number(column::height);
}

std::optional<double> SizeAxis::of_scene(std::string_view scene) const {
  const auto found = std::ranges::find(scenes_, scene, [](const auto& each) { return each.first; });
  return found == scenes_.end() ? std::nullopt : std::optional(found->second);
}

std::string place_text(double value) {
  const bool short_form = value >= 1024 && std::fmod(value, 1024) == 0;
  return short_form ? fmt::format("{}k", value / 1024) : fmt::format("{}", value);
}

std::vector<const ResultRow*> best_rows(const Result& result, Best of) {
  std::vector<const ResultRow*> out;
  for (const ResultRow& row : result.rows) {
    const auto same = std::ranges::find_if(out, [&](const ResultRow* known) { return same_but(of, *known, row); });
    if (same == out.end()) {
      out.push_back(&row);
    } else if (order_by_time(row) < order_by_time(**same)) {
      *same = &row;
    }
  }
  return out;
}

Series::Series(const Result& result, bool by_threads) {
  for (const ResultRow& row : result.rows)
    names_.place(by_threads ? variant_text(result, row) : variant_in_memory(result, row));
}

std::size_t Series::place(const std::string& name) const {
  return static_cast<std::size_t>(std::ranges::find(names(), name) - names().begin());
}

std::uint32_t Series::color(const std::string& name) const {
  return series_color(place(name), names().size());
}

PlotLine Series::line(const std::string& name, double width) const {
  return {.label = name, .color = color(name), .marker = marker_of(place(name)), .points = {}, .width = width};
}

}  // namespace heteroscope
