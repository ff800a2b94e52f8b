// Changes that are offered as buttons where settings are refused. Without a display.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/window/picture/requester.hpp"
#include "core/device/device.hpp"
#include "core/plan/plan.hpp"
#include "kernels/registry.hpp"
#include "tests/window/window_parts.hpp"

namespace heteroscope {
namespace {

/// Returns the changes that are offered for such settings.
std::vector<Remedy> offered(const Settings& settings) {
  WindowParts parts;
  parts.model.catalog = catalog();
  parts.model.workload = &find_workload(catalog(), settings.problem.workload);
  *parts.model.edit() = settings;
  Requester requester(catalog());
  requester.update(parts.ui, parts.model, parts.view);
  EXPECT_NE(parts.view.refusal, "");
  return parts.view.remedies;
}

/// A side that the method cannot have.
Settings too_many_nodes() {
  const Workload& workload = find_workload(catalog(), "laplace");
  const auto& methods = workload.find_parameter("method")->choices;
  Settings out = default_settings(workload);
  out.problem.parameters["method"] =
      static_cast<double>(std::ranges::find(methods, "direct") - std::ranges::begin(methods));
  out.problem.parameters["n"] = 20000;
  return out;
}

TEST(Remedies, ASizeThatFitsIsNamedByTheParametersLabel) {
  const std::vector<Remedy> all = offered(too_many_nodes());
  ASSERT_FALSE(all.empty());
  const Settings& with = all.front().settings;
  const double nodes = with.problem.parameters.at("n");
  EXPECT_EQ(all.front().label, fmt::format("Nodes = {:.0f}", nodes));
  EXPECT_LE(nodes, 16385);
  EXPECT_TRUE(plan(with, catalog(), device::all())) << "it can be computed";
}

TEST(Remedies, AtMostTwoAreOfferedAndEachHelps) {
  const std::vector<Remedy> all = offered(too_many_nodes());
  EXPECT_LE(all.size(), 2U);
  for (const Remedy& each : all) EXPECT_TRUE(plan(each.settings, catalog(), device::all())) << each.label;
}

}  // namespace
}  // namespace heteroscope
