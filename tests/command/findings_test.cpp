#include "app/commands/report/findings.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/commands/report/page.hpp"
#include "app/commands/report/theory.hpp"
#include "kernels/registry.hpp"
#include "tests/command/made_up_rows.hpp"
#include "tests/xml.hpp"

/// The words of reports on measurements that were made up: expected times, findings, and the page.
namespace heteroscope {
namespace {

using made_up::bench_of;
using made_up::blocks;
using made_up::MadeUp;
using made_up::result_of;
using made_up::threads;
using testing::count_of;

/// A million operations of 4 multiply-adds take 0.5 ms at 8 G a second, a million bytes 0.05 ms at 20 GB/s.
TEST(Theory, ExpectsTheLongerOfBytesAndArithmetic) {
  const std::string words = markdown(expected_times(result_of(threads())));
  EXPECT_NE(words.find("cpu, 4 threads, fp32: 8.00 Gfma/s, and 10.0 GB/s from memory (a copy). Below 0.8"),
            std::string::npos)
      << words;
  EXPECT_NE(words.find("| arithmetic | 0.5000 ms | 3.250 ms | omp_dynamic |"), std::string::npos) << words;
  EXPECT_NE(words.find("15.4 %"), std::string::npos) << words;
}

/// As a blur of a large radius: its rates are compared with a copy, and arithmetic is its limit all the same.
TEST(Theory, ExpectsArithmeticAlsoOfWorkThatIsComparedWithMemory) {
  Bench bench = bench_of(threads());
  for (BenchRow& each : bench.rows)
    each.work = {.operations = 1e6, .unit = "pixels", .bytes = 1e6, .fma_beside_bytes = 66};
  const std::string words = markdown(expected_times(result_of(bench)));
  EXPECT_NE(words.find(" 66 |"), std::string::npos) << words;
  EXPECT_NE(words.find("| arithmetic | 8.250 ms |"), std::string::npos) << words;
}

TEST(Theory, EveryWorkloadHasOne) {
  for (const Workload* each : catalog()) {
    EXPECT_FALSE(each->theory.formula.empty()) << each->id;
    EXPECT_GT(each->theory.text.size(), 100U) << each->id;
    EXPECT_FALSE(each->theory.source.empty()) << each->id;
  }
}

/// Where threads get into each other's way nothing is said of laws.
TEST(Findings, SayWhereThreadsDoHarm) {
  const Result result = result_of({{"mandelbrot", "full", "omp_tasks", Processor::cpu, 256, 1, 1},
                                   {"mandelbrot", "full", "omp_tasks", Processor::cpu, 256, 2, 2}});
  const std::string words = markdown(findings(result));
  EXPECT_NE(words.find("omp_tasks takes 2 times as long on 2 threads as on one."), std::string::npos) << words;
  EXPECT_EQ(words.find("Amdahl"), std::string::npos) << words;
}

TEST(Findings, SayWhoWonByHowMuchAndWhatTied) {
  std::vector<MadeUp> rows = threads();
  rows.push_back({"mandelbrot", "full", "simd", Processor::cpu, 256, 3.26, 4});
  rows.push_back({"mandelbrot", "full", "cuda_2d", Processor::gpu, 256, 0.5, 0});
  for (const char* variant : {"omp_dynamic", "simd"})
    rows.push_back({"mandelbrot", "deep", variant, Processor::cpu, 256, 1, 4});
  Bench bench = bench_of(rows);
  bench.rows.back().interval.reset();
  bench.skips = {{"no time", 7}};
  const std::string words = markdown(findings(result_of(bench)));
  EXPECT_NE(
      words.find("full, fp32, 256x256: cuda_2d is the fastest with 0.5000 ms, 20 times as fast as the reference; the "
                 "next one, omp_dynamic, 4 threads, takes 6.5 times as long."),
      std::string::npos)
      << words;
  EXPECT_NE(words.find("over the 2 problems"), std::string::npos) << words;
  for (const char* each : {"1 of 8 rows has too few runs", "7 rows were not measured: no time."})
    EXPECT_NE(words.find(each), std::string::npos) << each << words;
  rows.erase(rows.begin() + 5);
  const std::string ties = markdown(findings(result_of(rows)));
  EXPECT_NE(ties.find("omp_dynamic, 4 threads is the fastest with 3.250 ms, 3.08 times as fast as the reference; "
                      "simd cannot be distinguished from it"),
            std::string::npos)
      << ties;
}

TEST(Page, IsTheSameEachTimeAndWellFormed) {
  const std::vector<ReportedRun> runs{{.file = "a b.json", .result = result_of(threads())},
                                      {.file = "b.json", .result = result_of(blocks())},
                                      {.file = "c.json", .result = result_of(threads())}};
  const std::string page = report_html(runs);
  EXPECT_EQ(page, report_html(runs));
  EXPECT_EQ(testing::faults_in_page(page), std::vector<std::string>{});
  for (const char* each : {"Side by side: a b.json, c.json", "heteroscope compare 'a b.json' c.json",
                           "heteroscope report 'a b.json'", "id=\"run2-blocks-title\""})
    EXPECT_NE(page.find(each), std::string::npos) << each;
  EXPECT_EQ(count_of(page, "<section "), 4U);
  EXPECT_EQ(count_of(page, "<table>"), count_of(page, "<caption>"));
}

}  // namespace
}  // namespace heteroscope
