#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>

#include "kernels/mandelbrot/interior.hpp"
#include "kernels/mandelbrot/uniform.hpp"

/// Proofs, by disks that hold every rounded orbit, of what the tuned variants take for granted.
namespace heteroscope::mandelbrot {
namespace {

using Point = std::complex<double>;

/// More than an fp32 step's rounding (2^-22 for each of three operations) plus that of the fp64 proof itself.
constexpr double rounding = 1e-6;
constexpr double boundary = 1.999;

/// A set of points: center and radius.
struct Disk {
  Point center;
  double radius = 0;
};

/// A disk that holds z² + c for every z of `disk` and every c within `reach` of `c`, rounded.
Disk image(const Disk& disk, Point c, double reach) {
  const double radius = disk.radius * (2 * std::abs(disk.center) + disk.radius) + reach + rounding;
  return {disk.center * disk.center + c, radius};
}

bool inside(const Disk& disk) {
  return std::abs(disk.center) + disk.radius < boundary;
}

bool holds(const Disk& outer, const Disk& inner) {
  return std::abs(inner.center - outer.center) + inner.radius <= outer.radius;
}

/// Applies `period` steps; false if the orbit may leave.
bool advance(Disk& disk, Point c, double reach, int period) {
  for (int i = 0; i < period; ++i) {
    if (!inside(disk)) return false;
    disk = image(disk, c, reach);
  }
  return true;
}

/// Whether orbits of all c within `reach` of `c` are proved to stay inside for ever: they enter a disk which `period`
/// steps map into itself.
bool proved(Point c, double reach, int period) {
  constexpr int settling = 60;
  Point z;
  for (int i = 0; i < settling * period; ++i) {
    z = z * z + c;
    if (std::abs(z) > 2) return false;
  }
  Point nearest = z;  // of the cycle, to the critical point 0
  for (int i = 0; i < period; ++i) {
    z = z * z + c;
    if (std::abs(z) < std::abs(nearest)) nearest = z;
  }
  for (double radius = 0.5; radius > 1e-6; radius *= 0.7) {
    const Disk trap{nearest, radius};
    Disk mapped = trap;
    if (!advance(mapped, c, reach, period) || !holds(trap, mapped)) continue;
    Disk orbit;  // from 0
    for (int i = 0; i < settling; ++i) {
      if (holds(trap, orbit)) return true;
      if (!advance(orbit, c, reach, period)) break;
    }
  }
  return false;
}

/// The part of the square that lies in the disk, divided until every piece is proved.
bool proved_square(Point middle, double half, const Disk& disk, int period, int depth) {
  const double dx = std::max(0.0, std::abs(middle.real() - disk.center.real()) - half);
  const double dy = std::max(0.0, std::abs(middle.imag() - disk.center.imag()) - half);
  if (std::hypot(dx, dy) > disk.radius) return true;
  if (proved(middle, half * std::sqrt(2.0), period)) return true;
  if (depth == 0) return false;
  half /= 2;
  for (const double x : {-half, half}) {
    for (const double y : {-half, half}) {
      if (!proved_square(middle + Point(x, y), half, disk, period, depth - 1)) return false;
    }
  }
  return true;
}

bool proved_disk(const Disk& disk, int period) {
  constexpr int depth = 9;
  return proved_square(disk.center, disk.radius, disk, period, depth);
}

/// The least η = 1 − |multiplier| of the points that deep_inside takes in one of the two largest components, where
/// `at(λ)` is the point with that multiplier; by halving along rays.
template <class T, class At>
double least_eta(At at) {
  constexpr int rays = 4000;
  double least = 1;
  for (int i = 0; i < rays; ++i) {
    const auto taken = [&](double eta) {
      const std::complex<double> c = at(std::polar(1 - eta, 2 * std::numbers::pi * i / rays));
      return deep_inside(Complex<T>{static_cast<T>(c.real()), static_cast<T>(c.imag())});
    };
    double out = 0;
    double in = 0.5;
    if (!taken(in)) continue;  // towards the cusp nothing is taken
    for (int halved = 0; halved < 40; ++halved) {
      const double middle = (out + in) / 2;
      (taken(middle) ? in : out) = middle;
    }
    least = std::min(least, in);
  }
  return least;
}

/// (1 − s)s²η² > k(2 − s)⁴ε of docs/agreement.md, "Interior tests", for |φ'(0)| ≥ η/k.
bool stays_invariant(double eta, double k, double epsilon) {
  const double s = std::sqrt(2 * eta - eta * eta) - eta;
  return (1 - s) * s * s * eta * eta > k * std::pow(2 - s, 4) * epsilon;
}

/// The borders' distances from the components' are what the proof is given, and enough for it.
template <class T>
void expect_margins_to_suffice(double cardioid, double disk, double doublings) {
  const double of_cardioid = least_eta<T>([](auto lambda) { return lambda / 2.0 - lambda * lambda / 4.0; });
  const double of_disk = least_eta<T>([](auto lambda) { return lambda / 4.0 - 1.0; });
  EXPECT_GE(of_cardioid, cardioid);
  EXPECT_GE(of_disk, disk);
  EXPECT_TRUE(stays_invariant(cardioid, 1, std::exp2(-22.3 - doublings)));
  EXPECT_TRUE(stays_invariant(disk, 4.5, 4.5 * std::exp2(-21.7 - doublings)));
}

TEST(Interior, MarginsSufficeForTheProof) {
  expect_margins_to_suffice<float>(0.0133, 0.0391, 0);
  expect_margins_to_suffice<double>(4e-4, 1.9e-3, 29);
  EXPECT_TRUE(stays_invariant(0.0117, 1, std::exp2(-22.3))) << "what the text calls enough";
  EXPECT_FALSE(stays_invariant(0.0116, 1, std::exp2(-22.3)));
  EXPECT_TRUE(stays_invariant(0.0373, 4.5, 4.5 * std::exp2(-21.7)));
  EXPECT_FALSE(stays_invariant(0.0372, 4.5, 4.5 * std::exp2(-21.7)));
}

TEST(Interior, EveryBulbIsProvedToStayInside) {
  for (const Bulb& bulb : bulbs().of) {
    // a little more than the test's rounding of the center, the point and the distance
    const Disk disk{{bulb.re, bulb.im}, bulb.radius * (1 + 1e-5) + 1e-6};
    EXPECT_TRUE(proved_disk(disk, bulb.period)) << bulb.re << ' ' << bulb.im;
  }
}

TEST(Interior, TheProofRefusesWhatIsNotTrue) {
  EXPECT_FALSE(proved_disk({{-0.122561167, 0.744861767}, 0.1}, 3));  // beyond the component
  EXPECT_FALSE(proved_disk({{0.3, 0.6}, 0.001}, 4));                 // outside of the set
}

template <class T>
class Uniform : public ::testing::Test {};
using Types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Uniform, Types);

/// Points of a disk, its rim first of all.
template <class T>
Complex<T> point_of(Complex<T> center, T radius, std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(0, 1);
  const double angle = 6.283185307179586 * unit(random);
  const double far = unit(random) < 0.7 ? 1 : unit(random);
  return {static_cast<T>(center.re + far * radius * std::cos(angle)),
          static_cast<T>(center.im + far * radius * std::sin(angle))};
}

TYPED_TEST(Uniform, AllPointsHaveTheCountInCommon) {
  using T = TypeParam;
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> unit(0, 1);
  int found = 0;
  for (int i = 0; i < 30'000; ++i) {
    const Complex<T> center{static_cast<T>(4.4 * unit(random) - 2.4), static_cast<T>(4.4 * unit(random) - 2.2)};
    const T radius = static_cast<T>(std::exp2(-2 - 16 * unit(random)));
    const int limit = i % 5 == 0 ? 5 : 500;
    const int count = uniform_count(center, radius, 12, limit);
    if (count == 0) continue;
    ++found;
    for (int j = 0; j < 30; ++j) {
      const Complex<T> c = point_of(center, radius, random);
      Complex<T> z;
      ASSERT_EQ(iterate_plainly(z, c, 1, limit), count) << c.re << ' ' << c.im << " within " << radius;
      ASSERT_LT(count, limit);
    }
  }
  EXPECT_GT(found, 10'000);
}

TYPED_TEST(Uniform, DisksDeepInsideHoldDeepPointsOnly) {
  using T = TypeParam;
  std::mt19937_64 random(12);
  std::uniform_real_distribution<double> unit(0, 1);
  int found = 0;
  for (int i = 0; i < 100'000; ++i) {
    const Complex<T> center{static_cast<T>(2 * unit(random) - 1.4), static_cast<T>(1.4 * unit(random) - 0.7)};
    const T radius = static_cast<T>(std::min(0.1, std::exp2(-3 - 14 * unit(random))));
    if (!all_deep_inside(center, radius)) continue;
    ++found;
    for (int j = 0; j < 10; ++j) ASSERT_TRUE(deep_inside(point_of(center, radius, random)));
  }
  EXPECT_GT(found, 10'000);
}

}  // namespace
}  // namespace heteroscope::mandelbrot
