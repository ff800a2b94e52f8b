#include <gtest/gtest.h>

#include <algorithm>
#include <any>
#include <cmath>
#include <concepts>
#include <cstring>
#include <random>
#include <vector>

#include "kernels/mandelbrot/deep/orbit.hpp"
#include "kernels/mandelbrot/deep/pixels.hpp"
#include "tests/conformance/deep_tables.hpp"
#include "tests/conformance/each_target.hpp"

/// Vectors of pixels against pixels one by one, in every instruction set that there is.
namespace heteroscope::mandelbrot {
namespace {

/// A table whose iterates are no orbit: numbers of all sizes, next to one another.
template <class R>
class RandomTable {
 public:
  RandomTable(unsigned seed, bool with_leaps) : random_(seed), often_leapt_(seed % 5 == 0) {
    std::vector<OrbitEntry<R>> entries(static_cast<std::size_t>(20 + below(500)));
    entries[0] = {{}, real<R>(-4)};
    for (std::size_t i = 1; i < entries.size(); ++i) entries[i] = entry();
    if (below(2) == 0) entries.back() = entries[0];
    Leaps<R> leaps;
    if (with_leaps) leaps = leaps_of<R>(entries, as_real<R>(header_.reach));
    const Ladders<R> ladders = ladders_of<R>(leaps, static_cast<int>(entries.size()) - 1);
    if constexpr (std::same_as<R, Wide>) {
      for (const Ladder<R>& each : ladders) unknown += each.known < Ladder<R>::levels ? 1 : 0;
    }
    header_.extended = std::same_as<R, Wide> ? 1 : 0;
    OrbitPlace& place = header_.orbit;
    place.length = static_cast<int>(entries.size()) - 1;
    place.levels = leaps.levels();
    std::ranges::copy(leaps.first, place.first);
    lines_.resize(lines(sizeof header_));
    place.entries_at = append(entries);
    place.leaps_at = append(leaps.leaps);
    place.ladders_at = ladders.empty() ? 0 : append(ladders);
    header_.center = normal(number(), number(), exponent - 2);
    header_.c = {number(), number()};
    std::memcpy(lines_.data(), &header_, sizeof header_);
  }
  [[nodiscard]] const void* data() const { return lines_.data(); }

  int unknown = 0;  ///< ladders that do not know all their radii

 private:
  static constexpr int exponent = std::same_as<R, Wide> ? -1300 : -300;  // of the span

  static std::size_t lines(std::size_t bytes) { return (bytes + sizeof(TableLine) - 1) / sizeof(TableLine); }
  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  double number() { return std::uniform_real_distribution<double>(-1, 1)(random_); }

  OrbitEntry<R> entry() {
    constexpr int least = std::same_as<R, Wide> ? -1800 : -250;
    constexpr int just_leapt = std::same_as<R, Wide> ? -990 : -200;
    const int kind = below(often_leapt_ ? 30 : 200);
    const int e = kind == 0                                  ? -below(-least)
                  : kind == 1 || (often_leapt_ && kind > 20) ? just_leapt
                  : kind < 6                                 ? -below(60)
                                                             : 0;
    double im = number();
    if (kind % 3 == 0) im = below(2) == 0 ? 0 : std::ldexp(im, -below(150));
    Delta<Wide> z = normal(number(), im, e);
    if (kind % 5 == 4) std::swap(z.re, z.im);
    Wide margin = dot(z, z) + wide(-4);
    if (kind == 7) margin = normal(number(), -below(-2 * exponent));
    if (kind == 8) margin = {};
    return {as_delta<R>(z), as_real<R>(margin)};
  }
  template <class Values>
  std::size_t append(const Values& values) {
    const std::size_t at = lines_.size();
    const std::size_t bytes = values.size() * sizeof(values[0]);
    lines_.resize(at + lines(bytes));
    if (bytes > 0) std::memcpy(lines_.data() + at, values.data(), bytes);
    return at * sizeof(TableLine);
  }

