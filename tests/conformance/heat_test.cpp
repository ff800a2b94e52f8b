#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "kernels/heat/scheme.hpp"
#include "tests/conformance/heat_frames.hpp"

/// What is known of the heat equation and its integrators.
namespace heteroscope::heat {
namespace {

using testing::computed;
using testing::integrators;
using testing::name_of;
using testing::settings_of;

constexpr double roundoff = 0x1p-53;

double at(const Frame& frame, int x, int y) {
  return frame.field.host_view().row<double>(y)[x];
}

/// Largest difference from amplitude · sin πx sin πy.
double error_of(const Frame& frame, double amplitude) {
  const int n = frame.field.host_view().size.width;
  const double h = 1.0 / (n - 1);
  double largest = 0;
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      const double exact = amplitude * std::sin(std::numbers::pi * x * h) * std::sin(std::numbers::pi * y * h);
      largest = std::max(largest, std::abs(at(frame, x, y) - exact));
    }
  }
  return largest;
}

/// −z of a step for sin πx sin πy: what S makes of it is −8 sin²(π h/2) times it.
double decay_of(int n, double fourier) {
  const double s = std::sin(0.5 * std::numbers::pi / (n - 1));
  return 8 * s * s * fourier;
}

/// The largest error that N steps of an integrator may have made of e^(−N z), z small and positive.
///
/// Runge-Kutta of order p: a step's factor differs from e^−z by at most z^(p+1)/(p+1)!, the first term that the
/// alternating series leaves out, and neither is above 1, so that N steps differ by at most N times that.
///
/// Adams-Bashforth of order p: a step's truncation error is at most γ z^(p+1) with γ = 5/12 and 3/8 (Hairer, Nørsett
/// and Wanner, section III.2). The coefficients' magnitudes, |1 − a₀ z| + |a₁| z + |a₂| z, sum to no more than 1 for
/// z ≤ 1/2, so that errors do not grow. To these come the errors of the first steps, of an order less.
double time_bound(Integrator integrator, std::int64_t steps, double z) {
  const auto n = static_cast<double>(steps);
  switch (integrator) {
    case Integrator::euler:
      return n * z * z / 2;
    case Integrator::rk2:
      return n * z * z * z / 6;
    case Integrator::rk4:
      return n * std::pow(z, 5) / 120;
    case Integrator::ab2:
      return n * 5.0 / 12 * z * z * z + z * z / 2;
    case Integrator::ab3:
      return n * 3.0 / 8 * std::pow(z, 4) + 2 * z * z * z / 6;
  }
  return 0;
}

/// Rounding of values up to 1: a pass rounds three sums of up to 8 and two fused results, all times c ≤ 1/4 but the
/// last.
double rounding_bound(Integrator integrator, std::int64_t steps) {
  return static_cast<double>(steps * passes_of(integrator)) * 16 * roundoff;
}

// -------------------------------------------------------------------------------------------------- orders and errors

TEST(HeatOrder, InTimeAgainstTheGridsOwnDecay) {
  constexpr int n = 5;
  constexpr int halvings = 4;
  for (const Integrator integrator : integrators) {
    // steps as long as all integrators bear, so that rk4's error after four halvings is still far above rounding
    double fourier = integrator == Integrator::ab3 ? 0.06 : integrator == Integrator::ab2 ? 0.1 : 0.2;
    std::int64_t steps = 8;
    double before = 0;
    for (int i = 0; i <= halvings; ++i, fourier /= 2, steps *= 2) {
      const double z = decay_of(n, fourier);
      const double error = error_of(computed(settings_of(n, integrator, Initial::sine, fourier, steps)),
                                    std::exp(-z * static_cast<double>(steps)));
      EXPECT_LE(error, time_bound(integrator, steps, z) + rounding_bound(integrator, steps)) << name_of(integrator);
      EXPECT_GE(error, 1000 * roundoff) << name_of(integrator);
      if (i == halvings) {
        constexpr double orders[] = {1, 2, 4, 2, 3};
        EXPECT_NEAR(std::log2(before / error), orders[static_cast<int>(integrator)], 0.08) << name_of(integrator);
      }
      before = error;
    }
  }
}

