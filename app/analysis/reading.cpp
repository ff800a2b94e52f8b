#include "app/analysis/reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/analysis/others.hpp"
#include "app/results/fact_columns.hpp"
#include "app/text/table.hpp"
#include "core/base/plural.hpp"
#include "core/numbers/difference.hpp"
#include "kernels/suites.hpp"

namespace heteroscope {

namespace {

/// Whether the variant was measured with others of that, too.
bool differs_among(const Result& result, const std::string& variant, const Column& id, const ResultRow& row) {
  return std::ranges::any_of(result.rows, [&](const ResultRow& other) {
    return other.text(column::variant) == variant && other.at(id).value != row.at(id).value;
  });
}

}  // namespace

const Suite* find_suite(std::string_view id) {
  const auto found = std::ranges::find(suites(), id, &Suite::id);
  return found == suites().end() ? nullptr : *found;
}

const Suite* suite_of(const Result& result) {
  return find_suite(fact(result, column::suite));
}

BlockShape block_of(const ResultRow& row) {
  return has(row, column::block_x)
             ? BlockShape{static_cast<int>(row.number(column::block_x)), static_cast<int>(row.number(column::block_y))}
             : BlockShape{};
}

std::string block_text(BlockShape block) {
  return block == BlockShape{} ? std::string() : fmt::format("{}x{}", block.x, block.y);
}

std::string block_text(const ResultRow& row) {
  return block_text(block_of(row));
}

std::string size_text(const ResultRow& row) {
  return fmt::format("{}x{}", row.text(column::width), row.text(column::height));
}

std::string set_text(const ResultRow& row) {
  std::string out;
  for (const std::string_view side : {column::cpu_ceiling, column::gpu_ceiling}) {
    const std::string set = part_of(side, column::ceiling::set_bytes);
    if (has(row, set)) out += (out.empty() ? "" : " + ") + cell(row, set);
  }
  return out;
}

bool uses_cpu(const ResultRow& row) {
  return !row.text(column::processor).starts_with(id_of(Processor::gpu));
}

bool uses_gpu(const ResultRow& row) {
  return row.text(column::processor) != id_of(Processor::cpu);
}

std::string scene_text(const std::string& scene, const std::string& precision) {
  return scene.empty() ? precision : fmt::format("{}, {}", scene, precision);
}

std::string scene_text(const ResultRow& row) {
  return scene_text(row.text(column::scene), row.text(column::precision));
}

std::string variant_in_memory(const Result& result, const ResultRow& row) {
  std::string variant = row.text(column::variant);
  return differs_among(result, variant, column::memory, row) ? fmt::format("{}, {}", variant, row.text(column::memory))
                                                             : variant;
}

std::string variant_text(const Result& result, const ResultRow& row) {
  std::string variant = variant_in_memory(result, row);
  if (!differs_among(result, row.text(column::variant), column::threads, row)) return variant;
  const std::string threads = row.text(column::threads);
  return fmt::format("{}, {} thread{}", variant, threads, threads == "1" ? "" : "s");
}

namespace {

/// The larger of the noises that were measured beside the rows, ms; below 0 where none was.
double noise_of_pair(const ResultRow& a, const ResultRow& b) {
  double noise = -1;
  for (const ResultRow* each : {&a, &b}) {
    if (has(*each, column::noise_ms)) noise = std::max(noise, each->number(column::noise_ms));
  }
  return noise;
}

MedianTime time_in(const ResultRow& row) {
  MedianTime out{.median = row.number(column::median_ms), .interval = std::nullopt};
  if (has(row, column::median_low_ms))
    out.interval = Interval{row.number(column::median_low_ms), row.number(column::median_high_ms)};
  return out;
}

}  // namespace

bool within_noise(const ResultRow& a, const ResultRow& b) {
  return std::abs(a.number(column::median_ms) - b.number(column::median_ms)) <= noise_of_pair(a, b);
}

bool tied(const ResultRow& a, const ResultRow& b) {
  return tied(time_in(a), time_in(b), noise_of_pair(a, b));
}

bool same_in(const ResultRow& a, const ResultRow& b, std::initializer_list<Column> columns) {
  return std::ranges::all_of(columns, [&](const Column& id) { return a.at(id).value == b.at(id).value; });
}

bool same_problem(const ResultRow& a, const ResultRow& b) {
  return same_in(a, b, {column::scene, column::precision, column::steps, column::width, column::height});
}

std::size_t cases_left(const Result& result) {
  const Datum* const cases = find_datum(result.facts, column::cases);
  std::size_t done = result.rows.size();
  for (const Skipped& each : result.skipped) done += static_cast<std::size_t>(each.rows);
  const std::size_t all = cases == nullptr ? 0 : static_cast<std::size_t>(cases->number());
  return all > done ? all - done : 0;
}

std::string skip_text(const Skipped& skipped) {
  if (skipped.rows == 0) return "left out: " + skipped.reason;
  return fmt::format("{} skipped: {}", plural(skipped.rows, "row"), skipped.reason);
}

std::string cell(const ResultRow& row, std::string_view id) {
  const Datum* const datum = row.find(id);
  return datum == nullptr ? std::string() : shown(*datum);
}

bool of_one_run(const ResultRow& row) {
  return has(row, column::repeats) && row.number(column::repeats) == 1;
}

std::string time_marks(const ResultRow& row) {
  return std::string(of_one_run(row) ? " (1 run)" : "") + star(row);
}

std::string median_text(const ResultRow& row) {
  return cell(row, column::median_ms) + time_marks(row);
}

std::string reach_text(const ResultRow& row) {
  if (of_one_run(row)) return {};
  return fmt::format("± {}", has(row, column::reach) ? cell(row, column::reach) : "?");
}

bool holds(const ResultRow& row, std::string_view id) {
  const Datum* const datum = row.find(id);
  return datum != nullptr && datum->value == DatumValue(true);
}

bool has(const ResultRow& row, std::string_view id) {
  const Datum* const datum = row.find(id);
  return datum != nullptr && datum->there();
}

std::string fact(const Result& result, std::string_view id) {
  const Datum* const datum = find_datum(result.facts, id);
  return datum == nullptr ? std::string() : text_of(datum->value);
}

std::string machine_fact(const Result& result, const Column& column) {
  return fact(result, part_of(column::machine_facts, column));
}

std::string machine_name(const Result& result) {
  const std::string gpu = machine_fact(result, column::machine::gpu);
  return fmt::format("{}, {}{}", machine_fact(result, column::machine::cpu),
                     plural(machine_fact(result, column::machine::cpu_threads), "thread"),
                     gpu.empty() ? "" : "; " + gpu);
}

std::string machine_text(const Result& result) {
  return fmt::format("{}; {}", machine_name(result), machine_fact(result, column::machine::date_utc));
}

std::size_t Names::place(const std::string& name) {
  const auto found = std::ranges::find(all_, name);
  const auto at = static_cast<std::size_t>(found - all_.begin());
  if (found == all_.end()) all_.push_back(name);
  return at;
}

}  // namespace heteroscope
