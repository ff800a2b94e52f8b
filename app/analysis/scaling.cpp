#include "app/analysis/scaling.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/reading.hpp"

namespace heteroscope {

namespace {

void add_lines(TextTable& table, const Swept& rows) {
  const std::vector<ScalingPoint> points = scaling_of(rows);
  const std::optional<double> serial = amdahl_fraction(points);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ResultRow& row = *rows[i];
    const double speedup = 1 / points[i].relative_time;
    const int threads = points[i].threads;
    const bool last = i + 1 == rows.size();
    table.add({row.text("scene"), row.text("precision"), row.text("variant"), std::to_string(threads), median_text(row),
               times(speedup), percent(speedup / threads),
               threads > 1 ? fmt::format("{:.3f}", karp_flatt(speedup, threads)) : "",
               last && serial ? fmt::format("{:.3f}", *serial) : "", cell(row, "speedup")});
  }
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

std::vector<Swept> swept_in(const Result& result) {
  std::vector<Swept> out;
  for (const ResultRow& row : result.rows) {
    if (uses_gpu(row) || !has(row, "threads")) continue;
    const auto same = [&](const Swept& known) {
      return same_problem(*known.front(), row) && known.front()->text("variant") == row.text("variant") &&
             known.front()->text("stage") == row.text("stage");
    };
    const auto found = std::ranges::find_if(out, same);
    (found != out.end() ? *found : out.emplace_back()).push_back(&row);
  }
  for (Swept& each : out) std::ranges::sort(each, {}, [](const ResultRow* row) { return row->number("threads"); });
  std::erase_if(out, [](const Swept& each) {
    return each.size() < 2 || each.front()->number("threads") != 1 || !(each.front()->number("median_ms") > 0);
  });
  return out;
}

std::vector<ScalingPoint> scaling_of(const Swept& rows) {
  std::vector<ScalingPoint> out;
  for (const ResultRow* row : rows) {
    out.push_back(
        {static_cast<int>(row->number("threads")), row->number("median_ms") / rows.front()->number("median_ms")});
  }
  return out;
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
                   {"Karp-Flatt", true},
                   {"Amdahl", true},
                   {"over reference", true}});
  for (const Swept& each : swept) add_lines(table, each);
  return {Paragraph{"Over threads:"}, std::move(table),
          Paragraph{"speed-up is over the same variant on one thread; efficiency that over the threads. Karp-Flatt is "
                    "the part that would have to be serial for that speed-up: where it grows with the threads, they "
                    "get into each other's way. Amdahl is the serial part that fits all counts best."}};
}

}  // namespace heteroscope