/// Fourier numbers stay, so that Δt is proportional to h².
TEST(HeatOrder, InSpaceAgainstTheAnalyticSolution) {
  for (const Integrator integrator : integrators) {
    const double fourier = integrator == Integrator::ab3 ? 1.0 / 16 : 1.0 / 8;
    std::int64_t steps = integrator == Integrator::ab3 ? 20 : 10;
    double before = 0;
    for (const int n : {9, 17, 33, 65}) {
      const double h = 1.0 / (n - 1);
      const double time = static_cast<double>(steps) * fourier * h * h;
      const double pi = std::numbers::pi;
      const double error =
          error_of(computed(settings_of(n, integrator, Initial::sine, fourier, steps)), std::exp(-2 * pi * pi * time));
      // 8 sin²(π h/2)/h² is below 2 π² by at most π⁴ h²/6
      const double of_space = std::pow(pi, 4) * h * h / 6 * time;
      EXPECT_LE(error,
                of_space + time_bound(integrator, steps, decay_of(n, fourier)) + rounding_bound(integrator, steps))
          << name_of(integrator);
      if (n == 65) {
        EXPECT_NEAR(std::log2(before / error), 2, 0.02) << name_of(integrator);
      }
      before = error;
      steps *= 4;
    }
  }
}

/// With Δt = h²/12 Euler's error in time, λ² Δt/2 with λ = 2 π², cancels that of the grid, π⁴ h²/6.
TEST(HeatOrder, EulerIsOfFourthOrderWhereItsErrorsCancel) {
  std::int64_t steps = 12;
  double before = 0;
  for (const int n : {9, 17, 33}) {
    const double time = static_cast<double>(steps) / 12 / ((n - 1.0) * (n - 1.0));
    const double error = error_of(computed(settings_of(n, Integrator::euler, Initial::sine, 1.0 / 12, steps)),
                                  std::exp(-2 * std::numbers::pi * std::numbers::pi * time));
    if (n == 33) {
      EXPECT_NEAR(std::log2(before / error), 4, 0.05);
    }
    before = error;
    steps *= 4;
  }
}

using Grid = std::vector<long double>;

/// S of all nodes inside, 0 on the edge.
Grid spread(const Grid& t, int n) {
  Grid out(t.size(), 0);
  for (int y = 1; y + 1 < n; ++y) {
    for (int x = 1; x + 1 < n; ++x) {
      const std::size_t k = static_cast<std::size_t>(y) * n + x;
      out[k] = t[k - 1] + t[k + 1] + t[k - n] + t[k + n] - 4 * t[k];
    }
  }
  return out;
}

Grid plus(const Grid& a, long double factor, const Grid& b) {
  Grid out(a);
  for (std::size_t k = 0; k < out.size(); ++k) out[k] += factor * b[k];
  return out;
}

Grid midpoint(const Grid& y, long double f, int n) {
  return plus(y, f, spread(plus(y, f / 2, spread(y, n)), n));
}

/// The integrators as textbooks write them, by slopes.
Grid textbook(Integrator integrator, Grid y, long double f, int n, int steps) {
  std::vector<Grid> slopes;
  for (int i = 0; i < steps; ++i) {
    slopes.push_back(spread(y, n));
    const Grid& k1 = slopes.back();
    const auto slope = [&](int back) -> const Grid& { return slopes[slopes.size() - 1 - back]; };
    if (integrator == Integrator::euler || (integrator == Integrator::ab2 && i == 0)) {
      y = plus(y, f, k1);
    } else if (integrator == Integrator::rk2 || (integrator == Integrator::ab3 && i < 2)) {
      y = midpoint(y, f, n);
    } else if (integrator == Integrator::rk4) {
      const Grid k2 = spread(plus(y, f / 2, k1), n);
      const Grid k3 = spread(plus(y, f / 2, k2), n);
      const Grid k4 = spread(plus(y, f, k3), n);
      y = plus(plus(plus(plus(y, f / 6, k1), f / 3, k2), f / 3, k3), f / 6, k4);
    } else if (integrator == Integrator::ab2) {
      y = plus(plus(y, 1.5L * f, k1), -0.5L * f, slope(1));
    } else {
      y = plus(plus(plus(y, 23 * f / 12, k1), -16 * f / 12, slope(1)), 5 * f / 12, slope(2));
    }
  }
  return y;
}

