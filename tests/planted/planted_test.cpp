#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "app/commands/verify/checking_process.hpp"
#include "app/commands/verify/command.hpp"
#include "app/commands/verify/runs.hpp"
#include "planted_bugs.hpp"

/// Random cases must find mistakes that are put into variants, and make small cases of them. The cases run in processes
/// of this program, which has the same mistake in it (main() below).
namespace heteroscope::planted {
namespace {

constexpr const char* bug_variable = "HETEROSCOPE_PLANTED_BUG";

class PlantedBug : public ::testing::TestWithParam<Bug> {};

TEST_P(PlantedBug, IsFoundAndMadeSmall) {
  const Bug& bug = GetParam();
  ASSERT_EQ(setenv(bug_variable, std::string(bug.name).c_str(), 1), 0);
  const Catalog catalog = catalog_with(bug);
  VerifyRequest request;
  request.workloads = {&find_workload(catalog, bug.workload)};
  request.filter.processor = Processor::cpu;
  request.filter.variants = {std::string(bug.stage) + '=' + std::string(bug.variant)};
  request.case_limit_s = bug.case_limit_s;
  request.most_operations = bug.most_operations;
  request.most_findings = 1;
  request.for_s = 1e6;  // it ends with the first finding
  request.seed = bug.seed;
  Report report(catalog);
  verify_random(request, catalog, report);
  ASSERT_EQ(report.mismatches().size(), 1u);
  const Mismatch& found = report.mismatches().front();
  SCOPED_TRACE(found.command + "\n" + found.result.reason);
  constexpr std::string_view hangs = "it did not end within ";
  EXPECT_EQ(found.result.reason.starts_with(hangs), bug.name == "hang");
  if (found.result.reason.starts_with(hangs)) {
    EXPECT_GE(std::stod(found.result.reason.substr(hangs.size())), bug.case_limit_s) << "the limit that it had";
  }
  for (const std::string_view word : bug.needs) EXPECT_NE(found.command.find(word), std::string::npos) << word;
  for (const std::string_view word : bug.has_no) EXPECT_EQ(found.command.find(word), std::string::npos) << word;
}

INSTANTIATE_TEST_SUITE_P(All, PlantedBug, ::testing::ValuesIn(bugs().begin(), bugs().end()),
                         [](const auto& each) { return std::string(each.param.name); });

TEST(CheckingProcess, GoesOnAfterACrash) {
  const Bug& bug = bugs()[0];
  ASSERT_EQ(setenv(bug_variable, std::string(bug.name).c_str(), 1), 0);
  const Catalog catalog = catalog_with(bug);
  Case each{.settings = default_settings(find_workload(catalog, "blur"))};
  each.settings.problem.source = {.id = "noise", .number = 1};
  each.settings.problem.size = {304, 96};
  each.settings.problem.precision = Precision::fp32;
  choose_variant(each.settings, find_workload(catalog, "blur"), "separable_simd");
  CheckingProcess process(catalog);
  const auto check = [&] { return process.check(each, 60, [] { return false; }).value(); };
  EXPECT_EQ(check().result.outcome, Outcome::passed);
  each.settings.problem.parameters["radius"] = 24;
  const Answer crashed = check();
  EXPECT_EQ(crashed.result.outcome, Outcome::failed);
  EXPECT_TRUE(crashed.result.reason.starts_with("it was stopped ")) << crashed.result.reason;
  each.settings.problem.parameters["radius"] = 2;
  EXPECT_EQ(check().result.outcome, Outcome::passed);
}

}  // namespace
}  // namespace heteroscope::planted

/// The test program, and the processes that it starts for cases.
int main(int argc, char** argv) {
  using namespace heteroscope;
  for (int i = 1; i < argc; ++i) {
    if (argv[i] != answering_option) continue;
    const char* name = std::getenv(planted::bug_variable);
    for (const planted::Bug& bug : planted::bugs()) {
      if (name != nullptr && bug.name == name) return answer_cases(planted::catalog_with(bug));
    }
    return 2;
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
