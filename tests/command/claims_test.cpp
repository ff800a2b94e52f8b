#include <gtest/gtest.h>

#include <algorithm>

#include "app/analysis/claims/judged.hpp"
#include "app/analysis/claims/published.hpp"
#include "app/analysis/theory.hpp"
#include "app/results/data.hpp"
#include "kernels/suites.hpp"

/// What published conclusions come to, by rows made by hand.
namespace heteroscope {
namespace {

ResultRow row(const char* variant, const char* scene, double low, double ms, double high) {
  ResultRow out;
  Data to(out.data);
  for (const auto& [id, value] :
       {std::pair{"variant", variant}, std::pair{"scene", scene}, std::pair{"memory", "host"}})
    to.add({id, id, "a word"}, std::string(value));
  to.add({"median_ms", "median", "ms", Hint::time, "a time"}, ms);
  to.add({"median_low_ms", "median from", "ms", Hint::time, "its lower end"}, low);
  to.add({"median_high_ms", "median to", "ms", Hint::time, "its upper end"}, high);
  return out;
}

/// With what a row of a suite with theory has.
ResultRow predicted(const char* scene, double expected_ms, double first_ms, double ms) {
  ResultRow out = row("a", scene, ms, ms, ms);
  Data to(out.data);
  to.add({"threads", "threads", "how many"}, std::int64_t{1});
  to.add({"predicted_ms", "predicted", "ms", Hint::time, "a time"}, expected_ms);
  to.add({"first_ms", "first", "ms", Hint::time, "a time"}, first_ms);
  return out;
}

/// Of so few runs that its median has no interval.
ResultRow of_few_runs(const char* variant, const char* scene, double ms) {
  ResultRow out = row(variant, scene, ms, ms, ms);
  std::erase_if(out.data, [](const Datum& each) { return each.id == "median_low_ms" || each.id == "median_high_ms"; });
  return out;
}

ResultRow along(const char* scene, double size, double ms) {
  ResultRow out = row("a", scene, ms, ms, ms);
  Data(out.data).add({"axis", "values", "a size"}, size);
  return out;
}

/// By these names statements speak of rows here.
const RowNames names{{"a", {.variant = "a"}},
                     {"b", {.variant = "b"}},
                     {"c", {.variant = "c"}},
                     {"parallel_a", {.variant = "a", .several_threads = true}},
                     {"parallel_b", {.variant = "b", .several_threads = true}},
                     {"single", {.variant = "a", .precision = "fp32"}},
                     {"double", {.variant = "a", .precision = "fp64"}}};

Claim claimed(const std::string& statement) {
  return {.text = statement, .where = "here", .statement = parse_statement(statement, names)};
}

Verdict verdict(const Claim& claim, const std::vector<ResultRow>& rows) {
  return judge(claim, {.facts = {}, .rows = rows, .skipped = {}}).verdict;
}

TEST(Claims, HoldWhereIntervalsLeaveNoDoubt) {
  const Claim claim = claimed("a faster than b");
  EXPECT_EQ(verdict(claim, {row("a", "s", 0.9, 1, 1.1), row("b", "s", 1.8, 2, 2.2)}), Verdict::holds);
  EXPECT_EQ(verdict(claim, {row("a", "s", 1.8, 2, 2.2), row("b", "s", 0.9, 1, 1.1)}), Verdict::does_not);
  EXPECT_EQ(verdict(claim, {row("a", "s", 0.9, 1, 1.1), row("b", "s", 1, 1.1, 1.2)}), Verdict::unknown);
  EXPECT_EQ(verdict(claim, {row("a", "s", 0.9, 1, 1.1)}), Verdict::unknown);
  const Claim twice = claimed("a faster than b by 2");
  EXPECT_EQ(verdict(twice, {row("a", "s", 1, 1, 1), row("b", "s", 2, 2, 2)}), Verdict::holds);
  EXPECT_EQ(verdict(twice, {row("a", "s", 1, 1, 1), row("b", "s", 1.5, 1.6, 1.7)}), Verdict::does_not);
  EXPECT_EQ(verdict(twice, {row("a", "s", 0.9, 1, 1.1), row("b", "s", 1.9, 2, 2.1)}), Verdict::unknown);
}

TEST(Claims, OfTheContraryAreAsOpen) {
  const Claim contrary = claimed("not a faster than b by 2");
  EXPECT_EQ(verdict(contrary, {row("a", "s", 1, 1, 1), row("b", "s", 2, 2, 2)}), Verdict::does_not);
  EXPECT_EQ(verdict(contrary, {row("a", "s", 1, 1, 1), row("b", "s", 1.5, 1.6, 1.7)}), Verdict::holds);
  EXPECT_EQ(verdict(contrary, {row("a", "s", 0.9, 1, 1.1), row("b", "s", 1.9, 2, 2.1)}), Verdict::unknown);
  EXPECT_EQ(verdict(claimed("b.median_ms above a.median_ms by 1.5"), {row("a", "s", 1, 1, 1), row("b", "s", 2, 2, 2)}),
            Verdict::holds);
}

TEST(Claims, CannotBeToldByTooFewRuns) {
  const Claim claim = claimed("a faster than b");
  EXPECT_EQ(verdict(claim, {of_few_runs("a", "s", 1), row("b", "s", 4, 4, 4)}), Verdict::unknown);
  EXPECT_EQ(verdict(claim, {row("a", "s", 4, 4, 4), of_few_runs("b", "s", 1)}), Verdict::unknown);
  const Claim alike = claimed("a like b within 10 %");
  EXPECT_EQ(verdict(alike, {of_few_runs("a", "s", 1), of_few_runs("b", "s", 1)}), Verdict::unknown);
  EXPECT_EQ(verdict(claim, {row("a", "small", 1, 1, 1), row("b", "small", 2, 2, 2), of_few_runs("a", "large", 9),
                            row("b", "large", 4, 4, 4)}),
            Verdict::holds)
      << "a smaller scene tells it";
}

TEST(Claims, OfGrowth) {
  const Claim line = claimed("a grows linearly by 0.99");
  const Claim curve = claimed("a grows exponentially");
  const std::vector straight{along("s", 1, 2), along("m", 2, 3), along("l", 4, 5), along("xl", 8, 9)};
  const std::vector doubling{along("s", 1, 2), along("m", 2, 4), along("l", 4, 16), along("xl", 8, 256)};
  EXPECT_EQ(verdict(line, straight), Verdict::holds);
  EXPECT_EQ(verdict(curve, straight), Verdict::does_not);
  EXPECT_EQ(verdict(line, doubling), Verdict::does_not);
  EXPECT_EQ(verdict(curve, doubling), Verdict::holds);
  EXPECT_EQ(verdict(line, {along("s", 1, 2), along("m", 2, 3)}), Verdict::unknown) << "two sizes";
  EXPECT_EQ(verdict(line, {row("a", "s", 1, 1, 1)}), Verdict::unknown) << "no axis";
}

TEST(Claims, OfDifferencesThatGrow) {
  const Claim claim = claimed("a gains on b");
  const auto of = [&](double first, double last) {
    return verdict(claim, {row("a", "s", 1, 1, 1), row("b", "s", first, first, first), row("a", "l", 5, 5, 5),
                           row("b", "l", 5 * last, 5 * last, 5 * last)});
  };
  EXPECT_EQ(of(1.4, 2.7), Verdict::holds);
  EXPECT_EQ(of(2.7, 1.4), Verdict::does_not);
  EXPECT_EQ(verdict(claim, {row("a", "s", 1, 1, 1), row("b", "s", 2, 2, 2)}), Verdict::unknown) << "one scene";
}

/// Seed 001's conjecture, by invented times of an image of 512² and of one of 16384².
TEST(Claims, OfLargerImagesThatGainMore) {
  const Published& sizes = *published_of(**std::ranges::find(suites(), "transpose-sizes", &Suite::id));
  const auto in_blocks = [](ResultRow row, int side) {
    Data(row.data).add({"block/x", "block x", "columns"}, std::int64_t{side});
    Data(row.data).add({"block/y", "block y", "rows"}, std::int64_t{side});
    return row;
  };
  for (const Claim& claim : sizes.claims) {
    const auto of = [&](double low, double ms, double high) {
      std::vector<ResultRow> rows;
      for (const char* scene : {"512", "16384"}) {
        const bool large = scene == std::string_view("16384");
        rows.push_back(in_blocks(row("cuda_shared_padded", scene, 1, 1, 1), claim.statement.fast().block.x));
        rows.push_back(in_blocks(large ? row("cuda_shared", scene, low, ms, high) : row("cuda_shared", scene, 2, 2, 2),
                                 claim.statement.fast().block.x));
      }
      return verdict(claim, rows);
    };
    EXPECT_EQ(of(2.9, 3, 3.1), Verdict::holds) << claim.text;
    EXPECT_EQ(of(1.4, 1.5, 1.6), Verdict::does_not) << claim.text;
    EXPECT_EQ(of(1.9, 2.1, 2.3), Verdict::unknown) << claim.text;
  }
  EXPECT_EQ(sizes.claims.size(), 2U);
}

TEST(Claims, OfAFigure) {
  const Claim claim = claimed("a.modeled/use equals 100 within 1 %");
  const auto of = [](double percent) {
    ResultRow out = row("a", "s", 1, 1, 1);
    Data(out.data).of("modeled").add({"use", "use", "a share"}, percent);
    return out;
  };
  EXPECT_EQ(verdict(claim, {of(100), of(99.5)}), Verdict::holds);
  EXPECT_EQ(verdict(claim, {of(100), of(50)}), Verdict::does_not);
  EXPECT_EQ(verdict(claim, {row("a", "s", 1, 1, 1)}), Verdict::unknown);
}

TEST(Claims, OfLikeness) {
  const Claim alike = claimed("a like b within 10 %");
  EXPECT_EQ(verdict(alike, {row("a", "s", 1, 1, 1), row("b", "s", 1.05, 1.05, 1.05)}), Verdict::holds);
  EXPECT_EQ(verdict(alike, {row("a", "s", 1.05, 1.05, 1.05), row("b", "s", 1, 1, 1)}), Verdict::holds);
  EXPECT_EQ(verdict(alike, {row("a", "s", 1, 1, 1), row("b", "s", 1.2, 1.2, 1.2)}), Verdict::does_not);
  EXPECT_EQ(verdict(alike, {row("a", "s", 1.2, 1.2, 1.2), row("b", "s", 1, 1, 1)}), Verdict::does_not);
  EXPECT_EQ(verdict(alike, {row("a", "s", 0.9, 1, 1.1), row("b", "s", 1, 1.1, 1.2)}), Verdict::unknown)
      << "from 0.91 to 1.33";
}

TEST(Claims, OfProportion) {
  const Claim claim = claimed("a follows prediction within 45 %");
  EXPECT_EQ(verdict(claim, {predicted("s", 1, 0, 10), predicted("m", 2, 0, 20), predicted("l", 4, 0, 40)}),
            Verdict::holds);
  EXPECT_EQ(verdict(claim, {predicted("s", 1, 0, 40), predicted("m", 16, 0, 160), predicted("l", 256, 0, 2560)}),
            Verdict::does_not)
      << "the smallest is off, which the correlation of quadratic growth does not feel";
  ResultRow wide = predicted("s", 1, 0, 10);
  for (Datum& each : wide.data) {
    if (each.id == "median_high_ms") each.value = 30.0;
  }
  EXPECT_EQ(verdict(claim, {wide, predicted("m", 2, 0, 20), predicted("l", 4, 0, 40)}), Verdict::unknown);
  EXPECT_EQ(verdict(claim, {predicted("s", 1, 0, 40), predicted("m", 2, 0, 10), predicted("l", 4, 0, 20)}),
            Verdict::does_not);
  EXPECT_EQ(verdict(claim, {predicted("s", 1, 0, 10), predicted("m", 2, 0, 20)}), Verdict::unknown) << "two points";
}

/// "gains nothing" and "hardly beats" are said of one side.
TEST(Claims, OfAGainThatIsSmall) {
  const Claim claim = claimed("a faster than b by 1.05 at most");
  const auto of = [&](double low, double ms, double high) {
    return verdict(claim, {row("a", "s", 1, 1, 1), row("b", "s", low, ms, high)});
  };
  EXPECT_EQ(of(1, 1, 1), Verdict::holds);
  EXPECT_EQ(of(0.5, 0.5, 0.5), Verdict::holds) << "it loses";
  EXPECT_EQ(of(1.2, 1.2, 1.2), Verdict::does_not);
  EXPECT_EQ(of(1, 1.04, 1.1), Verdict::unknown);
}

ResultRow with_threads(const char* variant, const char* scene, int threads, double ms) {
  ResultRow out = row(variant, scene, ms, ms, ms);
  Data(out.data).add({"threads", "threads", "how many"}, std::int64_t{threads});
  return out;
}

TEST(Claims, OfThreadsCompareAsMany) {
  const Claim claim = claimed("parallel_a faster than parallel_b");
  const std::vector rows{with_threads("a", "s", 1, 8), with_threads("a", "s", 2, 4), with_threads("a", "s", 4, 3),
                         with_threads("b", "s", 1, 2), with_threads("b", "s", 2, 5), with_threads("b", "s", 4, 6)};
  EXPECT_EQ(verdict(claim, rows), Verdict::holds) << "b's fastest row is of one thread";
  EXPECT_EQ(verdict(claim, {rows[0], rows[1], rows[3], rows[5]}), Verdict::unknown) << "of 2 threads, and of 4";
  EXPECT_EQ(verdict(claim, {rows[0], rows[3]}), Verdict::unknown) << "of one thread alone";
  EXPECT_EQ(verdict(claim, {rows[0], rows[1], rows[3], with_threads("b", "s", 2, 1)}), Verdict::does_not);
  const Judged judged = judge(claim, {.facts = {}, .rows = rows, .skipped = {}});
  EXPECT_NE(judged.why.find("s, 4 threads: a takes 3.000 ms, b takes 6.000 ms"), std::string::npos) << judged.why;
}

TEST(Claims, OfAverages) {
  const Claim claim = claimed("a faster than b on average");
  const auto told = [&](const std::vector<ResultRow>& rows) {
    Result result{.facts = {}, .rows = rows, .skipped = {}};
    Data(result.facts).add({"baseline", "baseline", "a variant"}, std::string("one"));
    return judge(claim, result).verdict;
  };
  const ResultRow one = row("one", "s", 10, 10, 10);
  const ResultRow one_large = row("one", "l", 100, 100, 100);
  // 10 and 2 times as fast as one thread, beside 5 and 4 times
  const std::vector rows{one,       row("a", "s", 1, 1, 1),    row("b", "s", 2, 2, 2),
                         one_large, row("a", "l", 50, 50, 50), row("b", "l", 25, 25, 25)};
  EXPECT_EQ(told(rows), Verdict::holds) << "the last scene alone says otherwise";
  EXPECT_EQ(told({one_large, rows[4], rows[5]}), Verdict::does_not);
  EXPECT_EQ(told({one, row("a", "s", 1, 2, 3), row("b", "s", 2, 2, 2)}), Verdict::unknown);
  EXPECT_EQ(told({rows[1], rows[2]}), Verdict::unknown) << "there is no baseline";
  EXPECT_EQ(told({one, of_few_runs("a", "s", 1), rows[2]}), Verdict::unknown);
}

/// In a square block of that side.
ResultRow in_block(const char* variant, const char* scene, int side, double low, double high) {
  ResultRow out = row(variant, scene, low, (low + high) / 2, high);
  Data to(out.data);
  to.add({"block/x", "block x", "threads"}, std::int64_t{side});
  to.add({"block/y", "block y", "threads"}, std::int64_t{side});
  return out;
}

TEST(Claims, OfAllScenesAndBlocks) {
  const Claim claim = claimed("a faster than b, c everywhere");
  const auto of = in_block;
  const std::vector rows{of("a", "s", 8, 1, 1), of("b", "s", 8, 2, 2), of("c", "s", 8, 3, 3), of("a", "s", 16, 1, 1),
                         of("b", "s", 16, 2, 2)};
  EXPECT_EQ(verdict(claim, rows), Verdict::holds);
  EXPECT_EQ(verdict(claim, {rows[0], rows[1], rows[3], of("b", "s", 16, 0.5, 0.5)}), Verdict::does_not);
  EXPECT_EQ(verdict(claim, {rows[0], rows[1], rows[3], of("b", "s", 16, 0.5, 2)}), Verdict::unknown);
  EXPECT_EQ(verdict(claim, {rows[0], of("b", "s", 16, 2, 2)}), Verdict::unknown) << "no other in its block";
}

/// One cell lost is none too many, half of them are.
TEST(Claims, OfMostScenes) {
  const Claim claim = claimed("a faster than b, c mostly");
  const auto cell = [](const char* scene, double low, double high) {
    return std::vector{in_block("a", scene, 16, 1, 1), in_block("b", scene, 16, 2, 2),
                       in_block("c", scene, 16, low, high)};
  };
  const auto of = [&](std::initializer_list<std::vector<ResultRow>> cells) {
    std::vector<ResultRow> rows;
    for (const std::vector<ResultRow>& each : cells) rows.insert(rows.end(), each.begin(), each.end());
    return verdict(claim, rows);
  };
  const auto won = [&](const char* scene) { return cell(scene, 2, 2); };
  const auto lost = [&](const char* scene) { return cell(scene, 0.5, 0.5); };
  const auto open = [&](const char* scene) { return cell(scene, 0.5, 2); };
  EXPECT_EQ(of({won("s"), won("m"), lost("l")}), Verdict::holds);
  EXPECT_EQ(of({won("s"), lost("l")}), Verdict::does_not);
  EXPECT_EQ(of({won("s"), open("l")}), Verdict::unknown);
  EXPECT_EQ(of({}), Verdict::unknown);
}

TEST(Claims, OfWholeCallsAreToldByTheirInterval) {
  const Claim claim = claimed("a.whole_ms faster than b.whole_ms");
  // by its kernel alone it is the slower one
  const auto of = [](const char* variant, double kernel, double low, double high) {
    ResultRow out = row(variant, "s", kernel, kernel, kernel);
    Data to(out.data);
    to.add({"whole_ms", "whole call", "ms", Hint::time, "a time"}, (low + high) / 2);
    to.add({"whole_low_ms", "whole call from", "ms", Hint::time, "a time"}, low);
    to.add({"whole_high_ms", "whole call to", "ms", Hint::time, "a time"}, high);
    return out;
  };
  EXPECT_EQ(verdict(claim, {of("a", 2, 3, 3.1), of("b", 1, 6, 6.1)}), Verdict::holds);
  EXPECT_EQ(verdict(claim, {of("a", 1, 6, 6.1), of("b", 2, 3, 3.1)}), Verdict::does_not);
  EXPECT_EQ(verdict(claim, {of("a", 1, 3, 8), of("b", 2, 6, 6.1)}), Verdict::unknown);
  ResultRow few = of("a", 1, 3, 3);
  std::erase_if(few.data, [](const Datum& each) { return each.id.starts_with("whole_low"); });
  EXPECT_EQ(verdict(claim, {few, of("b", 2, 6, 6.1)}), Verdict::unknown) << "of too few calls";
  EXPECT_EQ(verdict(claim, {row("a", "s", 1, 1, 1), row("b", "s", 2, 2, 2)}), Verdict::unknown) << "no calls";
}

TEST(Claims, OfFirstRuns) {
  const Claim claim = claimed("a starts slower by 1.5");
  EXPECT_EQ(verdict(claim, {predicted("s", 1, 3, 1), predicted("m", 2, 4, 2), predicted("l", 4, 4, 4)}),
            Verdict::holds);
  EXPECT_EQ(verdict(claim, {predicted("s", 1, 3, 1), predicted("m", 2, 2, 2), predicted("l", 4, 4, 4)}),
            Verdict::does_not);
  ResultRow wide = row("a", "s", 0.5, 1, 4);
  Data(wide.data).add({"first_ms", "first", "ms", Hint::time, "a time"}, 2.0);
  EXPECT_EQ(verdict(claim, {wide}), Verdict::unknown) << "the median may be twice as long";
  ResultRow noisy = predicted("s", 1, 3, 1);
  Data(noisy.data).add({"noise_ms", "noise", "ms", Hint::time, "a time"}, 5.0);
  EXPECT_EQ(verdict(claim, {noisy}), Verdict::unknown) << "within the noise";
  EXPECT_EQ(verdict(claim, {}), Verdict::unknown);
}

TEST(Claims, OfDifferences) {
  const Claim claim = claimed("a differs");
  const auto compared = [](std::int64_t differing) {
    ResultRow out = row("a", "s", 1, 1, 1);
    Data to(out.data);
    to.add({"differing_values", "differing", "values"}, differing);
    to.add({"compared_values", "values", "values"}, std::int64_t{10});
    return out;
  };
  EXPECT_EQ(verdict(claim, {compared(0)}), Verdict::does_not);
  EXPECT_EQ(verdict(claim, {compared(0), compared(3)}), Verdict::holds);
  EXPECT_EQ(verdict(claim, {row("a", "s", 1, 1, 1)}), Verdict::unknown);
}

TEST(Claims, OfOnePrecision) {
  const auto of = [](const char* precision, double ms) {
    ResultRow out = row("a", "s", ms, ms, ms);
    Data(out.data).add({"precision", "precision", "a word"}, std::string(precision));
    return out;
  };
  const Claim claim = claimed("single faster than double");
  EXPECT_EQ(verdict(claim, {of("fp32", 1), of("fp64", 2)}), Verdict::holds);
  EXPECT_EQ(verdict(claim, {of("fp32", 2), of("fp64", 1)}), Verdict::does_not);
}

TEST(Theory, CorrelationIsPearsons) {
  const std::vector<double> a{1, 2, 3, 4, 5};
  EXPECT_DOUBLE_EQ(correlation(a, std::vector<double>{2, 4, 6, 8, 10}), 1);
  EXPECT_DOUBLE_EQ(correlation(a, std::vector<double>{5, 4, 3, 2, 1}), -1);
  EXPECT_NEAR(correlation(a, std::vector<double>{2, 1, 4, 3, 5}), 0.8, 1e-12);  // 1 - 6 · 4 / (5 · 24), by ranks
  EXPECT_EQ(correlation(a, std::vector<double>(5, 3.0)), 0);
}

TEST(Theory, ThePeakHasAsManyUnitsAsAreNextToWhatWasMeasured) {
  const Peak peak = peak_of(3e9, 4, 8, 2.2e10);
  EXPECT_EQ(peak.units, 2);
  EXPECT_EQ(peak.flop_per_cycle(), 16);
  EXPECT_DOUBLE_EQ(peak.flop_per_s(), 8 * 3e9 * 16);
  EXPECT_EQ(peak_of(3e9, 4, 8, 1e9).units, 1) << "none has less than one";
}

TEST(Theory, ThePublishedTimesFollowThePublishedPredictions) {
  const Suite& theory = **std::ranges::find(suites(), "cpu-theory", &Suite::id);
  const std::vector<Proportion> all = published_proportions(theory);
  ASSERT_EQ(all.size(), 6U);  // three machines, on one core and on all
  for (const Proportion& each : all) {
    EXPECT_EQ(each.points, 6U) << each.machine;
    EXPECT_GT(each.correlation, 0.999) << each.machine;
    EXPECT_LE(each.least, 1);
    EXPECT_GE(each.most, 1);
  }
  // "la única excepción podría ser el Ryzen, particularmente el multihilo"
  EXPECT_EQ(all[3].machine, "Ryzen");
  EXPECT_GT(all[3].most / all[3].least, all[1].most / all[1].least);
}

TEST(Claims, AreJudgedInTheLastSceneThatBothHave) {
  const Claim claim = claimed("a faster than b");
  const Judged judged =
      judge(claim, {.facts = {},
                    .rows = {row("a", "small", 2, 2, 2), row("b", "small", 1, 1, 1), row("a", "large", 1, 1, 1),
                             row("b", "large", 4, 4, 4), row("a", "huge", 9, 9, 9)},
                    .skipped = {}});
  EXPECT_EQ(judged.verdict, Verdict::holds);
  EXPECT_NE(judged.why.find("large: a takes 1.000 ms, b takes 4.000 ms, 4 times as long"), std::string::npos)
      << judged.why;
}

}  // namespace
}  // namespace heteroscope
