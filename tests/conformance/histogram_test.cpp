#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <numeric>
#include <random>

#include "core/device/device.hpp"
#include "core/memory/buffer.hpp"
#include "kernels/histogram/description.hpp"
#include "kernels/histogram/simd_counts.hpp"
#include "kernels/registry.hpp"
#include "tests/conformance/histogram_parameters.hpp"
#include "tests/conformance/scratch.hpp"

/// What a histogram must be, against counts by hand, by the language's own `%` and by exact integers.
namespace heteroscope::histogram {
namespace {

using Counts = std::vector<std::uint64_t>;

/// Memory on the side that a variant computes on.
class Memory {
 public:
  Memory(Processor side, const void* values, std::size_t bytes)
      : buffer_(side == Processor::gpu ? MemoryKind::device : MemoryKind::host, std::max<std::size_t>(bytes, 1)),
        bytes_(bytes) {
    if (values != nullptr) move(data(), values, device::Direction::to_device);
  }

  [[nodiscard]] void* data() const { return on_device() ? buffer_.device() : buffer_.host(); }
  void read(void* to) const { move(to, data(), device::Direction::to_host); }

 private:
  [[nodiscard]] bool on_device() const { return buffer_.kind() == MemoryKind::device; }
  void move(void* to, const void* from, device::Direction direction) const {
    if (!on_device()) {
      std::memcpy(to, from, bytes_);
      return;
    }
    const device::Stream stream;
    device::copy(to, from, bytes_, direction, stream);
    stream.synchronize();
  }

  Buffer buffer_;
  std::size_t bytes_;
};

/// What a variant adds to `before` for rows of an image.
template <class T>
Counts count(const Variant& variant, const std::vector<T>& values, Size size, Rows rows, const Parameters& p,
             Counts before, int threads = 3) {
  const std::any parameters = p;
  const Memory input(variant.processor, values.data(), values.size() * sizeof(T));
  const Memory partials(variant.processor, before.data(), before.size() * sizeof(std::uint64_t));
  ReduceJob job{{.parameters = &parameters, .rows = rows, .block = variant.knobs.default_block, .threads = threads}};
  constexpr Precision precision = std::is_integral_v<T> ? Precision::int32
                                  : sizeof(T) == 4      ? Precision::fp32
                                                        : Precision::fp64;
  job.input = {input.data(), size, precision};
  job.partials = partials.data();
  job.partial_count = p.bins;
  if (variant.processor == Processor::gpu) {
    const device::Stream stream;
    job.stream = stream.get();
    const Memory scratch(Processor::gpu, nullptr, variant.scratch_bytes != nullptr ? variant.scratch_bytes(job) : 0);
    job.scratch = scratch.data();
    variant.run(job);
    stream.synchronize();
  } else {
    const testing::Scratch scratch(variant, job);
    variant.run(job);
  }
  partials.read(before.data());
  return before;
}

template <class T>
Counts count(const Variant& variant, const std::vector<T>& values, Size size, const Parameters& p, int threads = 3) {
  return count(variant, values, size, {0, size.height}, p, Counts(static_cast<std::size_t>(p.bins)), threads);
}

const Stage& stage() {
  return find_workload(catalog(), "histogram").stages.front();
}

class EveryHistogram : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    variant_ = stage().find(GetParam());
    const device::Facts& facts = device::facts();
    if (variant_->processor == Processor::gpu && !facts.available) GTEST_SKIP() << "skipped: " << facts.why_not;
    const std::string why = variant_->unavailable != nullptr ? variant_->unavailable(facts) : "";
    if (!why.empty()) GTEST_SKIP() << "skipped: " << why;
  }
  [[nodiscard]] const Variant& variant() const { return *variant_; }

 private:
  const Variant* variant_ = nullptr;
};

std::vector<std::string> ids() {
  std::vector<std::string> out;
  for (const NamedVariant& each : stage().variants) out.emplace_back(each.id);
  return out;
}
INSTANTIATE_TEST_SUITE_P(All, EveryHistogram, ::testing::ValuesIn(ids()), [](const auto& each) { return each.param; });

