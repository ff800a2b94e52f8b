#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <random>
#include <thread>

#include "core/trace/runs.hpp"
#include "core/trace/writer.hpp"
#include "kernels/simd_targets.hpp"  // before anything else of Highway

#include "core/lanes/partition.hpp"
#include "kernels/triangle/parameters.hpp"
#include "kernels/triangle/workload.hpp"

/// What is known of the triangle's cells, for every CPU variant on hand-made jobs; GPU variants are compared with the
/// reference elsewhere.
namespace heteroscope::triangle {
namespace {

constexpr Cost costs[] = {Cost::constant, Cost::distance, Cost::collision, Cost::heavy};
constexpr int sides[] = {1, 2, 3, 7, 17, 64, 127, 300, 1000};
constexpr int thread_counts[] = {1, 2, 3, 5};

template <class T>
constexpr Precision precision_of = sizeof(T) == sizeof(float) ? Precision::fp32 : Precision::fp64;
template <class T>
constexpr double roundoff = std::numeric_limits<T>::epsilon() / 2.0;

/// What no cell can be: no variant may leave it below the diagonal or replace it above.
template <class T>
constexpr T untouched = -7;

/// A table of points: the abscissas, then the ordinates.
template <class T>
struct Table {
  explicit Table(int points) : n(points), values(2 * static_cast<std::size_t>(points)) {}
  T& x(int i) { return values[static_cast<std::size_t>(i)]; }
  T& y(int i) { return values[static_cast<std::size_t>(n + i)]; }
  FieldView view() { return {values.data(), {n, 2}, precision_of<T>}; }

  int n;
  std::vector<T> values;
};

template <class T>
Table<T> random_points(int n, unsigned seed = 1) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> place(0, 1);
  Table<T> out(n);
  for (T& each : out.values) each = static_cast<T>(place(random));
  return out;
}

/// A result, one element away from where vectors would like it, with an untouched element before it and behind.
template <class T>
struct Matrix {
  explicit Matrix(int side) : n(side), values(static_cast<std::size_t>(side) * static_cast<std::size_t>(side) + 2) {
    std::fill(values.begin(), values.end(), untouched<T>);
  }
  T& at(int row, int column) {
    return values[1 + static_cast<std::size_t>(row) * static_cast<std::size_t>(n) + static_cast<std::size_t>(column)];
  }
  FieldView view() { return {values.data() + 1, {n, n}, precision_of<T>, Domain::lower_triangle}; }
  bool operator==(const Matrix& other) const {
    return values.size() == other.values.size() &&
           std::memcmp(values.data(), other.values.data(), values.size() * sizeof(T)) == 0;
  }

