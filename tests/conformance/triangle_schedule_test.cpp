#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <stop_token>
#include <thread>
#include <vector>

#include "core/trace/runs.hpp"
#include "tests/conformance/triangle_matrices.hpp"
#include "tests/fakes/stop.hpp"

/// Which thread computes which rows of the triangle, and that a variant ends where it is cancelled.
namespace heteroscope::triangle {
namespace {

using testing::compute;
using testing::computed;
using testing::costs;
using testing::Matrix;
using testing::random_points;
using testing::Table;
using testing::TriangleVariants;
using testing::untouched;
using testing::variant_of;

TEST_P(TriangleVariants, ComputeEachCellOnceOnTheirThreads) {
  constexpr int n = 301;
  Table<float> points = random_points<float>(n);
  for (const Rows rows : {Rows{0, n}, {100, 200}, {17, 18}}) {
    const int threads = variant().knobs.threads ? 3 : 1;
    TraceWriter writer(threads);
    computed(variant(), points, {.n = n}, {.rows = rows, .threads = threads, .trace = &writer});
    std::vector<int> cells(n);  // computed, by row
    const Trace trace = writer.collect();
    for (const TracedSpan& each : trace.spans) {
      ASSERT_LT(each.unit, static_cast<std::uint32_t>(threads));
      ASSERT_LE(each.start_ns, each.end_ns);
      for_each_run(trace, each, [&](int row, Rows columns) {
        cells.at(static_cast<std::size_t>(row)) += std::min(columns.end, row + 1) - columns.begin;
      });
    }
    for (int row = 0; row < n; ++row) {
      const int all = row >= rows.begin && row < rows.end ? row + 1 : 0;
      ASSERT_EQ(cells[static_cast<std::size_t>(row)], all) << "row " << row;
    }
  }
}

/// Cells that each of some threads has computed.
std::vector<std::int64_t> cells_by_thread(std::string_view variant, int n, Rows rows, int threads) {
  Table<float> points = random_points<float>(n);
  TraceWriter writer(threads);
  computed(variant_of(variant), points, {.n = n}, {.rows = rows, .threads = threads, .trace = &writer});
  std::vector<std::int64_t> out(static_cast<std::size_t>(threads));
  const Trace trace = writer.collect();
  for (const TracedSpan& each : trace.spans) {
    for_each_run(trace, each, [&](int row, Rows) { out[each.unit] += row + 1; });
  }
  return out;
}

TEST(TriangleSchedules, FoldedRowsAreEvenWorkAndRunsOfRowsAreNot) {
  // 300 rows are 150 pairs of 301 cells, 50 for each of three threads
  EXPECT_EQ(cells_by_thread("omp_folded", 300, {0, 300}, 3), (std::vector<std::int64_t>{15050, 15050, 15050}));
  EXPECT_EQ(cells_by_thread("simd", 300, {0, 300}, 3), (std::vector<std::int64_t>{15050, 15050, 15050}));
  // rows 100 to 219 are 60 pairs of 101 + 220 cells
  EXPECT_EQ(cells_by_thread("omp_folded", 300, {100, 220}, 2), (std::vector<std::int64_t>{9630, 9630}));
  // of an odd number the middle row alone is the last thread's: 1 + 2 + … + 7 = 28 = 2 · 8 + (8 + 4)
  EXPECT_EQ(cells_by_thread("omp_folded", 7, {0, 7}, 2), (std::vector<std::int64_t>{16, 12}));
  // the first hundred rows, the second and the third
  EXPECT_EQ(cells_by_thread("omp_static", 300, {0, 300}, 3), (std::vector<std::int64_t>{5050, 15050, 25050}));
}

/// As seed 004 has it on purpose: the second half of a halved triangle begins when the first one is computed.
TEST(TriangleSchedules, SiblingsInOrderFollowEachOther) {
  constexpr int n = 64;
  constexpr int threads = 3;
  Table<float> points = random_points<float>(n);
  TraceWriter writer(threads);
  computed(variant_of("omp_recursive"), points, {.n = n, .cutoff = 1, .max_depth = 1, .siblings = Siblings::in_order},
           {.threads = threads, .trace = &writer});
  const Trace trace = writer.collect();
  std::uint64_t first_ends = 0;
  std::uint64_t second_begins = UINT64_MAX;
  for (const TracedSpan& each : trace.spans) {
    for_each_run(trace, each, [&](int row, Rows columns) {
      if (row < n / 2) first_ends = std::max(first_ends, each.end_ns);
      if (columns.begin >= n / 2) second_begins = std::min(second_begins, each.start_ns);
    });
  }
  EXPECT_GT(first_ends, 0U);
  EXPECT_LE(first_ends, second_begins);
}

TEST_P(TriangleVariants, WriteNothingWhenCancelledBeforehand) {
  Table<float> points = random_points<float>(100);
  const std::stop_token stop = heteroscope::testing::requested_stop();
  for (const Cost cost : costs) {
    EXPECT_TRUE(computed(variant(), points, {.n = 100, .cost = cost}, {.cancel = Cancel(stop)}) == Matrix<float>(100));
  }
}

/// Some seconds of work, left after the rows that are under way.
TEST_P(TriangleVariants, StopWhenCancelledMeanwhile) {
  constexpr int n = 3000;
  Table<double> points = random_points<double>(n);
  Matrix<double> out(n);
  std::stop_source cancel;
  const std::stop_token stop = cancel.get_token();
  std::thread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    cancel.request_stop();
  });
  compute(out, variant(), points, {.n = n, .cost = Cost::heavy, .work = 4096}, {.cancel = Cancel(stop)});
  canceller.join();
  int left = 0;
  for (int row = 0; row < n; ++row) left += out.at(row, 0) == untouched<double> ? 1 : 0;
  EXPECT_GT(left, n / 10);
}

}  // namespace
}  // namespace heteroscope::triangle
