#include <sys/wait.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "core/numbers/decimal_fixed.hpp"
#include "kernels/mandelbrot/deep/nucleus.hpp"
#include "kernels/mandelbrot/deep/orbit.hpp"
#include "kernels/mandelbrot/deep/tier.hpp"
#include "kernels/mandelbrot/deep/view.hpp"

namespace heteroscope::mandelbrot {
namespace {

double random_number(std::mt19937& random, int exponents) {
  std::uniform_real_distribution<double> mantissa(-2, 2);
  std::uniform_int_distribution<int> exponent(-exponents, exponents);
  return std::ldexp(mantissa(random), exponent(random));
}

/// Where doubles reach, numbers with an exponent of their own give the doubles' bits.
TEST(Wide, ComputesAsDoublesDo) {
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    const double a = random_number(random, 40);
    const double b = random_number(random, 40);
    EXPECT_EQ(to_double(wide(a) * wide(b)), a * b);
    EXPECT_EQ(to_double(wide(a) + wide(b)), a + b) << a << " + " << b;
    EXPECT_EQ(wide(a) < wide(b), a < b) << a << " < " << b;
    EXPECT_EQ(to_double(wide(a)), a);
  }
}

TEST(Wide, GoesOnWhereDoublesEnd) {
  Wide x = wide(0x1p-1000);
  for (int i = 0; i < 3; ++i) x = x * x;
  EXPECT_EQ(x.m, 1);
  EXPECT_EQ(x.e, -8000);
  EXPECT_EQ(to_double(x), 0);
  EXPECT_FALSE(wide(0) < Wide{} || Wide{} < wide(0));
  EXPECT_TRUE(wide(0) < x);
  EXPECT_TRUE(-x < wide(0));
  EXPECT_TRUE(-wide(1) < -x);
  EXPECT_EQ((x + -x).m, 0);
  EXPECT_EQ((wide(1) + x).m, 1) << "too small to change anything";
}

/// Against exact fractions: what is lost is that share of the terms, not of the result.
TEST(DoubleDouble, ComputesWithTwiceADoublesDigits) {
  using Fraction = mpq_class;
  std::mt19937 random(3);
  const auto any = [&] {
    const double hi = random_number(random, 20);
    return exact_sum(hi, hi * random_number(random, 0) * 0x1p-55);
  };
  const auto exact = [](DoubleDouble x) -> Fraction { return Fraction(x.hi) + Fraction(x.lo); };
  const auto lost = [&](DoubleDouble found, const Fraction& expected, const Fraction& of) {
    EXPECT_EQ(found.hi + found.lo, found.hi);
    return Fraction(abs(exact(found) - expected) / abs(of)).get_d();
  };
  double sum = 0, product = 0, scaled = 0, share = 0;
  for (int i = 0; i < 2000; ++i) {
    const DoubleDouble a = any(), b = any(), c = any();
    // every other time terms that cancel but for their last digits
    const DoubleDouble d = i % 2 == 0 ? any() : -(a * b.hi) / c.hi;
    const Fraction ab = exact(a) * exact(b), cd = exact(c) * exact(d);
    sum = std::max(sum, lost(a + b, exact(a) + exact(b), abs(exact(a)) + abs(exact(b))));
    product = std::max(product, lost(product_sum(a, b, c, d), ab + cd, abs(ab) + abs(cd)));
    scaled = std::max(scaled, lost(a * b.hi, exact(a) * Fraction(b.hi), exact(a) * Fraction(b.hi)));
    share = std::max(share, lost(a / b.hi, exact(a) / Fraction(b.hi), exact(a) / Fraction(b.hi)));
  }
  EXPECT_LT(sum, 0x1p-103);
  EXPECT_LT(product, 0x1p-101);
  EXPECT_LT(scaled, 0x1p-103);
  EXPECT_LT(share, 0x1p-103);
  const DoubleDouble third =
      double_double_of(to_fixed(Decimal::parse("0.333333333333333333333333333333333333"), 300), 300);
  EXPECT_NEAR(third.hi * 3, 1, 1e-16);
  EXPECT_NEAR((third * 3.0 + DoubleDouble{-1, 0}).hi, 0, 1e-32);
}

TEST(Delta, BothRangesGiveTheSameBits) {
  std::mt19937 random(2);
  const auto both = [&] {
    const double re = random_number(random, 30);
    const double im = random_number(random, 30);
    return std::pair(Delta<double>{re, im}, normal(re, im, 0));
  };
  for (int i = 0; i < 20000; ++i) {
    const auto [a, wide_a] = both();
    const auto [b, wide_b] = both();
    const auto expect_same = [](Delta<double> expected, Delta<Wide> found) {
      const Complex<double> at = to_doubles(found);
      EXPECT_EQ(at.re, expected.re);
      EXPECT_EQ(at.im, expected.im);
    };
    expect_same(a + b, wide_a + wide_b);
    expect_same(a * b, wide_a * wide_b);
    expect_same(twice(a), twice(wide_a));
    EXPECT_EQ(dot(a, b), to_double(dot(wide_a, wide_b)));
    EXPECT_EQ(extent(a), to_double(extent(wide_a)));
    const double modulus = std::hypot(a.re, a.im);
    for (const double above : {modulus_above(a), to_double(modulus_above(wide_a))}) {
      EXPECT_GE(above, modulus);
      EXPECT_LE(above, modulus * (1 + 0x1p-18));
    }
  }
}

FixedPoint point(const char* re, const char* im, std::size_t bits) {
  return {to_fixed(Decimal::parse(re), bits), to_fixed(Decimal::parse(im), bits), bits};
}

std::optional<int> period_near(const FixedPoint& c, Wide radius, int limit) {
  FixedOrbit orbit(c);
  PeriodSearch search(radius, [&]() -> const FixedPoint& {
    orbit.advance();
    return orbit.z();
  });
  return search.find(limit, {});
}

TEST(Nucleus, OfKnownCopiesOfTheSet) {
  struct Known {
    const char *re, *im;
    int period;
    const char* exact_re;  ///< of the center
  };
  // periods and centers: R. Munafo, Mu-Ency, "Enumeration of Features"; the third's is the root of c³ + 2c² + c + 1
  for (const Known& each : {Known{"0.0003", "0", 1, "0"}, Known{"-1.0002", "0.0001", 2, "-1"},
                            Known{"-1.7548", "0.0001", 3, "-1.75487766624669276005"}}) {
    const FixedPoint near = point(each.re, each.im, 256);
    const auto period = period_near(near, wide(0.001), 1000);
    ASSERT_TRUE(period);
    EXPECT_EQ(*period, each.period);
    const auto found = nucleus_near(near, *period, wide(0.01), wide(0x1p-200), {});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->period, each.period);
    EXPECT_EQ(from_fixed(found->c.re, 256, -18), Decimal::parse(each.exact_re).rounded(-18));
    EXPECT_EQ(from_fixed(found->c.im, 256, -18), Decimal(0));
  }
}