  int n;
  std::vector<T> values;
};

struct How {
  Rows rows{0, -1};  ///< all rows
  int threads = 2;
  TraceWriter* trace = nullptr;
  const std::atomic<bool>* cancel = nullptr;
};

template <class T>
void compute(Matrix<T>& out, const Variant& variant, Table<T>& points, const Parameters& parameters, How how = {}) {
  if (how.rows.end < 0) how.rows = {0, out.n};
  const std::any any = parameters;
  MapJob job{{.parameters = &any, .rows = how.rows, .threads = how.threads, .trace = how.trace, .cancel = how.cancel}};
  job.table = points.view();
  job.output = out.view();
  variant.run(job);
}

template <class T>
Matrix<T> computed(const Variant& variant, Table<T>& points, const Parameters& parameters, How how = {}) {
  Matrix<T> out(points.n);
  compute(out, variant, points, parameters, how);
  return out;
}

/// A cell as the workload defines it, by a loop of this test's own; std::fma rounds once on every machine.
template <class T>
T defined(Table<T>& points, int row, int column, const Parameters& p) {
  if (p.cost == Cost::constant) return 1;
  const T across = points.x(row) - points.x(column);
  const T down = points.y(row) - points.y(column);
  const T squared = std::fma(across, across, down * down);
  const T diameter = static_cast<T>(2 * p.radius);
  if (p.cost == Cost::collision) return squared <= diameter * diameter ? 1 : 0;
  T value = std::sqrt(squared);
  for (int i = 0; p.cost == Cost::heavy && i < p.work; ++i) value = std::fma(value, value, T(-1));
  return value;
}

template <class T>
Matrix<T> defined(Table<T>& points, const Parameters& p, Rows rows) {
  Matrix<T> out(points.n);
  for (int row = rows.begin; row < rows.end; ++row) {
    for (int column = 0; column <= row; ++column) out.at(row, column) = defined(points, row, column, p);
  }
  return out;
}

const Variant& variant_of(std::string_view id) {
  return *workload.stages.front().find(id);
}

std::vector<std::string> cpu_variants() {
  std::vector<std::string> out;
  for (const NamedVariant& each : workload.stages.front().variants) {
    if (each.variant->processor == Processor::cpu) out.emplace_back(each.id);
  }
  return out;
}

class TriangleVariants : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (variant().unavailable != nullptr && !variant().unavailable({}).empty()) GTEST_SKIP();
  }
  static const Variant& variant() { return variant_of(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(Triangle, TriangleVariants, ::testing::ValuesIn(cpu_variants()),
                         [](const auto& each) { return each.param; });

// ------------------------------------------------------------------------------------------------------------- values

TEST_P(TriangleVariants, PinnedDistances) {
  Table<float> points(4);
  points.values = {0, 3, 0, 8,  //
                   0, 4, 1, 15};
  const auto found = computed(variant(), points, {.n = 4, .cost = Cost::distance}, {.threads = 3});
  // legs 3 and 4, 3 and 3, 8 and 15, 5 and 11, 8 and 14
  const float expected[4][4] = {{0}, {5, 0}, {1, std::sqrt(18.0F), 0}, {17, std::sqrt(146.0F), std::sqrt(260.0F), 0}};
  auto copy = found;
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column <= row; ++column) EXPECT_EQ(copy.at(row, column), expected[row][column]);
    for (int column = row + 1; column < 4; ++column) EXPECT_EQ(copy.at(row, column), untouched<float>);
  }
}

/// Both differences and both squares' rounding, then that of the fused sum and of the root: 2u + u + u under a root
/// and u of its own, so 3u in all but for squares of u.
template <class T>
void expect_exact_distances(const Variant& variant) {
  Table<T> points = random_points<T>(300);
  auto found = computed(variant, points, {.n = 300, .cost = Cost::distance});
  for (int row = 0; row < 300; ++row) {
    for (int column = 0; column <= row; ++column) {
      const long double exact = std::hypot(static_cast<long double>(points.x(row)) - points.x(column),
                                           static_cast<long double>(points.y(row)) - points.y(column));
      ASSERT_LE(std::abs(found.at(row, column) - exact), 3.01L * roundoff<T> * exact) << row << ", " << column;
    }
  }
}

TEST_P(TriangleVariants, DistancesAreWithinThreeRoundings) {
  expect_exact_distances<float>(variant());
  expect_exact_distances<double>(variant());
}

/// Squared distances are right to 4u and squared diameters to 3u: cells further from touching than that are decided.
template <class T>
void expect_exact_collisions(const Variant& variant, double radius) {
  Table<T> points = random_points<T>(300);
  auto found = computed(variant, points, {.n = 300, .cost = Cost::collision, .radius = radius});
  int decided[2] = {};
  for (int row = 0; row < 300; ++row) {
    for (int column = 0; column <= row; ++column) {
      const long double across = static_cast<long double>(points.x(row)) - points.x(column);
      const long double down = static_cast<long double>(points.y(row)) - points.y(column);
      const long double squared = across * across + down * down;
      const long double limit = 4.0L * radius * radius;
      if (std::abs(squared - limit) <= 8 * roundoff<T> * limit && row != column) continue;
      const int expected = squared <= limit ? 1 : 0;
      ++decided[expected];
      ASSERT_EQ(found.at(row, column), static_cast<T>(expected)) << row << ", " << column;
    }
  }
  EXPECT_GE(decided[0] + decided[1], 300 * 301 / 2 - 5);
  EXPECT_GE(decided[1], 300);
  EXPECT_GT(decided[0], 10000);
}

TEST_P(TriangleVariants, CollisionsAreDecidedAwayFromTheBoundary) {
  for (const double radius : {0.0, 0.01, 0.1, 0.25}) {
    expect_exact_collisions<float>(variant(), radius);
    expect_exact_collisions<double>(variant(), radius);
  }
}

