#include "app/measures/others.hpp"

#include <gtest/gtest.h>

#include "app/analysis/claims/judged.hpp"
#include "app/analysis/others.hpp"
#include "app/analysis/over_ranks.hpp"
#include "app/analysis/reading.hpp"
#include "app/analysis/report.hpp"
#include "app/bench/data.hpp"
#include "app/commands/report/findings.hpp"
#include "app/commands/tune/report.hpp"
#include "app/lessons/lesson.hpp"
#include "app/lessons/measure.hpp"
#include "app/results/data.hpp"
#include "app/tune/measuring.hpp"
#include "app/window/features/bench/view.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/fake_proc_stat.hpp"

/// What other programs took while rows were measured, by a clock of the processors that a test moves.
namespace heteroscope::testing {
namespace {

/// Between two runs other programs have that share of the processors.
class BesideOthers final : public BenchWatch {
 public:
  explicit BesideOthers(double share) : share_(share) {}
  [[nodiscard]] bool stopped() override {
    stat_.goes_on(share_);
    return false;
  }

 private:
  FakeProcStat stat_;
  double share_;
};

std::vector<BenchCase> cases_over_threads() {
  const Workload& workload = find_workload(catalog(), "mandelbrot");
  std::vector<BenchCase> out;
  for (const int threads : {1, 2}) {
    BenchCase& each = out.emplace_back();
    each.scene = "full";
    each.variant = "omp_static";
    each.settings = default_settings(workload);
    each.settings.problem.size = {33, 17};
    each.settings.execution.processor = Processor::cpu;
    each.settings.execution.threads = threads;
    each.settings.execution.variants[std::string(workload.stages.front().id)].cpu = each.variant;
  }
  return out;
}

/// Rows on one thread and on two, as if others had that share while they were measured.
heteroscope::Result beside(double share) {
  Bench bench;
  bench.title = "mandelbrot";
  for (const BenchCase& each : cases_over_threads()) {
    BenchRow& row = bench.rows.emplace_back();
    row.what = each;
    row.size = each.settings.problem.size;
    row.threads = each.settings.execution.threads;
    const double ms = row.threads == 1 ? 10 : 5.5;
    row.ms = statistics(std::vector{0.99 * ms, ms, 1.01 * ms});
    row.interval = Interval{0.995 * ms, 1.005 * ms};
    row.others.cpu = share;
  }
  return result_of(bench, find_workload(catalog(), "mandelbrot"));
}

TEST(OthersWatch, SeesWhatOthersTookInBetween) {
  FakeProcStat stat;
  OthersWatch watch;
  stat.goes_on(0.9);
  watch.begin({});
  stat.goes_on(0.48);
  const TakenByOthers taken = watch.end();
  EXPECT_NEAR(taken.cpu.value_or(-1), 0.48, 1e-3) << "not what was before";
  EXPECT_EQ(taken.gpu, std::nullopt);
  EXPECT_TRUE(taken.marked());
  EXPECT_EQ(others_text(taken), "other programs used 48 % of the processors");
  watch.begin({});
  stat.goes_on(0.04);
  EXPECT_NEAR(watch.end().cpu.value_or(-1), 0.04, 1e-3);
  EXPECT_FALSE(watch.end().marked());
}

/// A row may be over in less than a tick of the system's clock.
TEST(OthersWatch, OfAShortTimeSaysWhatWasSeenSinceAnEarlierLook) {
  FakeProcStat stat;
  OthersWatch watch;
  stat.go_on(1, 1);
  watch.begin({});
  stat.go_on(1, 1);
  EXPECT_EQ(watch.end().cpu, std::nullopt) << "all that was seen is too short";
  stat.goes_on(0.6);
  watch.begin({});
  stat.go_on(1, 1);
  EXPECT_NEAR(watch.end().cpu.value_or(-1), 0.6, 1e-3);
}

TEST(OthersWatch, WhereNobodySaysItIsNotKnown) {
  OthersWatch watch;
  watch.begin({"0000:01:00.0"}, device::Management("libthere-is-no-such-library.so.1"));
  EXPECT_EQ(watch.end(), TakenByOthers());
  EXPECT_FALSE(TakenByOthers().marked());
}

TEST(TakenByOthers, MarksWhatItIsAbout) {
  const TakenByOthers both{.cpu = 0.481, .gpu = 0.301};
  EXPECT_EQ(others_text(both), "other programs used 48 % of the processors and 30 % of the GPU");
  const TakenByOthers of_gpu{.cpu = 0.9, .gpu = 0.02, .counts_cpu = false};
  EXPECT_FALSE(of_gpu.marked()) << "a kernel's time has nothing of the processors in it";
  EXPECT_EQ(others_text(of_gpu), "");
  EXPECT_FALSE((TakenByOthers{.cpu = much_taken, .gpu = {}}).marked());
  EXPECT_EQ(both.most(), 0.481);
  EXPECT_EQ(of_gpu.most(), 0) << "of what marks it";
  EXPECT_EQ((TakenByOthers{.cpu = 0.9, .gpu = 0.3, .counts_cpu = false}).most(), 0.3);
  EXPECT_EQ(others_cell(both, true, true), "48.1 %, 30.1 % (gpu)");
  EXPECT_EQ(others_cell({}, false, true), "unknown (gpu)");
}

TEST(Others, StandInEveryRow) {
  BesideOthers watch(0.48);
  BenchEffort effort;
  effort.sampling.runs = 8;
  Bench bench = measure(cases_over_threads(), catalog(), effort, watch);
  bench.title = "mandelbrot";
  const heteroscope::Result result = result_of(bench, find_workload(catalog(), "mandelbrot"));
  ASSERT_EQ(result.rows.size(), 2U);
  for (const ResultRow& row : result.rows) {
    EXPECT_NEAR(row.number("others/cpu_share"), 0.48, 0.01);
    EXPECT_TRUE(is_marked(row));
    EXPECT_EQ(others_text(row), "other programs used 48 % of the processors");
  }
  const std::string report = markdown(bench_report(result));
  EXPECT_NE(report.find("| others |"), std::string::npos) << report;
  EXPECT_NE(report.find(" ms * |"), std::string::npos) << report;
  EXPECT_NE(report.find("While 2 of 2 rows (*) were measured, other programs used 48 % of the processors at most."),
            std::string::npos)
      << report;
  const heteroscope::Result again = result_from_json(result_json(result), "a file");
  EXPECT_TRUE(is_marked(again.rows.front()));
  EXPECT_EQ(again.rows.front().number("others/cpu_share"), result.rows.front().number("others/cpu_share"));
  EXPECT_NE(result_csv(result).find(",others_cpu_share,others_marked,"), std::string::npos) << result_csv(result);
}

/// Time goes by only once the first rows are there, as where these take microseconds.
class LateOthers final : public BenchWatch {
 public:
  void begins(const std::string& /*rows*/) override {
    if (groups_++ > 0) stat_.goes_on(0.48);
  }

