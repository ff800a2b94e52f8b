// The real program in a virtual display, driven as a user would.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <thread>

#include "app/window/model/views/view_target.hpp"
#include "core/color/palette.hpp"
#include "core/model/schema/settings_json.hpp"
#include "kernels/registry.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class Window : public DrivenWindow {
 protected:
  /// A settings file in which every pixel takes so many iterations of the slowest variant.
  std::string slow(double iterations) {
    Settings settings = default_settings(workload());
    settings.problem.parameters["max_iterations"] = iterations;
    settings.problem.parameters["center_re"] = -0.1;
    settings.problem.parameters["span"] = 0.2;
    settings.execution.variants["escape"].cpu = "sequential";
    return saved(settings);
  }

  /// Closes the window, which waits for pictures that are being written.
  void expect_nothing_exported() {
    program().key("ctrl+q");
    ASSERT_TRUE(program().wait_end());
    EXPECT_TRUE(program().exports(".png").empty()) << "a preview is no picture to export";
  }

  static const Workload& workload() { return *catalog().front(); }
  static View view(const Settings& settings) { return view_of(settings, view_target(settings, catalog())); }
};

void expect_view(const View& view, const View& expected) {
  const double tolerance = 1e-8 * expected.span.to_double();
  EXPECT_NEAR(view.x.to_double(), expected.x.to_double(), tolerance);
  EXPECT_NEAR(view.y.to_double(), expected.y.to_double(), tolerance);
  EXPECT_NEAR(view.span.to_double(), expected.span.to_double(), tolerance);
}

TEST_F(Window, WheelZoomsAboutTheCursorBothWays) {
  ASSERT_NO_FATAL_FAILURE(start());
  program().move(300, 200);
  program().click(4, 3);
  const auto closer = program().exported();
  ASSERT_TRUE(closer);
  EXPECT_NEAR(view(*closer).span.to_double(), view(initial()).span.to_double() * std::pow(0.8, 3), 1e-8);
  const PlanePoint before = plane_point(view(initial()), whole_window, {300, 200}, true);
  const PlanePoint after = plane_point(view(*closer), whole_window, {300, 200}, true);
  EXPECT_NEAR(after.x.to_double(), before.x.to_double(), 1e-8);
  EXPECT_NEAR(after.y.to_double(), before.y.to_double(), 1e-8);
  program().click(5, 3);
  const auto back = program().exported();
  ASSERT_TRUE(back);
  expect_view(view(*back), view(initial()));
}

TEST_F(Window, LeftAndMiddleDragPan) {
  ASSERT_NO_FATAL_FAILURE(start());
  for (const int button : {1, 2}) {
    const auto before = program().exported();
    ASSERT_TRUE(before);
    program().drag(button, 640, 360, 740, 300);
    const auto after = program().exported();
    ASSERT_TRUE(after);
    expect_view(view(*after), panned(view(*before), whole_window, {100, -60}, true));
  }
}

TEST_F(Window, ShiftDragZoomsToABox) {
  ASSERT_NO_FATAL_FAILURE(start());
  program().hold("shift");
  program().drag(1, 320, 180, 640, 360);
  program().let_go("shift");
  const auto after = program().exported();
  ASSERT_TRUE(after);
  expect_view(view(*after), boxed(view(initial()), whole_window, {{320, 180}, {640, 360}}, true));
}

TEST_F(Window, EscapeGivesUpABox) {
  ASSERT_NO_FATAL_FAILURE(start());
  program().hold("shift");
  program().move(320, 180);
  program().press(1);
  program().move(640, 360);
  program().key("Escape");
  program().release(1);
  program().let_go("shift");
  const auto after = program().exported();
  ASSERT_TRUE(after);
  expect_view(view(*after), view(initial()));
}

TEST_F(Window, DoubleClickCentersBackspaceGoesBackHomeFits) {
  ASSERT_NO_FATAL_FAILURE(start());
  program().move(900, 500);
  program().click(1, 2);
  const auto there = program().exported();
  ASSERT_TRUE(there);
  expect_view(view(*there), centered(view(initial()), whole_window, {900, 500}, true));
  program().click(4, 5);
  program().key("BackSpace");
  const auto back = program().exported();
  ASSERT_TRUE(back);
  expect_view(view(*back), view(*there));
  program().key("Home");
  const auto home = program().exported();
  ASSERT_TRUE(home);
  const double square = 2.5 * whole_window.width / whole_window.height;
  expect_view(view(*home), {-0.75, 0, square});
}

TEST_F(Window, BracketsHalveAndDoubleTheIterations) {
  ASSERT_NO_FATAL_FAILURE(start());
  const double before = initial().problem.parameters.at("max_iterations");
  program().key("bracketright");
  program().key("bracketright");
  const auto more = program().exported();
  ASSERT_TRUE(more);
  EXPECT_EQ(more->problem.parameters.at("max_iterations"), 4 * before);
  program().key("bracketleft");
  const auto half = program().exported();
  ASSERT_TRUE(half);
  EXPECT_EQ(half->problem.parameters.at("max_iterations"), 2 * before);
}

TEST_F(Window, TabShowsThePanelsAgain) {
  ASSERT_NO_FATAL_FAILURE(start());
  program().key("Tab");
  const auto shown = program().exported();
  ASSERT_TRUE(shown);
  EXPECT_LT(shown->problem.size.width, whole_window.width);
  EXPECT_LT(shown->problem.size.height, whole_window.height);
}

