#include "app/analysis/judged.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/analysis/reading.hpp"
#include "app/analysis/row_pattern.hpp"
#include "app/analysis/theory.hpp"
#include "core/base/plural.hpp"
#include "core/base/statistics.hpp"

namespace heteroscope {

namespace {

constexpr std::size_t least_sizes = 3;  // of a line

/// In the result's order.
std::vector<std::string> scenes_of(const Result& result) {
  Names out;
  for (const ResultRow& row : result.rows) out.place(row.text("scene"));
  return out.all();
}

/// The fastest row of each pattern in a scene; of a pattern with a scene of its own, in that.
struct Sides {
  const ResultRow* fast = nullptr;
  const ResultRow* slow = nullptr;

  [[nodiscard]] bool both() const { return fast != nullptr && slow != nullptr; }
  [[nodiscard]] Bounded ratio() const { return over(bounded(*slow, "median_ms"), bounded(*fast, "median_ms")); }
};

Sides sides_in(const std::string& scene, const Claim& claim, const Result& result) {
  const auto in_scene = [&](RowPattern pattern) {
    if (pattern.scene.empty()) pattern.scene = scene;
    return fastest_like(result, pattern);
  };
  return {in_scene(claim.fast), in_scene(claim.slow)};
}

/// Of the last scene where both have an interval; where there is none, of the last that both have.
Sides last_sides(const Claim& claim, const Result& result) {
  Sides out;
  const std::vector<std::string> scenes = scenes_of(result);
  for (auto scene = scenes.rbegin(); scene != scenes.rend(); ++scene) {
    const Sides here = sides_in(*scene, claim, result);
    if (here.both() && here.ratio().sure) return here;
    if (!out.both()) out = here;
  }
  return out;
}

std::string not_measured(const RowPattern& pattern) {
  return fmt::format("{} was not measured here", label_of(pattern));
}

std::string times_text(const Claim& claim, const Sides& sides) {
  std::string scene = sides.fast->text("scene");
  if (const std::string other = sides.slow->text("scene"); other != scene) scene += fmt::format(" and {}", other);
  return fmt::format("{}: {} takes {}, {} {}; {} times as long", scene, label_of(claim.fast), median_text(*sides.fast),
                     label_of(claim.slow), median_text(*sides.slow), times(sides.ratio().value));
}

Judged judge_times(const Claim& claim, const Result& result) {
  Judged out{&claim, Verdict::unknown, {}};
  const Sides sides = last_sides(claim, result);
  if (!sides.both()) {
    out.why = not_measured(sides.fast == nullptr ? claim.fast : claim.slow);
    return out;
  }
  const Bounded ratio = sides.ratio();
  out.why = times_text(claim, sides);
  // what is within the noise is no difference, which only a claim of being alike could live with
  const bool noise = !claim.alike && claim.factor <= 1 && within_noise(*sides.fast, *sides.slow);
  if (!ratio.sure) {
    out.why += ", of too few runs for an interval";
  } else if (noise) {
    out.why += ", within the noise";
  } else {
    out.verdict = claim.alike ? alike(ratio, claim.factor) : at_least(ratio, claim.factor);
    if (out.verdict == Verdict::unknown)
      out.why += fmt::format(", from {} to {} with 95 % each", times(ratio.low), times(ratio.high));
  }
  return out;
}

Judged judge_widening(const Claim& claim, const Result& result) {
  Judged out{&claim, Verdict::unknown, not_measured(claim.fast) + " in two scenes beside " + label_of(claim.slow)};
  std::vector<Sides> all;
  for (const std::string& each : scenes_of(result)) {
    const Sides here = sides_in(each, claim, result);
    if (here.both()) all.push_back(here);
  }
  if (all.size() < 2) return out;
  const Bounded grown = over(all.back().ratio(), all.front().ratio());
  if (grown.sure) out.verdict = at_least(grown, claim.factor);
  out.why = fmt::format("{}; {}{}", times_text(claim, all.front()), times_text(claim, all.back()),
                        grown.sure ? "" : ", of too few runs for an interval");
  return out;
}

Judged judge_differences(const Claim& claim, const Result& result) {
  Judged out{&claim, Verdict::unknown, fmt::format("{} was not compared here", label_of(claim.fast))};
  std::int64_t rows = 0;
  double differing = 0;
  double values = 0;
  for (const ResultRow* row : rows_like(result, claim.fast)) {
    if (!has(*row, "differing_values")) continue;
    ++rows;
    differing += row->number("differing_values");
    values += row->number("compared_values");
  }
  if (rows == 0) return out;
  out.verdict = differing > 0 ? Verdict::holds : Verdict::does_not;
  out.why = fmt::format("{} of {} of {} differ", differing, plural(values, "value"), plural(rows, "row"));
  return out;
}

/// What scatters spoils a correlation and does not make one: of medians without an interval a good one counts, a bad
/// one does not.
Judged judge_proportion(const Claim& claim, const Result& result) {
  Judged out{&claim, Verdict::unknown, fmt::format("{} was not measured here in three sizes", label_of(claim.fast))};
  for (const Proportion& each : proportions(result)) {
    const bool same = each.variant == claim.fast.variant;
    if (!same || each.points < least_sizes) continue;
    const bool follow = each.correlation >= claim.factor;
    out.verdict = follow ? Verdict::holds : each.sure ? Verdict::does_not : Verdict::unknown;
    out.why = fmt::format("{}, threads {}: r = {:.5f} over {} sizes{}", each.variant, each.threads, each.correlation,
                          each.points, follow || each.sure ? "" : ", some of too few runs for an interval");
    if (!follow) break;
  }
  return out;
}

/// Medians that are known, by the first runs of the same rows: by their intervals, and beyond the noise.
Judged judge_first_runs(const Claim& claim, const Result& result) {
  Judged out{&claim, Verdict::unknown, not_measured(claim.fast)};
  std::vector<double> ratios;
  std::size_t slower = 0;
  std::size_t not_slower = 0;
  for (const ResultRow* row : rows_like(result, claim.fast)) {
    out.why = "no row has enough runs for an interval";
    const Bounded median = bounded(*row, "median_ms");
    if (!has(*row, "first_ms") || !median.sure) continue;
    const double first = row->number("first_ms");
    ratios.push_back(first / median.value);
    const double noise = has(*row, "noise_ms") ? row->number("noise_ms") : 0;
    slower += first >= claim.factor * median.high && first - median.value >= noise ? 1 : 0;
    not_slower += first < claim.factor * median.low ? 1 : 0;
  }
  if (ratios.empty()) return out;
  if (2 * slower > ratios.size()) out.verdict = Verdict::holds;
  if (2 * not_slower >= ratios.size()) out.verdict = Verdict::does_not;
  out.why = fmt::format(
      "the first run took at least {} times the median in {} of {} rows, less in {}, {} times in the middle "
      "one",
      times(claim.factor), slower, ratios.size(), not_slower, times(statistics(ratios).median));
  return out;
}

/// The fastest row of each scene along the suite's axis.
Judged judge_growth(const Claim& claim, const Result& result) {
  Judged out{&claim, Verdict::unknown, fmt::format("{} was not measured here in three sizes", label_of(claim.fast))};
  std::vector<double> sizes;
  std::vector<double> all_ms;
  std::vector<double> logarithms;
  bool sure = true;
  for (const std::string& scene : scenes_of(result)) {
    const ResultRow* const row = sides_in(scene, claim, result).fast;
    if (row == nullptr || !has(*row, "axis") || !(row->number("median_ms") > 0)) continue;
    sizes.push_back(row->number("axis"));
    all_ms.push_back(row->number("median_ms"));
    logarithms.push_back(std::log(all_ms.back()));
    sure = sure && bounded(*row, "median_ms").sure;
  }
  if (sizes.size() < least_sizes) return out;
  const double straight = correlation(sizes, all_ms);
  const double exponential = correlation(sizes, logarithms);
  const bool grows = claim.of == ClaimOf::straight_line ? straight >= claim.factor : exponential > straight;
  out.verdict = !sure ? Verdict::unknown : grows ? Verdict::holds : Verdict::does_not;
  out.why = fmt::format("over {} sizes r = {:.5f} of the times, {:.5f} of their logarithms{}", sizes.size(), straight,
                        exponential, sure ? "" : ", some of too few runs for an interval");
  return out;
}

Judged judge_figure(const Claim& claim, const Result& result) {
  constexpr double near = 0.01;
  Judged out{&claim, Verdict::unknown, fmt::format("{} has no such figure here", label_of(claim.fast))};
  std::string values;
  bool same = true;
  for (const ResultRow* row : rows_like(result, claim.fast)) {
    if (!has(*row, claim.figure)) continue;
    const double value = row->number(claim.figure);
    same = same && std::abs(value - claim.factor) <= near * claim.factor;
    values += fmt::format("{}{:.4g}", values.empty() ? "" : ", ", value);
    out.why = fmt::format("{}: {}", row->find(claim.figure)->name, values);
  }
  if (!values.empty()) out.verdict = same ? Verdict::holds : Verdict::does_not;
  return out;
}

}  // namespace

const char* text_of(Verdict verdict) {
  if (verdict == Verdict::unknown) return "cannot be told here";
  return verdict == Verdict::holds ? "holds" : "does not hold";
}

Judged judge(const Claim& claim, const Result& result) {
  switch (claim.of) {
    case ClaimOf::times:
      break;
    case ClaimOf::differences:
      return judge_differences(claim, result);
    case ClaimOf::proportion:
      return judge_proportion(claim, result);
    case ClaimOf::first_runs:
      return judge_first_runs(claim, result);
    case ClaimOf::straight_line:
    case ClaimOf::exponential:
      return judge_growth(claim, result);
    case ClaimOf::widening:
      return judge_widening(claim, result);
    case ClaimOf::figure:
      return judge_figure(claim, result);
  }
  return judge_times(claim, result);
}

}  // namespace heteroscope
