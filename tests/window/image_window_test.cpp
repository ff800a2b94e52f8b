// Image workloads in the real program, driven as a user would.
#include <algorithm>
#include <cmath>
#include <fstream>

#include "app/window/model/views/view_target.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class ImageWindow : public DrivenWindow {
 protected:
  static Settings of(std::string_view workload, const Source& source) {
    Settings settings = default_settings(find_workload(catalog(), workload));
    settings.problem.source = source;
    settings.look.palette = "gray";
    return settings;
  }
  static View view(const Settings& settings) { return view_of(settings, view_target(settings, catalog())); }
  bool shows(int x, int y, const Color& color) {
    return wait_for([&] { return program().pixel(x, y) == color; });
  }
};

TEST_F(ImageWindow, AFilterChosenInTheMenuFollowsTheView) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  ASSERT_TRUE(program().start()) << program().words();
  hold_limit();
  program().move(640, 300);
  program().click(4, 2);
  const auto plane = program().exported();
  ASSERT_TRUE(plane);
  ASSERT_TRUE(click_words("Mandelbrot", "##top") && click_words("Gaussian blur", "##Combo")) << program().words();
  program().key("Tab");
  const auto filter = program().exported();
  ASSERT_TRUE(filter);
  EXPECT_EQ(filter->problem.workload, "blur");
  EXPECT_EQ(filter->problem.source.id, "mandelbrot");
  EXPECT_EQ(filter->problem.source.values, plane->problem.parameters);
  program().move(300, 200);
  program().click(4, 3);
  const auto closer = program().exported();
  ASSERT_TRUE(closer);
  EXPECT_EQ(closer->problem.parameters, filter->problem.parameters);
  EXPECT_NEAR(view(*closer).span.to_double(), view(*filter).span.to_double() * std::pow(0.8, 3), 1e-8);
  const PlanePoint before = plane_point(view(*filter), whole_window, {300, 200}, true);
  const PlanePoint after = plane_point(view(*closer), whole_window, {300, 200}, true);
  EXPECT_NEAR(after.x.to_double(), before.x.to_double(), 1e-8);
  EXPECT_NEAR(after.y.to_double(), before.y.to_double(), 1e-8);
  program().key("bracketright");
  program().key("BackSpace");
  const auto back = program().exported();
  ASSERT_TRUE(back);
  EXPECT_NEAR(view(*back).span.to_double(), view(*filter).span.to_double(), 1e-8);
  EXPECT_EQ(back->problem.source.values.at("max_iterations"), 2 * plane->problem.parameters.at("max_iterations"));
}

TEST_F(ImageWindow, InputAndResultStandSideBySide) {
  // one black square, larger than the window
  ASSERT_NO_FATAL_FAILURE(start({saved(of("transpose", {.id = "checkerboard", .number = 65536}))}));
  program().key("i");
  const auto beside = program().exported();
  ASSERT_TRUE(beside);
  EXPECT_EQ(beside->problem.size, (Size{639, 720}));  // half of 1280, with a line of 2 between
  // the input fills the left half; the result, 720 wide, is fitted into the right one: bars above and below
  EXPECT_TRUE(shows(320, 20, black));
  EXPECT_FALSE(program().pixel(960, 20) == black);
  EXPECT_TRUE(shows(960, 360, black));
  program().key("i");
  const auto alone = program().exported();
  ASSERT_TRUE(alone);
  EXPECT_EQ(alone->problem.size, whole_window);
}

TEST_F(ImageWindow, SpaceFlipsToTheInputThatIsComparedWith) {
  // 0 everywhere is its own mean, and becomes 255
  ASSERT_NO_FATAL_FAILURE(start({saved(of("binarize", {.id = "constant", .number = 0}))}));
  EXPECT_TRUE(shows(900, 400, white));
  program().key("i");
  EXPECT_TRUE(shows(300, 400, black));
  EXPECT_TRUE(shows(900, 400, white));
  program().hold("space");
  EXPECT_TRUE(shows(900, 400, black));
  program().let_go("space");
  EXPECT_TRUE(shows(900, 400, white));
}

