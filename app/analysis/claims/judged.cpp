#include "app/analysis/claims/judged.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/analysis/claims/judged_alone.hpp"
#include "app/analysis/claims/row_pattern.hpp"
#include "app/analysis/claims/told.hpp"
#include "app/analysis/reading.hpp"
#include "app/analysis/theory.hpp"
#include "app/results/fact_columns.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {

namespace {

using Kind = Statement::Kind;
using Bound = Statement::Bound;

/// In the result's order.
std::vector<std::string> scenes_of(const Result& result) {
  Names out;
  for (const ResultRow& row : result.rows) out.place(row.text(column::scene));
  return out.all();
}

/// The time that a statement compares.
Bounded time_in(const ResultRow& row, const Statement& statement) {
  return bounded(row, statement.time().empty() ? time_id(row) : statement.time());
}

/// "1.23 ms", and of which figure where it is not the median.
std::string time_text(const ResultRow& row, const Statement& statement) {
  const std::string_view id = statement.time().empty() ? time_id(row) : statement.time();
  if (id == column::median_ms.id) return holds(row, column::as_printed) ? cell(row, id) : median_text(row);
  return fmt::format("{} ({})", cell(row, id), row.find(id)->name);
}

/// The fastest row of each pattern in a scene; of a pattern with a scene of its own, in that.
struct FastestOfBoth {
  const ResultRow* fast = nullptr;
  const ResultRow* slow = nullptr;

