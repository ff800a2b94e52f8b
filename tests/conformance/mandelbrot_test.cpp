#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/device/device.hpp"
#include "core/model/schema/unused.hpp"
#include "core/run/execute.hpp"
#include "kernels/mandelbrot/grid.hpp"
#include "kernels/mandelbrot/interior.hpp"
#include "kernels/mandelbrot/reference.hpp"
#include "kernels/registry.hpp"

/// What is known of the Mandelbrot set itself, and the claims that the fast variants rest on.
namespace heteroscope::mandelbrot {
namespace {

template <class T>
int count(T re, T im, int limit) {
  Complex<T> z;
  const int k = iterate_plainly(z, Complex<T>{re, im}, 1, limit);
  return k >= limit ? 0 : k;
}

template <class T>
class MandelbrotArithmetic : public ::testing::Test {};
using Types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(MandelbrotArithmetic, Types);

TYPED_TEST(MandelbrotArithmetic, CountsAtKnownPoints) {
  using T = TypeParam;
  EXPECT_EQ(count<T>(0, 0, 500), 0);         // the center of the cardioid
  EXPECT_EQ(count<T>(-1, 0, 500), 0);        // 0, -1, 0, -1, …
  EXPECT_EQ(count<T>(-2, 0, 500), 2);        // z1 = -2 has |z| = 2, which is not below 2
  EXPECT_EQ(count<T>(2, 0, 500), 2);         // z1 = 2
  EXPECT_EQ(count<T>(1, 0, 500), 3);         // 0, 1, 2
  EXPECT_EQ(count<T>(0.5, 0, 500), 6);       // 0, .5, .75, 1.0625, 1.62890625, 3.15…
  EXPECT_EQ(count<T>(0, 1, 500), 0);         // i, -1+i, -i, -1+i, …
  EXPECT_EQ(count<T>(1, 1, 500), 3);         // 1+i, 1+3i
  EXPECT_EQ(count<T>(3, 0, 500), 2);         // outside from the start: k is 2 at z1
  EXPECT_EQ(count<T>(0.25, 0, 100'000), 0);  // the cusp: it converges to 1/2
  EXPECT_EQ(count<T>(T(0.26), 0, 500), 31);  // just right of it: about pi / sqrt(0.01)
}

TYPED_TEST(MandelbrotArithmetic, TheLimitCountsAsInside) {
  using T = TypeParam;
  EXPECT_EQ(count<T>(0.5, 0, 6), 0);  // escapes at 6, which is the limit
  EXPECT_EQ(count<T>(0.5, 0, 7), 6);
  EXPECT_EQ(count<T>(3, 0, 1), 0);
}

/// Points where rounding can matter most: near |c| = 2, near the tip, and everywhere else.
template <class T>
std::vector<Complex<T>> hard_points(int number) {
  std::mt19937_64 random(2022);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Complex<T>> out;
  for (int i = 0; i < number; ++i) {
    const double angle = 6.283185307179586 * unit(random);
    const double tiny = std::exp2(-2 - 50 * unit(random)) * (unit(random) < 0.5 ? -1 : 1);
    switch (i % 4) {
      case 0:
        out.push_back({static_cast<T>((2 + tiny) * std::cos(angle)), static_cast<T>((2 + tiny) * std::sin(angle))});
        break;
      case 1:
        out.push_back({static_cast<T>(-2 + std::abs(tiny)), static_cast<T>(tiny * unit(random))});
        break;
      case 2:
        out.push_back({static_cast<T>(4 * unit(random) - 2), static_cast<T>(4 * unit(random) - 2)});
        break;
      default:
        out.push_back({static_cast<T>(-1.98 + tiny), static_cast<T>(0.1 * tiny)});
    }
  }
  return out;
}

TYPED_TEST(MandelbrotArithmetic, RareTestsMissNoEscape) {
  using T = TypeParam;
  for (const Complex<T> c : hard_points<T>(200'000)) {
    if (near_tip(c.re)) continue;
    Complex<T> plain;
    const int expected = iterate_plainly(plain, c, 1, 300);
    for (const int stride : {8, 16, 64}) {
      Complex<T> reached;
      int k = 1;
      for (bool inside = true; inside && k + stride <= 300;) {
        Complex<T> ahead = reached;
        for (int i = 0; i < stride; ++i) ahead = next(ahead, c);
        inside = !escaped(ahead);
        if (inside) reached = ahead;
        if (inside) k += stride;
      }
      ASSERT_EQ(iterate_plainly(reached, c, k, 300), expected) << c.re << ' ' << c.im;
      ASSERT_EQ(reached.re, plain.re);
      ASSERT_EQ(reached.im, plain.im);
    }
  }
}

TYPED_TEST(MandelbrotArithmetic, TheRouteByHalvesGivesTheSameBits) {
  using T = TypeParam;
  for (const Complex<T> c : hard_points<T>(100'000)) {
    if (!halvable(c.im)) continue;
    Complex<T> z;
    Complex<T> other;
    for (int k = 1; k < 300 && !escaped(z); ++k) {
      z = next(z, c);
      other = next_by_half(other, c.re, T(0.5) * c.im);
      ASSERT_EQ(z.re, other.re);
      ASSERT_EQ(z.im, other.im);
    }
  }
}

TYPED_TEST(MandelbrotArithmetic, OutsideOfTheTipEscapedOrbitsStayEscaped) {
  using T = TypeParam;
  for (const Complex<T> c : hard_points<T>(400'000)) {
    if (near_tip(c.re)) continue;
    Complex<T> z;
    if (iterate_plainly(z, c, 1, 200) >= 200) continue;
    for (int i = 0; i < 40; ++i) {
      z = next(z, c);
      ASSERT_TRUE(escaped(z)) << c.re << ' ' << c.im << " came back after " << i + 1;
    }
  }
}

TYPED_TEST(MandelbrotArithmetic, PointsDeepInsideNeverEscape) {
  using T = TypeParam;
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> unit(0, 1);
  int inside = 0;
  for (int i = 0; i < 40'000; ++i) {
    // along the borders: the cardioid's points have multiplier e^{it}, scaled toward it from within
    const double t = 6.283185307179586 * unit(random);
    const double r = 1 - std::exp2(-1 - 14 * unit(random));
    const bool disk = i % 3 == 0;
    const double re = disk ? -1 + r * std::cos(t) / 4 : r * std::cos(t) / 2 - r * r * std::cos(2 * t) / 4;
    const double im = disk ? r * std::sin(t) / 4 : r * std::sin(t) / 2 - r * r * std::sin(2 * t) / 4;
    const Complex<T> c{static_cast<T>(re), static_cast<T>(im)};
    if (!deep_inside(c) && !inside_by_multiplier(c)) continue;
    ++inside;
    ASSERT_EQ(count<T>(c.re, c.im, 20'000), 0) << c.re << ' ' << c.im;
  }
  EXPECT_GT(inside, 5'000);  // the test must have tested something
}

TYPED_TEST(MandelbrotArithmetic, PointsOutsideAreNotDeepInside) {
  using T = TypeParam;
  for (const Complex<T> c : hard_points<T>(100'000)) {
    if (count<T>(c.re, c.im, 2000) > 0) {
      ASSERT_FALSE(deep_inside(c) || inside_by_multiplier(c) || in_bulb(c)) << c.re << ' ' << c.im;
    }
  }
}

TEST(FractionalCount, StaysNearTheCount) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> coordinate(-2, 2);
  int compared = 0;
  for (int i = 0; i < 200'000; ++i) {
    const Complex<double> c{coordinate(random), coordinate(random)};
    Complex<double> z;
    const int k = iterate_plainly(z, c, 1, 500);
    if (std::hypot(c.re, c.im) > 2 || k >= 500) continue;
    ++compared;
    // Past |z| = 256 the formula leaves out c, which is nothing; from |z| = 2 to there it moves the count by up to
    // this.
    ASSERT_NEAR(fractional_count(z, c, k), k, 1.5) << c.re << ' ' << c.im;
  }
  EXPECT_GT(compared, 100'000);
}

TEST(FractionalCount, IsContinuousAcrossBands) {
  // along a ray the whole count jumps by one, the fractional one must not
  double last = 0;
  double largest = 0;
  int jumps = 0;
  int last_count = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Complex<double> c{0.4 + i * 2e-5, 0.1};
    Complex<double> z;
    const int k = iterate_plainly(z, c, 1, 500);
    const double fraction = fractional_count(z, c, k);
    if (i > 0) {
      largest = std::max(largest, std::abs(fraction - last));
      jumps += k != last_count ? 1 : 0;
    }
    last = fraction;
    last_count = k;
  }
  EXPECT_GE(jumps, 5);
  EXPECT_LT(largest, 0.05);
}

TEST(MandelbrotWork, CountsTheIterationsOfThePlainLoop) {
  const Workload& workload = find_workload(catalog(), "mandelbrot");
  Settings settings = default_settings(workload);
  settings.problem.size = {61, 43};
  settings.problem.precision = Precision::fp64;
  const Planned planned = plan(settings, catalog(), device::facts());
  Executor executor;
  const auto frame = executor.execute(*planned.plan, {});
  const Grid<double> grid =
      make_grid<double>(Parameters{}, {.size = settings.problem.size, .whole = settings.problem.size});
  double iterations = 0;
  for (int y = 0; y < 43; ++y) {
    for (int x = 0; x < 61; ++x) {
      Complex<double> z;
      iterations += iterate_plainly(z, grid.at(x, y), 1, 500) - 1;
    }
  }
  EXPECT_EQ(frame->work.operations, iterations);
}

TEST(MandelbrotAdvice, SpeaksWhenPixelsAreFinerThanThePrecision) {
  const Workload& workload = find_workload(catalog(), "mandelbrot");
  constexpr double automatic = 0;
  constexpr double direct = 1;
  const auto advice = [&](double span, Precision precision, double method) {
    return workload.advice(workload.bind({{"span", span}, {"method", method}}), {1280, 720}, precision);
  };
  EXPECT_EQ(advice(2.5, Precision::fp32, direct), "");
  EXPECT_NE(advice(1e-6, Precision::fp32, direct).find("choose fp64"), std::string::npos);
  EXPECT_EQ(advice(1e-6, Precision::fp64, direct), "");
  EXPECT_NE(advice(1e-14, Precision::fp64, direct), "");
  EXPECT_EQ(advice(1e-14, Precision::fp64, automatic), "") << "perturbed orbits can";
  EXPECT_NE(advice(1e-6, Precision::fp32, automatic).find("choose fp64"), std::string::npos);
}

TEST(MandelbrotRefine, SaysWhereDoubleDoublesEnd) {
  const Workload& workload = find_workload(catalog(), "mandelbrot");
  const auto why = [&](const char* span, double refine) {
    Settings settings = default_settings(workload);
    settings.problem.size = {1280, 720};
    settings.problem.parameters["span"] = Decimal::parse(span);
    settings.problem.parameters["refine"] = refine;
    return why_unused(unused_parameters(settings, workload), "refine");
  };
  EXPECT_EQ(why("1e-280", 1), "");
  EXPECT_NE(why("1e-300", 1).find("choose exact"), std::string::npos);
  EXPECT_EQ(why("1e-300", 2), "");
}

template <class T>
void expect_symmetric(const Parameters& p, Size size) {
  SCOPED_TRACE(fmt::format("{}x{}, {} bytes", size.width, size.height, sizeof(T)));
  const Grid<T> grid = make_grid<T>(p, {.size = size, .whole = size});
  const T center_re = static_cast<T>(p.center_re.to_double());
  const auto im = [&](int y) { return grid.at(0, y).im; };
  if (size.width % 2 == 1) {
    EXPECT_EQ(grid.at(size.width / 2, 0).re, center_re);
  }
  if (size.height % 2 == 1) {
    EXPECT_EQ(im(size.height / 2), static_cast<T>(p.center_im.to_double()));
  }
  EXPECT_GT(im(0), im(size.height - 1));
  for (int y = 0; y < size.height; ++y) ASSERT_EQ(im(y), -im(size.height - 1 - y)) << y;
  // a part has the bits of the whole
  const Grid<T> part = make_grid<T>(p, {.x = 7, .y = 5, .size = {3, 2}, .whole = size});
  EXPECT_EQ(part.at(2, 0).re, grid.at(9, 0).re);
  EXPECT_EQ(part.at(0, 1).im, im(6));
}

/// With more tasks GCC's library computes all of them on one thread.
TEST(MandelbrotTaskloop, HasNoMoreThan64TasksForEachThread) {
  for (const int rows : {1, 63, 128, 129, 1080, 16384}) {
    for (const int threads : {1, 2, 16}) {
      for (const int asked : {1, 64}) {
        const int of_task = rows_of_task(rows, threads, asked);
        EXPECT_GE(of_task, asked);
        EXPECT_LE(ceil_div(rows, of_task), 64 * threads) << rows << " rows on " << threads;
      }
    }
  }
}

TEST(MandelbrotGrid, IsSymmetricAboutTheCenterToTheBit) {
  for (const Size size : {Size{640, 480}, Size{1920, 1081}, Size{1001, 1001}, Size{1279, 721}, Size{15, 17}}) {
    for (const char* span : {"2.5", "0.3", "1e-12"}) {
      Parameters p;
      p.span = Decimal::parse(span);
      expect_symmetric<float>(p, size);
      expect_symmetric<double>(p, size);
    }
  }
  const Grid<double> grid = make_grid<double>(Parameters{}, {.size = {640, 480}, .whole = {640, 480}});
  EXPECT_NEAR(grid.at(639, 0).re - grid.at(0, 0).re, 2.5 * 639 / 640, 1e-14);
}

/// The real numbers from -2 to 1/4 are in the set (Devaney, An Introduction to Chaotic Dynamical Systems, 1989, 1.5).
/// An orbit of rounded real numbers stays in the interval that holds the exact ones, but for what lies next to -2.
TEST(MandelbrotPicture, ThePartOfTheRealAxisThatIsInTheSetIsInIt) {
  const Workload& workload = find_workload(catalog(), "mandelbrot");
  struct View {
    Size size;
    const char* center_re;
    const char* span;
  };
  for (const View& view : {View{{1920, 1081}, "-0.75", "2.5"}, View{{1001, 1001}, "-0.75", "2.5"},
                           View{{321, 181}, "-1.5436890126920764", "1e-12"}}) {
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
      Settings settings = default_settings(workload);
      settings.problem.size = view.size;
      settings.problem.precision = precision;
      settings.problem.parameters["center_re"] = Decimal::parse(view.center_re);
      settings.problem.parameters["span"] = Decimal::parse(view.span);
      settings.problem.parameters["method"] = 1.0;  // direct
      const Planned planned = plan(settings, catalog(), device::facts());
      ASSERT_TRUE(planned) << planned.refusal;
      Executor executor;
      const auto frame = executor.execute(*planned.plan, {});
      const Parameters p = std::any_cast<Parameters>(planned.plan->parameters);
      const Grid<double> grid = make_grid<double>(p, {.size = view.size, .whole = view.size});
      int in_set = 0;
      for (int x = 0; x < view.size.width; ++x) {
        const double re = grid.at(x, 0).re;
        if (re < -1.99 || re > 0.25) continue;
        ++in_set;
        EXPECT_EQ(frame->field.value(x, view.size.height / 2), 0) << view.size.width << ' ' << x;
      }
      EXPECT_GT(in_set, view.size.width / 2);
      int asymmetric = 0;
      for (int y = 0; y < view.size.height / 2; ++y) {
        for (int x = 0; x < view.size.width; ++x) {
          asymmetric += frame->field.value(x, y) != frame->field.value(x, view.size.height - 1 - y);
        }
      }
      EXPECT_EQ(asymmetric, 0) << view.size.width << 'x' << view.size.height;
    }
  }
}

}  // namespace
}  // namespace heteroscope::mandelbrot
