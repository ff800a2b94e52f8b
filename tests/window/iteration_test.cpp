// Workloads that go on step by step, in the real program, driven as a user would.
#include <algorithm>
#include <array>

#include "app/window/look/theme.hpp"
#include "core/device/device.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class IterationWindow : public DrivenWindow {
 protected:
  /// A hot spot on a grid of that size that stands still at a step.
  static Settings spot(int n, std::int64_t steps = 0) {
    const Workload& heat = find_workload(catalog(), "heat");
    Settings settings = default_settings(heat);
    settings.problem.parameters["n"] = n;
    settings.problem.parameters["initial"] = 1;
    settings.problem.steps = steps;
    settings.execution.steps_per_frame = 3;
    settings.look.palette = "gray";
    return settings;
  }
  /// The steps of the next export; -1 if there is none.
  std::int64_t steps() {
    const auto settings = program().exported();
    return settings ? settings->problem.steps : -1;
  }
  int brightness(int x, int y) {
    const auto color = program().pixel(x, y);
    return color[0] + color[1] + color[2];
  }
  /// Some of the screen's pixels, to see whether they change.
  std::vector<std::array<int, 3>> some_pixels() {
    std::vector<std::array<int, 3>> out;
    for (int y = 10; y < 600; y += 30) {  // messages come below
      for (int x = 300; x < 1000; x += 30) out.push_back(program().pixel(x, y));
    }
    return out;
  }
  /// The same, once they do not change any more.
  std::vector<std::array<int, 3>> pixels_at_rest() {
    auto now = some_pixels();
    wait_for([&] {
      program().draw_frames(4);
      const auto before = std::exchange(now, some_pixels());
      return before == now;
    });
    return now;
  }
};

TEST_F(IterationWindow, AFileStandsStillAtItsStep) {
  ASSERT_NO_FATAL_FAILURE(start({saved(spot(65, 40))}));
  EXPECT_EQ(initial().problem.steps, 40);
  EXPECT_EQ(steps(), 40);
}

TEST_F(IterationWindow, AWorkloadNamedAtTheStartPlays) {
  ASSERT_TRUE(program().start({"heat"})) << program().words();
  EXPECT_TRUE(wait_for([&] { return steps() > 0; })) << program().words();
}

TEST_F(IterationWindow, PlayAdvancesByWholeFramesAndPauseHolds) {
  ASSERT_NO_FATAL_FAILURE(start({saved(spot(65))}));
  program().key("r");
  std::int64_t reached = 0;
  EXPECT_TRUE(wait_for([&] { return (reached = steps()) >= 30; }));
  EXPECT_EQ(reached % 3, 0);
  program().key("r");
  const std::int64_t paused = steps();
  EXPECT_GE(paused, reached);
  EXPECT_EQ(paused % 3, 0);
  EXPECT_EQ(steps(), paused);
}

TEST_F(IterationWindow, OneStepAndBackToTheStart) {
  ASSERT_NO_FATAL_FAILURE(start({saved(spot(65, 40))}));
  program().key("period");
  EXPECT_EQ(steps(), 41);
  program().key("period");
  program().key("period");
  EXPECT_EQ(steps(), 43);
  click({640, 200});
  auto painted = program().exported();
  ASSERT_TRUE(painted);
  EXPECT_FALSE(painted->problem.strokes.empty());
  program().key("0");
  const auto back = program().exported();
  ASSERT_TRUE(back);
  EXPECT_EQ(back->problem.steps, 0);
  EXPECT_TRUE(back->problem.strokes.empty());
}

TEST_F(IterationWindow, PaintingAppendsStrokesAndChangesThePicture) {
  ASSERT_NO_FATAL_FAILURE(start({saved(spot(73, 5))}));
  // the picture is 720 wide, from 280 on; (460, 180) is a quarter of the way, where it is cold
  EXPECT_TRUE(wait_for([&] { return brightness(460, 180) < 60; }));
  program().drag(1, 440, 180, 480, 180);
  EXPECT_TRUE(wait_for([&] { return brightness(460, 180) > 200; }));
  const auto hot = program().exported();
  ASSERT_TRUE(hot);
  ASSERT_GE(hot->problem.strokes.size(), 2U);
  EXPECT_EQ(hot->problem.steps, 5);
  for (const Stroke& stroke : hot->problem.strokes) {
    EXPECT_EQ(stroke.step, 5);
    EXPECT_GT(stroke.amount, 0);
    // a node stands in the middle of its pixels, 720/73 wide
    EXPECT_NEAR(stroke.y, (180.0 / 720 * 73 - 0.5) / 72, 0.002);
    EXPECT_GE(stroke.x, (160.0 / 720 * 73 - 0.5) / 72 - 0.002);
    EXPECT_LE(stroke.x, (200.0 / 720 * 73 - 0.5) / 72 + 0.002);
  }
  // cold over the hot spot in the middle
  const int before = brightness(640, 360);
  program().key("period");
  program().hold("shift");
  program().drag(1, 640, 350, 640, 370);
  program().let_go("shift");
  EXPECT_TRUE(wait_for([&] { return brightness(640, 360) < before - 100; }));
  const auto cold = program().exported();
  ASSERT_TRUE(cold);
  ASSERT_GT(cold->problem.strokes.size(), hot->problem.strokes.size());
  EXPECT_EQ(cold->problem.strokes.back().step, 6);
  EXPECT_LT(cold->problem.strokes.back().amount, 0);
  EXPECT_TRUE(std::equal(hot->problem.strokes.begin(), hot->problem.strokes.end(), cold->problem.strokes.begin()));
}

