#include <gtest/gtest.h>

#include "core/device/device.hpp"
#include "core/plan/plan.hpp"
#include "core/run/execute.hpp"
#include "kernels/mandelbrot/deep/exact.hpp"
#include "kernels/registry.hpp"

/// Julia sets by every kind of numbers against direct iteration in as many digits as it takes.
namespace heteroscope::mandelbrot {
namespace {

struct Place {
  const char* c_re;
  const char* c_im;
  const char* re;
  const char* im;
  const char* span;
  int limit;
};

Parameters julia_parameters(const Place& place) {
  Parameters p;
  p.julia = true;
  p.julia_re = Decimal::parse(place.c_re);
  p.julia_im = Decimal::parse(place.c_im);
  p.center_re = Decimal::parse(place.re);
  p.center_im = Decimal::parse(place.im);
  p.span = Decimal::parse(place.span);
  p.max_iterations = place.limit;
  return p;
}

Settings settings_of(const Parameters& p, Size size, Method method, const char* variant) {
  Settings out = default_settings(find_workload(catalog(), "mandelbrot"));
  Values& values = out.problem.parameters;
  values["julia"] = 1;
  values["julia_re"] = p.julia_re;
  values["julia_im"] = p.julia_im;
  values["center_re"] = p.center_re;
  values["center_im"] = p.center_im;
  values["span"] = p.span;
  values["max_iterations"] = p.max_iterations;
  values["method"] = static_cast<double>(method);
  out.problem.size = size;
  out.execution.variants["escape"].cpu = variant;
  return out;
}

/// How many counts are certain and how many are not. Every certain one is the exact count.
struct Counted {
  int certain = 0;
  int undecided = 0;
};
Counted compared(const Place& place, Method method, const char* variant) {
  const Size size{24, 13};
  const Parameters p = julia_parameters(place);
  Executor executor;
  const auto frame = executor.execute(*plan(settings_of(p, size, method, variant), catalog(), device::all()).plan, {});
  Counted out;
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const double value = frame->field.value(x, y);
      if (value < 0) {
        ++out.undecided;
        continue;
      }
      ++out.certain;
      EXPECT_EQ(value, exact_value(p, size, x, y, {})) << place.span << " at " << x << ", " << y;
    }
  }
  return out;
}

constexpr Place rabbit{"-0.123", "0.745", "0", "0", "3.2", 300};
constexpr Place dendrite{"0", "1", "0", "1", "1e-40", 1000};
constexpr Place far{"0", "1", "0", "1", "1e-330", 2500};
constexpr Place near_zero{"-0.743643887", "0.131825904", "0", "0", "1e-5", 4000};
constexpr Place fixed_point{"-0.743643887",
                            "0.131825904",
                            "1.498998059676322447780795586957360906239656361",
                            "-0.065979059079810365538326763778066003142422828",
                            "1e-30",
                            3000};

TEST(Julia, PerturbedOrbitsHaveTheExactCounts) {
  for (const char* const variant : {"sequential", "simd_tuned"}) {
    for (const Place& place : {rabbit, dendrite, near_zero, fixed_point}) {
      const Counted found = compared(place, Method::perturbed, variant);
      EXPECT_GT(found.certain, found.undecided) << place.span << ' ' << variant;
    }
  }
}

TEST(Julia, ExtendedOrbitsHaveTheExactCounts) {
  for (const Place& place : {rabbit, dendrite, far}) {
    const Counted found = compared(place, Method::extended, "simd_tuned");
    EXPECT_GT(found.certain, found.undecided) << place.span;
  }
}

TEST(Julia, CheckedOrbitsHaveTheExactCounts) {
  const Counted found = compared(rabbit, Method::checked, "sequential");
  EXPECT_GT(found.certain, found.undecided);
  compared(near_zero, Method::checked, "simd_tuned");
}

TEST(Julia, AViewInWhichNothingEscapesIsThatOfTheSet) {
  const Counted found = compared({"-0.123", "0.745", "0", "0", "1e-3", 200}, Method::perturbed, "simd_tuned");
  EXPECT_EQ(found.undecided, 0);
}

/// The plain loop of the definition, for a few points.
TEST(Julia, DirectCountsAreThoseOfTheDefinition) {
  const Size size{24, 13};
  const Parameters p = julia_parameters(rabbit);
  Executor executor;
  const auto frame =
      executor.execute(*plan(settings_of(p, size, Method::direct, "sequential"), catalog(), device::all()).plan, {});
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const double step = 3.2 / size.width;
      double re = (x - 0.5 * (size.width - 1)) * step;
      double im = -(y - 0.5 * (size.height - 1)) * step;
      int k = 1;
      for (; k < p.max_iterations && re * re + im * im < 4; ++k) {
        const double next = re * re - im * im - 0.123;
        im = 2 * re * im + 0.745;
        re = next;
      }
      const double expected = k >= p.max_iterations ? 0 : k;
      // the last bits of a chaotic orbit are others where roundings are: counts of the first few are the same
      if (expected > 0 && expected < 20) {
        EXPECT_EQ(frame->field.value(x, y), expected) << x << ", " << y;
      }
    }
  }
}

}  // namespace
}  // namespace heteroscope::mandelbrot
