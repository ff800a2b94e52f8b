// Buttons that take turns, and double clicks on what changes under the mouse. Without a display.
#include <gtest/gtest.h>
#include <imgui.h>

#include <functional>
#include <set>
#include <string>

#include "app/window/feature/measuring_feature.hpp"
#include "app/window/feature/measuring_row.hpp"
#include "app/window/look/fonts.hpp"
#include "app/window/widgets/buttons_in_turn.hpp"
#include "app/window/widgets/double_click.hpp"
#include "tests/watched/drawn_words.hpp"
#include "tests/window/bare_context.hpp"
#include "tests/window/window_parts.hpp"

namespace heteroscope {
namespace {

class TurningButtons : public ::testing::Test {
 protected:
  TurningButtons() {
    parts_.ui.fonts = load_fonts(1);
    context_.make_letters();
  }

  /// Draws a frame whose controls are drawn by `body_`; the mouse's button is `down`.
  void frame(bool down) {
    ImGui::GetIO().DeltaTime = 1.0F / 60;
    ImGui::GetIO().MouseDown[0] = down;
    ImGui::NewFrame();
    guard_.begin_frame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({800, 600});
    ImGui::Begin("page", nullptr, ImGuiWindowFlags_NoDecoration);
    body_();
    ImGui::End();
    ImGui::Render();
  }
  void rest(int frames) {
    for (int i = 0; i < frames; ++i) frame(false);
  }
  void click() {
    for (const bool down : {true, false}) {
      frame(down);
      frame(down);
    }
  }
  /// Returns where the button with these words is drawn.
  static ImVec2 place(const std::string& words) {
    for (const DrawnWords& each : drawn_words()) {
      if (each.text == words) return {each.low.x + 2, each.low.y + 4};
    }
    ADD_FAILURE() << words;
    return {};
  }

  WindowParts parts_;
  std::function<void()> body_ = [] {};

 private:
  BareContext context_{{800, 600}};
  DoubleClickGuard guard_;
};

/// What happens to a line of buttons of which the first is there at first.
class StartAndStop : public TurningButtons {
 protected:
  /// Double-clicks the first button. Expects that what it began goes on.
  void expect_one_press(const std::string& first) {
    rest(3);
    ImGui::GetIO().MousePos = place(first);
    rest(1);
    click();
    click();
    EXPECT_EQ(presses_, 1);
    EXPECT_TRUE(running_) << "the second click has pressed what came instead";
  }
  void press() {
    ++presses_;
    running_ = !running_;
  }

  bool running_ = false;
  int presses_ = 0;
};

TEST_F(StartAndStop, HavePlacesOfTheirOwn) {
#if IMGUI_VERSION_NUM >= 19200
  GTEST_SKIP() << "skipped: glyphs are kept in another way from ImGui 1.92 on";
#endif
  body_ = [&] {
    const ButtonsInTurn buttons{.left = "Start", .right = "Stop"};
    if (button_in_turn(parts_.ui, buttons, running_ ? ButtonPlace::right : ButtonPlace::left)) press();
  };
  rest(3);
  ImGui::GetIO().MousePos = place("Start");
  for (int i = 0; i < 2; ++i) {
    rest(60);  // longer than a double click takes
    click();
  }
  EXPECT_EQ(presses_, 1) << "nothing is there any more where one was pressed";
  ImGui::GetIO().MousePos = place("Stop");
  rest(60);
  click();
  EXPECT_FALSE(running_);
}

TEST_F(StartAndStop, OfARowAndOfAHeadingAreApart) {
#if IMGUI_VERSION_NUM >= 19200
  GTEST_SKIP() << "skipped: glyphs are kept in another way from ImGui 1.92 on";
#endif
  running_ = true;
  body_ = [&] {
    if (measuring_row(parts_.ui, {.running = running_, .stopped = !running_}) != MeasuringChoice::none) press();
  };
  rest(3);
  const ImVec2 stop = place("Stop");
  running_ = false;
  rest(3);
  EXPECT_GT(stop.x, place("Measure again").x + 60);
  body_ = [&] {
    const MeasuringHeading heading{
        .what = {}, .running = running_, .now = {}, .failure = {}, .closes = action::toggle_variants};
    if (measuring_heading(parts_.ui, heading) != MeasuringChoice::none) press();
  };
  expect_one_press("Measure again");
}

TEST_F(StartAndStop, ADoubleClickPressesNoControlThatHasComeUnderTheMouse) {
#if IMGUI_VERSION_NUM >= 19200
  GTEST_SKIP() << "skipped: glyphs are kept in another way from ImGui 1.92 on";
#endif
  body_ = [&] {
    if (ImGui::Button(running_ ? "Close the page" : "Open the page")) press();
  };
  expect_one_press("Open the page");
  rest(60);
  click();
  EXPECT_EQ(presses_, 2) << "a click of its own is taken";
}

TEST_F(TurningButtons, ADoubleClickRemovesOneLineOfAList) {
#if IMGUI_VERSION_NUM >= 19200
  GTEST_SKIP() << "skipped: glyphs are kept in another way from ImGui 1.92 on";
#endif
  std::set<int> lines{1, 2, 3};
  body_ = [&] {
    for (const int each : std::set<int>(lines)) {
      ImGui::PushID(each);
      if (ImGui::Button("Remove")) lines.erase(each);
      ImGui::PopID();
    }
  };
  rest(3);
  ImGui::GetIO().MousePos = place("Remove");
  rest(1);
  click();
  click();
  EXPECT_EQ(lines, (std::set<int>{2, 3}));
}

TEST_F(TurningButtons, EachClickOnTheSameControlCounts) {
#if IMGUI_VERSION_NUM >= 19200
  GTEST_SKIP() << "skipped: glyphs are kept in another way from ImGui 1.92 on";
#endif
  int presses = 0;
  body_ = [&] { presses += ImGui::Button("More") ? 1 : 0; };
  rest(3);
  ImGui::GetIO().MousePos = place("More");
  rest(1);
  for (int i = 0; i < 3; ++i) click();
  EXPECT_EQ(presses, 3);
}

}  // namespace
}  // namespace heteroscope
