// The section of the problem, used by a mouse and a keyboard without a display.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/schema/schema.hpp"
#include "core/model/settings/looks.hpp"
#include "kernels/registry.hpp"
#include "tests/window/held_keys.hpp"
#include "tests/window/sheet.hpp"

namespace heteroscope {
namespace {

class ProblemRows : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
    sheet_.choose(find_workload(catalog(), "mandelbrot"));
    sheet_.model().edit()->look = natural_look(sheet_.model().settings(), catalog());
    draw();
  }
  void draw() { sheet_.draw({1920, 1080}); }
  /// Clicks on the field beside that label of the left panel.
  void click_field(std::string_view label) {
    const auto all = drawn_words();
    const auto found = std::ranges::find_if(
        all, [&](const DrawnWords& each) { return each.window == "##left" && each.text == label; });
    ASSERT_NE(found, all.end()) << label;
    ImGui::GetIO().MousePos = {found->low.x + 150, (found->low.y + found->high.y) / 2};
    draw();
    for (const bool down : {true, false}) {
      ImGui::GetIO().MouseDown[0] = down;
      draw();
    }
  }
  /// Types into the field that has the keyboard.
  void type(const char* text) {
    ImGui::GetIO().AddInputCharactersUTF8(text);
    draw();
  }
  void press(ImGuiKey key) {
    for (const bool down : {true, false}) {
      hold_key(key, down);
      draw();
    }
  }
  void type_and_enter(std::string_view label, const char* text) {
    ASSERT_NO_FATAL_FAILURE(click_field(label));
    type(text);
    press(ImGuiKey_Enter);
  }
  [[nodiscard]] std::string text_of(const char* parameter) {
    return sheet_.model().settings().problem.parameters.at(parameter).text();
  }

  SheetWindow sheet_{1};
};

TEST_F(ProblemRows, ColorsFollowAViewThatIsTyped) {
  ASSERT_EQ(sheet_.model().settings().look.scale, "log");
  type_and_enter("Span", "1e-30");
  EXPECT_EQ(text_of("span"), "1e-30");
  EXPECT_EQ(sheet_.model().settings().look.scale, "histogram") << "a logarithmic scale would give it one color";
  type_and_enter("Span", "1");
  EXPECT_EQ(sheet_.model().settings().look.scale, "log");
}

TEST_F(ProblemRows, TabGoesToTheNextField) {
  hold_key(ImGuiKey_Tab, false);  // ImGui wants to know of it before it is pressed
  ASSERT_NO_FATAL_FAILURE(click_field("Center, real"));
  type("-0.5");
  press(ImGuiKey_Tab);
  type("0.25");
  press(ImGuiKey_Tab);
  EXPECT_EQ(text_of("center_re"), "-0.5");
  EXPECT_EQ(text_of("center_im"), "0.25");
  type("2");
  hold_shift(true);
  press(ImGuiKey_Tab);
  hold_shift(false);
  draw();
  EXPECT_EQ(text_of("span"), "2");
  type("0.125");
  press(ImGuiKey_Enter);
  EXPECT_EQ(text_of("center_im"), "0.125");
}

TEST_F(ProblemRows, AClickOnAFieldAboveKeepsWhatWasTyped) {
  ASSERT_NO_FATAL_FAILURE(click_field("Span"));
  type("0.5");
  ASSERT_NO_FATAL_FAILURE(click_field("Center, real"));
  EXPECT_EQ(text_of("span"), "0.5");
  press(ImGuiKey_Enter);
  EXPECT_EQ(text_of("span"), "0.5");
}

TEST_F(ProblemRows, ColorsThatWereChosenStay) {
  const auto choose = [&](const std::string& scale) {
    find_setting("scale").take(std::vector{scale}, {.catalog = catalog()}, *sheet_.model().edit());
  };
  choose("sqrt");
  type_and_enter("Span", "1e-30");
  EXPECT_EQ(sheet_.model().settings().look.scale, "sqrt");
  choose("histogram");
  type_and_enter("Span", "1");
  EXPECT_EQ(sheet_.model().settings().look.scale, "histogram") << "which suits the deep view, but was chosen";
}

}  // namespace
}  // namespace heteroscope
