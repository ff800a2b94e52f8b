#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "kernels/laplace/backends/cpu_backend.hpp"

/// The order of addition of Laplace's sums, written down once more as plainly as it can be.
namespace heteroscope::laplace {
namespace {

constexpr int sizes[] = {3, 4, 5, 17, 33, 65, 127, 128, 129, 130, 1000};

/// Numbers of many magnitudes, so that no two orders of addition agree by chance.
constexpr auto number = [](int x, int y) {
  const double turn = 1e4 * std::sin(12.9898 * x + 78.233 * y);
  return (turn - std::floor(turn) - 0.4) * std::exp2((7 * x + 11 * y) % 41 - 20);
};

double halves_upon_halves(const std::vector<double>& lanes) {
  if (lanes.size() == 1) return lanes.front();
  const std::size_t half = lanes.size() / 2;
  std::vector<double> sums;
  for (std::size_t i = 0; i < half; ++i) sums.push_back(lanes[i] + lanes[i + half]);
  return halves_upon_halves(sums);
}

/// By nodes in any order of tiles: each is looked up by its place.
template <class F>
double expected_sum(const Box& box, const F& f) {
  std::map<std::pair<int, int>, std::vector<double>>
      tiles;  // by (row of tiles, column of tiles): in the contract's order
  for (int x = box.x1 - 1; x >= box.x0; --x) {
    for (int y = box.y0; y < box.y1; ++y) {
      auto& lanes = tiles[{y / sum_rows, x / sum_columns}];
      lanes.resize(sum_columns);
      lanes[static_cast<std::size_t>(x % sum_columns)] += f(x, y);
    }
  }
  std::vector<double> lanes(1024);
  std::size_t next = 0;
  for (const auto& [place, tile] : tiles) lanes[next++ % lanes.size()] += halves_upon_halves(tile);
  return halves_upon_halves(lanes);
}

template <bool Parallel, class F>
double sum_of(const Box& box, const F& f, int threads) {
  IterateJob job;
  job.rows = {box.y0, box.y1};
  job.threads = threads;
  CpuBackend<Parallel> on(job);
  double sum = -1;
  bool done = false;
  on.sum(box, f, &sum, [&] { done = true; });
  EXPECT_TRUE(done);
  return sum;
}

template <class F>
void expect_one_order(const Box& box, const F& f, double expected, int n) {
  EXPECT_EQ(sum_of<false>(box, f, 1), expected) << n;
  for (const int threads : {1, 2, 3, 5, 16}) EXPECT_EQ(sum_of<true>(box, f, threads), expected) << n << ": " << threads;
}

TEST(LaplaceSums, HaveOneOrderWithAnyNumberOfThreads) {
  for (const int n : sizes) {
    for (const Box& box : {interior(n), Box{0, n, 0, n}, Box{1, 2, 1, n - 1}, Box{n - 2, n, n - 2, n}}) {
      expect_one_order(box, number, expected_sum(box, number), n);
    }
  }
  EXPECT_EQ(sum_of<true>({1, 1, 1, 5}, number, 2), 0);
  EXPECT_EQ(sum_of<false>({1, 5, 3, 3}, number, 1), 0);
}

TEST(LaplaceSums, TilesCoverABoxOnceAtFixedPlaces) {
  for (const int n : sizes) {
    for (const Box& box : {interior(n), Box{n / 2, n, n / 3, n}}) {
      const SumTiles tiles{box};
      std::vector<int> seen(static_cast<std::size_t>(n) * n);
      for (int i = 0; i < tiles.count(); ++i) {
        const Box tile = tiles[i];
        EXPECT_EQ(tile.x0 % sum_columns, 0);
        EXPECT_EQ(tile.x1 - tile.x0, sum_columns);
        EXPECT_EQ(tile.y0 / sum_rows, (tile.y1 - 1) / sum_rows);
        for (int y = tile.y0; y < tile.y1; ++y) {
          for (int x = std::max(tile.x0, box.x0); x < std::min(tile.x1, box.x1); ++x) ++seen[place(n, x, y)];
        }
      }
      for (int y = 0; y < n; ++y) {
        for (int x = 0; x < n; ++x) {
          const bool in_box = x >= box.x0 && x < box.x1 && y >= box.y0 && y < box.y1;
          ASSERT_EQ(seen[place(n, x, y)], in_box ? 1 : 0) << n << ": " << x << ", " << y;
        }
      }
    }
  }
  EXPECT_EQ((SumTiles{{5, 5, 1, 9}}.count()), 0);
}

/// A field and its functors of conjugate gradients, against the formulas node by node.
template <class T>
struct Fields {
  explicit Fields(int size) : n(size) {
    for (auto* plane : {&x, &r, &p, &other}) plane->resize(static_cast<std::size_t>(n) * n);
    for (int y = 1; y < n - 1; ++y) {
      for (int c = 1; c < n - 1; ++c) {
        const int at = y * n + c;
        x[at] = static_cast<T>(std::sin(at + 1.0));
        r[at] = static_cast<T>(std::sin(2.0 * at));
        p[at] = static_cast<T>(std::cos(3.0 * at));
        other[at] = static_cast<T>(std::cos(5.0 * at));
      }
    }
  }
  int n;
  std::vector<T> x, r, p, other;
};

template <class T>
void expect_turned(int n) {
  const double beta = 0.7;
  const Fields<T> start(n);
  std::vector<T> turned(start.p.size());
  for (int y = 1; y < n - 1; ++y) {
    for (int x = 1; x < n - 1; ++x) {
      const std::ptrdiff_t at = place(n, x, y);
      turned[at] = std::fma(static_cast<T>(beta), start.p[at], start.r[at]);
    }
  }
  const double curvature = expected_sum(interior(n), Curvature<T>{turned.data(), n});
  for (const int threads : {1, 3}) {
    Fields<T> f(n);
    const TurnAndCurvature<T> turn{f.r.data(), f.p.data(), f.other.data(), n, &beta};
    EXPECT_EQ(sum_of<true>(interior(n), turn, threads), curvature) << n;
    EXPECT_EQ(f.p, start.p);
    EXPECT_EQ(f.other, turned) << n;
  }
}

/// Two steps' shares of x at once are the bits of one after the other.
template <class T>
void expect_advanced(int n) {
  const double alpha = 0.3;
  const double before = -0.45;
  const auto a = static_cast<T>(alpha);
  Fields<T> none(n);
  Fields<T> one(n);
  Fields<T> two(n);
  Fields<T> expected(n);
  double squares = 0;
  {
    const std::vector<T> r = expected.r;
    for (int y = 1; y < n - 1; ++y) {
      for (int x = 1; x < n - 1; ++x) {
        const std::ptrdiff_t at = place(n, x, y);
        expected.r[at] = std::fma(-a, applied(&expected.p[at], n), r[at]);
        expected.x[at] = std::fma(static_cast<T>(before), expected.other[at], expected.x[at]);
        expected.x[at] = std::fma(a, expected.p[at], expected.x[at]);
      }
    }
    squares = expected_sum(interior(n), Square<T>{expected.r.data(), n});
  }
  const auto advance = [&]<int Steps>(Fields<T>& f, const double* alpha_before) {
    const Advance<T, Steps> functor{f.x.data(), f.r.data(), f.p.data(), f.other.data(), n, &alpha, alpha_before};
    EXPECT_EQ(sum_of<true>(interior(n), functor, 2), squares) << n;
    EXPECT_EQ(f.r, expected.r) << n;
  };
  advance.template operator()<0>(none, nullptr);
  EXPECT_EQ(none.x, Fields<T>(n).x);
  advance.template operator()<2>(two, &before);
  EXPECT_EQ(two.x, expected.x);
  for (int at = 0; at < n * n; ++at) one.x[at] = std::fma(static_cast<T>(before), one.other[at], one.x[at]);
  advance.template operator()<1>(one, nullptr);
  EXPECT_EQ(one.x, expected.x);
}

TEST(LaplaceSums, OfFunctorsThatLookAroundAreThoseOfTheirFormulas) {
  for (const int n : {3, 4, 5, 17, 33, 65, 130, 300}) {
    expect_turned<double>(n);
    expect_turned<float>(n);
    expect_advanced<double>(n);
    expect_advanced<float>(n);
  }
}

}  // namespace
}  // namespace heteroscope::laplace
