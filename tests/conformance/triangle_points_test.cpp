#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "kernels/triangle/moving_points.hpp"

/// The points that the triangle's cells are computed from.
namespace heteroscope::triangle {
namespace {

struct Place {
  double x = 0;
  double y = 0;
};

template <class T = double>
std::vector<Place> points(const Parameters& p) {
  const Size size = table_size(p);
  EXPECT_EQ(size.height, 2);
  std::vector<T> table(static_cast<std::size_t>(size.area()));
  fill_table(p, {table.data(), size, sizeof(T) == sizeof(float) ? Precision::fp32 : Precision::fp64});
  std::vector<Place> out;
  for (std::size_t i = 0; i < static_cast<std::size_t>(size.width); ++i) {
    out.push_back({table[i], table[i + static_cast<std::size_t>(size.width)]});
  }
  return out;
}

/// SplitMix64 as its authors give it: a state that is stepped from number to number.
class SplitMix {
 public:
  explicit SplitMix(std::uint64_t state) : state_(state) {}
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  double uniform() { return std::ldexp(static_cast<double>(next() >> 11), -53); }

 private:
  std::uint64_t state_;
};

/// A point on one axis, moved step by step between two walls.
struct Runner {
  double at = 0;
  double velocity = 0;
  double low = 0;
  double high = 1;

  void step(double seconds) {
    at += velocity * seconds;
    if (at > high) {
      at = 2 * high - at;
      velocity = -velocity;
    } else if (at < low) {
      at = 2 * low - at;
      velocity = -velocity;
    }
  }
};

TEST(TrianglePoints, TheGeneratorIsSplitMix64) {
  // the published sequence from state 0
  SplitMix generator(0);
  EXPECT_EQ(generator.next(), 0xe220a8397b1dcdaf);
  EXPECT_EQ(generator.next(), 0x6e789e6aa1b965f4);
  // so the first point of seed 0 starts at 0xe220a839…/2⁶⁴, 0x6e789e6a…/2⁶⁴ of the box
  const Place first = points({.n = 1, .radius = 0, .seed = 0}).front();
  EXPECT_NEAR(first.x, 0xe220a839 / 4294967296.0, 1 / 4294967296.0);
  EXPECT_NEAR(first.y, 0x6e789e6a / 4294967296.0, 1 / 4294967296.0);
  const Place narrow = points({.n = 1, .radius = 0.25, .seed = 0}).front();
  EXPECT_DOUBLE_EQ(narrow.x, 0.25 + first.x / 2);
  EXPECT_DOUBLE_EQ(narrow.y, 0.25 + first.y / 2);
}

TEST(TrianglePoints, StayInsideTheBoxAtAllTimes) {
  for (const double radius : {0.0, 0.01, 0.1, 0.25}) {
    for (const double time : {0.0, 1e-9, 0.5, 3.0, 77.7, 12345.678, 1e6}) {
      const Parameters p{.n = 700, .radius = radius, .time = time};
      for (const Place& each : points(p)) {
        EXPECT_TRUE(each.x >= radius && each.x <= 1 - radius + 0x1p-53) << each.x << ' ' << radius << ' ' << time;
        EXPECT_TRUE(each.y >= radius && each.y <= 1 - radius + 0x1p-53) << each.y << ' ' << radius << ' ' << time;
      }
    }
  }
}

/// Far from the walls a point comes as far as its speed says, from where it is at time 0.
TEST(TrianglePoints, StartAtTimeZeroWithTheirSpeeds) {
  const auto start = points({.n = 2000, .time = 0});
  double slowest = 1;
  double fastest = 0;
  for (const double time : {0.001, 0.1}) {
    const auto later = points({.n = 2000, .time = time});
    for (std::size_t i = 0; i < start.size(); ++i) {
      const auto inner = [](double v) { return v > 0.03 && v < 0.97; };
      if (!inner(start[i].x) || !inner(start[i].y)) continue;
      const double speed = std::hypot(later[i].x - start[i].x, later[i].y - start[i].y) / time;
      slowest = std::min(slowest, speed);
      fastest = std::max(fastest, speed);
    }
  }
  // of 1800 uniform speeds the ends are met to within 1 % of the range, but for one chance in 10⁷
  EXPECT_NEAR(slowest, 0.02, 0.0008);
  EXPECT_NEAR(fastest, 0.1, 0.0008);
  EXPECT_GE(slowest, 0.02 - 1e-9);
  EXPECT_LE(fastest, 0.1 + 1e-9);
}

TEST(TrianglePoints, AreReflectedAsStepByStep) {
  constexpr int n = 50;
  constexpr double step = 0.01;
  for (const double radius : {0.0, 0.01, 0.25}) {
    for (const int seed : {0, 1, 1000000}) {
      SplitMix generator(static_cast<std::uint64_t>(seed) << 40);
      std::vector<Runner> across, down;
      for (int i = 0; i < n; ++i) {
        const double x = generator.uniform();
        const double y = generator.uniform();
        const double angle = 2 * std::numbers::pi * generator.uniform();
        const double speed = 0.02 + 0.08 * generator.uniform();
        across.push_back({radius + (1 - 2 * radius) * x, speed * std::cos(angle), radius, 1 - radius});
        down.push_back({radius + (1 - 2 * radius) * y, speed * std::sin(angle), radius, 1 - radius});
      }
      const auto starts = across;
      int turned = 0;
      for (int steps = 0; steps <= 20000; ++steps) {
        if (steps % 2500 == 0) {
          const auto found = points({.n = n, .radius = radius, .time = steps * step, .seed = seed});
          for (std::size_t i = 0; i < n; ++i) {
            // 20000 steps, each rounded twice
            ASSERT_NEAR(found[i].x, across[i].at, 1e-11) << "point " << i << ", time " << steps * step;
            ASSERT_NEAR(found[i].y, down[i].at, 1e-11) << "point " << i << ", time " << steps * step;
          }
        }
        for (Runner& each : across) each.step(step);
        for (Runner& each : down) each.step(step);
      }
      for (std::size_t i = 0; i < n; ++i) turned += across[i].velocity == starts[i].velocity ? 0 : 1;
      EXPECT_GT(turned, n / 5);
    }
  }
}

TEST(TrianglePoints, ASeedChangesThemAllAndTheirNumberNone) {
  const auto of = [](int n, int seed) { return points({.n = n, .time = 7, .seed = seed}); };
  const auto first = of(1000, 1);
  const auto second = of(1000, 2);
  const auto fewer = of(10, 1);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_NE(first[i].x, second[i].x);
    EXPECT_NE(first[i].y, second[i].y);
  }
  for (std::size_t i = 0; i < fewer.size(); ++i) {
    EXPECT_EQ(first[i].x, fewer[i].x);
    EXPECT_EQ(first[i].y, fewer[i].y);
  }
}

TEST(TrianglePoints, SinglePrecisionIsRoundedDoublePrecision) {
  const Parameters p{.n = 300, .time = 42};
  const auto exact = points<double>(p);
  const auto rounded = points<float>(p);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    EXPECT_EQ(rounded[i].x, static_cast<double>(static_cast<float>(exact[i].x)));
    EXPECT_EQ(rounded[i].y, static_cast<double>(static_cast<float>(exact[i].y)));
  }
}

}  // namespace
}  // namespace heteroscope::triangle