std::int64_t floor_divided(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// Counts of the values k / 16, in exact integers. The bins of a range must be a power of two wide, so that no rounding
/// moves a value across an edge.
Counts exact_counts(const std::vector<std::int64_t>& sixteenths, const Parameters& p) {
  std::map<std::int64_t, std::uint64_t> found;
  for (const std::int64_t k : sixteenths) {
    if (p.binning == Binning::modulo) {
      const std::int64_t whole = floor_divided(k, 16);
      ++found[whole - floor_divided(whole, p.bins) * p.bins];
    } else {
      const auto low = static_cast<std::int64_t>(p.low);
      const auto span = static_cast<std::int64_t>(p.high) - low;
      ++found[std::clamp<std::int64_t>(floor_divided((k - 16 * low) * p.bins, 16 * span), 0, p.bins - 1)];
    }
  }
  Counts out(static_cast<std::size_t>(p.bins));
  for (const auto& [bin, number] : found) out.at(static_cast<std::size_t>(bin)) = number;
  return out;
}

/// One to three hundred columns and rows, and the extremes.
Size random_size(std::mt19937_64& random) {
  const auto upto = [&](std::uint64_t most) { return static_cast<int>(1 + random() % most); };
  switch (random() % 5) {
    case 0:
      return {1, upto(2000)};
    case 1:
      return {upto(20'000), 1};
    case 2:
      return {upto(4), upto(4)};
    default:
      return {upto(300), upto(300)};
  }
}

template <class T>
void compare_with_exact_counts(const Variant& variant) {
  std::mt19937_64 random(2024);
  const std::vector<Parameters> all{modulo(8),           modulo(256),
                                    modulo(1024),        modulo(2),
                                    modulo(3),           modulo(7),
                                    modulo(10),          modulo(255),
                                    modulo(1000),        range(256, 0, 256),
                                    range(8, -512, 512), range(2, -1, 1),
                                    range(5, -10, 310),  range(1000, -4, 1996),
                                    range(1024, 0, 64),  range(100, -50, 50)};
  for (int round = 0; round < 12; ++round) {
    for (const Parameters& p : all) {
      const Size size = round == 0 ? Size{1, 1} : random_size(random);
      // whole numbers as large as fp32 holds, or sixteenths around the ranges
      const bool large = random() % 2 == 0;
      std::vector<std::int64_t> sixteenths;
      std::vector<T> values;
      for (std::int64_t i = 0; i < size.area(); ++i) {
        const auto some = static_cast<std::int64_t>(random() >> 11);
        const std::int64_t k = large ? (some % (1 << 25) - (1 << 24)) * 16 : some % (1 << 15) - (1 << 13);
        sixteenths.push_back(k);
        values.push_back(static_cast<T>(static_cast<double>(k) / 16));
      }
      const Counts found = count(variant, values, size, p);
      ASSERT_EQ(found, exact_counts(sixteenths, p)) << size.width << 'x' << size.height << ", " << p.bins << ' '
                                                    << binning_ids[static_cast<std::size_t>(p.binning)];
      ASSERT_EQ(std::accumulate(found.begin(), found.end(), std::uint64_t{0}), static_cast<std::uint64_t>(size.area()));
    }
  }
}

TEST_P(EveryHistogram, IsThatOfExactIntegers) {
  compare_with_exact_counts<float>(variant());
  compare_with_exact_counts<double>(variant());
}

TEST_P(EveryHistogram, TakesLargeValuesBesideSmallOnes) {
  std::mt19937_64 random(5);
  const Size size{1021, 7};
  std::vector<double> values;
  std::vector<float> floats;
  Counts expected(1000);
  for (std::int64_t i = 0; i < size.area(); ++i) {
    const auto whole = static_cast<std::int64_t>(random() >> (1 + random() % 60)) * (random() % 2 == 0 ? 1 : -1);
    floats.push_back(static_cast<float>(whole % (std::int64_t{1} << 62)));
    values.push_back(static_cast<double>(floats.back()));
    const auto held = static_cast<std::int64_t>(values.back());
    ++expected[static_cast<std::size_t>((held % 1000 + 1000) % 1000)];
  }
  EXPECT_EQ(count(variant(), values, size, modulo(1000)), expected);
  EXPECT_EQ(count(variant(), floats, size, modulo(1000)), expected);
}

TEST_P(EveryHistogram, TakesEveryInt32AsFp64DoesIt) {
  std::mt19937_64 random(6);
  for (const Size size : {Size{1, 1}, Size{1021, 7}, Size{4099, 3}, Size{3, 511}}) {
    std::vector<std::int32_t> whole{std::numeric_limits<std::int32_t>::min()};
    while (std::ssize(whole) < size.area()) {
      const auto some = static_cast<std::int32_t>(static_cast<std::uint32_t>(random()));
      whole.push_back(random() % 2 == 0 ? some : some >> (random() % 31));
    }
    if (size.area() > 1) whole.back() = std::numeric_limits<std::int32_t>::max();
    const std::vector<double> wide(whole.begin(), whole.end());
    for (const Parameters& p : {modulo(8), modulo(7), modulo(256), modulo(1000), range(8, -100, 100),
                                range(1000, -2147483648.0, 2147483648.0), range(3, -0.5, 1e9)}) {
      ASSERT_EQ(count(variant(), whole, size, p), count(variant(), wide, size, p))
          << size.width << 'x' << size.height << ", " << p.bins;
    }
  }
}

/// Wide enough for the small counters of the fast variants to overflow, if they were not emptied in time.
TEST_P(EveryHistogram, OfEqualValuesIsOneBin) {
  const Size size{40'001, 5};
  for (const int bins : {2, 8, 9, 64, 256, 257, 1000, 1024}) {
    for (const double value : {0.0, 1.0, 1023.0, -1.0}) {
      Counts expected(static_cast<std::size_t>(bins));
      expected[static_cast<std::size_t>((static_cast<int>(value) % bins + bins) % bins)] = 40'001 * 5;
      const auto area = static_cast<std::size_t>(size.area());
      ASSERT_EQ(count(variant(), std::vector<float>(area, static_cast<float>(value)), size, modulo(bins)), expected);
      ASSERT_EQ(count(variant(), std::vector<double>(area, value), size, modulo(bins)), expected);
      ASSERT_EQ(count(variant(), std::vector<std::int32_t>(area, static_cast<int>(value)), size, modulo(bins)),
                expected);
    }
  }
}

/// Enough values for every thread of a large GPU to empty its small counters several times.
TEST_P(EveryHistogram, OfMillionsOfEqualValuesIsOneBin) {
  const Size size = variant().processor == Processor::gpu ? Size{8192, 8192} : Size{1000, 1000};
  const std::vector<float> sevens(static_cast<std::size_t>(size.area()), 7);
  for (const int bins : {8, 256, 1000}) {
    Counts expected(static_cast<std::size_t>(bins));
    expected[7] = sevens.size();
    EXPECT_EQ(count(variant(), sevens, size, modulo(bins)), expected);
  }
}

TEST_P(EveryHistogram, AddsToCountsBeyond32Bits) {
  const Size size{100, 50};
  for (const int bins : {8, 256, 1000}) {
    const Counts before(static_cast<std::size_t>(bins), (std::uint64_t{1} << 33) + 5);
    Counts expected = before;
    expected[7] += 5000;
    const std::vector<float> sevens(5000, 7);
    EXPECT_EQ(count(variant(), sevens, size, {0, size.height}, modulo(bins), before), expected);
  }
}

TEST_P(EveryHistogram, OfBandsOfRowsAddUp) {
  std::mt19937_64 random(8);
  const Size size{203, 117};
  std::vector<float> values(static_cast<std::size_t>(size.area()));
  for (float& each : values) each = static_cast<float>(random() >> 40);
  for (const Parameters& p : {modulo(8), modulo(100), range(1024, 0, 16777216)}) {
    const Counts whole = count(variant(), values, size, p);
    Counts sum(static_cast<std::size_t>(p.bins));
    for (const Rows band : {Rows{0, 1}, {1, 2}, {2, 3}, {3, 40}, {40, 116}, {116, 117}}) {
      sum = count(variant(), values, size, band, p, sum);
    }
    EXPECT_EQ(sum, whole);
  }
}

TEST_P(EveryHistogram, DependsOnNoNumberOfThreads) {
  if (!variant().knobs.threads) GTEST_SKIP() << "skipped: it has no threads to choose";
  std::vector<double> values(1000);
  std::iota(values.begin(), values.end(), -300.0);
  const Counts one = count(variant(), values, {10, 100}, modulo(37), 1);
  for (const int threads : {2, 5, 16}) EXPECT_EQ(count(variant(), values, {10, 100}, modulo(37), threads), one);
}

TEST(HistogramSimdCounts, EmptyTheirPartsBefore32BitsOverflow) {
  constexpr int bins = 4;
  alignas(64) std::array<std::byte, 192> memory;
  ASSERT_LE(SimdCounts::bytes(bins), memory.size());
  SimdCounts counts(memory.data(), bins);
  Counts out(bins);
  for (int i = 0; i < 5; ++i) {  // 5 · 2^31 values, all in one bin
    for (int piece = 0; piece < 1 << 15; ++piece) {
      counts.make_room(1 << 16);
      counts.part[2][1] += 1 << 16;
    }
  }
  counts.add_to(out);
  EXPECT_EQ(out, (Counts{0, 0, 5 * (std::uint64_t{1} << 31), 0}));
}

}  // namespace
}  // namespace heteroscope::histogram
