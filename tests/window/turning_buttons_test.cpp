// Buttons that take turns, and double clicks on what changes under the mouse. Without a display.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>

#include "app/window/feature/measuring_feature.hpp"
#include "app/window/feature/measuring_row.hpp"
#include "app/window/look/fonts.hpp"
#include "app/window/picture/navigator.hpp"
#include "app/window/shell/inbox.hpp"
#include "app/window/widgets/buttons_in_turn.hpp"
#include "app/window/widgets/double_click.hpp"
#include "kernels/registry.hpp"
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
  void SetUp() override {
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  }

  /// Draws a frame whose controls are drawn by `body_`; the mouse's button is `down`. A late frame is as short for
  /// ImGui as the window says. True: its click was dropped.
  bool frame(bool down) {
    constexpr double longest_s = 0.1;
    parts_.ui.now_s += frame_s_;
    ImGui::GetIO().DeltaTime = static_cast<float>(std::min(frame_s_, longest_s));
    ImGui::GetIO().MouseDown[0] = down;
    ImGui::NewFrame();
    const bool dropped = guard_.begin_frame(parts_.ui.now_s);
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({800, 600});
    ImGui::Begin("page", nullptr, ImGuiWindowFlags_NoDecoration);
    body_();
    ImGui::End();
    ImGui::Render();
    return dropped;
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
  double frame_s_ = 1.0 / 60;  // between two frames

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
  body_ = [&] {
    if (ImGui::Button(running_ ? "Close the page" : "Open the page")) press();
  };
  expect_one_press("Open the page");
  rest(60);
  click();
  EXPECT_EQ(presses_, 2) << "a click of its own is taken";
}

TEST_F(TurningButtons, ADoubleClickRemovesOneLineOfAList) {
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
  int presses = 0;
  body_ = [&] { presses += ImGui::Button("More") ? 1 : 0; };
  rest(3);
  ImGui::GetIO().MousePos = place("More");
  rest(1);
  for (int i = 0; i < 3; ++i) click();
  EXPECT_EQ(presses, 3);
}

/// A click beside an open list meets nothing: it closes the list. The next one is the button's.
TEST_F(TurningButtons, AClickCountsRightAfterOneThatClosedAList) {
  int presses = 0;
  bool opens = true;
  body_ = [&] {
    presses += ImGui::Button("More") ? 1 : 0;
    if (std::exchange(opens, false)) ImGui::OpenPopup("list");
    ImGui::SetNextWindowPos({400, 300});
    if (!ImGui::BeginPopup("list")) return;
    ImGui::Selectable("entry");
    ImGui::EndPopup();
  };
  rest(3);
  ImGui::GetIO().MousePos = place("More");
  rest(1);
  for (int i = 0; i < 3; ++i) click();
  EXPECT_EQ(presses, 2) << "the first has closed the list";
}

/// The picture below reads the mouse beside ImGui.
TEST_F(TurningButtons, ADoubleClickThatClosesAPageDoesNotReachThePicture) {
  parts_.model.catalog = catalog();
  parts_.model.workload = &find_workload(catalog(), "mandelbrot");
  *parts_.model.edit() = default_settings(*parts_.model.workload);
  parts_.view.area.size = {800, 600};
  bool open = true;
  body_ = [&] { open = open && !ImGui::Button("Close"); };
  rest(3);
  ImGui::GetIO().MousePos = place("Close");
  rest(1);
  click();
  ASSERT_FALSE(open);
  const auto press_holds_picture = [&] {
    Navigator navigator;
    Inbox inbox;
    inbox.mouse = {{.kind = MouseEvent::Kind::press, .at = {50, 50}}};
    if (frame(true)) inbox.drop_left_presses();
    navigator.take(parts_.ui, parts_.model, parts_.view, inbox.mouse, {}, false);
    return navigator.held();
  };
  EXPECT_FALSE(press_holds_picture());
  rest(60);
  EXPECT_TRUE(press_holds_picture()) << "a click of its own is taken";
}

/// As while something is measured: two clicks that ImGui takes for a double one, since its time passes slowly.
TEST_F(StartAndStop, TwoClicksApartAreTwoHoweverLateFramesAre) {
  bool was_double = false;
  body_ = [&] {
    if (ImGui::Button(running_ ? "Close the page" : "Open the page")) press();
    was_double = was_double || ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  };
  rest(3);
  ImGui::GetIO().MousePos = place("Open the page");
  rest(1);
  frame_s_ = 0.4;
  for (const bool down : {true, false, true, false}) frame(down);
  EXPECT_EQ(presses_, 2);
  EXPECT_FALSE(was_double) << "also for what a double click is for";
}

}  // namespace
}  // namespace heteroscope
