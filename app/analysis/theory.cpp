#include "app/analysis/theory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/analysis/claims/compared.hpp"
#include "app/analysis/claims/published.hpp"
#include "app/analysis/claims/published_rows.hpp"
#include "app/analysis/reading.hpp"
#include "app/results/fact_columns.hpp"
#include "core/base/plural.hpp"
#include "core/device/cpu/cpu_clock.hpp"
#include "core/device/cpu/cpu_facts.hpp"

namespace heteroscope {

namespace {

constexpr double giga = 1e9;

/// Pairs of what was predicted and what was measured.
struct PredictedAndMeasured {
  std::vector<double> predicted;
  std::vector<Bounded> measured;

  void fill(Proportion& out) const {
    std::vector<Bounded> quotients;
    std::vector<double> values;
    for (std::size_t i = 0; i < predicted.size(); ++i) {
      quotients.push_back(over(measured[i], {predicted[i], predicted[i], predicted[i]}));
      values.push_back(measured[i].value);
      out.mean += quotients.back().value / static_cast<double>(predicted.size());
    }
    const auto [least, most] = std::ranges::minmax(quotients, {}, &Bounded::value);
    out.least = least.value / out.mean;
    out.most = most.value / out.mean;
    out.points = quotients.size();
    out.correlation = heteroscope::correlation(predicted, values);
    const auto farther = [](double a, double b) { return std::max({a, 1 / a, b}); };
    for (const Bounded& each : quotients) {
      // an interval that holds the mean may be anywhere near it
      const bool around = each.low <= out.mean && out.mean <= each.high;
      const double low = each.low > out.mean ? each.low : each.high;
      out.farthest.value = farther(each.value / out.mean, out.farthest.value);
      if (!around) out.farthest.low = farther(low / out.mean, out.farthest.low);
      out.farthest.high = farther(each.low / out.mean, farther(each.high / out.mean, out.farthest.high));
      out.farthest.doubt = doubt_of(out.farthest, each);
      out.farthest.sure = out.farthest.sure && each.sure;
    }
  }
};

std::vector<Proportion> filled(const std::vector<std::pair<Proportion, PredictedAndMeasured>>& all) {
  std::vector<Proportion> out;
  for (const auto& [what, pairs] : all) pairs.fill(out.emplace_back(what));
  return out;
}

PredictedAndMeasured& pairs_in_proportion(std::vector<std::pair<Proportion, PredictedAndMeasured>>& all,
                                          const Proportion& what) {
  const auto found = std::ranges::find_if(all, [&](const auto& each) {
    return each.first.machine == what.machine && each.first.variant == what.variant &&
           each.first.threads == what.threads;
  });
  return (found != all.end() ? *found : all.emplace_back(what, PredictedAndMeasured{})).second;
}

std::string gflops(double per_s) {
  return fmt::format("{:.4g} GFlop/s", per_s / giga);
}

std::string seconds(double s) {
  return fmt::format("{:.4g} s", s);
}

void add_peaks(Document& to, const Peak& here, const Published* published) {
  TextTable table({{"machine"},
                   {"cores", true},
                   {"clock", true},
                   {"flop per cycle", true},
                   {"peak", true},
                   {"t_c, all cores", true},
                   {"t_c, one core", true}});
  const auto add = [&](const std::string& machine, double cores, double ghz, double per_cycle, double peak) {
    table.add({machine, fmt::format("{}", cores), fmt::format("{:.3g} GHz", ghz), fmt::format("{}", per_cycle),
               gflops(peak), seconds(1 / peak), seconds(cores / peak)});
  };
  if (published != nullptr) {
    for (const PublishedPeak& each : published->peaks) {
      add(each.machine, each.sockets * each.cores, each.ghz, each.flop_per_cycle, giga * each.gflop_per_s);
    }
  }
  add("here", here.cores, here.clock_hz / giga, here.flop_per_cycle(), here.flop_per_s());
  to.emplace_back(Paragraph{"The peak in fp64 (cores × clock × flop per cycle), and the time of one flop (t_c):"});
  to.emplace_back(std::move(table));
  to.emplace_back(Paragraph{fmt::format(
      "\"here\": the clock is measured with additions that each need the result before. A vector holds {} numbers; "
      "one thread started {:.2f} vector multiply-adds per cycle (2 flop per number), as {} would. Each hardware thread "
      "counts as a core; where two threads share a core, all together cannot reach the peak.",
      here.lanes, here.fma_per_s / here.lanes / here.clock_hz, plural(here.units, "arithmetic unit"))});
}

void add_measured_ceilings(Document& to, const Result& result, const Peak& here) {
  TextTable table({{"threads"}, {"peak", true}, {"measured", true}, {"share", true}});
  for (const ResultRow& each : rows_of(result.facts, column::cpu_fma_ceilings)) {
    const double threads = each.number(column::ceilings::threads);
    const double peak = threads * here.flop_per_s() / here.cores;
    const double measured = 2 * each.number(column::ceilings::fp64_per_s);
    table.add({each.text(column::ceilings::threads), gflops(peak), gflops(measured), percent(measured / peak)});
  }
  to.emplace_back(Paragraph{"The peak, and what a loop of multiply-adds reached in this run:"});
  to.emplace_back(std::move(table));
}

void add_proportions(Document& to, const Result& result, const Suite& suite) {
  TextTable table({{"machine"},
                   {"variant"},
                   {"threads"},
                   {"sizes", true},
                   {"correlation", true},
                   {"measured / predicted", true},
                   {"smallest / mean", true},
                   {"largest / mean", true}});
  std::vector<Proportion> all = published_proportions(suite);
  std::ranges::move(proportions(result), std::back_inserter(all));
  for (const Proportion& each : all) {
    table.add({each.machine.empty() ? "here" : each.machine, each.variant, each.threads, std::to_string(each.points),
               each.points < 2 || each.marked() ? "" : fmt::format("{:.4f}", each.correlation), times(each.mean),
               fmt::format("{:.2f}", each.least), fmt::format("{:.2f}", each.most)});
  }
  to.emplace_back(Paragraph{"How well the measured times follow the predicted ones over all sizes:"});
  to.emplace_back(std::move(table));
  to.emplace_back(Paragraph{
      "predicted: the counted operations / the measured multiply-adds per second of as many threads. The worst case "
      "assumes that every value takes the most operations possible; published predictions use the worst case and the "
      "peak. measured / predicted would be the same at all sizes if times were proportional, and smallest and largest "
      "then 1. correlation is Pearson's; it says less, because the largest sizes dominate it."});
}

void add_first_runs(Document& to, const Result& result) {
  TextTable table({{"scene"},
                   {"variant"},
                   {"threads"},
                   {"predicted", true},
                   {"worst case", true},
                   {"first run", true},
                   {"median", true},
                   {"first / median", true}});
  for (const ResultRow& row : result.rows) {
    if (!has(row, column::predicted_ms)) continue;
    table.add({row.text(column::scene), row.text(column::variant), row.text(column::threads),
               cell(row, column::predicted_ms), cell(row, column::worst_case_ms), cell(row, column::first_ms),
               median_text(row),
               has(row, column::first_ms) ? times(row.number(column::first_ms) / row.number(column::median_ms))
                                          : std::string()});
  }
  to.emplace_back(Paragraph{"Predicted and measured times, and the first run (all caches cold):"});
  to.emplace_back(std::move(table));
}

}  // namespace

Peak peak_of(double clock_hz, int lanes, int cores, double fma_per_s) {
  const double a_cycle = fma_per_s / lanes / clock_hz;
  return {.clock_hz = clock_hz,
          .lanes = lanes,
          .units = std::max(1, static_cast<int>(std::lround(a_cycle))),
          .cores = cores,
          .fma_per_s = fma_per_s};
}

double correlation(std::span<const double> a, std::span<const double> b) {
  const auto mean = [](std::span<const double> of) {
    double sum = 0;
    for (const double each : of) sum += each;
    return sum / static_cast<double>(of.size());
  };
  const double mean_a = mean(a);
  const double mean_b = mean(b);
  double both = 0;
  double of_a = 0;
  double of_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    both += (a[i] - mean_a) * (b[i] - mean_b);
    of_a += (a[i] - mean_a) * (a[i] - mean_a);
    of_b += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return of_a > 0 && of_b > 0 ? both / std::sqrt(of_a * of_b) : 0;
}

std::vector<Proportion> proportions(const Result& result) {
  std::vector<std::pair<Proportion, PredictedAndMeasured>> all;
  for (const ResultRow& row : result.rows) {
    if (!has(row, column::predicted_ms) || !has(row, column::median_ms) || !(row.number(column::predicted_ms) > 0))
      continue;
    PredictedAndMeasured& pairs = pairs_in_proportion(
        all, {.machine = {}, .variant = row.text(column::variant), .threads = row.text(column::threads)});
    pairs.predicted.push_back(row.number(column::predicted_ms));
    pairs.measured.push_back(bounded(row, column::median_ms));
  }
  return filled(all);
}

std::vector<Proportion> published_proportions(const Suite& suite) {
  std::vector<Proportion> out;
  for (const std::string_view machine : published_machines(suite)) {
    for (Proportion each : proportions(published_result(suite, machine))) {
      each.machine = machine;
      out.push_back(std::move(each));
    }
  }
  return out;
}

void add_theory(const Data& to) {
  to.add(column::theory_clock_hz, measured_clock_hz());
  to.add(column::theory_fp64_lanes, std::int64_t{fp64_lanes()});
  to.add(column::theory_cores, std::int64_t{cpu_facts().threads});
}

std::optional<Peak> peak_in(const Result& result) {
  const auto number = [&](const Column& id) {
    const Datum* const datum = find_datum(result.facts, id);
    return datum == nullptr ? 0.0 : datum->number();
  };
  double of_one = 0;
  for (const ResultRow& each : rows_of(result.facts, column::cpu_fma_ceilings)) {
    if (each.text(column::ceilings::threads) == "1") of_one = each.number(column::ceilings::fp64_per_s);
  }
  const double clock = number(column::theory_clock_hz);
  const auto lanes = static_cast<int>(number(column::theory_fp64_lanes));
  if (!(clock > 0) || lanes <= 0 || !(of_one > 0)) return std::nullopt;
  return peak_of(clock, lanes, static_cast<int>(number(column::theory_cores)), of_one);
}

Document theory_tables(const Result& result, const Suite& suite) {
  Document out;
  if (const std::optional<Peak> here = peak_in(result)) {
    add_peaks(out, *here, published_of(suite));
    add_measured_ceilings(out, result, *here);
  }
  add_proportions(out, result, suite);
  add_first_runs(out, result);
  return out;
}

}  // namespace heteroscope
