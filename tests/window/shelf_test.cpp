#include "app/window/shell/shelf.hpp"

#include <gtest/gtest.h>

#include "app/window/picture/thumbnails.hpp"
#include "core/device/device.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"

#include <set>

namespace heteroscope {
namespace {

State state_of(const char* workload) {
  State state;
  state.catalog = catalog();
  state.workload = &find_workload(catalog(), workload);
  state.settings = default_settings(*state.workload);
  state.settings.problem.size = {32, 24};
  Executor executor;
  state.frame =
      std::make_shared<const Frame>(*executor.execute(*plan(state.settings, catalog(), device::all()).plan, {}));
  return state;
}

/// As the window does it: the settings are the new workload's when the old one's things are put away.
void change_to(State& state, Shelves& shelves, const Settings& next) {
  const Settings before = std::exchange(state.settings, next);
  shelves.put_away(state, before);
  state.workload = &find_workload(catalog(), next.problem.workload);
  shelves.take_out(state);
}

TEST(Shelves, PicturesTimesAndViewsComeBackWithTheirWorkload) {
  State state = state_of("mandelbrot");
  Shelves shelves;
  const Settings mandelbrot = state.settings;
  const Settings heat = default_settings(find_workload(catalog(), "heat"));
  state.comparison.kept.keep(state.frame);
  state.frames.add({}, mandelbrot);
  state.views.leave(View{}, 1);

  change_to(state, shelves, heat);
  EXPECT_TRUE(state.comparison.kept.all().empty());
  EXPECT_TRUE(state.frames.samples().empty());
  EXPECT_TRUE(state.views.empty());

  change_to(state, shelves, mandelbrot);
  ASSERT_NE(state.comparison.kept.chosen(), nullptr);
  EXPECT_EQ(state.comparison.kept.chosen()->frame, state.frame);
  EXPECT_EQ(state.frames.samples().size(), 1U);
  EXPECT_FALSE(state.views.empty());
}

TEST(Shelves, PicturesThatArePutAwayCanBeForgotten) {
  State state = state_of("mandelbrot");
  Shelves shelves;
  const Settings mandelbrot = state.settings;
  state.comparison.kept.keep(state.frame);
  state.frames.add({}, mandelbrot);
  change_to(state, shelves, default_settings(find_workload(catalog(), "heat")));
  EXPECT_EQ(shelves.bytes(), state.frame->field.bytes());
  shelves.forget_pictures();
  EXPECT_EQ(shelves.bytes(), 0U);
  change_to(state, shelves, mandelbrot);
  EXPECT_TRUE(state.comparison.kept.all().empty());
  EXPECT_EQ(state.frames.samples().size(), 1U);
}

TEST(KeptPictures, TheOldestGoWhereTheirBytesWouldBeTooMany) {
  const State state = state_of("mandelbrot");
  const std::size_t one = state.frame->field.bytes();
  KeptPictures kept(2 * one);
  for (int i = 0; i < 3; ++i) kept.keep(std::make_shared<const Frame>(*state.frame));
  EXPECT_EQ(kept.all().size(), 2U);
  EXPECT_EQ(kept.bytes(), 2 * one);
  KeptPictures none(one - 1);
  none.keep(state.frame);
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