  std::mt19937 random_;
  bool often_leapt_;
  DeepHeader header_{.span = {1.5, exponent}, .reach = {1.25, exponent}};
  std::vector<TableLine> lines_;
};

struct Seen {
  int pixels = 0, undecided = 0, escaped = 0, unknown = 0;
};

template <class R>
void compare_lanes(const void* table, const Parameters& p, Size of, Seen& seen) {
  const std::any any = p;
  std::vector<double> found(static_cast<std::size_t>(of.area()), -0.5);
  MapJob job;
  job.parameters = &any;
  job.table = {const_cast<void*>(table), {1, 1}, Precision::fp64};
  job.output = {found.data(), of, Precision::fp64};
  job.cutout = {.size = of, .whole = of};
  job.rows = {0, of.height};
  compute_deep_rows(job, 1);
  const DeepPicture<R> picture(table, job.cutout);
  for (int y = 0; y < of.height; ++y) {
    for (int x = 0; x < of.width; ++x) {
      const double expected = picture.value(x, y, p.max_iterations, p.smooth);
      ASSERT_EQ(found[static_cast<std::size_t>(y * of.width + x)], expected)
          << of.width << " wide, at " << x << ", " << y;
      ++seen.pixels;
      seen.undecided += expected < 0 ? 1 : 0;
      seen.escaped += expected != 0 && expected != -p.max_iterations ? 1 : 0;
    }
  }
}

template <class R>
Seen compare_random_tables() {
  Seen seen;
  in_each_target([&] {
    for (unsigned seed = 0; seed < 500; ++seed) {
      SCOPED_TRACE(seed);
      const RandomTable<R> table(seed, seed % 4 != 3);
      Parameters p;
      p.max_iterations = static_cast<int>(std::exp2(1 + seed % 23 * 0.5));
      p.smooth = seed % 2 == 1;
      const Size of{1 + static_cast<int>(seed * 7 % 20), 1 + static_cast<int>(seed % 3)};
      compare_lanes<R>(table.data(), p, of, seen);
      if (::testing::Test::HasFatalFailure()) return;
      seen.unknown += table.unknown;
    }
  });
  EXPECT_TRUE(seen.pixels == 0 || (seen.pixels / 5 < seen.escaped && seen.escaped < seen.pixels)) << seen.escaped;
  return seen;
}

TEST(DeepLanes, OfDoublesGiveThePixelsBits) {
  compare_random_tables<double>();
}

TEST(DeepLanes, OfNumbersWithExponentsGiveThePixelsBits) {
  const Seen seen = compare_random_tables<Wide>();
  EXPECT_GE(seen.undecided, seen.pixels / 10);
  EXPECT_TRUE(seen.pixels == 0 || seen.unknown > 0);
}

/// Ladders that know one radius less after the other, and then all again.
void forget(Table& table) {
  const OrbitPlace& place = table.header().orbit;
  auto* const ladders =
      reinterpret_cast<Ladder<Wide>*>(reinterpret_cast<char*>(table.memory.data()) + place.ladders_at);
  for (int i = 0; i < (place.length + 2) / 4; ++i) {
    Ladder<Wide>& each = ladders[1 + i];
    each.known = i % (Ladder<Wide>::levels + 1);
    std::fill(each.per_radius + each.known, each.per_radius + Ladder<Wide>::levels, HUGE_VAL);
  }
}

/// On the real axis, where orbits are chaotic for ever: when they become undecided tells how large each error is.
TEST(DeepLanes, EstimateThePixelsErrors) {
  constexpr Size of{35, 1};
  Seen seen;
  Parameters p;
  p.center_re = Decimal::parse("-1.83");
  p.span = Decimal::parse("1e-70");
  const auto try_limits = [&]<class R>(const Table& table) {
    in_each_target([&] {
      for (p.max_iterations = 280; p.max_iterations < 600; p.max_iterations += 10) {
        SCOPED_TRACE(p.max_iterations);
        compare_lanes<R>(table.memory.data(), p, of, seen);
        if (::testing::Test::HasFatalFailure()) return;
      }
    });
  };
  for (const bool leaps : {true, false}) {
    p.leaps = leaps;
    p.max_iterations = 1000;
    p.method = Method::perturbed;
    const Table near = table_of(p, {}, {}, of);
    p.method = Method::extended;
    Table far = table_of(p, {}, {}, of);
    try_limits.operator()<double>(near);
    try_limits.operator()<Wide>(far);
    if (!leaps) continue;
    forget(far);
    try_limits.operator()<Wide>(far);
  }
  EXPECT_LT(4 * seen.undecided, 3 * seen.pixels);
  EXPECT_LE(seen.pixels, 4 * seen.undecided);
}

}  // namespace
}  // namespace heteroscope::mandelbrot
