// The picture alone on the whole screen, in the real program in a virtual display.
#include <gtest/gtest.h>

#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class Presentation : public DrivenWindow {};

TEST_F(Presentation, ShowsThePictureAloneWithLargeNumbersUntilEsc) {
  ASSERT_TRUE(program().start()) << program().words();
  const auto before = program().exported();
  ASSERT_TRUE(before);
  EXPECT_LT(before->problem.size.width, whole_window.width) << "panels stand beside the picture";
  program().move(300, 200);  // the numbers are on the mouse's side
  program().key("F11");
  const auto during = program().exported();
  ASSERT_TRUE(during);
  EXPECT_GE(during->problem.size.width, whole_window.width);
  EXPECT_GE(during->problem.size.height, whole_window.height);
  // bright letters in the lower left, on what was dark before
  const int bottom = during->problem.size.height;
  const auto brightest = [&] {
    int out = 0;
    for (int y = bottom - 170; y < bottom - 20; y += 3) {
      for (int x = 34; x < 300; x += 3) {
        const auto color = program().pixel(x, y);
        out = std::max(out, color[0] + color[1] + color[2]);
      }
    }
    return out;
  };
  EXPECT_TRUE(wait_for([&] { return brightest() > 500; }));
  program().key("Escape");
  EXPECT_TRUE(wait_for([&] {
    const auto after = program().exported();
    return after && after->problem.size == before->problem.size;
  }));
}

}  // namespace
}  // namespace heteroscope
