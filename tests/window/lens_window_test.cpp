// The lens on memory, held over a cell in the real program.
#include <algorithm>
#include <string>

#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

/// A place that the lens would hide if it stood at the right.
constexpr At below_right{1100, 300};

class LensWindow : public DrivenWindow {
 protected:
  /// Points in the color of a warp's first lane, where the panel stands while the mouse is at the right.
  int of_first_lane() {
    int out = 0;
    for (int y = 20; y < 400; y += 4) {
      for (int x = 20; x < 360; x += 4) {
        const auto pixel = program().pixel(x, y);
        out += pixel[0] == 250 && pixel[1] == 95 && pixel[2] == 95 ? 1 : 0;
      }
    }
    return out;
  }
  void open(const std::string& command) {
    program().key("ctrl+o");
    program().type(command);
    program().key("Return");
  }
};

TEST_F(LensWindow, ShowsWhatTheWarpUnderTheMouseTouches) {
  ASSERT_NO_FATAL_FAILURE(start());
  open("heteroscope render blur --processor cpu --variant cuda_shared");
  ASSERT_TRUE(wait_for([&] { return program().exported()->problem.workload == "blur"; })) << program().words();
  EXPECT_EQ(of_first_lane(), 0);
  program().move(below_right.x, below_right.y);
  program().key("m");
  EXPECT_TRUE(wait_for([&] { return of_first_lane() > 5; })) << program().words();
  program().key("ctrl+shift+m");
  const auto saved = program().folder() / "out" / "heteroscope-blur-lens-cuda_shared-001.csv";
  EXPECT_TRUE(wait_for([&] { return std::filesystem::exists(saved); })) << program().words();
  for (const char* const each :
       {"heteroscope-blur-lens-cuda_shared-001.png", "heteroscope-blur-lens-cuda_shared-001.svg"})
    EXPECT_TRUE(wait_for([&] { return std::filesystem::exists(program().folder() / "out" / each); })) << each;
  program().key("m");
  EXPECT_TRUE(wait_for([&] { return of_first_lane() == 0; })) << program().words();
  program().key("b");  // the scope in the picture's place makes room
  program().key("m");
  EXPECT_TRUE(wait_for([&] { return of_first_lane() > 5; })) << program().words();
}

TEST_F(LensWindow, StaysAtTheCellToWhichItIsPinned) {
  ASSERT_NO_FATAL_FAILURE(start());
  open("heteroscope render blur --processor cpu --variant cuda_shared");
  ASSERT_TRUE(wait_for([&] { return program().exported()->problem.workload == "blur"; })) << program().words();
  program().move(below_right.x, below_right.y);
  program().key("m");
  const auto followed = words("block (", "##lens0");
  ASSERT_TRUE(followed) << program().words();
  program().key("x");
  const auto pinned = words("Pinned to the cell", "##lens0");
  ASSERT_TRUE(pinned) << program().words();
  EXPECT_LT(pinned->x(), 640) << "on the side where the cell is not";
  program().move(pinned->x(), pinned->y());  // onto the panel, which would go away from the mouse
  program().draw_frames(3);
  EXPECT_EQ(words("Pinned to the cell", "##lens0"), pinned);
  EXPECT_EQ(words("block (", "##lens0")->text, followed->text) << "the same warp";
  program().key("Escape");
  ASSERT_TRUE(wait_for([&] {
    return std::ranges::none_of(program().shown(),
                                [](const ShownWords& each) { return each.text.starts_with("Pinned to"); });
  }));
  EXPECT_TRUE(wait_for([&] {
    const auto now = words("block (", "##lens0");
    return now && now->x() > 640;
  })) << "it follows the mouse again, and gives way to it";
}

TEST_F(LensWindow, IsThereWhenThePictureComesBelowAMouseAtRest) {
  ASSERT_TRUE(program().start()) << program().words();
  open("heteroscope render blur --processor cpu --variant cuda_shared");
  ASSERT_TRUE(wait_for([&] { return program().exported()->problem.workload == "blur"; })) << program().words();
  program().key("m");
  program().move(100, 360);  // the left panel
  ASSERT_TRUE(words("Hold the mouse over a cell", "##lens0")) << program().words();
  program().key("F11");
  EXPECT_TRUE(words("block (", "##lens0")) << program().words();
}

}  // namespace
}  // namespace heteroscope
