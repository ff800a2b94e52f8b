#include "app/window/shell/workload_states.hpp"
#include "tests/window/window_parts.hpp"

#include <gtest/gtest.h>

#include "app/window/picture/thumbnails.hpp"
#include "core/device/device.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"

#include <set>

namespace heteroscope {
namespace {

WindowParts state_of(const char* workload) {
  WindowParts parts;
  parts.model.catalog = catalog();
  parts.model.workload = &find_workload(catalog(), workload);
  *parts.model.edit() = default_settings(*parts.model.workload);
  parts.model.edit()->problem.size = {32, 24};
  Executor executor;
  parts.view.frame = std::make_shared<const Frame>(
      *executor.execute(*plan(parts.model.settings(), catalog(), device::all()).plan, {}));
  return parts;
}

/// As the window does it: the settings are the new workload's when the old one's things are put away.
void change_to(WindowModel& model, WorkloadStates& states, const Settings& next) {
  const Settings before = std::exchange(*model.edit(), next);
  states.put_away(model, before);
  model.workload = &find_workload(catalog(), next.problem.workload);
  states.take_out(model);
}

TEST(WorkloadStates, PicturesTimesAndViewsComeBackWithTheirWorkload) {
  WindowParts parts = state_of("mandelbrot");
  WorkloadStates states;
  const Settings mandelbrot = parts.model.settings();
  const Settings heat = default_settings(find_workload(catalog(), "heat"));
  parts.model.comparison.kept.keep(parts.view.frame);
  parts.model.frames.add({}, {mandelbrot}, catalog());
  parts.model.views.leave({}, 1);

  change_to(parts.model, states, heat);
  EXPECT_TRUE(parts.model.comparison.kept.all().empty());
  EXPECT_TRUE(parts.model.frames.samples().empty());
  EXPECT_TRUE(parts.model.views.empty());

  change_to(parts.model, states, mandelbrot);
  ASSERT_NE(parts.model.comparison.kept.chosen(), nullptr);
  EXPECT_EQ(parts.model.comparison.kept.chosen()->frame, parts.view.frame);
  EXPECT_EQ(parts.model.frames.samples().size(), 1U);
  EXPECT_FALSE(parts.model.views.empty());
}

TEST(WorkloadStates, PicturesThatArePutAwayCanBeForgotten) {
  WindowParts parts = state_of("mandelbrot");
  WorkloadStates states;
  const Settings mandelbrot = parts.model.settings();
  parts.model.comparison.kept.keep(parts.view.frame);
  parts.model.frames.add({}, {mandelbrot}, catalog());
  change_to(parts.model, states, default_settings(find_workload(catalog(), "heat")));
  EXPECT_EQ(states.bytes(), parts.view.frame->field.bytes());
  states.forget_pictures();
  EXPECT_EQ(states.bytes(), 0U);
  change_to(parts.model, states, mandelbrot);
  EXPECT_TRUE(parts.model.comparison.kept.all().empty());
  EXPECT_EQ(parts.model.frames.samples().size(), 1U);
}

TEST(KeptPictures, TheOldestGoWhereTheirBytesWouldBeTooMany) {
  WindowParts parts = state_of("mandelbrot");
  const std::size_t one = parts.view.frame->field.bytes();
  KeptPictures kept(2 * one);
  for (int i = 0; i < 3; ++i) kept.keep(std::make_shared<const Frame>(*parts.view.frame));
  EXPECT_EQ(kept.all().size(), 2U);
  EXPECT_EQ(kept.bytes(), 2 * one);
  KeptPictures none(one - 1);
  none.keep(parts.view.frame);
  EXPECT_EQ(none.all().size(), 1U) << "what was asked for stays";
}

TEST(Thumbnails, EachShowsSomething) {
  for (const Workload* each : catalog()) {
    const Picture picture = thumbnail(*each, catalog());
    const std::set<std::uint32_t> colors(picture.pixels.begin(), picture.pixels.end());
    EXPECT_GE(colors.size(), each->id == "binarize" ? 2U : 20U) << each->id;
  }
}

}  // namespace
}  // namespace heteroscope
