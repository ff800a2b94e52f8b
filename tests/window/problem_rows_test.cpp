// The section of the problem, used by a mouse and a keyboard without a display.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <string>
#include <string_view>

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
  /// Types into the field beside that label of the left panel, and presses Enter.
  void type(std::string_view label, const char* text) {
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
    ImGui::GetIO().AddInputCharactersUTF8(text);
    draw();
    for (const bool down : {true, false}) {
      hold_key(ImGuiKey_Enter, down);
      draw();
    }
  }

  SheetWindow sheet_{1};
};

TEST_F(ProblemRows, ColorsFollowAViewThatIsTyped) {
  ASSERT_EQ(sheet_.model().settings().look.scale, "log");
  type("Span", "1e-30");
  EXPECT_EQ(sheet_.model().settings().problem.parameters.at("span").text(), "1e-30");
  EXPECT_EQ(sheet_.model().settings().look.scale, "histogram") << "a logarithmic scale would give it one color";
  type("Span", "1");
  EXPECT_EQ(sheet_.model().settings().look.scale, "log");
}

TEST_F(ProblemRows, ColorsThatWereChosenStay) {
  sheet_.model().edit()->look.scale = "sqrt";
  type("Span", "1e-30");
  EXPECT_EQ(sheet_.model().settings().look.scale, "sqrt");
}

}  // namespace
}  // namespace heteroscope
