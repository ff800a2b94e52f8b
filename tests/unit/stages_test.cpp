#include <gtest/gtest.h>

#include <array>

#include "core/device/device.hpp"
#include "core/run/cpu_rows.hpp"
#include "core/run/execute.hpp"
#include "core/verify/cases.hpp"
#include "core/verify/verifier.hpp"
#include "fake_workload.hpp"

/// Workloads with a source, a reducing stage and a stage that uses what was found.
namespace heteroscope {
namespace {

void add_rows(const ReduceJob& job) {
  auto* sum = static_cast<double*>(job.partials);
  rows_in_order(job, [&](int y) {
    for (int x = 0; x < job.input.size.width; ++x) *sum += static_cast<double>(job.input.row<float>(y)[x]);
  });
}

void above_mean(const MapJob& job) {
  const double mean = job.carried[0] / static_cast<double>(job.input.size.area());
  rows_in_order(job, [&](int y) {
    for (int x = 0; x < job.output.size.width; ++x) {
      job.output.row<float>(y)[x] = static_cast<double>(job.input.row<float>(y)[x]) >= mean ? 1.0F : 0.0F;
    }
  });
}

/// The same, but its sum is wrong by `Percent` of the right one.
template <int Percent>
void add_wrongly(const ReduceJob& job) {
  add_rows(job);
  *static_cast<double*>(job.partials) *= 1 + Percent / 100.0;
}

void count_even(const ReduceJob& job) {
  auto* counts = static_cast<std::uint64_t*>(job.partials);
  rows_in_order(job, [&](int y) {
    for (int x = 0; x < job.input.size.width; ++x) ++counts[static_cast<int>(job.input.row<float>(y)[x]) & 1];
  });
}

Variant variant(JobFunction<void> run) {
  static constexpr std::array<Precision, 1> single{Precision::fp32};
  Variant out;
  out.knobs.precisions = single;
  out.run = run;
  return out;
}

const Variant plain_sum = variant(add_rows);
const Variant wrong_sum = variant(add_wrongly<1>);
const Variant tolerated_sum = [] {
  Variant out = variant(add_wrongly<1>);
  out.sum_error = [](std::int64_t, Precision) { return 0.02; };
  return out;
}();
const Variant plain_above = variant(above_mean);
const Variant plain_count = variant(count_even);

int one_partial(const std::any&) {
  return 1;
}
int two_partials(const std::any&) {
  return 2;
}

Workload image_workload(std::string_view id) {
  Workload out;
  out.id = id;
  out.image = {.default_source = "gradient"};
  out.bind = [](const Values&) { return std::any{}; };
  out.work = [](const std::any&, Size size, Precision, const Summary&) {
    return Work{.operations = static_cast<double>(size.area()), .unit = "pixels"};
  };
  return out;
}

/// Of the picture in which values may flip.
constexpr Size flipping{200, 100};

const Workload& two_stages() {
  static const Workload workload = [] {
    Workload out = image_workload("two_stages");
    out.stages = {Stage{.id = "sum",
                        .variants = {{"plain", &plain_sum}, {"wrong", &wrong_sum}, {"tolerated", &tolerated_sum}},
                        .default_cpu = "plain",
                        .kind = Reduction{.partials = Partials::sums, .count = one_partial}},
                  Stage{.id = "above", .variants = {{"plain", &plain_above}}, .default_cpu = "plain"}};
    out.tolerances = {.may_flip = [](double value, std::span<const std::vector<double>> expected,
                                     std::span<const std::vector<double>> found) {
      const auto n = static_cast<double>(flipping.area());
      return (value >= expected[0][0] / n) != (value >= found[0][0] / n);
    }};
    return out;
  }();
  return workload;
}

const Workload& counting() {
  static const Workload workload = [] {
    Workload out = image_workload("counting");
    out.stages = {Stage{.id = "count",
                        .variants = {{"plain", &plain_count}},
                        .default_cpu = "plain",
                        .kind = Reduction{.partials = Partials::counts, .count = two_partials}}};
    out.output = [](const std::any&, Size, Precision) { return Extent{{2, 1}, Precision::fp64}; };
    return out;
  }();
  return workload;
}

Catalog all() {
  static const std::array<const Workload*, 3> catalog{&two_stages(), &counting(), &testing::fake_workload()};
  return catalog;
}

device::Facts no_gpu() {
  device::Facts facts;
  facts.why_not = "no GPU in this test";
  return facts;
}

Settings settings_of(const Workload& workload, std::string_view source, double number, Size size) {
  Settings out = default_settings(workload);
  out.problem.source = {.id = std::string(source), .number = number};
  out.problem.precision = Precision::fp32;
  out.problem.size = size;
  return out;
}

Frame execute(const Settings& settings) {
  Executor executor;
  return executor.execute(*plan(settings, all(), no_gpu()).plan, {}).value();
}

TEST(Stages, TheSumOfTheFirstReachesTheSecond) {
  const Frame frame = execute(settings_of(two_stages(), "constant", 3, {5, 7}));
  ASSERT_EQ(frame.reduced.size(), 2U);
  EXPECT_EQ(frame.reduced[0], std::vector<double>{105});  // 35 threes
  EXPECT_TRUE(frame.reduced[1].empty());
  EXPECT_EQ(frame.summary.sum, 35);  // every 3 is at the mean
  EXPECT_EQ(frame.input_summary.sum, 105);
  EXPECT_EQ(frame.input.size(), (Size{5, 7}));
  EXPECT_EQ(frame.timing.participants.front().stages.size(), 2U);
}

TEST(Stages, CountsAreTheResultWhereNothingFollows) {
  const Frame frame = execute(settings_of(counting(), "constant", 3, {1000, 3}));
  EXPECT_EQ(frame.field.size(), (Size{2, 1}));
  EXPECT_EQ(frame.field.precision(), Precision::fp64);
  EXPECT_EQ(frame.field.value(0, 0), 0);
  EXPECT_EQ(frame.field.value(1, 0), 3000);
  EXPECT_EQ(frame.work.operations, 3000);
}

TEST(Stages, TheSourceIsKeptUntilAnotherIsAskedFor) {
  Executor executor;
  const auto data = [&](const Settings& settings) {
    const Frame frame = executor.execute(*plan(settings, all(), no_gpu()).plan, {}).value();
    return std::pair{frame.input.host_view().data, frame.input.value(0, 0)};
  };
  const Settings first = settings_of(two_stages(), "constant", 3, {64, 64});
  const auto [where, value] = data(first);
  EXPECT_EQ(data(first).first, where);
  Settings other = first;
  other.problem.source.number = 4;
  EXPECT_EQ(data(other).second, 4);
  EXPECT_EQ(data(first).second, value);
}

TEST(Stages, PlansNameWhatIsWrongWithTheSource) {
  const auto message = [&](const Settings& settings) {
    return testing::refusal([&] { plan(settings, all(), no_gpu()); });
  };
  EXPECT_NE(message(settings_of(two_stages(), "gradeint", 0, {4, 4})).find("gradeint"), std::string::npos);
  EXPECT_NE(message(settings_of(two_stages(), "checkerboard", -1, {4, 4})).find("outside"), std::string::npos);
  EXPECT_NE(message(settings_of(two_stages(), "fake", 0, {4, 4})).find("fake"), std::string::npos);
}

TEST(Stages, ASumBeyondItsErrorFails) {
  Verifier verifier(all(), no_gpu());
  Settings settings = settings_of(two_stages(), "noise", 1, {40, 30});
  EXPECT_EQ(verifier.run(settings).outcome, Outcome::passed);
  settings.execution.variants["sum"].cpu = "wrong";
  const CaseResult wrong = verifier.run(settings);
  EXPECT_EQ(wrong.outcome, Outcome::failed);
  EXPECT_NE(wrong.reason.find("sum"), std::string::npos);
}

TEST(Stages, ValuesBetweenTheTwoMeansAreCountedNotHidden) {
  Verifier verifier(all(), no_gpu());
  Settings settings = settings_of(two_stages(), "noise", 1, flipping);
  settings.execution.variants["sum"].cpu = "tolerated";
  const CaseResult result = verifier.run(settings);
  EXPECT_EQ(result.outcome, Outcome::passed) << result.reason;
  // 1 % of the mean of 127.5 is 1.275 of 255: half a percent of 20000 values
  EXPECT_GT(result.flipped, 60);
  EXPECT_LT(result.flipped, 140);
  EXPECT_EQ(result.flipped, result.diff.differing);
}

/// All values are 3; a mean of 3.03 puts every one of them below it. The sum is within its tolerance.
TEST(Stages, AToleranceThatLetsMostOfThePictureFlipExcusesNothing) {
  Verifier verifier(all(), no_gpu());
  Settings settings = settings_of(two_stages(), "constant", 3, flipping);
  EXPECT_EQ(verifier.run(settings).outcome, Outcome::passed);
  settings.execution.variants["sum"].cpu = "tolerated";
  const CaseResult result = verifier.run(settings);
  EXPECT_EQ(result.outcome, Outcome::failed);
  EXPECT_EQ(result.flipped, flipping.area());
}

}  // namespace
}  // namespace heteroscope
