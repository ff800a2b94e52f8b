// The lens on memory, held over a cell in the real program.
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

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
  program().key("m");
  program().move(900, 300);
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

}  // namespace
}  // namespace heteroscope