TEST_F(IterationWindow, PaintingGoesOnWhileItPlays) {
  ASSERT_NO_FATAL_FAILURE(start({saved(spot(65))}));
  program().key("r");
  program().drag(1, 440, 180, 480, 200);
  // the spot in the middle, which is not painted on, cools with the steps
  const auto warm = program().pixel(640, 300);
  EXPECT_TRUE(wait_for([&] { return program().pixel(640, 300) != warm; }));
  program().drag(1, 700, 500, 760, 520);
  program().key("r");
  const auto painted = program().exported();
  ASSERT_TRUE(painted);
  ASSERT_GE(painted->problem.strokes.size(), 4U);
  EXPECT_TRUE(std::ranges::is_sorted(painted->problem.strokes, {}, &Stroke::step));
  EXPECT_GT(painted->problem.strokes.back().step, painted->problem.strokes.front().step);
  EXPECT_LE(painted->problem.strokes.back().step, painted->problem.steps);
}

TEST_F(IterationWindow, TheRightButtonPansAndTheWheelZooms) {
  ASSERT_NO_FATAL_FAILURE(start({saved(spot(65))}));
  EXPECT_TRUE(wait_for([&] { return brightness(640, 360) > 500; }));
  const int beside = brightness(900, 360);
  program().drag(3, 640, 360, 900, 360);
  EXPECT_TRUE(wait_for([&] { return brightness(900, 360) > 500 && beside < 100; }));
  const auto after = program().exported();
  ASSERT_TRUE(after);
  EXPECT_EQ(*after, initial());
}

TEST_F(IterationWindow, AParameterStartsOverAVariantDoesNot) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  Settings settings = spot(65, 40);
  settings.execution.variants["advance"].cpu = "sequential";
  ASSERT_TRUE(program().start({saved(settings)})) << program().words();
  ASSERT_TRUE(program().exported());
  ASSERT_TRUE(click(words_beside("CPU variant")) && click_words("simd", "##Combo")) << program().words();
  const auto variant = program().exported();
  ASSERT_TRUE(variant);
  EXPECT_EQ(variant->execution.variants.at("advance").cpu, "simd");
  EXPECT_EQ(variant->problem.steps, 40);
  ASSERT_TRUE(click_words("fp32", "##left")) << program().words();
  const auto precision = program().exported();
  ASSERT_TRUE(precision);
  EXPECT_EQ(precision->problem.precision, Precision::fp32);
  EXPECT_EQ(precision->problem.steps, 0);
  program().key("period");
  EXPECT_EQ(steps(), 1);
  // the number stands in the middle of its slider
  ASSERT_TRUE(click(words_beside("Nodes"))) << program().words();
  const auto nodes = program().exported();
  ASSERT_TRUE(nodes);
  EXPECT_NE(nodes->problem.parameters.at("n"), 65);
  EXPECT_EQ(nodes->problem.steps, 0);
}

TEST_F(IterationWindow, AnUnstableRunIsMarkedInRedAcrossThePicture) {
  Settings settings = spot(65, 100);
  settings.problem.parameters["fourier"] = 0.4;
  ASSERT_NO_FATAL_FAILURE(start({saved(settings)}));
  const auto red = [&](int x, int y) {
    const auto color = program().pixel(x, y);
    return color[0] > 140 && color[1] < 60 && color[2] < 70;
  };
  EXPECT_TRUE(wait_for([&] { return red(5, 5) && red(1275, 5); }));
  // stable again: no banner
  program().key("0");
  EXPECT_TRUE(wait_for([&] { return !red(5, 5); }));
  // on the slider, in whose middle the limit and the number are, what is beyond that is tinted, and the number is red
  program().key("Tab");
  if (!words_are_read) return;
  const auto number = words_beside("Fourier number");
  ASSERT_TRUE(number) << program().words();
  EXPECT_EQ(number->color, theme_of(ThemeKind::dark).error);
  const auto reddish = [&](int x) {
    const auto color = program().pixel(x, number->y());
    return color[0] > color[1] + 15 && color[0] > color[2] + 10;
  };
  EXPECT_TRUE(wait_for([&] { return reddish(number->right + 12); }));
  EXPECT_FALSE(reddish(number->left - 12));
}

TEST_F(IterationWindow, ContourLinesAppearAndGo) {
  ASSERT_NO_FATAL_FAILURE(start({saved(spot(65))}));
  program().move(300, 700);
  const auto without = pixels_at_rest();
  program().key("c");
  EXPECT_TRUE(wait_for([&] { return some_pixels() != without; }));
  program().key("c");
  EXPECT_TRUE(wait_for([&] { return some_pixels() == without; }));
}

TEST_F(IterationWindow, OpensPlayingFromTheMenuAndStartsAnewAfterItWasClosed) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  ASSERT_TRUE(program().start()) << program().words();
  ASSERT_TRUE(program().exported());
  ASSERT_TRUE(click_words("Mandelbrot", "##top") && click_words("Heat", "##Combo")) << program().words();
  EXPECT_TRUE(wait_for([&] { return steps() > 16; }));
  program().key("r");
  program().key("Tab");
  program().key("0");
  const auto before = program().exported();
  ASSERT_TRUE(before);
  EXPECT_EQ(before->problem.workload, "heat");
  program().key("ctrl+q");
  ASSERT_TRUE(program().wait_end());
  ASSERT_TRUE(program().start()) << program().words();
  const auto again = program().exported();
  ASSERT_TRUE(again);
  EXPECT_EQ(again->problem.workload, "heat");
  EXPECT_TRUE(wait_for([&] { return steps() > again->problem.steps; }));
}

}  // namespace
}  // namespace heteroscope
