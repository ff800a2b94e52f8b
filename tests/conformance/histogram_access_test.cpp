#include <random>

#include "kernels/histogram/with_bins.hpp"
#include "kernels/histogram/workload.hpp"
#include "tests/conformance/access_checks.hpp"

/// What the histogram's CUDA variants touch, against their kernels played thread by thread.
namespace heteroscope::histogram {
namespace {

/// Values in a few bins more often than in others, on a device with few multiprocessors.
template <class T>
struct Problem {
  Size size;
  Parameters parameters;
  std::vector<T> values;
  static constexpr Precision precision = std::is_integral_v<T> ? Precision::int32
                                         : sizeof(T) == 4      ? Precision::fp32
                                                               : Precision::fp64;
  static constexpr int multiprocessors = 3;

  Problem(Size s, int bins) : size(s), parameters{.bins = bins, .binning = Binning::modulo} {
    std::mt19937 random(17);
    for (std::int64_t i = 0; i < s.area(); ++i)
      values.push_back(static_cast<T>(random() % 3 == 0 ? random() % 100000 : random() % 5));
  }
  [[nodiscard]] std::int64_t count() const { return size.area(); }
  [[nodiscard]] int bin(std::int64_t i) const {
    return with_bins<T>(parameters, [&](const auto& bins) { return bins(values[static_cast<std::size_t>(i)]); });
  }
  [[nodiscard]] AccessPattern pattern(std::string_view variant, int threads, bool known = true) {
    const std::any given = parameters;
    return workload.find_accesses("count", variant)
        ->make({.parameters = &given,
                .input = size,
                .output = {{parameters.bins, 1}, Precision::fp64},
                .precision = precision,
                .block = {threads, 1},
                .values = {known ? values.data() : nullptr, size, precision},
                .multiprocessors = multiprocessors});
  }
};

template <class T>
void expect_global(Size size, int bins, int threads) {
  Problem<T> problem(size, bins);
  Listing played;
  for (std::int64_t i = 0; i < problem.count(); ++i) {
    PlayedThread me(played, 0, i / threads, static_cast<int>(i % threads));
    me.load("input", i, sizeof(T));
    me.touch(Access::global_atomic, "counters", problem.bin(i), 8);
  }
  const AccessPattern pattern = problem.pattern("cuda_global_atomic", threads);
  ASSERT_NO_FATAL_FAILURE(expect_listing(pattern, played));
  ASSERT_NO_FATAL_FAILURE(expect_whole(pattern, {size, problem.precision}));
}

/// Clears a block's counters, and adds them to those of all: what the kernels begin and end with.
void play_clearing(Listing& played, std::int64_t block, int threads, int bins) {
  for (int bin = 0; bin < bins; ++bin)
    PlayedThread(played, 0, block, bin % threads).store_shared("block counters", bin, 4);
}
void play_adding(Listing& played, std::int64_t block, int threads, const std::vector<int>& counts) {
  for (int bin = 0; bin < static_cast<int>(counts.size()); ++bin) {
    PlayedThread me(played, 0, block, bin % threads);
    me.load_shared("block counters", bin, 4);
    if (counts[static_cast<std::size_t>(bin)] > 0) me.touch(Access::global_atomic, "counters", bin, 8);
  }
}

template <class T>
void expect_shared(Size size, int bins, int threads) {
  Problem<T> problem(size, bins);
  const std::int64_t wanted = std::int64_t{problem.multiprocessors} * (2048 / threads);
  const std::int64_t blocks = std::min(wanted, (problem.count() + threads - 1) / threads);
  Listing played;
  for (std::int64_t block = 0; block < blocks; ++block) {
    play_clearing(played, block, threads, bins);
    std::vector<int> counts(static_cast<std::size_t>(bins));
    for (int t = 0; t < threads; ++t) {
      PlayedThread me(played, 0, block, t);
      for (std::int64_t i = block * threads + t; i < problem.count(); i += blocks * threads) {
        me.load("input", i, sizeof(T));
        me.touch(Access::shared_atomic, "block counters", problem.bin(i), 4);
        ++counts[static_cast<std::size_t>(problem.bin(i))];
      }
    }
    play_adding(played, block, threads, counts);
  }
  const AccessPattern pattern = problem.pattern("cuda_shared", threads);
  ASSERT_NO_FATAL_FAILURE(expect_listing(pattern, played));
  ASSERT_NO_FATAL_FAILURE(expect_whole(pattern, {size, problem.precision}));
}

TEST(HistogramAccesses, GlobalAtomic) {
  for (const int threads : {256, 48, 1}) {
    ASSERT_NO_FATAL_FAILURE(expect_global<float>({37, 21}, 256, threads));
    ASSERT_NO_FATAL_FAILURE(expect_global<double>({64, 8}, 7, threads));
    ASSERT_NO_FATAL_FAILURE(expect_global<std::int32_t>({37, 21}, 7, threads));
  }
}

TEST(HistogramAccesses, Shared) {
  for (const int threads : {512, 48, 1024}) {
    ASSERT_NO_FATAL_FAILURE(expect_shared<float>({137, 121}, 256, threads));
    ASSERT_NO_FATAL_FAILURE(expect_shared<double>({64, 8}, 1000, threads));
    ASSERT_NO_FATAL_FAILURE(expect_shared<std::int32_t>({137, 21}, 256, threads));
    ASSERT_NO_FATAL_FAILURE(expect_shared<float>({3, 2}, 2, threads));
  }
}

/// Without values there is what does not depend on them.
TEST(HistogramAccesses, UnknownValues) {
  Problem<float> problem({64, 64}, 256);
  for (const AccessingVariant& variant : workload.accesses->variants) {
    const AccessPattern known = problem.pattern(variant.variant, 256);
    const AccessPattern unknown = problem.pattern(variant.variant, 256, false);
    ASSERT_NO_FATAL_FAILURE(expect_whole(unknown, {problem.size, Precision::fp32}));
    const AccessTotals with = totals_of(known, 0);
    const AccessTotals without = totals_of(unknown, 0);
    EXPECT_EQ(with.sum(Access::global_load).sectors, without.sum(Access::global_load).sectors);
    EXPECT_EQ(without.sum(Access::global_atomic).requests, 0);
    EXPECT_GT(with.sum(Access::global_atomic).requests, 0);
  }
}

// By hand: 32 equal values in fp32 are 4 sectors, and 32 additions to one word of 8 bytes one sector; in shared memory
// increments of one word take one pass, and of two words in a bank two.
TEST(HistogramAccesses, EqualValues) {
  Problem<float> problem({32, 1}, 256);
  std::ranges::fill(problem.values, 3.0F);
  const AccessTotals global = totals_of(problem.pattern("cuda_global_atomic", 32), 0);
  EXPECT_EQ(global.sum(Access::global_load).sectors, 4);
  EXPECT_EQ(global.sum(Access::global_atomic).requests, 1);
  EXPECT_EQ(global.sum(Access::global_atomic).sectors, 1);
  const AccessTotals shared = totals_of(problem.pattern("cuda_shared", 32), 0);
  EXPECT_EQ(shared.sum(Access::shared_atomic).requests, 1);
  EXPECT_EQ(shared.sum(Access::shared_atomic).passes, 1);
  EXPECT_EQ(shared.sum(Access::global_atomic).sectors, 1);
  problem.values[7] = 35;
  EXPECT_EQ(totals_of(problem.pattern("cuda_shared", 32), 0).sum(Access::shared_atomic).passes, 2);
}

}  // namespace
}  // namespace heteroscope::histogram