 private:
  FakeProcStat stat_;
  int groups_ = 0;
};

TEST(Others, AreToldOfRowsThatWereOverTooSoon) {
  LateOthers watch;
  BenchEffort effort;
  effort.sampling.runs = 8;
  std::vector<BenchCase> cases = cases_over_threads();
  cases.back().scene = "another";  // which takes no turns with the first
  const Bench bench = measure(cases, catalog(), effort, watch);
  ASSERT_EQ(bench.rows.size(), 2U);
  for (const BenchRow& row : bench.rows) EXPECT_NEAR(row.others.cpu.value_or(-1), 0.48, 0.01) << row.what.scene;
}

TEST(Others, NoLawIsFittedToMarkedRows) {
  const std::string marked = markdown(bench_report(beside(0.48)));
  EXPECT_NE(marked.find("missing where other programs used 48 % of the processors"), std::string::npos) << marked;
  const std::string quiet = markdown(bench_report(beside(0.02)));
  EXPECT_EQ(quiet.find("no law is"), std::string::npos) << quiet;
  EXPECT_EQ(quiet.find(" ms *"), std::string::npos) << quiet;
  const auto law = [](const std::string& report) {
    const std::size_t line = report.find("| omp_static |       2 |", report.find("Times by number of threads:"));
    return report.substr(line, report.find('\n', line) - line);
  };
  EXPECT_NE(law(marked).find("|            |"), std::string::npos) << law(marked);
  EXPECT_EQ(law(quiet).find("|            |"), std::string::npos) << law(quiet);
}

TEST(Others, ASentenceSaysWhyNothingIsConcluded) {
  const std::string marked = markdown(findings(beside(0.48)));
  EXPECT_NE(marked.find("- It is undecided which variant is the fastest: other programs used 48 % of the "
                        "processors during the measurement.\n"),
            std::string::npos)
      << marked;
  EXPECT_NE(marked.find("- It is undecided how omp_static scales: other programs used 48 % of the processors while "
                        "it was measured.\n"),
            std::string::npos)
      << marked;
  for (const char* each : {"serial fraction", "no number of threads", "is the fastest with", "times as fast"})
    EXPECT_EQ(marked.find(each), std::string::npos) << each;
  const std::string quiet = markdown(findings(beside(0.02)));
  EXPECT_NE(quiet.find("is the fastest with"), std::string::npos) << quiet;
  EXPECT_EQ(quiet.find("other programs"), std::string::npos) << quiet;
}

TEST(Others, AreShownInTheWindow) {
  const BenchView view = view_of(std::make_shared<const heteroscope::Result>(beside(0.48)));
  ASSERT_EQ(view.lines.size(), 2U);
  for (const BenchLine& each : view.lines) {
    EXPECT_TRUE(each.marked);
    EXPECT_EQ(each.place, BenchPlace::behind) << "none is said to be the fastest";
    EXPECT_EQ(each.cells.back().text, "beside others");
  }
  const auto has_column = [](const BenchView& of) {
    return std::ranges::any_of(of.columns, [](const BenchColumn& each) { return each.title == "others"; });
  };
  EXPECT_TRUE(has_column(view));
  EXPECT_FALSE(has_column(view_of(std::make_shared<const heteroscope::Result>(beside(0.02)))));
}

/// A row as files have it, from which others took that share.
ResultRow row(const char* variant, const char* scene, double ms, double others, double size = 1) {
  ResultRow out;
  Data to(out.data);
  for (const auto& [id, value] : {std::pair{"variant", variant}, std::pair{"scene", scene}, std::pair{"memory", "host"},
                                  std::pair{"processor", "cpu"}})
    to.add({id, id, "a word"}, std::string(value));
  to.add({"axis", "values", "a size"}, size);
  to.add({"median_ms", "median", "ms", Hint::time, "a time"}, ms);
  to.add({"median_low_ms", "median from", "ms", Hint::time, "its lower end"}, 0.99 * ms);
  to.add({"median_high_ms", "median to", "ms", Hint::time, "its upper end"}, 1.01 * ms);
  to.add({"first_ms", "first", "ms", Hint::time, "a time"}, 9 * ms);
  to.add({"values", "values", "a count"}, std::int64_t{100});
  to.add({"others/cpu_share", "others", "", Hint::share, "what others took"}, others);
  to.add({"others/marked", "marked", "whether that is much"}, others > much_taken);
  return out;
}

Claim claimed(const std::string& statement) {
  const RowNames names{{"a", {.variant = "a"}}, {"b", {.variant = "b"}}, {"c", {.variant = "c"}}};
  return {.text = statement, .where = "here", .statement = parse_statement(statement, names)};
}

TEST(Others, NoClaimIsJudgedByMarkedRows) {
  const Claim faster = claimed("a faster than b");
  const auto judged = [](const Claim& claim, double others) {
    return judge(claim, {.facts = {},
                         .rows = {row("a", "s", 1, 0, 1), row("b", "s", 2, others, 1), row("a", "m", 2, others, 2),
                                  row("b", "m", 5, 0, 2), row("a", "l", 3, others, 3), row("b", "l", 9, others, 3)},
                         .skipped = {}});
  };
  // the only rival of a is b: of c there are no rows
  const std::vector<Claim> claims{faster, claimed("a gains on b"), claimed("a grows linearly by 0.99"),
                                  claimed("b grows exponentially"), claimed("a faster than b, c everywhere")};
  for (const Claim& each : claims) {
    EXPECT_NE(judged(each, 0.01).verdict, Verdict::unknown) << each.text;
    const Judged beside = judged(each, 0.48);
    EXPECT_EQ(beside.verdict, Verdict::unknown) << each.text;
    EXPECT_NE(beside.why.find("while other programs used 48 % of the processors"), std::string::npos) << beside.why;
    EXPECT_EQ(beside.why.find("correlation"), std::string::npos) << "no line is fitted: " << beside.why;
  }
  const Claim first = claimed("a starts slower by 2");
  EXPECT_EQ(judged(first, 0.01).verdict, Verdict::holds);
  EXPECT_EQ(judge(first, {.facts = {}, .rows = {row("a", "s", 1, 0.48)}, .skipped = {}}).why,
            "the runs were measured while other programs used 48 % of the processors");
  const Claim count = claimed("a.values equals 100 within 1 %");
  EXPECT_EQ(judged(count, 0.48).verdict, Verdict::holds) << "what was counted is right beside others, too";
}

TEST(Others, AQuietSceneTellsItWhereALargerOneDoesNot) {
  const Claim faster = claimed("a faster than b");
  const std::vector rows{row("a", "s", 1, 0), row("b", "s", 2, 0), row("a", "l", 9, 0.48), row("b", "l", 4, 0.48)};
  EXPECT_EQ(judge(faster, {.facts = {}, .rows = rows, .skipped = {}}).verdict, Verdict::holds);
}

TEST(Others, OfRanksAreThoseOfTheRankThatLostMost) {
  std::vector<RankResults> ranks;
  for (const double share : {0.02, 0.48}) {
    heteroscope::Result result = beside(share);
    ranks.push_back({"host", {.title = {}, .parts = {std::move(result)}}});
  }
  const std::vector<ResultRow> rows = rows_over_ranks(ranks);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_NEAR(rows.front().number("others/cpu_share"), 0.48, 0.01);
  EXPECT_TRUE(is_marked(rows.front()));
  const std::string report = markdown(report_over_ranks(ranks));
  EXPECT_NE(report.find(" % * |"), std::string::npos) << report;
  EXPECT_NE(report.find("While 2 of 2 rows (*) were measured, other programs used 48 % of the processors at most."),
            std::string::npos)
      << "rows are those of all ranks together: " << report;
  EXPECT_NE(report.find("Ranks that share processors or a GPU count as other programs for each other."),
            std::string::npos);
}

/// A GPU's time has nothing of the processors in it, whatever others take of these.
TEST(Others, OfRanksOnGpusAreThoseOfTheGpus) {
  std::vector<RankResults> ranks;
  for (const double share : {0.3, 0.01}) {
    Bench bench;
    bench.title = "mandelbrot";
    BenchRow& row = bench.rows.emplace_back();
    row.what = cases_over_threads().front();
    row.what.settings.execution.processor = Processor::gpu;
    row.size = row.what.settings.problem.size;
    row.ms = statistics(std::vector{1.0});
    row.others = {.cpu = 0.9, .gpu = share, .counts_cpu = false};
    ranks.push_back({"host", {.title = {}, .parts = {result_of(bench, find_workload(catalog(), "mandelbrot"))}}});
  }
  const ResultRow row = rows_over_ranks(ranks).front();
  EXPECT_NEAR(row.number("others/gpu_share"), 0.3, 1e-12);
  EXPECT_FALSE(has(row, "others/cpu_share"));
  EXPECT_TRUE(is_marked(row));
  const std::string report = markdown(report_over_ranks(ranks));
  EXPECT_NE(report.find("| 30.0 % (gpu) * |"), std::string::npos) << report;
  EXPECT_NE(report.find("While 1 of 1 row (*) was measured, other programs used 30 % of the GPU at most."),
            std::string::npos)
      << report;
}

TEST(Others, StandInRowsOfALesson) {
  const Lesson lesson = all_lessons(LessonScale::quick).front();
  BesideOthers watch(0.48);
  const heteroscope::Result measured = measure_lesson(lesson, lesson_effort(LessonScale::quick), watch);
  ASSERT_FALSE(measured.rows.empty());
  for (const ResultRow& each : measured.rows) EXPECT_TRUE(uses_gpu(each) || is_marked(each)) << cell(each, "row");
}

/// What was searched, and what has come of it.
struct Tuned {
  TuneJob job;
  TuneOutcome outcome;
};

/// A search of three candidates, beside which others have that share, but for `quiet` of the runs at first.
Tuned tuned_beside(double share, int quiet = 0) {
  FakeProcStat stat;
  TuneJob job{.settings = cases_over_threads().front().settings, .fixed = {}, .effort = {.evaluations = 3}};
  TuneOutcome outcome = prepare(job, catalog(), device::all());
  MachineMeasurer measurer(outcome.candidates, catalog(), {device::facts()}, [&] {
    stat.goes_on(quiet-- > 0 ? 0 : share);
    return false;
  });
  TuneWatch watch;
  outcome.record.found = search(outcome.candidates.space, 1, job.effort, measurer, watch);
  EXPECT_EQ(outcome.found().tried.back().time.others.marked(), share > much_taken);
  return {std::move(job), std::move(outcome)};
}

std::string tune_report_of(const Tuned& of) {
  return markdown(tune_report(of.outcome, of.job, catalog()));
}

TEST(Others, StandBesideWhatASearchHasTried) {
  const std::string marked = tune_report_of(tuned_beside(0.48));
  EXPECT_NE(marked.find(", not known to be the fastest: other programs used 48 % of the processors.\n"),
            std::string::npos)
      << marked;
  EXPECT_NE(marked.find("48.0 % *"), std::string::npos) << marked;
  const std::string at_last = tune_report_of(tuned_beside(0.48, 8));
  EXPECT_NE(at_last.find("not known to be the fastest"), std::string::npos)
      << "what was slower beside others may be faster than what was measured before: " << at_last;
  const std::string quiet = tune_report_of(tuned_beside(0.02));
  EXPECT_EQ(quiet.find("not known to be"), std::string::npos) << quiet;
  EXPECT_EQ(quiet.find(" % * |"), std::string::npos) << quiet;
}

TEST(Others, AMarkedWinnerIsNotKept) {
  EXPECT_EQ(why_not_kept(tuned_beside(0.48).outcome),
            "other programs used 48 % of the processors while it was measured");
  Tuned quiet = tuned_beside(0.02);
  EXPECT_EQ(why_not_kept(quiet.outcome), "");
  EXPECT_EQ(why_not_kept({}), "") << "there is no winner";
  // the settings as they were may be marked where the winner is not: then it is not known how much it is faster
  auto& tried = quiet.outcome.record.found.tried;
  quiet.outcome.candidates.present = tried.front().candidate;
  tried.front().fate = TuneFate::checked;
  EXPECT_TRUE(kept_of(quiet.outcome, quiet.job, catalog(), device::all()).usual_ms);
  tried.front().time.others.cpu = 0.48;
  EXPECT_FALSE(kept_of(quiet.outcome, quiet.job, catalog(), device::all()).usual_ms);
}

}  // namespace
}  // namespace heteroscope::testing
