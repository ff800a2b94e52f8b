#include <algorithm>
#include <cmath>

#include "tests/command/program.hpp"
#include "tests/json.hpp"

namespace heteroscope::testing {
namespace {

using nlohmann::json;

class StudyCommand : public Program {};

TEST_F(StudyCommand, JsonHasPointsAndOrdersThatFollowFromThem) {
  const json root = json_of(expect_success("study heat --json - --csv orders.csv").out);
  EXPECT_EQ(root.at("workload"), "heat");
  ASSERT_EQ(root.at("studies").size(), 2U);
  for (const json& study : root["studies"]) {
    EXPECT_EQ(study.at("curves").size(), 5U);
    for (const json& curve : study["curves"]) {
      const json& points = curve.at("points");
      ASSERT_GE(points.size(), 4U);
      const json& a = points[points.size() - 2];
      const json& b = points[points.size() - 1];
      const double order = std::log(a.at("error").get<double>() / b.at("error").get<double>()) /
                           std::log(a.at("step").get<double>() / b.at("step").get<double>());
      EXPECT_NEAR(order, curve.at("observed_order").get<double>(), 1e-9);
      EXPECT_NEAR(order, curve.at("expected_order").get<double>(), 0.06) << curve.at("method");
    }
  }
  const std::string csv = read_text(file("orders.csv"));
  EXPECT_EQ(csv.substr(0, csv.find('\n')), "study,method,step,error,order,expected_order");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 5 * 5 + 5 * 4);
}

TEST_F(StudyCommand, WhatCannotBeStudiedIsNamed) {
  const Result result = run("study blur");
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.error.find("blur has no study (known: heat"), std::string::npos) << result.error;
  EXPECT_EQ(run("study").code, 2);
  EXPECT_EQ(run("study heat --csv /nonexistent/a.csv").code, 2);
}

}  // namespace
}  // namespace heteroscope::testing
