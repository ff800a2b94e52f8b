#include "app/window/widgets/decimal_field.hpp"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <string>

#include "app/window/look/fonts.hpp"
#include "app/window/model/ui/ui.hpp"
#include "tests/watched/drawn_words.hpp"
#include "tests/window/held_keys.hpp"

namespace heteroscope {
namespace {

constexpr Parameter any_place{
    .id = "place", .kind = ParameterKind::decimal, .minimum = -10, .maximum = 10, .initial = -0.75};
const std::string many = "-1.7499" + std::string(700, '3') + "1";

/// The field alone, with a mouse and a keyboard but without a display.
class DecimalField : public ::testing::Test {
 protected:
  DecimalField() : context_(ImGui::CreateContext()) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {800, 600};
    ui_.fonts = load_fonts(1);
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    for (int i = 0; i < 3; ++i) frame();  // a window's first frames have no mouse
  }
  void SetUp() override {
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  }
  ~DecimalField() override {
    press(escape);
    ImGui::DestroyContext(context_);
  }

  void frame() {
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({700, 300});
    ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration);
    ImGui::SetNextItemWidth(600);
    changed_ = decimal_field(ui_, "##value", any_place, value_) || changed_;
    ImGui::End();
    ImGui::Render();
  }
  void press(ImGuiKey key) {
    for (const bool down : {true, false}) {
      hold_key(key, down);
      frame();
    }
  }
  void click() {
    ImGui::GetIO().MousePos = {100, 18};
    frame();
    for (const bool down : {true, false}) {
      ImGui::GetIO().MouseDown[0] = down;
      frame();
    }
  }
  void type(const std::string& text) {
    ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
    frame();
    frame();
  }
  static bool shows(const std::string& words) {
    return std::ranges::any_of(drawn_words(),
                               [&](const DrawnWords& each) { return each.text.find(words) != std::string::npos; });
  }

  static constexpr ImGuiKey enter = ImGuiKey_Enter;
  static constexpr ImGuiKey escape = ImGuiKey_Escape;
  ImGuiContext* context_;
  Ui ui_;
  Value value_ = -0.75;
  bool changed_ = false;
};

TEST_F(DecimalField, TakesHundredsOfDigits) {
  click();
  type(many);
  EXPECT_EQ(value_, -0.75);
  press(enter);
  EXPECT_TRUE(changed_);
  EXPECT_EQ(value_.text(), many);
}

TEST_F(DecimalField, ShowsTheFirstDigitsAndKeepsAllOfThemWhenItIsLeft) {
  value_ = Decimal::parse(many);
  frame();
  EXPECT_TRUE(shows("-1.7499333333333333333"));
  EXPECT_TRUE(shows("(706 digits)"));
  click();
  frame();
  EXPECT_FALSE(shows("digits)"));
  press(enter);
  EXPECT_EQ(value_.text(), many);
  EXPECT_FALSE(changed_);
  EXPECT_TRUE(shows("(706 digits)"));
}

TEST_F(DecimalField, SaysWhatIsWrongAndDropsIt) {
  click();
  type("11." + std::string(100, '5'));
  EXPECT_TRUE(shows("is"));
  EXPECT_TRUE(shows("outside"));
  press(enter);
  EXPECT_FALSE(shows("outside"));
  EXPECT_FALSE(changed_);
  EXPECT_EQ(value_, -0.75);
}

}  // namespace
}  // namespace heteroscope
