#include "kernels/laplace/convergence.hpp"
#include "kernels/laplace/description.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <stop_token>

namespace heteroscope::laplace {
namespace {

TEST(LaplaceConvergence, EveryMethodHasTheGridsErrorAndItsOwnIterations) {
  constexpr std::array nodes{17, 33, 65};
  const std::vector<Study> studies = studies_over(nodes, {});
  ASSERT_EQ(studies.size(), 2U);
  ASSERT_EQ(studies[0].curves.size(), std::size(method_ids));
  for (const StudyCurve& curve : studies[0].curves) {
    EXPECT_EQ(curve.expected_order, 2) << curve.label;
    EXPECT_NEAR(observed_order(curve), 2, 0.03) << curve.label;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      EXPECT_NEAR(curve.points[i].error / studies[0].curves[0].points[i].error, 1, 1e-4)
          << curve.label << ": the settled field is the same whoever made it";
  }
  const std::map<std::string, double> orders{{"jacobi", -2}, {"red_black", -2}, {"sor", -1},
                                             {"cg", -1},     {"multigrid", 0},  {"direct", 0}};
  for (const StudyCurve& curve : studies[1].curves) {
    EXPECT_EQ(curve.expected_order, orders.at(curve.label)) << curve.label;
    EXPECT_NEAR(observed_order(curve), curve.expected_order, 0.3) << curve.label;
  }
}

/// The known solution at h: the difference of the two exponents (kernels/laplace/exact.hpp).
TEST(LaplaceConvergence, WhatItSettlesToSolvesTheGridsEquations) {
  for (const Method method : {Method::cg, Method::direct}) {
    const SettledField settled =
        settle_in_fp64({.n = 33, .boundary = Boundary::sine, .method = method, .tolerance = 1e-12});
    EXPECT_LT(settled.of_solver.largest, 1e-9);
    EXPECT_GT(settled.error.largest, 1e-4);
    EXPECT_GT(settled.iterations, 0);
  }
}

TEST(LaplaceConvergence, IsGivenUpWhenItIsToldTo) {
  int asked = 0;
  std::stop_source stop;
  const auto told = [&](std::string_view, double share) {
    EXPECT_GE(share, 0);
    EXPECT_LE(share, 1);
    if (++asked == 4) stop.request_stop();
  };
  const std::vector<Study> studies = studies_over(std::array{9, 17}, {.stop = stop.get_token(), .progress = told});
  ASSERT_EQ(studies.size(), 2U);
  EXPECT_EQ(studies[0].curves.size(), 1U) << "one method of two grids, then no more";
}

}  // namespace
}  // namespace heteroscope::laplace
