#include "app/analysis/weak_scaling.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/others.hpp"
#include "app/analysis/reading.hpp"
#include "app/analysis/scaling.hpp"
#include "app/results/row_columns.hpp"

namespace heteroscope {

namespace {

std::string scene_of(const ResultRow& row) {
  std::string out = row.text(column::scene);
  const std::string suffix = scaled_suffix(static_cast<int>(row.number(column::scaled_by)));
  if (out.ends_with(suffix)) out.resize(out.size() - suffix.size());
  return out;
}

bool same_but_scale(const ResultRow& a, const ResultRow& b) {
  return same_in(a, b, {column::precision, column::variant, column::stage, column::steps});
}

void add_lines(TextTable& table, const ScaledSweep& sweep) {
  const std::optional<double> serial = sweep.serial_part();
  for (const ScaledRows& each : sweep.rows) {
    const int threads = each.threads();
    const bool last = &each == &sweep.rows.back();
    table.add(
        {sweep.scene, each.all->text(column::precision), each.all->text(column::variant), std::to_string(threads),
         size_text(*each.all), median_text(*each.one), median_text(*each.all), percent(sweep.efficiency(each)),
         times(each.speedup()), threads > 1 ? text_of(kind_of(*each.one, *each.all)) : "",
         threads > 1 && each.is_lawful() ? fmt::format("{:.3f}", gustafson_fraction(each.speedup(), threads)) : "",
         last && serial ? fmt::format("{:.3f}", *serial) : ""});
  }
}

}  // namespace

double gustafson_speedup(double serial, double threads) {
  return threads - serial * (threads - 1);
}

double gustafson_fraction(double speedup, int threads) {
  return (threads - speedup) / (threads - 1);
}

std::optional<double> gustafson_fraction(std::span<const ScaledPoint> points) {
  double above = 0;
  double below = 0;
  for (const ScaledPoint& each : points) {
    const double others = each.threads - 1;
    above += (each.threads - each.speedup) * others;
    below += others * others;
  }
  return below > 0 ? std::optional(above / below) : std::nullopt;
}

std::string scaled_suffix(int scaled_by) {
  return fmt::format(" x{}", scaled_by);
}

int ScaledRows::threads() const {
  return static_cast<int>(all->number(column::threads));
}

double ScaledRows::speedup() const {
  return one->number(column::median_ms) / all->number(column::median_ms);
}

bool ScaledRows::is_lawful() const {
  return !is_marked(*one) && !is_marked(*all);
}

bool ScaledSweep::is_lawful() const {
  return std::ranges::all_of(rows, &ScaledRows::is_lawful);
}

std::vector<const ResultRow*> ScaledSweep::measured() const {
  std::vector<const ResultRow*> out;
  for (const ScaledRows& each : rows) out.insert(out.end(), {each.one, each.all});
  return out;
}

std::optional<double> ScaledSweep::serial_part() const {
  std::vector<ScaledPoint> fitted;
  for (const ScaledRows& each : rows) {
    if (each.is_lawful()) fitted.push_back({each.threads(), each.speedup()});
  }
  return gustafson_fraction(fitted);
}

double ScaledSweep::efficiency(const ScaledRows& of) const {
  return rows.front().all->number(column::median_ms) / of.all->number(column::median_ms);
}

std::vector<ScaledSweep> scaled_in(const Result& result) {
  std::vector<ScaledSweep> out;
  for (const ResultRow& all : result.rows) {
    const bool grown = has(all, column::scaled_by) && has(all, column::threads);
    if (!grown || all.number(column::threads) != all.number(column::scaled_by) || !(all.number(column::median_ms) > 0))
      continue;
    const auto is_one = [&](const ResultRow& row) {
      return has(row, column::scaled_by) && row.number(column::threads) == 1 && same_problem(row, all) &&
             same_but_scale(row, all);
    };
    const auto one = std::ranges::find_if(result.rows, is_one);
    if (one == result.rows.end()) continue;
    const auto same = [&](const ScaledSweep& known) {
      return known.scene == scene_of(all) && same_but_scale(*known.rows.front().all, all);
    };
    auto sweep = std::ranges::find_if(out, same);
    if (sweep == out.end()) sweep = out.insert(sweep, {.scene = scene_of(all), .rows = {}});
    sweep->rows.push_back({&*one, &all});
  }
  for (ScaledSweep& each : out) std::ranges::sort(each.rows, {}, &ScaledRows::threads);
  std::erase_if(out, [](const ScaledSweep& each) { return each.rows.front().threads() != 1; });
  return out;
}

Document weak_scaling_tables(const Result& result) {
  const std::vector<ScaledSweep> sweeps = scaled_in(result);
  if (sweeps.empty()) return {};
  TextTable table({{"scene"},
                   {"precision"},
                   {"variant"},
                   {"threads", true},
                   {"size"},
                   {"on one thread", true},
                   {"on all", true},
                   {"weak efficiency", true},
                   {"scaled speed-up", true},
                   {"kind"},
                   {"Gustafson", true},
                   {"all counts", true}});
  std::vector<const ResultRow*> all;
  for (const ScaledSweep& each : sweeps) {
    add_lines(table, each);
    std::ranges::move(each.measured(), std::back_inserter(all));
  }
  Document out{
      Paragraph{"Times if the problem grows with the number of threads (weak scaling):"}, std::move(table),
      Paragraph{"weak efficiency: the time of one thread on its problem / the time of p threads on a problem p "
                "times as large (each thread has equally much to do). scaled speed-up S: the time of one thread on the "
                "larger problem / the time of p threads on it. Gustafson: the serial fraction α of "
                "S = p − α (p − 1); all counts: the α that fits all numbers of threads best."}};
  if (const std::string others = others_text(all); !others.empty()) {
    out.emplace_back(Paragraph{
        fmt::format("Gustafson is missing where {} while the row, or the one on one thread, was measured: no law is "
                    "fitted to such rows.",
                    others)});
  }
  return out;
}

}  // namespace heteroscope
