#include "app/analysis/scaling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/analysis/claims/compared.hpp"
#include "app/analysis/others.hpp"
#include "app/analysis/reading.hpp"
#include "app/analysis/weak_scaling.hpp"
#include "app/results/row_columns.hpp"
#include "core/io/json/json_text.hpp"

namespace heteroscope {

namespace {

/// A speed-up that may be that of as many threads counts as linear this near to it, of the threads.
constexpr double near_linear = 0.05;

bool contains(const Swept& rows, const ResultRow& row) {
  return std::ranges::find(rows, &row) != rows.end();
}

void add_lines(TextTable& table, const Swept& rows) {
  const std::vector<ScalingPoint> points = scaling_of(rows);
  const std::optional<double> serial = serial_part(rows);
  const Swept fitted = lawful(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ResultRow& row = *rows[i];
    const double speedup = 1 / points[i].relative_time;
    const int threads = points[i].threads;
    const bool last = i + 1 == rows.size();
    table.add({row.text(column::scene), row.text(column::precision), row.text(column::variant), std::to_string(threads),
               median_text(row), times(speedup), percent(speedup / threads),
               threads > 1 ? text_of(kind_of(*rows.front(), row)) : "",
               threads > 1 && contains(fitted, row) ? fmt::format("{:.3f}", karp_flatt(speedup, threads)) : "",
               last && serial ? fmt::format("{:.3f}", *serial) : "", cell(row, column::speedup)});
  }
}

/// The parameters, source and strokes of its problem, as text: a lesson's rows may differ in these alone.
std::string problem_of(const ResultRow& row) {
  if (row.settings.empty()) return {};
  const nlohmann::json settings = nlohmann::json::parse(row.settings);
  if (!settings.is_object()) return row.settings;  // of a file that somebody else has made
  nlohmann::json out;
  for (const char* const id : {"parameters", "source", "strokes"}) out[id] = settings.value(id, nlohmann::json());
  return written_json(out);
}

/// Rows of which each has other threads, from one on.
bool is_sweep(const Swept& rows) {
  const auto threads = [](const ResultRow* row) { return row->number(column::threads); };
  return rows.size() > 1 && threads(rows.front()) == 1 && rows.front()->number(column::median_ms) > 0 &&
         std::ranges::adjacent_find(rows, {}, threads) == rows.end();
}

void set(ResultRow& row, std::string_view id, DatumValue value) {
  const auto datum = std::ranges::find(row.data, id, &Datum::id);
  if (datum != row.data.end()) datum->value = std::move(value);
}

/// The place of a row that is one of the result's.
ResultRow& own(Result& result, const ResultRow* row) {
  return result.rows[static_cast<std::size_t>(row - result.rows.data())];
}

void set_speedup(ResultRow& row, const ResultRow& one, int threads) {
  const double speedup = one.number(column::median_ms) / row.number(column::median_ms);
  set(row, column::thread_speedup, speedup);
  set(row, column::thread_efficiency, speedup / threads);
  if (threads == 1) return;
  const std::string kind = text_of(kind_of(one, row));
  set(row, column::speedup_kind, kind.empty() ? DatumValue() : DatumValue(kind));
}

}  // namespace

double karp_flatt(double speedup, int threads) {
  const double of_one = 1.0 / threads;
  return (1 / speedup - of_one) / (1 - of_one);
}

std::optional<double> amdahl_fraction(std::span<const ScalingPoint> points) {
  double above = 0;
  double below = 0;
  for (const ScalingPoint& each : points) {
    const double x = 1.0 / each.threads;
    above += (each.relative_time - x) * (1 - x);
    below += (1 - x) * (1 - x);
  }
  return below > 0 ? std::optional(above / below) : std::nullopt;
}

double amdahl_speedup(double serial, double threads) {
  return 1 / (serial + (1 - serial) / threads);
}

const char* text_of(SpeedupKind kind) {
  switch (kind) {
    case SpeedupKind::unknown:
      break;
    case SpeedupKind::sublinear:
      return "sublinear";
    case SpeedupKind::linear:
      return "linear";
    case SpeedupKind::superlinear:
      return "superlinear";
  }
  return "";
}

SpeedupKind kind_of(const ResultRow& one, const ResultRow& several) {
  const double threads = several.number(column::threads);
  const Bounded speedup = over(bounded(one, column::median_ms), bounded(several, column::median_ms));
  if (!speedup.sure) return SpeedupKind::unknown;
  const double noise = has(several, column::noise_ms) ? several.number(column::noise_ms) : 0;
  const bool same = std::abs(one.number(column::median_ms) / threads - several.number(column::median_ms)) <= noise;
  if (!same && speedup.high < threads) return SpeedupKind::sublinear;
  if (!same && speedup.low > threads) return SpeedupKind::superlinear;
  return same || std::abs(speedup.value / threads - 1) <= near_linear ? SpeedupKind::linear : SpeedupKind::unknown;
}

std::vector<Swept> swept_in(const Result& result) {
  std::vector<Swept> out;
  std::vector<std::string> problems;  // of each
  for (const ResultRow& row : result.rows) {
    if (uses_gpu(row) || !has(row, column::threads) || has(row, column::scaled_by)) continue;
    std::string problem = problem_of(row);
    std::size_t at = 0;
    for (; at < out.size(); ++at) {
      const ResultRow& known = *out[at].front();
      if (problems[at] == problem && same_problem(known, row) &&
          known.text(column::variant) == row.text(column::variant) &&
          known.text(column::stage) == row.text(column::stage))
        break;
    }
    if (at == out.size()) {
      out.emplace_back();
      problems.push_back(std::move(problem));
    }
    out[at].push_back(&row);
  }
  for (Swept& each : out)
    std::ranges::sort(each, {}, [](const ResultRow* row) { return row->number(column::threads); });
  std::erase_if(out, [](const Swept& each) { return !is_sweep(each); });
  return out;
}

std::vector<ScalingPoint> scaling_of(const Swept& rows) {
  std::vector<ScalingPoint> out;
  for (const ResultRow* row : rows) {
    out.push_back({static_cast<int>(row->number(column::threads)),
                   row->number(column::median_ms) / rows.front()->number(column::median_ms)});
  }
  return out;
}

Swept lawful(const Swept& rows) {
  Swept out = rows;
  std::erase_if(out, [](const ResultRow* row) { return is_marked(*row); });
  if (!contains(out, *rows.front())) out.clear();
  return out;
}

std::optional<double> serial_part(const Swept& rows) {
  const Swept fitted = lawful(rows);
  return fitted.empty() ? std::nullopt : amdahl_fraction(scaling_of(fitted));
}

void set_scaling(Result& result) {
  for (const Swept& each : swept_in(result)) {
    const std::vector<ScalingPoint> points = scaling_of(each);
    const Swept fitted = lawful(each);
    const std::optional<double> serial = serial_part(each);
    for (std::size_t i = 0; i < each.size(); ++i) {
      ResultRow& row = own(result, each[i]);
      set_speedup(row, *each.front(), points[i].threads);
      if (points[i].threads > 1 && contains(fitted, row))
        set(row, column::karp_flatt, karp_flatt(1 / points[i].relative_time, points[i].threads));
      if (serial) set(row, column::amdahl, *serial);
    }
  }
  for (const ScaledSweep& each : scaled_in(result)) {
    const std::optional<double> serial = each.serial_part();
    for (const ScaledRows& of : each.rows) {
      ResultRow& row = own(result, of.all);
      set_speedup(row, *of.one, of.threads());
      set(row, column::weak_efficiency, each.efficiency(of));
      if (of.threads() > 1 && of.is_lawful()) {
        set(row, column::karp_flatt, karp_flatt(of.speedup(), of.threads()));
        set(row, column::gustafson, gustafson_fraction(of.speedup(), of.threads()));
      }
      if (serial) set(row, column::gustafson_fit, *serial);
    }
  }
}

Document scaling_tables(const Result& result) {
  const std::vector<Swept> swept = swept_in(result);
  if (swept.empty()) return {};
  TextTable table({{"scene"},
                   {"precision"},
                   {"variant"},
                   {"threads", true},
                   {"median", true},
                   {"speed-up", true},
                   {"efficiency", true},
                   {"kind"},
                   {"Karp-Flatt", true},
                   {"Amdahl", true},
                   {"over reference", true}});
  for (const Swept& each : swept) add_lines(table, each);
  Document out{
      Paragraph{"Times by number of threads:"}, std::move(table),
      Paragraph{"speed-up: the time of the same variant on one thread / this time. efficiency: speed-up / threads. "
                "A speed-up larger than the number of threads is superlinear. Karp-Flatt: the serial fraction that "
                "explains this speed-up; if it grows with the threads, they hinder each other. Amdahl: the serial "
                "fraction that fits the times at all numbers of threads best."}};
  Swept all;
  for (const Swept& each : swept) all.insert(all.end(), each.begin(), each.end());
  if (const std::string others = others_text(all); !others.empty()) {
    out.emplace_back(Paragraph{fmt::format(
        "Karp-Flatt and Amdahl are missing where {} while the row, or the one on one thread, was measured: no law is "
        "fitted to such rows.",
        others)});
  }
  return out;
}

}  // namespace heteroscope
