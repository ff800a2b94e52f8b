// Saved views and locations in the real program: kept with a small picture, gone to, and returned from.
#include <cmath>

#include "app/window/features/files/remember.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class ViewsWindow : public DrivenWindow {
 protected:
  Values now() { return program().exported().value_or(Settings{}).problem.parameters; }
  std::filesystem::path pictures() { return program().memory().parent_path() / "views"; }
  bool has_picture() {
    std::error_code none;
    const std::filesystem::directory_iterator files(pictures(), none);
    return !none && std::distance(begin(files), end(files)) == 1;
  }
};

TEST_F(ViewsWindow, OneIsKeptGoneToAndReturnedFrom) {
  ASSERT_NO_FATAL_FAILURE(start());
  hold_limit();
  program().move(600, 300);
  program().click(4, 6);
  const Values zoomed = now();
  EXPECT_LT(zoomed.at("span"), initial().problem.parameters.at("span"));
  program().key("ctrl+d");
  program().type("a place");
  program().key("Return");
  ASSERT_TRUE(wait_for([&] { return has_picture(); })) << program().words();
  program().key("Escape");
  program().key("ctrl+shift+l");
  program().key("Home");
  const Values home = now();
  EXPECT_GT(home.at("span"), zoomed.at("span"));
  program().key("ctrl+v");
  EXPECT_TRUE(wait_for([&] { return now() == zoomed; })) << "the location that was copied";
  program().key("BackSpace");
  EXPECT_EQ(now(), home);
  program().key("ctrl+q");
  ASSERT_TRUE(program().wait_end()) << program().words();
  const auto kept = load_memory(program().memory(), catalog()).memory.own_views;
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_EQ(kept.front().name, "a place");
  EXPECT_EQ(settings_from_json(kept.front().settings, "the view", catalog()).problem.parameters, zoomed);
}

TEST_F(ViewsWindow, AJuliaSetLeadsBackToTheViewThatWasLeft) {
  ASSERT_NO_FATAL_FAILURE(start());
  hold_limit();
  program().move(600, 300);
  program().click(4, 6);
  const Values zoomed = now();
  program().key("j");
  ASSERT_TRUE(wait_for([&] { return now().at("julia") == 1.0; })) << program().words();
  program().key("j");
  EXPECT_TRUE(wait_for([&] { return now().at("julia") == 0.0; })) << program().words();
  const auto expect_zoomed = [&] {
    const Values after = now();
    for (const char* const id : {"center_re", "center_im", "span"}) EXPECT_EQ(after.at(id), zoomed.at(id)) << id;
  };
  expect_zoomed();
  program().key("j");
  ASSERT_TRUE(wait_for([&] { return now().at("julia") == 1.0; })) << program().words();
  program().key("BackSpace");
  EXPECT_TRUE(wait_for([&] { return now().at("julia") == 0.0; })) << program().words();
  expect_zoomed();
}

TEST_F(ViewsWindow, TheWholeStaysInSightInAWindowOfAnotherShape) {
  ASSERT_NO_FATAL_FAILURE(start());
  program().key("Home");
  const Values home = now();
  const double wide = home.at("span");
  program().resize({1280, 600});
  EXPECT_TRUE(wait_for([&] { return std::abs(now().at("span") / wide - 720.0 / 600) < 1e-6; })) << program().words();
  program().resize(whole_window);
  EXPECT_TRUE(wait_for([&] { return now().at("span") == home.at("span"); })) << program().words();
}

}  // namespace
}  // namespace heteroscope
