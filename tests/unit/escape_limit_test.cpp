#include "core/run/escape_limit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/plan/plan.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

using Why = LimitFinding::Why;

/// So many pixels of each of these counts.
std::vector<double> pixels_with(std::initializer_list<std::pair<int, double>> all) {
  std::vector<double> out;
  for (const auto& [number, count] : all) out.insert(out.end(), static_cast<std::size_t>(number), count);
  return out;
}

TEST(EscapeLimit, TheLowestIsEnoughWhereNearlyAllEscapeByHalfOfIt) {
  const auto found = limit_of_counts(pixels_with({{700, 20}, {295, 0}, {5, 251}}), 8000, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->limit, 500);
  EXPECT_EQ(found->why, Why::suffices);
  EXPECT_EQ(found->black_at_lowest, 0);
}

TEST(EscapeLimit, IsRaisedUntilNearlyAllThatEscapeDoSoByHalfOfIt) {
  const auto values = pixels_with({{600, 20}, {200, 1900}, {200, 0}});
  EXPECT_FALSE(limit_of_counts(values, 8000, {})) << "what a probe to 8,000 says of 4,000 is not enough";
  const auto found = limit_of_counts(values, 64000, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->limit, 4000);
  EXPECT_EQ(found->why, Why::raised);
  EXPECT_DOUBLE_EQ(found->black_at_lowest, 0.2);
  EXPECT_DOUBLE_EQ(found->times, (600.0 * 20 + 200 * 1900 + 200 * 4000) / (600 * 20 + 400 * 500));
}

TEST(EscapeLimit, ABlackPictureAsksForAHigherProbeAndIsLeftAloneAtTheEnd) {
  const auto black = pixels_with({{996, 0}, {4, 7000}});
  EXPECT_FALSE(limit_of_counts(black, 8000, {})) << "a few pixels more or less say nothing";
  const auto found = limit_of_counts(pixels_with({{1000, 0}}), 1'000'000, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->limit, 500);
  EXPECT_EQ(found->why, Why::inside);
}

TEST(EscapeLimit, EndsAtTheParametersMaximum) {
  const auto found = limit_of_counts(pixels_with({{500, 900'000}, {500, 0}}), 1'000'000, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->limit, 1'000'000);
  EXPECT_EQ(found->why, Why::highest);
}

TEST(EscapeLimit, CountsThatAreNotCertainCountAndMinusTheLimitIsInside) {
  const auto plain = limit_of_counts(pixels_with({{600, 20}, {200, 1900}, {200, 0}}), 64000, {});
  const auto marked = limit_of_counts(pixels_with({{600, 20}, {200, -1900}, {200, -64000}}), 64000, {});
  ASSERT_TRUE(plain && marked);
  EXPECT_EQ(*marked, *plain);
}

Settings settings_at_scene(std::string_view id, Size size = {640, 360}) {
  const Workload& workload = find_workload(catalog(), "mandelbrot");
  Settings out = default_settings(workload);
  out.problem.size = size;
  const auto scene = std::ranges::find(workload.scenes, id, &Scene::id);
  if (scene == workload.scenes.end()) throw BadInput("no such scene");
  apply_scene(out, workload, *scene);
  return out;
}

LimitFinding found_at(const Settings& settings) {
  Executor executor;
  return find_limit(settings, catalog(), executor).value();
}

/// The share of the pixels that escape with a limit.
double share_escaping(Settings settings, int limit) {
  settings.problem.size = {160, 90};
  settings.problem.parameters["max_iterations"] = limit;
  Executor executor;
  const auto frame = executor.execute(*plan(settings, catalog(), device::all()).plan, {});
  const Size size = frame->field.size();
  int out = 0;
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const double value = frame->field.value(x, y);
      out += value != 0 && value != -limit ? 1 : 0;
    }
  }
  return static_cast<double>(out) / static_cast<double>(size.area());
}

TEST(EscapeLimit, TheWholeSetKeepsTheLowest) {
  const LimitFinding found = found_at(settings_at_scene("full"));
  EXPECT_EQ(found.limit, 500);
  EXPECT_EQ(found.why, Why::suffices);
}

TEST(EscapeLimit, RaisingDoesNotHelpInside) {
  const LimitFinding found = found_at(settings_at_scene("inside"));
  EXPECT_EQ(found.limit, 500);
  EXPECT_EQ(found.why, Why::inside);
}

TEST(EscapeLimit, DeepViewsGetWhatShowsThem) {
  for (const std::string_view id : {"spiral", "spiral50", "copy100"}) {
    SCOPED_TRACE(id);
    const Settings settings = settings_at_scene(id);
    const LimitFinding found = found_at(settings);
    EXPECT_EQ(found.why, Why::raised);
    const double shown = share_escaping(settings, found.limit);
    EXPECT_GT(shown, share_escaping(settings, 500) + 0.01) << "the lowest leaves much black";
    EXPECT_LT(share_escaping(settings, std::min(4 * found.limit, 1'000'000)), shown + 0.01) << "more shows hardly more";
  }
}

TEST(EscapeLimit, DoesNotDependOnTheLimitNorOnHowItIsComputed) {
  Settings settings = settings_at_scene("spiral50");
  const LimitFinding found = found_at(settings);
  settings.problem.parameters["max_iterations"] = 3;
  settings.execution.variants["escape"].cpu = "sequential";
  settings.execution.threads = 1;
  EXPECT_EQ(found_at(settings), found);
}

TEST(EscapeLimit, GivesUpWhenItIsStopped) {
  std::stop_source stop;
  stop.request_stop();
  Executor executor;
  EXPECT_FALSE(find_limit(settings_at_scene("spiral50"), catalog(), executor, stop.get_token()));
}

TEST(EscapeLimit, AProbeHasTheViewInFewPixels) {
  const Workload& workload = find_workload(catalog(), "mandelbrot");
  EXPECT_EQ(probe_of(settings_at_scene("full", {1920, 1080}), workload, 8000).problem.size, (Size{96, 54}));
  EXPECT_EQ(probe_of(settings_at_scene("full", {300, 4000}), workload, 8000).problem.size, (Size{8, 96}));
  Settings refined = settings_at_scene("spiral50");
  refined.problem.parameters["refine"] = 2;
  EXPECT_EQ(probe_of(refined, workload, 8000).problem.parameters.at("refine"), 0.0);
}

}  // namespace
}  // namespace heteroscope