  [[nodiscard]] bool both() const { return fast != nullptr && slow != nullptr; }
  [[nodiscard]] Bounded ratio(const Statement& statement) const {
    return over(time_in(*slow, statement), time_in(*fast, statement));
  }
};

using RowPointers = std::vector<const ResultRow*>;

/// The most threads that both have rows of; none where there is no such number.
std::optional<int> threads_of_both(const RowPointers& a, const RowPointers& b) {
  std::optional<int> out;
  for (const ResultRow* row : a) {
    const int threads = threads_of(*row);
    const bool both = std::ranges::any_of(b, [&](const ResultRow* other) { return threads_of(*other) == threads; });
    if (both && threads > out.value_or(-1)) out = threads;
  }
  return out;
}

FastestOfBoth sides_in(const std::string& scene, const Statement& statement, const Result& result) {
  const auto in_scene = [&](RowPattern pattern) {
    if (pattern.scene.empty()) pattern.scene = scene;
    return rows_like(result, pattern);
  };
  RowPointers fast = in_scene(statement.fast());
  RowPointers slow = in_scene(statement.slow());
  // a side of one thread has no such choice
  const bool both = statement.fast().several_threads && statement.slow().several_threads;
  const std::optional<int> threads = both ? threads_of_both(fast, slow) : std::nullopt;
  for (auto& [rows, pattern] : {std::pair{&fast, &statement.fast()}, std::pair{&slow, &statement.slow()}}) {
    if (!pattern->several_threads) continue;
    const std::optional<int> own = both ? threads : threads_of_both(*rows, *rows);
    std::erase_if(*rows, [&](const ResultRow* row) { return own != threads_of(*row); });
  }
  return {fastest_of(fast, statement.time()), fastest_of(slow, statement.time())};
}

/// Of the last scene where both have an interval; where there is none, of the last that both have.
FastestOfBoth last_sides(const Statement& statement, const Result& result) {
  FastestOfBoth out;
  const std::vector<std::string> scenes = scenes_of(result);
  for (auto scene = scenes.rbegin(); scene != scenes.rend(); ++scene) {
    const FastestOfBoth here = sides_in(*scene, statement, result);
    if (here.both() && here.ratio(statement).sure) return here;
    if (!out.both()) out = here;
  }
  return out;
}

std::string times_text(const Statement& statement, const FastestOfBoth& sides) {
  std::string scene = sides.fast->text(column::scene);
  if (const std::string other = sides.slow->text(column::scene); other != scene) scene += fmt::format(" and {}", other);
  if (const int threads = threads_of(*sides.fast); statement.fast().several_threads && threads > 0)
    scene += fmt::format(", {} threads", threads);
  return fmt::format("{}: {} takes {}, {} takes {}, {}", scene, label_of(statement.fast()),
                     time_text(*sides.fast, statement), label_of(statement.slow()), time_text(*sides.slow, statement),
                     times_as(sides.ratio(statement).value, "long"));
}

std::string ends_of(const Bounded& ratio) {
  if (ratio.low == ratio.high) return ", no difference";
  return fmt::format(" (between {} and {} with 95 % certainty)", times(ratio.low), times(ratio.high));
}

ToldVerdict judge_times(const Statement& statement, const Result& result) {
  ToldVerdict out{Verdict::unknown, {}};
  const FastestOfBoth sides = last_sides(statement, result);
  if (!sides.both()) {
    out.why = not_measured(sides.fast == nullptr ? statement.fast() : statement.slow());
    return out;
  }
  const Bounded ratio = sides.ratio(statement);
  out.why = times_text(statement, sides);
  // what is within the noise is no difference, which only a claim of being alike could live with
  const bool medians =
      statement.time().empty() && has(*sides.fast, column::median_ms) && has(*sides.slow, column::median_ms);
  const bool noise =
      medians && statement.bound == Bound::at_least && statement.factor <= 1 && within_noise(*sides.fast, *sides.slow);
  if (!ratio.sure) {
    out.why += ", measured " + ratio.doubt;
  } else if (noise) {
    out.why += ", a difference within the noise";
  } else {
    out.verdict = verdict_of(ratio, statement);
    if (out.verdict == Verdict::unknown) out.why += ends_of(ratio);
  }
  return out;
}

/// The mean of speed-ups over the baseline, of either pattern over the same scenes.
ToldVerdict judge_averages(const Statement& statement, const Result& result) {
  const std::string name = fact(result, column::baseline);
  ToldVerdict out{Verdict::unknown, fmt::format("no scene has times of {}, {} and {}", label_of(statement.fast()),
                                                label_of(statement.slow()), name)};
  Bounded fast{0, 0, 0};
  Bounded slow{0, 0, 0};
  int scenes = 0;
  const auto add = [&](Bounded& to, const ResultRow& row, const ResultRow& of) {
    const Bounded speedup = &row == &of ? Bounded{1, 1, 1} : over(time_in(of, statement), time_in(row, statement));
    to = {to.value + speedup.value, to.low + speedup.low, to.high + speedup.high, to.sure && speedup.sure,
          doubt_of(to, speedup)};
  };
  for (const std::string& scene : scenes_of(result)) {
    const FastestOfBoth sides = sides_in(scene, statement, result);
    const RowPattern of{.variant = name, .scene = scene, .memory = {}};
    const ResultRow* const reference = fastest_of(rows_like(result, of), statement.time());
    if (!sides.both() || reference == nullptr) continue;
    add(fast, *sides.fast, *reference);
    add(slow, *sides.slow, *reference);
    ++scenes;
  }
  if (scenes == 0) return out;
  const Bounded ratio = over(fast, slow);
  out.why = fmt::format("{}, {} is {} as {}, and {} {}",
                        scenes == 1 ? "in one scene" : fmt::format("on average over {} scenes", scenes),
                        label_of(statement.fast()), times_as(fast.value / scenes, "fast"), name,
                        label_of(statement.slow()), times_as(slow.value / scenes, "fast"));
  if (!ratio.sure) {
    out.why += some_doubt(ratio.doubt);
    return out;
  }
  out.verdict = verdict_of(ratio, statement);
  if (out.verdict == Verdict::unknown) out.why += ends_of(ratio);
  return out;
}

/// A row of `statement.others` beside another, in its scene and block.
std::vector<const ResultRow*> rivals_of(const ResultRow& row, const Statement& statement, const Result& result) {
  std::vector<const ResultRow*> out;
  const std::string scene = row.text(column::scene);
  for (const std::string& each : statement.others) {
    const RowPattern pattern{.variant = each, .scene = scene, .memory = {}, .block = block_of(row)};
    if (const ResultRow* const rival = fastest_of(rows_like(result, pattern), statement.time())) out.push_back(rival);
  }
  return out;
}

/// In each of its scenes and blocks, or in most of them.
ToldVerdict judge_cells(const Statement& statement, const Result& result) {
  ToldVerdict out{Verdict::unknown,
                  fmt::format("{} was not measured together with the others", label_of(statement.fast()))};
  int cells = 0;
  int won = 0;
  int lost = 0;
  std::string first_lost;
  Bounded all{1, 1, 1};
  for (const ResultRow* row : rows_like(result, statement.fast())) {
    const std::vector<const ResultRow*> rivals = rivals_of(*row, statement, result);
    if (rivals.empty()) continue;
    ++cells;
    const auto ratio = [&](const ResultRow* rival) {
      return over(time_in(*rival, statement), time_in(*row, statement));
    };
    for (const ResultRow* each : rivals) all = over(ratio(each), all);
    won += std::ranges::all_of(rivals, [&](auto* each) { return ratio(each).sure && ratio(each).low > 1; }) ? 1 : 0;
    const auto better =
        std::ranges::find_if(rivals, [&](auto* each) { return ratio(each).sure && ratio(each).high < 1; });
    if (better == rivals.end()) continue;
    if (lost++ > 0) continue;
    first_lost = fmt::format(", the first time at {} with blocks of {}: {} takes {}, it takes {}",
                             row->text(column::scene), block_text(*row), (*better)->text(column::variant),
                             time_text(**better, statement), time_text(*row, statement));
  }
  if (cells == 0) return out;
  const bool everywhere = statement.kind == Kind::everywhere;
  if (everywhere ? won == cells : 2 * won > cells) out.verdict = Verdict::holds;
  if (everywhere ? lost > 0 : 2 * lost >= cells) out.verdict = Verdict::does_not;
  out.why = fmt::format("{} is faster than {} in {} of {} combinations of size and block, and slower in {}{}",
                        label_of(statement.fast()), fmt::join(statement.others, ", "), won, cells, lost, first_lost);
  if (out.verdict == Verdict::unknown && !all.sure) out.why += some_doubt(all.doubt);
  return out;
}

ToldVerdict judge_widening(const Statement& statement, const Result& result) {
  ToldVerdict out{Verdict::unknown,
                  not_measured(statement.fast()) + " in two scenes together with " + label_of(statement.slow())};
  std::vector<FastestOfBoth> all;
  for (const std::string& each : scenes_of(result)) {
    const FastestOfBoth here = sides_in(each, statement, result);
    if (here.both()) all.push_back(here);
  }
  if (all.size() < 2) return out;
  const Bounded grown = over(all.back().ratio(statement), all.front().ratio(statement));
  if (grown.sure) out.verdict = at_least(grown, statement.factor);
  out.why = fmt::format("{}; {}{}", times_text(statement, all.front()), times_text(statement, all.back()),
                        grown.sure ? "" : ", measured " + grown.doubt);
  return out;
}

/// The fastest row of each scene along the suite's axis.
ToldVerdict judge_growth(const Statement& statement, const Result& result) {
  ToldVerdict out{Verdict::unknown, fmt::format("{} was not measured at three sizes", label_of(statement.fast()))};
  std::vector<double> sizes;
  std::vector<double> all_ms;
  std::vector<double> logarithms;
  Bounded all{1, 1, 1};
  for (const std::string& scene : scenes_of(result)) {
    const ResultRow* const row = sides_in(scene, statement, result).fast;
    if (row == nullptr || !has(*row, column::axis)) continue;
    const Bounded time = time_in(*row, statement);
    if (!(time.value > 0)) continue;
    sizes.push_back(row->number(column::axis));
    all_ms.push_back(time.value);
    logarithms.push_back(std::log(time.value));
    all = over(time, all);
  }
  if (sizes.size() < least_sizes) return out;
  if (!all.sure && all.doubt != few_runs) {
    out.why = fmt::format("{} was measured at {} sizes {}", label_of(statement.fast()), sizes.size(), all.doubt);
    return out;
  }
  const double straight = correlation(sizes, all_ms);
  const double exponential = correlation(sizes, logarithms);
  const bool grows = statement.kind == Kind::straight_line ? straight >= statement.factor : exponential > straight;
  out.verdict = !all.sure ? Verdict::unknown : grows ? Verdict::holds : Verdict::does_not;
  out.why = fmt::format(
      "over {} sizes the correlation of size and time is {:.3f}, of size and the logarithm of time {:.3f}{}",
      sizes.size(), straight, exponential, all.sure ? "" : some_doubt(all.doubt));
  return out;
}

/// But for "not".
ToldVerdict judge_itself(const Statement& statement, const Result& result) {
  switch (statement.kind) {
    case Kind::times:
      break;
    case Kind::averages:
      return judge_averages(statement, result);
    case Kind::everywhere:
    case Kind::mostly:
      return judge_cells(statement, result);
    case Kind::differences:
      return judge_differences(statement, result);
    case Kind::proportion:
      return judge_proportion(statement, result);
    case Kind::first_runs:
      return judge_first_runs(statement, result);
    case Kind::straight_line:
    case Kind::exponential:
      return judge_growth(statement, result);
    case Kind::widening:
      return judge_widening(statement, result);
    case Kind::above:
      return told_by_figures(statement, result);
    case Kind::equals:
      return judge_figure(statement, result);
  }
  return judge_times(statement, result);
}

}  // namespace

const char* text_of(Verdict verdict) {
  if (verdict == Verdict::unknown) return "undecided";
  return verdict == Verdict::holds ? "holds" : "does not hold";
}

ToldVerdict contrary_if(bool contrary, ToldVerdict told) {
  if (contrary && told.verdict != Verdict::unknown)
    told.verdict = told.verdict == Verdict::holds ? Verdict::does_not : Verdict::holds;
  return told;
}

Verdict verdict_of(const Bounded& ratio, const Statement& statement) {
  switch (statement.bound) {
    case Bound::at_least:
      break;
    case Bound::at_most:
      return at_most(ratio, statement.factor);
    case Bound::alike:
      return alike(ratio, statement.factor);
  }
  return at_least(ratio, statement.factor);
}

ToldVerdict judge(const Statement& statement, const Result& result) {
  return contrary_if(statement.contrary, judge_itself(statement, result));
}

Judged judge(const Claim& claim, const Result& result) {
  auto [verdict, why] = judge(claim.statement, result);
  return {&claim, verdict, std::move(why)};
}

}  // namespace heteroscope
