// The orders that theory gives: 2 in space for every integrator (the five-point formula); 1, 2, 4, 2, 3 in time for
// euler, rk2, rk4, ab2, ab3.
#include "kernels/heat/description.hpp"
#include "kernels/heat/errors/convergence.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <stop_token>

namespace heteroscope::heat {
namespace {

TEST(HeatConvergence, SecondOrderInSpaceForEveryIntegrator) {
  constexpr std::array nodes{17, 33, 65};
  const Study study = space_study(nodes, {});
  ASSERT_EQ(study.curves.size(), std::size(integrator_ids));
  for (const StudyCurve& curve : study.curves) {
    ASSERT_EQ(curve.points.size(), nodes.size()) << curve.label;
    EXPECT_EQ(curve.expected_order, 2);
    for (std::size_t i = 0; i + 1 < nodes.size(); ++i) EXPECT_NEAR(observed_order(curve, i), 2, 0.05) << curve.label;
  }
}

TEST(HeatConvergence, EachIntegratorsOwnOrderInTime) {
  const std::map<std::string, double> orders{{"euler", 1}, {"rk2", 2}, {"rk4", 4}, {"ab2", 2}, {"ab3", 3}};
  const Study study = time_study(4, {});
  ASSERT_EQ(study.curves.size(), orders.size());
  for (const StudyCurve& curve : study.curves) {
    ASSERT_EQ(curve.points.size(), 5U) << curve.label;
    EXPECT_EQ(curve.expected_order, orders.at(curve.label));
    EXPECT_NEAR(observed_order(curve), orders.at(curve.label), 0.06) << curve.label;
  }
}

/// One Euler step multiplies the sine by 1 − 8 Fo sin²(πh/2), since it is an eigenvector of the stencil.
TEST(HeatConvergence, TheErrorOfAStepIsThatOfItsFactor) {
  const Parameters parameters{.n = 9, .fourier = 0.2, .integrator = Integrator::euler, .initial = Initial::sine};
  const double s = std::sin(std::numbers::pi / 16);
  const double factor = 1 - 8 * 0.2 * s * s;
  // √(h² Σ sin² sin²) is 1/2 on every grid
  EXPECT_NEAR(sine_error(parameters, 3, 0), 0.5 * std::pow(factor, 3), 1e-14);
  EXPECT_NEAR(sine_error(parameters, 3, std::pow(factor, 3)), 0, 1e-14);
}

TEST(HeatConvergence, IsGivenUpWhereItIsTold) {
  constexpr std::array nodes{17, 33, 65};
  int asked = 0;
  std::stop_source stop;
  const auto told = [&](std::string_view, double) {
    if (++asked == 3) stop.request_stop();
  };
  const Study study = space_study(nodes, {.stop = stop.get_token(), .progress = told});
  EXPECT_EQ(asked, 3);
  EXPECT_TRUE(study.curves.empty());
}

}  // namespace
}  // namespace heteroscope::heat