TEST_P(TriangleVariants, DisksThatMeetInAPointTouch) {
  Table<double> points(3);
  points.values = {0.25, 0.5,  0.25,  //
                   0.25, 0.25, 0.5000001};
  auto found = computed(variant(), points, {.n = 3, .cost = Cost::collision, .radius = 0.125});
  EXPECT_EQ(found.at(1, 0), 1);
  EXPECT_EQ(found.at(2, 0), 0);
  EXPECT_EQ(found.at(2, 1), 0);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(found.at(i, i), 1);
}

/// v² − 1 from 0 is −1, and from −1 is 0; a distance of 1 is one step behind.
TEST_P(TriangleVariants, HeavyCellsKnownByHand) {
  Table<float> points(40);
  for (int i = 0; i < 40; ++i) points.x(i) = static_cast<float>(i % 2);
  for (const int work : {0, 1, 2, 7, 100, 4096}) {
    auto found = computed(variant(), points, {.n = 40, .cost = Cost::heavy, .work = work});
    for (int row = 0; row < 40; ++row) {
      for (int column = 0; column <= row; ++column) {
        const bool apart = (row - column) % 2 != 0;
        const float expected = work == 0 ? (apart ? 1.0F : 0.0F) : ((work % 2 == 1) != apart ? -1.0F : 0.0F);
        ASSERT_EQ(found.at(row, column), expected) << row << ", " << column << ", work " << work;
      }
    }
  }
}

// -------------------------------------------------------------------------------------------------------- to the bit

template <class T>
void expect_defined_bits(const Variant& variant) {
  for (const int n : sides) {
    Table<T> points = random_points<T>(n, 7);
    for (const Cost cost : costs) {
      const Parameters p{.n = n, .cost = cost, .work = 11, .radius = 0.1};
      const auto expected = defined(points, p, {0, n});
      for (const int threads : thread_counts) {
        ASSERT_TRUE(computed(variant, points, p, {.threads = threads}) == expected)
            << "n " << n << ", " << cost_ids[static_cast<int>(cost)] << ", threads " << threads;
      }
    }
  }
}

TEST_P(TriangleVariants, GiveTheDefinitionsBitsAndTouchNothingElse) {
  expect_defined_bits<float>(variant());
  expect_defined_bits<double>(variant());
}

/// Large enough to be written around the caches; rows begin anywhere in a cache line.
template <class T>
void expect_defined_bits_of_large_results(const Variant& variant, int n) {
  Table<T> points = random_points<T>(n);
  for (const Cost cost : costs) {
    const Parameters p{.n = n, .cost = cost, .work = 2, .radius = 0.1};
    ASSERT_TRUE(computed(variant, points, p) == defined(points, p, {0, n})) << cost_ids[static_cast<int>(cost)];
  }
}

TEST_P(TriangleVariants, GiveTheDefinitionsBitsOfLargeResults) {
  expect_defined_bits_of_large_results<float>(variant(), 2901);
  expect_defined_bits_of_large_results<double>(variant(), 2053);
}

TEST_P(TriangleVariants, RowsThatDoNotBeginAtZero) {
  for (const int n : {7, 127, 300}) {
    Table<double> points = random_points<double>(n);
    const Parameters p{.n = n, .cost = Cost::distance};
    for (const Rows rows : {Rows{0, 1}, {0, n - 1}, {1, n}, {n / 3, n / 2}, {n / 3, n / 2 + 1}, {n - 1, n}, {n, n}}) {
      for (const int threads : thread_counts) {
        ASSERT_TRUE(computed(variant(), points, p, {.rows = rows, .threads = threads}) == defined(points, p, rows))
            << "n " << n << ", rows " << rows.begin << " to " << rows.end << ", threads " << threads;
      }
    }
  }
}

