#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string_view>
#include <vector>

#include "core/device/device.hpp"
#include "core/plan/plan.hpp"
#include "core/run/execute.hpp"
#include "kernels/mandelbrot/deep/exact.hpp"
#include "kernels/mandelbrot/grid.hpp"
#include "kernels/registry.hpp"

/// Rotated views: their points, and that every variant and kind of numbers computes those.
namespace heteroscope::mandelbrot {
namespace {

constexpr Size square{48, 48};  // whole groups of vectors, and parts of them

/// A view that is not symmetrical in any way.
Values valley() {
  return {{"center_re", -0.7463}, {"center_im", 0.1102}, {"span", 0.005}, {"max_iterations", 400}};
}

std::unique_ptr<Frame> picture(const Values& values, double rotation, Precision precision, std::string_view variant,
                               Size size = square) {
  Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  for (const auto& [id, value] : values) settings.problem.parameters[id] = value;
  settings.problem.parameters["rotation"] = rotation;
  settings.problem.size = size;
  settings.problem.precision = precision;
  settings.execution.processor = Processor::cpu;
  settings.execution.variants["escape"].cpu = variant;
  const Planned planned = plan(settings, catalog(), device::all());
  EXPECT_TRUE(planned) << planned.refusal;
  Executor executor;
  return std::make_unique<Frame>(*executor.execute(*planned.plan, {}));
}

template <class T>
void expect_upright_points_both_ways(const Parameters& p, Size size) {
  const Grid<T> grid = make_grid<T>(p, {.size = size, .whole = size});
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const Complex<T> one = grid.template point<false>(static_cast<T>(x), static_cast<T>(y));
      const Complex<T> other = grid.at(x, y);
      ASSERT_TRUE(one.re == other.re && one.im == other.im) << x << ", " << y;
    }
  }
}

TEST(RotatedGrid, AnUprightOneHasItsPointsBothWays) {
  for (const char* const center : {"0", "-0.75", "0.131825904205311970493", "-1e-300"}) {
    Parameters p;
    p.center_re = p.center_im = Decimal::parse(center);
    for (const Size size : {Size{64, 48}, Size{33, 51}}) {
      expect_upright_points_both_ways<float>(p, size);
      expect_upright_points_both_ways<double>(p, size);
    }
  }
}

TEST(RotatedGrid, PointsLieOppositeEachOtherAboutZeroAndMirroredAtTheOppositeAngle) {
  Parameters p;
  p.center_re = 0;
  const Size size{61, 40};
  for (const double degrees : {7.25, 30.0, 45.0, 90.0, 133.0}) {
    p.rotation = degrees;
    const Grid<double> grid = make_grid<double>(p, {.size = size, .whole = size});
    p.rotation = -degrees;
    const Grid<double> mirror = make_grid<double>(p, {.size = size, .whole = size});
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        const Complex<double> at = grid.at(x, y);
        const Complex<double> opposite = grid.at(size.width - 1 - x, size.height - 1 - y);
        const Complex<double> mirrored = mirror.at(x, size.height - 1 - y);
        ASSERT_TRUE(at.re == -opposite.re && at.im == -opposite.im) << degrees;
        ASSERT_TRUE(at.re == mirrored.re && at.im == -mirrored.im) << degrees;
      }
    }
  }
}

/// Quarter turns have the same points as the upright picture, to the bit, at other pixels.
void expect_quarter_turns(const Values& values, Precision precision, std::string_view variant) {
  const int last = square.width - 1;
  const auto upright = picture(values, 0, precision, variant);
  const auto quarter = picture(values, 90, precision, variant);
  const auto half = picture(values, 180, precision, variant);
  int different = 0;
  for (int y = 0; y <= last; ++y) {
    for (int x = 0; x <= last; ++x) {
      // a count that is not certain is negative; more are marked in a turned picture
      different += std::abs(quarter->field.value(x, y)) != std::abs(upright->field.value(y, last - x));
      different += std::abs(half->field.value(x, y)) != std::abs(upright->field.value(last - x, last - y));
    }
  }
  EXPECT_EQ(different, 0) << variant << ' ' << id_of(precision);
}

TEST(RotatedPicture, QuarterTurnsHaveTheValuesOfTheUprightPicture) {
  for (const Precision precision : {Precision::fp32, Precision::fp64}) {
    for (const std::string_view variant : {"sequential", "simd", "simd_tuned"}) {
      Values values = valley();
      expect_quarter_turns(values, precision, variant);
      values["smooth"] = 1;
      expect_quarter_turns(values, precision, variant);
      values["julia"] = 1;
      values["center_re"] = values["center_im"] = 0.1;
      values["span"] = 2.5;
      expect_quarter_turns(values, precision, variant);
    }
  }
}

TEST(RotatedPicture, QuarterTurnsOfDeepOnesToo) {
  for (const double method : {2, 3, 4}) {
    Values values = valley();
    values["method"] = method;
    for (const std::string_view variant : {"sequential", "simd_tuned"})
      expect_quarter_turns(values, Precision::fp64, variant);
  }
}

TEST(RotatedPicture, EveryVariantHasTheValuesOfTheReference) {
  constexpr Size size{203, 37};
  for (const double rotation : {30.0, -101.5}) {
    for (const double smooth : {0, 1}) {
      Values values = valley();
      values["smooth"] = smooth;
      const auto expected = picture(values, rotation, Precision::fp32, "sequential", size);
      for (const std::string_view variant : {"omp_dynamic", "omp_tasks", "simd", "simd_tuned"}) {
        const auto found = picture(values, rotation, Precision::fp32, variant, size);
        int different = 0;
        for (int y = 0; y < size.height; ++y) {
          for (int x = 0; x < size.width; ++x) different += found->field.value(x, y) != expected->field.value(x, y);
        }
        EXPECT_EQ(different, 0) << variant << " at " << rotation << "°";
      }
    }
  }
}

/// Counts of deep rotated views against direct iteration in fixed point.
TEST(RotatedPicture, DeepCountsAreExactButWhereTheySayThatTheyMayNotBe) {
  constexpr Size size{24, 16};
  for (const char* const span : {"1e-40", "1e-330"}) {
    Parameters p;
    p.center_re = 0;
    p.center_im = 1;
    p.span = Decimal::parse(span);
    p.rotation = 30;
    p.max_iterations = 2000;
    const Values values{{"center_re", 0}, {"center_im", 1}, {"span", p.span}, {"max_iterations", p.max_iterations}};
    for (const std::string_view variant : {"sequential", "simd_tuned"}) {
      const auto found = picture(values, p.rotation, Precision::fp64, variant, size);
      int certain = 0;
      for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
          const double value = found->field.value(x, y);
          if (value < 0) continue;
          ++certain;
          EXPECT_EQ(value, exact_value(p, size, x, y)) << span << " at " << x << ", " << y;
        }
      }
      EXPECT_GT(certain, size.area() / 2) << span;
    }
  }
}

}  // namespace
}  // namespace heteroscope::mandelbrot
