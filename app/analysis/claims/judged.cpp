#include "app/analysis/claims/judged.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/analysis/claims/row_pattern.hpp"
#include "app/analysis/reading.hpp"
#include "app/analysis/theory.hpp"
#include "core/base/plural.hpp"
#include "core/numbers/statistics.hpp"

namespace heteroscope {

namespace {

constexpr std::size_t least_sizes = 3;  // of a line

/// In the result's order.
std::vector<std::string> scenes_of(const Result& result) {
  Names out;
  for (const ResultRow& row : result.rows) out.place(row.text("scene"));
  return out.all();
}

/// The time that a claim compares.
Bounded time_in(const ResultRow& row, const Claim& claim) {
  return bounded(row, claim.figure.empty() ? time_id(row) : claim.figure);
}

/// "1.23 ms", and of which figure where it is not the median.
std::string time_text(const ResultRow& row, const Claim& claim) {
  const std::string_view id = claim.figure.empty() ? time_id(row) : claim.figure;
  if (id == "median_ms") return holds(row, as_printed) ? cell(row, id) : median_text(row);
  return fmt::format("{} ({})", cell(row, id), row.find(id)->name);
}

/// The fastest row of each pattern in a scene; of a pattern with a scene of its own, in that.
struct Sides {
  const ResultRow* fast = nullptr;
  const ResultRow* slow = nullptr;

