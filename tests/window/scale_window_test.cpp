// Scales of the display that nothing can be drawn at, and the largest that it can.
#include <gtest/gtest.h>

#include <fstream>
#include <limits>

#include "app/window/shell/content_scale.hpp"
#include "tests/window/clipboard_owner.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

TEST(ContentScale, OutsideOfWhatDisplaysHaveItIsOne) {
  for (const float usable : {0.25F, 0.5F, 1.0F, 1.75F, 8.0F}) EXPECT_EQ(usable_content_scale(usable), usable);
  constexpr float infinite = std::numeric_limits<float>::infinity();
  for (const float wrong :
       {0.0F, -0.0F, -1.0F, 0.24F, 8.01F, 1e30F, infinite, -infinite, std::numeric_limits<float>::quiet_NaN()})
    EXPECT_EQ(usable_content_scale(wrong), 1.0F) << wrong;
}

class ScaleWindow : public DrivenWindow {
 protected:
  void expect_end() {
    program().key("ctrl+q");
    const auto ended = program().wait_end(seconds(60));
    ASSERT_TRUE(ended) << "it does not end";
    EXPECT_EQ(ended->code, 0) << ended->output;
  }
};

TEST_F(ScaleWindow, AScaleThatNoDisplayHasCountsAsOne) {
  for (const char* dpi : {"0", "-1", "nan", "inf", "1e9", "23", "769"}) {
    SCOPED_TRACE(dpi);
    set_resources(program().display(), std::string("Xft.dpi:\t") + dpi + "\n");
    ASSERT_TRUE(program().start()) << program().words();
    program().key("bracketright");
    ASSERT_TRUE(program().exported()) << program().words();
    ASSERT_NO_FATAL_FAILURE(expect_end());
  }
}

TEST_F(ScaleWindow, TheLargestScaleWithTheLargestTextStarts) {
  std::filesystem::create_directories(program().memory().parent_path());
  std::ofstream(program().memory()) << R"({"heteroscope_window": 1, "window": {"welcome": false, "text_size": 4}})";
  set_resources(program().display(), "Xft.dpi:\t768\n");
  ASSERT_TRUE(program().start()) << program().words();
  ASSERT_TRUE(program().exported()) << program().words();
  expect_end();
}

}  // namespace
}  // namespace heteroscope