TEST_F(Window, DiffViewIsBlackWherePixelsAreEqual) {
  ASSERT_NO_FATAL_FAILURE(start());
  const auto black = [&] {
    for (const auto& [x, y] : {std::pair{30, 30}, {200, 600}, {1000, 100}, {1200, 650}}) {
      if (program().pixel(x, y) != std::array{0, 0, 0}) return false;
    }
    return true;
  };
  EXPECT_FALSE(black());
  program().key("d");
  EXPECT_TRUE(wait_for(black));
  program().key("d");
  EXPECT_TRUE(wait_for([&] { return !black(); }));
}

TEST_F(Window, ExportsAreNumberedAndNothingIsOverwritten) {
  ASSERT_NO_FATAL_FAILURE(start());
  program().key("p");
  EXPECT_TRUE(wait_for([&] { return program().exports(".png").size() == 2; }));
  program().key("ctrl+s");
  ASSERT_TRUE(wait_for([&] { return program().exports(".json").size() == 1; }));
  EXPECT_EQ(program().exports(".png")[1].filename(), "heteroscope-mandelbrot-002.png");
  EXPECT_EQ(load_settings(program().exports(".json").front(), catalog()), initial());
}

TEST_F(Window, OpensThePictureThatItExported) {
  ASSERT_NO_FATAL_FAILURE(start());
  program().move(300, 200);
  program().click(4, 4);
  const auto exported = program().exported();
  ASSERT_TRUE(exported);
  const std::string picture = program().exports(".png").back().string();
  program().key("ctrl+q");
  const auto ended = program().wait_end();
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->code, 0) << ended->output;
  ASSERT_NO_FATAL_FAILURE(start({picture}));
  EXPECT_EQ(initial(), *exported);
}

TEST_F(Window, ColorsByDistanceFromTheSet) {
  Settings settings = default_settings(workload());
  settings.problem.parameters["smooth"] = 1;
  settings.look.scale = "distance";
  ASSERT_NO_FATAL_FAILURE(start({saved(settings)}));
  const std::uint32_t end = find_palette(settings.look.palette).table.back();
  const auto far = [&](int x, int y) {
    const auto [red, green, blue] = program().pixel(x, y);
    return static_cast<std::uint32_t>(red | green << 8 | blue << 16) == (end & 0xffffffU);
  };
  EXPECT_TRUE(wait_for([&] { return far(300, 100); }));
  EXPECT_EQ(program().pixel(900, 400), (std::array{0, 0, 0}));
  const auto exported = program().exported();
  ASSERT_TRUE(exported);
  EXPECT_EQ(exported->look.scale, "distance");
}

TEST_F(Window, TypingANumberIsNoCommand) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  ASSERT_TRUE(program().start());
  ASSERT_TRUE(program().exported());
  ASSERT_TRUE(click(words_beside("Span"))) << program().words();
  program().key("ctrl+a");
  program().type("1.5");
  program().key("Return");
  const auto after = program().exported();
  ASSERT_TRUE(after);
  EXPECT_EQ(after->problem.parameters.at("span"), 1.5);
}

TEST_F(Window, EscapeCancelsAComputation) {
  ASSERT_TRUE(program().start({slow(1'000'000)})) << program().words();
  ASSERT_TRUE(wait_for([&] { return program().cpu_seconds() > 1; }));
  program().key("ctrl+e");  // waits for the full picture, which does not come
  program().draw_frames(5);
  EXPECT_TRUE(program().exports(".png").empty());
  program().key("Escape");
  const auto rests = [&] {  // only a pause shows that nothing is computed in it
    const double before = program().cpu_seconds();
    std::this_thread::sleep_for(seconds(1));
    return program().cpu_seconds() - before < 0.2;
  };
  EXPECT_TRUE(wait_for(rests)) << "it goes on computing";
  expect_nothing_exported();
}

TEST_F(Window, ClosesDuringAComputation) {
  ASSERT_TRUE(program().start({slow(1e6)}));
  program().key("bracketleft");
  program().key("ctrl+q");
  const auto ended = program().wait_end();
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->code, 0) << ended->output;
}

TEST_F(Window, RemembersWhatWasDoneLast) {
  ASSERT_NO_FATAL_FAILURE(start());
  program().key("bracketright");
  const auto changed = program().exported();
  ASSERT_TRUE(changed);
  program().key("ctrl+q");
  ASSERT_TRUE(program().wait_end());
  EXPECT_TRUE(std::filesystem::exists(program().memory()));
  ASSERT_NO_FATAL_FAILURE(start());
  EXPECT_EQ(initial().problem.parameters, changed->problem.parameters);
}

TEST_F(Window, AnExportIsOfTheFinishedPictureOrIsRefused) {
  ASSERT_TRUE(program().start({slow(1'000'000)})) << program().words();
  ASSERT_TRUE(wait_for([&] { return program().cpu_seconds() > 1; }));
  program().key("Escape");
  program().key("ctrl+e");
  expect_nothing_exported();
}

TEST_F(Window, WhatWasChangedIsSavedWhileNothingHappens) {
  ASSERT_TRUE(program().start()) << program().words();
  program().key("bracketright");
  EXPECT_TRUE(wait_for([&] { return std::filesystem::exists(program().memory()); }));
}

TEST_F(Window, ClosesOnceItsExportsAreWritten) {
  ASSERT_TRUE(program().start()) << program().words();
  for (int i = 0; i < 6; ++i) program().key("ctrl+e");
  program().key("ctrl+q");
  const auto ended = program().wait_end(seconds(60));
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->code, 0) << ended->output;
  EXPECT_EQ(program().exports(".png").size(), 6U);
}

TEST_F(Window, RunsAgainAndAgain) {
  ASSERT_NO_FATAL_FAILURE(start());
  program().key("r");
  program().key("bracketright");
  const auto exported = program().exported();
  ASSERT_TRUE(exported);
  EXPECT_TRUE(program().running());
  program().key("r");
  EXPECT_TRUE(program().exported());
}

}  // namespace
}  // namespace heteroscope
