#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/analysis/claims/judged.hpp"
#include "app/analysis/claims/published.hpp"
#include "app/results/data.hpp"

/// Every published conclusion by invented rows: some by which it holds, some by which it does not, and some by which it
/// cannot be told.
namespace heteroscope::every_claim {
namespace {

using Kind = Statement::Kind;
using Bound = Statement::Bound;

/// A time and its interval, ms.
struct Time {
  double low, ms, high;
};
Time sure(double ms) {
  return {ms, ms, ms};
}

/// A row that the pattern is about, with that time under the statement's id.
ResultRow row_of(const RowPattern& pattern, const std::string& scene, const Time& time, std::string_view id = {}) {
  ResultRow out;
  Data to(out.data);
  const auto add_word = [&](const char* key, const std::string& word, const char* usual) {
    to.add({key, key, "a word"}, word.empty() ? std::string(usual) : word);
  };
  add_word("variant", pattern.variant, "any");
  add_word("scene", pattern.scene, scene.c_str());
  add_word("memory", pattern.memory, "host");
  add_word("precision", pattern.precision, "fp32");
  to.add({"threads", "threads", "how many"}, std::int64_t{pattern.several_threads ? 2 : 1});
  const BlockShape block = pattern.block == BlockShape{} ? BlockShape{16, 16} : pattern.block;
  to.add({"block/x", "block x", "threads"}, std::int64_t{block.x});
  to.add({"block/y", "block y", "threads"}, std::int64_t{block.y});
  const auto add_time = [&](const std::string& of, const Time& as) {
    to.add({of + "_ms", of, "ms", Hint::time, "a time"}, as.ms);
    to.add({of + "_low_ms", of + " from", "ms", Hint::time, "its lower end"}, as.low);
    to.add({of + "_high_ms", of + " to", "ms", Hint::time, "its upper end"}, as.high);
  };
  add_time("median", id.empty() ? time : sure(1));  // kernels alone tell nothing of whole calls
  if (!id.empty()) add_time(std::string(id.substr(0, id.find("_ms"))), time);
  return out;
}

ResultRow with(ResultRow row, const std::string& id, double value) {
  Data(row.data).add({id, id, "ms", Hint::time, "a figure"}, value);
  return row;
}

ResultRow with_count(ResultRow row, const char* id, std::int64_t value) {
  Data(row.data).add({id, id, "a count"}, value);
  return row;
}

/// What B must take beside A's 1 ms.
Time of_slow(const Statement& statement, Verdict wanted) {
  const double more = 2 * statement.factor;
  const double less = 0.5 / statement.factor;
  if (wanted == Verdict::unknown) return {less, 1, more};
  if (statement.bound == Bound::alike) return sure(wanted == Verdict::holds ? 1 : more);
  return sure((wanted == Verdict::holds) == (statement.bound == Bound::at_least) ? more : less);
}

std::vector<ResultRow> of_times(const Statement& s, Verdict wanted) {
  return {row_of(s.fast(), "s", sure(1), s.time()), row_of(s.slow(), "s", of_slow(s, wanted), s.time())};
}

constexpr const char* baseline = "sequential";

/// Where B is the baseline itself, its row is the only one of it.
std::vector<ResultRow> of_averages(const Statement& s, Verdict wanted) {
  std::vector<ResultRow> out = of_times(s, wanted);
  if (s.slow().variant != baseline) out.push_back(row_of({.variant = baseline}, "s", sure(10), s.time()));
  return out;
}

std::vector<ResultRow> of_cells(const Statement& s, Verdict wanted) {
  std::vector<ResultRow> out{row_of(s.fast(), "s", sure(1))};
  for (const std::string& each : s.others) {
    RowPattern rival = s.fast();
    rival.variant = each;
    out.push_back(row_of(rival, "s", of_slow(s, wanted)));
  }
  return out;
}

std::vector<ResultRow> of_widening(const Statement& s, Verdict wanted) {
  const Time last = wanted == Verdict::unknown ? Time{1.5, 2, 3} : sure(wanted == Verdict::holds ? 3 : 1.5);
  return {row_of(s.fast(), "first", sure(1)), row_of(s.slow(), "first", sure(2)), row_of(s.fast(), "last", sure(1)),
          row_of(s.slow(), "last", last)};
}

std::vector<ResultRow> of_differences(const Statement& s, Verdict wanted) {
  const ResultRow row = row_of(s.fast(), "s", sure(1));
  if (wanted == Verdict::unknown) return {row};
  return {with_count(with_count(row, "differing_values", wanted == Verdict::holds ? 3 : 0), "compared_values", 10)};
}

/// The first of three sizes takes as much too long as it must, or its median is not known.
std::vector<ResultRow> of_proportion(const Statement& s, Verdict wanted) {
  std::vector<ResultRow> out;
  for (const double predicted : {1, 16, 256}) {
    Time time = sure(10 * predicted);
    if (predicted == 1 && wanted == Verdict::does_not) time = sure(40);
    if (predicted == 1 && wanted == Verdict::unknown) time.high = 30;
    out.push_back(with(row_of(s.fast(), std::to_string(predicted), time), "predicted_ms", predicted));
  }
  return out;
}

std::vector<ResultRow> of_first_runs(const Statement& s, Verdict wanted) {
  const Time time = wanted == Verdict::unknown ? Time{0.5, 1, 4} : sure(1);
  return {with(row_of(s.fast(), "s", time), "first_ms", wanted == Verdict::does_not ? 0.9 : 2)};
}

/// Along a line, or doubled at each step; of two sizes nothing is known.
std::vector<ResultRow> of_growth(const Statement& s, Verdict wanted) {
  constexpr std::array<double, 4> sizes{1, 2, 4, 8};
  constexpr std::array<double, 4> line{2, 3, 5, 9};
  constexpr std::array<double, 4> curve{2, 4, 16, 256};
  const bool straight = (s.kind == Kind::straight_line) == (wanted != Verdict::does_not);
  std::vector<ResultRow> out;
  for (std::size_t i = 0; i < (wanted == Verdict::unknown ? 2 : sizes.size()); ++i) {
    const Time time = sure(straight ? line.at(i) : curve.at(i));
    out.push_back(with(row_of(s.fast(), std::to_string(i), time), "axis", sizes.at(i)));
  }
  return out;
}

std::vector<ResultRow> of_figure(const Statement& s, Verdict wanted) {
  const ResultRow row = row_of(s.fast(), "s", sure(1));
  if (wanted == Verdict::unknown) return {row};
  return {with(row, s.of.second, s.than.number * (wanted == Verdict::holds ? 1 : 0.5))};
}

std::vector<ResultRow> rows_for(const Statement& statement, Verdict wanted) {
  switch (statement.kind) {
    case Kind::times:
      return of_times(statement, wanted);
    case Kind::averages:
      return of_averages(statement, wanted);
    case Kind::everywhere:
    case Kind::mostly:
      return of_cells(statement, wanted);
    case Kind::widening:
      return of_widening(statement, wanted);
    case Kind::differences:
      return of_differences(statement, wanted);
    case Kind::proportion:
      return of_proportion(statement, wanted);
    case Kind::first_runs:
      return of_first_runs(statement, wanted);
    case Kind::straight_line:
    case Kind::exponential:
      return of_growth(statement, wanted);
    case Kind::equals:
      return of_figure(statement, wanted);
    case Kind::above:
      break;
  }
  ADD_FAILURE() << "no rows are invented for \"" << statement.text << "\"";
  return {};
}

Judged judged(const Claim& claim, std::vector<ResultRow> rows) {
  Result result{.facts = {}, .rows = std::move(rows), .skipped = {}};
  Data(result.facts).add({"baseline", "baseline", "a variant"}, std::string(baseline));
  return judge(claim, result);
}

/// What was counted or follows from addresses is right beside other programs, too.
bool is_counted(const Statement& statement) {
  return statement.kind == Kind::differences || statement.kind == Kind::equals;
}

template <class Visit>
void each_claim(const Visit& visit) {
  int claims = 0;
  for (const PublishedReport& report : published_reports()) {
    for (const Published& of : report.suites) {
      for (const Claim& claim : of.claims) {
        SCOPED_TRACE(of.suite + ": " + claim.text + " (" + claim.statement.text + ")");
        visit(claim);
        ++claims;
      }
    }
  }
  EXPECT_GT(claims, 0);
}

TEST(EveryClaim, HoldsDoesNotHoldAndCannotBeTold) {
  each_claim([](const Claim& claim) {
    for (const Verdict wanted : {Verdict::holds, Verdict::does_not, Verdict::unknown}) {
      const Judged got = judged(claim, rows_for(claim.statement, wanted));
      EXPECT_EQ(got.verdict, wanted) << "it should be " << text_of(wanted) << ": " << got.why;
    }
    EXPECT_EQ(judged(claim, {}).verdict, Verdict::unknown) << "nothing was measured";
  });
}

TEST(EveryClaim, CannotBeToldBesideOtherPrograms) {
  each_claim([](const Claim& claim) {
    std::vector<ResultRow> rows = rows_for(claim.statement, Verdict::holds);
    for (ResultRow& each : rows) {
      Data to(each.data);
      to.add({"processor", "processor", "a word"}, std::string("cpu"));
      to.add({"others/cpu_share", "others", "", Hint::share, "what others took"}, 0.48);
      to.add({"others/marked", "marked", "whether that is much"}, true);
    }
    const Judged got = judged(claim, std::move(rows));
    EXPECT_EQ(got.verdict, is_counted(claim.statement) ? Verdict::holds : Verdict::unknown) << got.why;
  });
}

}  // namespace
}  // namespace heteroscope::every_claim