TEST_F(ImageWindow, APatternIsMovedOnTheScreenAlone) {
  // squares of 200: black at (100, 100), white at (300, 100)
  ASSERT_NO_FATAL_FAILURE(start({saved(of("histogram", {.id = "checkerboard", .number = 200}))}));
  EXPECT_TRUE(shows(100, 100, black));
  EXPECT_TRUE(shows(300, 100, white));
  program().move(300, 100);
  program().click(4, 10);
  EXPECT_TRUE(shows(100, 100, white));  // 9.3 times closer, and the cursor's square held
  const auto closer = program().exported();
  ASSERT_TRUE(closer);
  EXPECT_EQ(*closer, initial());
  program().drag(1, 300, 300, 300, 290);
  program().key("BackSpace");
  program().key("BackSpace");
  EXPECT_TRUE(shows(100, 100, black));
  program().click(4, 10);
  program().key("Home");
  EXPECT_TRUE(shows(100, 100, black));
}

TEST_F(ImageWindow, AHistogramStandsOverThePicture) {
  Settings settings = of("histogram", {.id = "constant", .number = 255});
  settings.problem.parameters["bins"] = 4;
  ASSERT_NO_FATAL_FAILURE(start({saved(settings)}));
  EXPECT_TRUE(shows(640, 100, white));
  const auto dark = [&](int x, int y) {
    return std::ranges::all_of(program().pixel(x, y), [](int c) { return c < 90; });
  };
  EXPECT_TRUE(wait_for([&] { return dark(300, 500) && dark(640, 700); }));
  EXPECT_FALSE(dark(1150, 600));  // the last bin's bar
  ASSERT_EQ(program().exports(".png").size(), 1U);
  EXPECT_EQ(initial().problem.source, (Source{.id = "constant", .number = 255}));
}

TEST_F(ImageWindow, APictureKeepsItsColorsAndIsShownOneToOne) {
  constexpr Color orange{240, 120, 10};
  const auto path = program().folder() / "orange.ppm";
  std::ofstream file(path, std::ios::binary);
  file << "P6 64 64 255\n";
  for (int i = 0; i < 64 * 64; ++i) file << "\xf0\x78\x0a";
  file.close();
  Settings settings = of("transpose", {.id = "file", .file = path.string()});
  settings.problem.size = {64, 64};
  ASSERT_NO_FATAL_FAILURE(start({saved(settings)}));
  EXPECT_TRUE(shows(640, 20, orange)) << "as large as it fits";
  EXPECT_EQ(initial().problem.channel, ImageChannel::color);
  program().key("1");
  EXPECT_TRUE(wait_for([&] { return program().pixel(640, 20) != orange; }));
  EXPECT_TRUE(shows(609, 329, orange) && shows(671, 391, orange));
  EXPECT_FALSE(program().pixel(607, 360) == orange || program().pixel(673, 360) == orange) << "64 pixels wide";
  program().key("Home");
  EXPECT_TRUE(shows(640, 20, orange));
  program().key("i");
  EXPECT_TRUE(shows(320, 360, orange)) << "the input";
  EXPECT_TRUE(shows(960, 360, orange)) << "the result";
}

TEST_F(ImageWindow, AnAbsentFileIsRefusedAndTheProgramGoesOn) {
  Settings settings = of("binarize", {.id = "file", .file = "/nonexistent/picture.png"});
  settings.problem.size = {64, 64};
  ASSERT_TRUE(program().start({saved(settings)})) << program().words();
  program().key("ctrl+s");
  EXPECT_TRUE(wait_for([&] { return !program().exports(".json").empty(); }));
  program().key("ctrl+q");
  const auto ended = program().wait_end();
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->code, 0) << ended->output;
}

}  // namespace
}  // namespace heteroscope
