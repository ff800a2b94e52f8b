// Pictures that are larger than a texture in the real program: the limit is set so low that small ones are.
#include "tests/unit/set_variable.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class LargeWindow : public DrivenWindow {
 protected:
  const testing::SetVariable pixels_{"HETEROSCOPE_TEXTURE_PIXELS", "65536"};

  bool shows(int x, int y, const Color& color) {
    return wait_for([&] { return program().pixel(x, y) == color; });
  }
  /// A triangle of ones, in white.
  static Settings triangle(int n) {
    Settings settings = default_settings(find_workload(catalog(), "triangle"));
    settings.execution.processor = Processor::cpu;
    settings.look.palette = "gray";
    settings.look.automatic = false;  // from 0 to 1
    settings.problem.parameters["n"] = n;
    settings.problem.parameters["cost"] = 0;  // constant
    return settings;
  }
};

TEST_F(LargeWindow, APatternLooksAsItDoesInOneTexture) {
  // squares of 200 in 1280 × 720: black at (100, 100), white at (300, 100)
  Settings settings = default_settings(find_workload(catalog(), "histogram"));
  settings.problem.source = {.id = "checkerboard", .number = 200};
  settings.look.palette = "gray";
  ASSERT_NO_FATAL_FAILURE(start({saved(settings)}));
  EXPECT_TRUE(shows(100, 100, black));
  EXPECT_TRUE(shows(300, 100, white));
  EXPECT_EQ(program().pixel(199, 199), black);  // to the pixel
  EXPECT_EQ(program().pixel(200, 199), white);
  program().move(300, 100);
  program().click(4, 10);
  EXPECT_TRUE(shows(100, 100, white));  // 9.3 times closer
  // two squares farther, in steps that leave the sample: 1862.6 pixels a square
  for (int i = 0; i < 4; ++i) program().drag(1, 1200, 300 + 20 * i, 1200 - 931, 300 + 20 * i);
  EXPECT_TRUE(shows(100, 100, white));
  for (int i = 0; i < 2; ++i) program().drag(1, 1200, 400 + 20 * i, 1200 - 931, 400 + 20 * i);
  EXPECT_TRUE(shows(100, 100, black));
  program().key("Home");
  EXPECT_TRUE(shows(100, 100, black));
  EXPECT_TRUE(shows(300, 100, white));
}

TEST_F(LargeWindow, ATriangleIsRightAtEveryScale) {
  // 1440 cells on 720 pixels, from x = 280 on: 2 × 2 cells a pixel, and the diagonal's pixels have values
  ASSERT_NO_FATAL_FAILURE(start({saved(triangle(1440))}));
  ASSERT_TRUE(shows(300, 500, white));
  const Color backdrop = program().pixel(100, 360);
  EXPECT_NE(backdrop, white);
  program().move(100, 600);  // the cursor is part of the screen
  for (const int k : {5, 100, 359, 717}) {
    EXPECT_TRUE(shows(280 + k, k, white)) << k;
    EXPECT_TRUE(shows(280 + k - 2, k, white)) << k;
    EXPECT_TRUE(shows(280 + k + 2, k, backdrop)) << k;
  }
  EXPECT_EQ(program().pixel(990, 10), backdrop);
  EXPECT_EQ(program().pixel(999, 719), white);  // the last cells
  // single cells, 43 pixels large: the corner of four of them is held under the cursor, on the diagonal
  program().move(640, 360);
  program().click(4, 20);
  EXPECT_TRUE(shows(640 + 20, 360 - 10, backdrop));
  EXPECT_TRUE(shows(640 + 10, 360 + 20, white));
  EXPECT_TRUE(shows(640 - 10, 360 - 10, white));
  EXPECT_TRUE(shows(640 - 10, 360 + 20, white));
  EXPECT_TRUE(shows(640 + 60, 360 + 20, backdrop));
  EXPECT_TRUE(shows(640 + 60, 360 + 60, white));
  // along the diagonal and back
  program().drag(1, 640, 360, 140, 10);
  EXPECT_TRUE(shows(1200, 20, backdrop));
  program().key("Home");
  EXPECT_TRUE(shows(300, 500, white));
  EXPECT_TRUE(shows(700, 360, backdrop));
}

TEST_F(LargeWindow, ATriangleIsComparedInsideOfItsDomain) {
  ASSERT_NO_FATAL_FAILURE(start({saved(triangle(1440))}));
  ASSERT_TRUE(shows(300, 500, white));
  const Color backdrop = program().pixel(100, 360);
  program().key("d");
  // nothing differs from the reference: black, and only there
  EXPECT_TRUE(shows(300, 500, black));
  EXPECT_TRUE(shows(700, 360, backdrop));
  EXPECT_EQ(program().pixel(640 - 4, 360 + 4), black);
  EXPECT_EQ(program().pixel(640 + 4, 360 - 4), backdrop);
  program().key("d");
  EXPECT_TRUE(shows(300, 500, white));
  program().hold("space");  // the reference, sampled likewise
  EXPECT_TRUE(shows(300, 500, white));
  EXPECT_TRUE(shows(700, 360, backdrop));
  program().let_go("space");
}

}  // namespace
}  // namespace heteroscope