TEST(Nucleus, AMultipleOfThePeriodIsReduced) {
  const auto found = nucleus_near(point("-1.00001", "0", 256), 6, wide(0.01), wide(0x1p-200), {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->period, 2);
}

TEST(Nucleus, NoneWhereAllEscape) {
  EXPECT_FALSE(period_near(point("1", "1", 128), wide(0.001), 100000));
  EXPECT_FALSE(nucleus_near(point("2", "2", 128), 500, wide(0.01), wide(0x1p-60), {})) << "and it comes back";
}

template <class R>
Orbit<R> orbit_of(const FixedPoint& c, int limit) {
  GrowingOrbit<R> out(c);
  EXPECT_TRUE(out.grow(limit, {}));
  return out.orbit();
}

/// The reference's iterates are those of exact arithmetic; what is left to |z| = 2 is exact where a double's square is
/// not.
TEST(Orbit, HasIteratesAndMargins) {
  const Orbit<double> orbit = orbit_of<double>(point("-2", "0", 400), 10);
  ASSERT_EQ(orbit.length(), 10);
  EXPECT_EQ(orbit.entries[1].z.re, -2);
  EXPECT_EQ(orbit.entries[2].z.re, 2);
  EXPECT_EQ(orbit.entries[2].margin, 0);
  const Orbit<double> inside = orbit_of<double>(point("-1.9999999999999999999999999999999999999999", "0", 400), 3);
  EXPECT_NEAR(inside.entries[1].z.re, -2, 1e-15);
  EXPECT_NEAR(inside.entries[1].margin, -4e-40, 1e-55);
  EXPECT_NEAR(inside.entries[2].margin, -12e-40, 1e-54);
  const Orbit<Wide> gone = orbit_of<Wide>(point("3", "0", 128), 100);
  EXPECT_LT(gone.length(), 5) << "it ends where it has escaped";
}

constexpr const char* orbit_re = "-0.743643887037158704752191506114774";
constexpr const char* orbit_im = "0.131825904205311970493132056385139";

struct Iterate {
  int n;
  double re, im;
};

/// By tests/deep/orbit_by_mpmath.py, whose arithmetic is not ours.
constexpr Iterate by_mpmath[] = {
    {1, -0.7436438870371587, 0.13182590420531198},   {2, -0.20801572532897233, -0.06423715142554066},
    {10, -0.3911409936713573, -0.1592560255855528},  {100, -1.0199702130175305, -0.05131504436698344},
    {350, -0.8643841809279752, 0.07553331133035822}, {600, -0.5615497935525512, 0.3339172494124063},
};

TEST(Orbit, IsMpmaths) {
  const Orbit<double> orbit = orbit_of<double>(point(orbit_re, orbit_im, 400), 600);
  ASSERT_EQ(orbit.length(), 600);
  for (const Iterate& each : by_mpmath) {
    const auto& z = orbit.entries[static_cast<std::size_t>(each.n)].z;
    EXPECT_EQ(z.re, each.re) << each.n;
    EXPECT_EQ(z.im, each.im) << each.n;
  }
}

TEST(Orbit, IsStillMpmathsWhereThatIsInstalled) {
  std::string line =
      std::string("python3 '") + HETEROSCOPE_SOURCES + "/tests/deep/orbit_by_mpmath.py' " + orbit_re + ' ' + orbit_im;
  for (const Iterate& each : by_mpmath) line += ' ' + std::to_string(each.n);
  FILE* const pipe = popen((line + " 2>/dev/null").c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  std::vector<Iterate> said;
  for (Iterate each{}; std::fscanf(pipe, "%d %lf %lf", &each.n, &each.re, &each.im) == 3;) said.push_back(each);
  const int status = pclose(pipe);
  ASSERT_TRUE(WIFEXITED(status));
  constexpr int no_mpmath = 77;
  constexpr int no_python = 127;
  if (WEXITSTATUS(status) == no_mpmath || WEXITSTATUS(status) == no_python)
    GTEST_SKIP() << "there is no Python with mpmath";
  ASSERT_EQ(WEXITSTATUS(status), 0);
  ASSERT_EQ(said.size(), std::size(by_mpmath));
  for (std::size_t i = 0; i < said.size(); ++i) {
    EXPECT_EQ(said[i].re, by_mpmath[i].re) << said[i].n;
    EXPECT_EQ(said[i].im, by_mpmath[i].im) << said[i].n;
  }
}

/// A leap is what its iterations come to, as far as they are linear.
TEST(Orbit, LeapsAreTheirIterations) {
  const FixedPoint c = point("-0.743643887037158704752191506114774", "0.131825904205311970493132056385139", 300);
  const Orbit<double> orbit = orbit_of<double>(c, 600);
  const double reach = 1e-30;
  const Leaps<double> leaps = leaps_of<double>(orbit.entries, reach);
  ASSERT_GT(leaps.levels(), first_level);
  int seen = 0;
  for (int level = first_level; level < leaps.levels(); ++level) {
    const int length = 1 << level;
    for (int m = 1; m + length <= orbit.length(); m += length) {
      const Leap<double>& leap = leaps.leaps[static_cast<std::size_t>(leaps.first[level] + ((m - 1) >> level))];
      if (leap.per_radius == no_radius<double>()) continue;
      const Delta<double> gamma{0.6e-30, -0.7e-30};
      Delta<double> d{0.5 / leap.per_radius, -0.4 / leap.per_radius};
      const Delta<double> leapt = leap.a * d + leap.b * gamma;
      for (int i = m; i < m + length; ++i) d = (twice(orbit.entries[i].z) + d) * d + gamma;
      const Delta<double> off{d.re - leapt.re, d.im - leapt.im};
      EXPECT_LE(extent(off),
                (Exactness<double>::leap + 8 * Exactness<double>::rounding) * length * (extent(d) + leap.spread))
          << level << " from " << m;
      ++seen;
    }
  }
  EXPECT_GT(seen, 50);
}

TEST(Tier, FollowsTheDepth) {
  Parameters p;
  const Size size{640, 360};
  EXPECT_EQ(tier_of(p, size), Tier::direct);
  p.span = Decimal::parse("1e-12");
  EXPECT_EQ(tier_of(p, size), Tier::direct);
  p.span = Decimal::parse("1e-20");
  EXPECT_EQ(tier_of(p, size), Tier::perturbed);
  p.span = Decimal::parse("1e-289");
  EXPECT_EQ(tier_of(p, size), Tier::perturbed);
  p.span = Decimal::parse("1e-1000");
  EXPECT_EQ(tier_of(p, size), Tier::extended);
  p.method = Method::direct;
  EXPECT_EQ(tier_of(p, size), Tier::direct);
  p.method = Method::perturbed;
  EXPECT_TRUE(past_perturbed(p));
  p.method = Method::extended;
  EXPECT_FALSE(past_perturbed(p));
}

TEST(View, HasTheBitsThatItsPixelsAskFor) {
  Parameters p;
  p.span = Decimal::parse("1e-100");
  p.center_re = Decimal::parse("-0.5") + Decimal::parse("3e-103");
  const View view = view_of(p);
  EXPECT_GT(view.center.bits, 333U + 16 + 53);
  EXPECT_NEAR(view.span.m * std::exp2(view.span.e + 333.0), std::exp2(333.0) * 1e-100, 1e-15);
  mpz_class off = view.center.re + (mpz_class(1) << (view.center.bits - 1));
  const Wide digits = wide_of(off, view.center.bits);
  EXPECT_NEAR(to_double(digits) / 3e-103, 1, 1e-12);
}

}  // namespace
}  // namespace heteroscope::mandelbrot