TEST(HeatIntegrators, AreThoseOfTheTextbooks) {
  for (const Integrator integrator : integrators) {
    for (const int n : {3, 4, 5, 17, 40}) {
      const double fourier = 0.9 * stability_limit(integrator);
      const Frame start = computed(settings_of(n, integrator, Initial::noise, fourier, 0));
      Grid y(static_cast<std::size_t>(n) * n);
      for (std::size_t k = 0; k < y.size(); ++k) y[k] = at(start, static_cast<int>(k % n), static_cast<int>(k / n));
      const Grid expected = textbook(integrator, y, fourier, n, 9);
      const Frame found = computed(settings_of(n, integrator, Initial::noise, fourier, 9));
      for (std::size_t k = 0; k < y.size(); ++k) {
        ASSERT_NEAR(at(found, static_cast<int>(k % n), static_cast<int>(k / n)), static_cast<double>(expected[k]),
                    rounding_bound(integrator, 9))
            << name_of(integrator) << ", n " << n << ", value " << k;
      }
    }
  }
}

// -------------------------------------------------------------------------------------------------------- the physics

long double heat_of(const Frame& frame) {
  const FieldView field = frame.field.host_view();
  long double sum = 0;
  for (std::int64_t k = 0; k < field.size.area(); ++k) sum += field.row<double>(0)[k];
  return sum;
}

TEST(HeatPhysics, IsConservedUntilItReachesTheEdge) {
  constexpr int n = 101;  // the spot ends 30 nodes from the edge, a pass carries heat by one
  for (const Integrator integrator : integrators) {
    const double fourier = 0.9 * stability_limit(integrator);
    const int steps = 24 / passes_of(integrator);
    const long double before = heat_of(computed(settings_of(n, integrator, Initial::spot, fourier, 0)));
    const long double after = heat_of(computed(settings_of(n, integrator, Initial::spot, fourier, steps)));
    const long double lost = before - heat_of(computed(settings_of(n, integrator, Initial::spot, fourier, 5000)));
    EXPECT_GT(before, 400);
    EXPECT_LE(std::abs(after - before), before * rounding_bound(integrator, steps)) << name_of(integrator);
    EXPECT_GT(lost, 1) << name_of(integrator);
  }
}

TEST(HeatPhysics, EulerAtItsLimitObeysTheMaximumPrinciple) {
  Executor executor;
  double low = 0;
  double high = 1;
  for (int steps = 1; steps <= 40; ++steps) {
    const Frame frame = computed(executor, settings_of(64, Integrator::euler, Initial::noise, 0.25, steps));
    EXPECT_GE(frame.summary.minimum, low - 4 * roundoff) << steps;
    EXPECT_LE(frame.summary.maximum, high + 4 * roundoff) << steps;
    low = frame.summary.minimum;
    high = frame.summary.maximum;
  }
  EXPECT_LT(high, 0.9);
}

TEST(HeatPhysics, SymmetricStaysSymmetricToTheBit) {
  for (const Integrator integrator : integrators) {
    for (const Initial initial : {Initial::sine, Initial::spot}) {
      for (const int n : {64, 65}) {
        const Frame frame = computed(settings_of(n, integrator, initial, 0, 37));
        for (int y = 0; y < n; ++y) {
          for (int x = 0; x < n; ++x) {
            ASSERT_EQ(at(frame, x, y), at(frame, n - 1 - x, y)) << name_of(integrator);
            ASSERT_EQ(at(frame, x, y), at(frame, x, n - 1 - y)) << name_of(integrator);
            ASSERT_EQ(at(frame, x, y), at(frame, y, x)) << name_of(integrator);
          }
        }
      }
    }
  }
}

TEST(HeatPhysics, InstabilityIsReported) {
  for (const Precision precision : {Precision::fp32, Precision::fp64}) {
    Settings settings = settings_of(64, Integrator::euler, Initial::noise, 0.3, 200);
    settings.problem.precision = precision;
    // the roughest mode grows by 8 · 0.3 − 1 = 1.4 a step
    EXPECT_NE(computed(settings).alarm.find("unstable"), std::string::npos);
    settings.problem.steps = 3000;
    const std::string beyond = computed(settings).alarm;
    EXPECT_TRUE(beyond.find("NaN") != std::string::npos || beyond.find("infinite") != std::string::npos) << beyond;
    settings.problem.parameters["fourier"] = 0.25;
    EXPECT_EQ(computed(settings).alarm, "");
  }
  for (const Integrator integrator : integrators) {
    const double limit = stability_limit(integrator);
    const auto alarm = [&](double fourier) {
      return computed(settings_of(65, integrator, Initial::noise, fourier, 4000)).alarm;
    };
    EXPECT_EQ(alarm(0.999 * limit), "") << name_of(integrator);
    EXPECT_NE(alarm(1.05 * limit), "") << name_of(integrator);
  }
}

}  // namespace
}  // namespace heteroscope::heat