  [[nodiscard]] bool both() const { return fast != nullptr && slow != nullptr; }
  [[nodiscard]] Bounded ratio(const Claim& claim) const { return over(time_in(*slow, claim), time_in(*fast, claim)); }
};

using Rows = std::vector<const ResultRow*>;

/// The most threads that both have rows of; none where there is no such number.
std::optional<int> threads_of_both(const Rows& a, const Rows& b) {
  std::optional<int> out;
  for (const ResultRow* row : a) {
    const int threads = threads_of(*row);
    const bool both = std::ranges::any_of(b, [&](const ResultRow* other) { return threads_of(*other) == threads; });
    if (both && threads > out.value_or(-1)) out = threads;
  }
  return out;
}

Sides sides_in(const std::string& scene, const Claim& claim, const Result& result) {
  const auto in_scene = [&](RowPattern pattern) {
    if (pattern.scene.empty()) pattern.scene = scene;
    return rows_like(result, pattern);
  };
  Rows fast = in_scene(claim.fast);
  Rows slow = in_scene(claim.slow);
  // a side of one thread has no such choice
  const bool both = claim.fast.several_threads && claim.slow.several_threads;
  const std::optional<int> threads = both ? threads_of_both(fast, slow) : std::nullopt;
  for (auto& [rows, pattern] : {std::pair{&fast, &claim.fast}, std::pair{&slow, &claim.slow}}) {
    if (!pattern->several_threads) continue;
    const std::optional<int> own = both ? threads : threads_of_both(*rows, *rows);
    std::erase_if(*rows, [&](const ResultRow* row) { return own != threads_of(*row); });
  }
  return {fastest_of(fast, claim.figure), fastest_of(slow, claim.figure)};
}

/// Of the last scene where both have an interval; where there is none, of the last that both have.
Sides last_sides(const Claim& claim, const Result& result) {
  Sides out;
  const std::vector<std::string> scenes = scenes_of(result);
  for (auto scene = scenes.rbegin(); scene != scenes.rend(); ++scene) {
    const Sides here = sides_in(*scene, claim, result);
    if (here.both() && here.ratio(claim).sure) return here;
    if (!out.both()) out = here;
  }
  return out;
}

std::string not_measured(const RowPattern& pattern) {
  return fmt::format("{} was not measured{}", label_of(pattern),
                     pattern.several_threads ? " with several threads" : "");
}

std::string times_text(const Claim& claim, const Sides& sides) {
  std::string scene = sides.fast->text("scene");
  if (const std::string other = sides.slow->text("scene"); other != scene) scene += fmt::format(" and {}", other);
  if (const int threads = threads_of(*sides.fast); claim.fast.several_threads && threads > 0)
    scene += fmt::format(", {} threads", threads);
  return fmt::format("{}: {} takes {}, {} {}; {} times as long", scene, label_of(claim.fast),
                     time_text(*sides.fast, claim), label_of(claim.slow), time_text(*sides.slow, claim),
                     times(sides.ratio(claim).value));
}

Verdict verdict_of(const Bounded& ratio, const Claim& claim) {
  switch (claim.bound) {
    case Bound::at_least:
      break;
    case Bound::at_most:
      return at_most(ratio, claim.factor);
    case Bound::alike:
      return alike(ratio, claim.factor);
  }
  return at_least(ratio, claim.factor);
}

/// Of a figure made of several times, in some of which that is so.
std::string some_doubt(const std::string& doubt) {
  return fmt::format(", {}{}", doubt == few_runs ? "some " : "", doubt);
}

std::string ends_of(const Bounded& ratio) {
  if (ratio.low == ratio.high) return ", no difference";
  return fmt::format(", from {} to {} with 95 % each", times(ratio.low), times(ratio.high));
}

Judged judge_times(const Claim& claim, const Result& result) {
  Judged out{&claim, Verdict::unknown, {}};
  const Sides sides = last_sides(claim, result);
  if (!sides.both()) {
    out.why = not_measured(sides.fast == nullptr ? claim.fast : claim.slow);
    return out;
  }
  const Bounded ratio = sides.ratio(claim);
  out.why = times_text(claim, sides);
  // what is within the noise is no difference, which only a claim of being alike could live with
  const bool medians = claim.figure.empty() && has(*sides.fast, "median_ms") && has(*sides.slow, "median_ms");
  const bool noise =
      medians && claim.bound == Bound::at_least && claim.factor <= 1 && within_noise(*sides.fast, *sides.slow);
  if (!ratio.sure) {
    out.why += ", " + ratio.doubt;
  } else if (noise) {
    out.why += ", within the noise";
  } else {
    out.verdict = verdict_of(ratio, claim);
    if (out.verdict == Verdict::unknown) out.why += ends_of(ratio);
  }
  return out;
}

/// The mean of speed-ups over the baseline, of either pattern over the same scenes.
Judged judge_averages(const Claim& claim, const Result& result) {
  const std::string name = fact(result, "baseline");
  Judged out{&claim, Verdict::unknown,
             fmt::format("no scene has {}, {} and {}", label_of(claim.fast), label_of(claim.slow), name)};
  Bounded fast{0, 0, 0};
  Bounded slow{0, 0, 0};
  int scenes = 0;
  const auto add = [&](Bounded& to, const ResultRow& row, const ResultRow& of) {
    const Bounded speedup = &row == &of ? Bounded{1, 1, 1} : over(time_in(of, claim), time_in(row, claim));
    to = {to.value + speedup.value, to.low + speedup.low, to.high + speedup.high, to.sure && speedup.sure,
          doubt_of(to, speedup)};
  };
  for (const std::string& scene : scenes_of(result)) {
    const Sides sides = sides_in(scene, claim, result);
    const RowPattern of{.variant = name, .scene = scene, .memory = {}};
    const ResultRow* const reference = fastest_of(rows_like(result, of), claim.figure);
    if (!sides.both() || reference == nullptr) continue;
    add(fast, *sides.fast, *reference);
    add(slow, *sides.slow, *reference);
    ++scenes;
  }
  if (scenes == 0) return out;
  const Bounded ratio = over(fast, slow);
  out.why = fmt::format("{} is {} times as fast as {} in the mean of {}, {} {} times", label_of(claim.fast),
                        times(fast.value / scenes), name, plural(scenes, "scene"), label_of(claim.slow),
                        times(slow.value / scenes));
  if (!ratio.sure) {
    out.why += some_doubt(ratio.doubt);
    return out;
  }
  out.verdict = verdict_of(ratio, claim);
  if (out.verdict == Verdict::unknown) out.why += ends_of(ratio);
  return out;
}

/// A row of `claim.others` beside another, in its scene and block.
std::vector<const ResultRow*> rivals_of(const ResultRow& row, const Claim& claim, const Result& result) {
  std::vector<const ResultRow*> out;
  const std::string scene = row.text("scene");
  for (const std::string_view each : claim.others) {
    const RowPattern pattern{.variant = each, .scene = scene, .memory = {}, .block = block_of(row)};
    if (const ResultRow* const rival = fastest_of(rows_like(result, pattern), claim.figure)) out.push_back(rival);
  }
  return out;
}

/// In each of its scenes and blocks, or in most of them.
Judged judge_cells(const Claim& claim, const Result& result) {
  Judged out{&claim, Verdict::unknown, fmt::format("{} was not measured beside others", label_of(claim.fast))};
  int cells = 0;
  int won = 0;
  int lost = 0;
  std::string first_lost;
  Bounded all{1, 1, 1};
  for (const ResultRow* row : rows_like(result, claim.fast)) {
    const std::vector<const ResultRow*> rivals = rivals_of(*row, claim, result);
    if (rivals.empty()) continue;
    ++cells;
    const auto ratio = [&](const ResultRow* rival) { return over(time_in(*rival, claim), time_in(*row, claim)); };
    for (const ResultRow* each : rivals) all = over(ratio(each), all);
    won += std::ranges::all_of(rivals, [&](auto* each) { return ratio(each).sure && ratio(each).low > 1; }) ? 1 : 0;
    const auto better =
        std::ranges::find_if(rivals, [&](auto* each) { return ratio(each).sure && ratio(each).high < 1; });
    if (better == rivals.end()) continue;
    if (lost++ > 0) continue;
    first_lost = fmt::format(", first at {} in {} by {}: {}, {}", row->text("scene"), block_text(*row),
                             (*better)->text("variant"), time_text(**better, claim), time_text(*row, claim));
  }
  if (cells == 0) return out;
  const bool everywhere = claim.of == ClaimOf::everywhere;
  if (everywhere ? won == cells : 2 * won > cells) out.verdict = Verdict::holds;
  if (everywhere ? lost > 0 : 2 * lost >= cells) out.verdict = Verdict::does_not;
  out.why = fmt::format("{} is faster than {} in {} of {} cells of size and block; it is beaten in {}{}",
                        label_of(claim.fast), fmt::join(claim.others, ", "), won, cells, lost, first_lost);
  if (out.verdict == Verdict::unknown && !all.sure) out.why += some_doubt(all.doubt);
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
  const Bounded grown = over(all.back().ratio(claim), all.front().ratio(claim));
  if (grown.sure) out.verdict = at_least(grown, claim.factor);
  out.why = fmt::format("{}; {}{}", times_text(claim, all.front()), times_text(claim, all.back()),
                        grown.sure ? "" : ", " + grown.doubt);
  return out;
}

Judged judge_differences(const Claim& claim, const Result& result) {
  Judged out{&claim, Verdict::unknown, fmt::format("{} was not compared", label_of(claim.fast))};
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

/// By the quotient that is farthest from the mean of all. A correlation says nothing here: times that grow with the
/// square of the side correlate with predicted ones whatever the quotients are.
Judged judge_proportion(const Claim& claim, const Result& result) {
  Judged out{&claim, Verdict::unknown,
             fmt::format("{} was not measured beside a predicted time in three sizes", label_of(claim.fast))};
  for (const Proportion& each : proportions(result)) {
    const bool same = each.variant == claim.fast.variant;
    if (!same || each.points < least_sizes) continue;
    out.verdict = each.farthest.sure ? at_most(each.farthest, claim.factor) : Verdict::unknown;
    out.why = fmt::format("{}{}: measured over predicted is {:.2f} to {:.2f} of its mean over {} sizes{}{}",
                          each.variant, each.threads.empty() ? "" : ", threads " + each.threads, each.least, each.most,
                          each.points, each.marked() ? "" : fmt::format(", r = {:.5f}", each.correlation),
                          each.farthest.sure ? "" : some_doubt(each.farthest.doubt));
    if (out.verdict != Verdict::holds) break;
  }
  return out;
}

/// Medians that are known, by the first runs of the same rows: by their intervals, and beyond the noise.
Judged judge_first_runs(const Claim& claim, const Result& result) {
  Judged out{&claim, Verdict::unknown, not_measured(claim.fast)};
  std::vector<double> ratios;
  std::size_t slower = 0;
  std::size_t not_slower = 0;
  std::string doubt(few_runs);
  const Rows rows = rows_like(result, claim.fast);
  for (const ResultRow* row : rows) {
    if (!has(*row, "first_ms") || !has(*row, "median_ms")) continue;
    const Bounded median = bounded(*row, "median_ms");
    if (!median.sure) {
      if (median.doubt != few_runs) doubt = median.doubt;
      continue;
    }
    const double first = row->number("first_ms");
    ratios.push_back(first / median.value);
    const double noise = has(*row, "noise_ms") ? row->number("noise_ms") : 0;
    slower += first >= claim.factor * median.high && first - median.value >= noise ? 1 : 0;
    not_slower += first < claim.factor * median.low ? 1 : 0;
  }
  if (ratios.empty() && !rows.empty()) {
    out.why = doubt == few_runs ? "no row has a first run beside enough others for an interval"
                                : "the first runs and the others were measured " + doubt;
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
  Judged out{&claim, Verdict::unknown, fmt::format("{} was not measured in three sizes", label_of(claim.fast))};
  std::vector<double> sizes;
  std::vector<double> all_ms;
  std::vector<double> logarithms;
  Bounded all{1, 1, 1};
  for (const std::string& scene : scenes_of(result)) {
    const ResultRow* const row = sides_in(scene, claim, result).fast;
    if (row == nullptr || !has(*row, "axis")) continue;
    const Bounded time = time_in(*row, claim);
    if (!(time.value > 0)) continue;
    sizes.push_back(row->number("axis"));
    all_ms.push_back(time.value);
    logarithms.push_back(std::log(time.value));
    all = over(time, all);
  }
  if (sizes.size() < least_sizes) return out;
  if (!all.sure && all.doubt != few_runs) {
    out.why = fmt::format("{} was measured in {} sizes {}", label_of(claim.fast), sizes.size(), all.doubt);
    return out;
  }
  const double straight = correlation(sizes, all_ms);
  const double exponential = correlation(sizes, logarithms);
  const bool grows = claim.of == ClaimOf::straight_line ? straight >= claim.factor : exponential > straight;
  out.verdict = !all.sure ? Verdict::unknown : grows ? Verdict::holds : Verdict::does_not;
  out.why = fmt::format("over {} sizes r = {:.5f} of the times, {:.5f} of their logarithms{}", sizes.size(), straight,
                        exponential, all.sure ? "" : some_doubt(all.doubt));
  return out;
}

Judged judge_figure(const Claim& claim, const Result& result) {
  constexpr double near = 0.01;
  Judged out{&claim, Verdict::unknown, fmt::format("{} has no such figure", label_of(claim.fast))};
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
  if (verdict == Verdict::unknown) return "cannot be told";
  return verdict == Verdict::holds ? "holds" : "does not hold";
}

Judged judge(const Claim& claim, const Result& result) {
  switch (claim.of) {
    case ClaimOf::times:
      break;
    case ClaimOf::averages:
      return judge_averages(claim, result);
    case ClaimOf::everywhere:
    case ClaimOf::mostly:
      return judge_cells(claim, result);
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