TEST_P(TriangleVariants, MeetTheReferenceAtEverySplitByArea) {
  constexpr int n = 257;
  Table<float> points = random_points<float>(n);
  const Parameters p{.n = n, .cost = Cost::heavy, .work = 5};
  const auto expected = defined(points, p, {0, n});
  for (int percent = 0; percent <= 100; percent += 5) {
    const Parts parts = parts_by_shares(std::vector{percent / 100.0}, {n, Domain::lower_triangle});
    Matrix<float> out(n);
    compute(out, variant_of("sequential"), points, p, {.rows = parts[0]});
    compute(out, variant(), points, p, {.rows = parts[1], .threads = 3});
    ASSERT_TRUE(out == expected) << percent << " %";
  }
}

/// Exchanging two points exchanges a row and a column: differences change their sign, which squares do not show.
TEST_P(TriangleVariants, DistancesAreSymmetric) {
  constexpr int n = 127;
  Table<float> points = random_points<float>(n);
  Table<float> reversed(n);
  for (int i = 0; i < n; ++i) {
    reversed.x(i) = points.x(n - 1 - i);
    reversed.y(i) = points.y(n - 1 - i);
  }
  const Parameters p{.n = n, .cost = Cost::distance};
  auto one = computed(variant(), points, p);
  auto other = computed(variant(), reversed, p);
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column <= row; ++column) {
      ASSERT_EQ(one.at(row, column), other.at(n - 1 - column, n - 1 - row));
    }
  }
}

TEST(TriangleSimd, EveryInstructionSetGivesTheSameBits) {
  constexpr std::int64_t fused = HWY_AVX2 | HWY_AVX3 | HWY_AVX3_DL | HWY_NEON;  // the others are never run
  int tried = 0;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if ((target & fused) == 0) continue;
    ++tried;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(target);
    SCOPED_TRACE(hwy::TargetName(target));
    expect_defined_bits<float>(variant_of("simd"));
    expect_defined_bits<double>(variant_of("simd"));
    expect_defined_bits_of_large_results<float>(variant_of("simd"), 2901);
    expect_defined_bits_of_large_results<double>(variant_of("simd"), 2053);
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().DeInit();
  if (tried == 0) GTEST_SKIP() << "no instruction set with a fused multiply-add";
}

// ------------------------------------------------------------------------------------------------- schedules, cancel

TEST_P(TriangleVariants, ComputeEachRowOnceOnTheirThreads) {
  constexpr int n = 301;
  Table<float> points = random_points<float>(n);
  for (const Rows rows : {Rows{0, n}, {100, 200}, {17, 18}}) {
    const int threads = variant().knobs.threads ? 3 : 1;
    TraceWriter writer(threads);
    computed(variant(), points, {.n = n}, {.rows = rows, .threads = threads, .trace = &writer});
    std::vector<int> times(n);
    const Trace trace = writer.collect();
    for (const Piece& each : trace.pieces) {
      ASSERT_LT(each.unit, static_cast<std::uint32_t>(threads));
      ASSERT_LE(each.start_ns, each.end_ns);
      for_each_run(trace, each, [&](int row, Rows) { ++times.at(static_cast<std::size_t>(row)); });
    }
    for (int row = 0; row < n; ++row) {
      ASSERT_EQ(times[static_cast<std::size_t>(row)], row >= rows.begin && row < rows.end ? 1 : 0) << "row " << row;
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
  for (const Piece& each : trace.pieces) {
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

TEST_P(TriangleVariants, WriteNothingWhenCancelledBeforehand) {
  Table<float> points = random_points<float>(100);
  const std::atomic<bool> cancel = true;
  for (const Cost cost : costs) {
    EXPECT_TRUE(computed(variant(), points, {.n = 100, .cost = cost}, {.cancel = &cancel}) == Matrix<float>(100));
  }
}

/// Some seconds of work, left after the rows that are under way.
TEST_P(TriangleVariants, StopWhenCancelledMeanwhile) {
  constexpr int n = 3000;
  Table<double> points = random_points<double>(n);
  Matrix<double> out(n);
  std::atomic<bool> cancel = false;
  std::thread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    cancel = true;
  });
  compute(out, variant(), points, {.n = n, .cost = Cost::heavy, .work = 4096}, {.cancel = &cancel});
  canceller.join();
  int left = 0;
  for (int row = 0; row < n; ++row) left += out.at(row, 0) == untouched<double> ? 1 : 0;
  EXPECT_GT(left, n / 10);
}

}  // namespace
}  // namespace heteroscope::triangle
