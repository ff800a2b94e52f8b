// The editor of a palette's colors, by a mouse without a display.
#include "app/window/features/color/stops_editor.hpp"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <string>

#include "app/window/look/fonts.hpp"
#include "core/model/settings/looks.hpp"
#include "kernels/registry.hpp"
#include "tests/watched/drawn_words.hpp"
#include "tests/window/bare_context.hpp"
#include "tests/window/window_parts.hpp"

namespace heteroscope {
namespace {

class Stops : public ::testing::Test {
 protected:
  Stops() {
    parts_.ui.fonts = load_fonts(1);
    context_.make_letters();
  }
  void SetUp() override {
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
    frame();
    frame();
    click("Edit a copy of the colors");
  }

  void frame() {
    ImGui::GetIO().DeltaTime = 1.0F / 60;
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({width, 600});
    ImGui::Begin("page", nullptr, ImGuiWindowFlags_NoDecoration);
    editor_.rows(parts_.ui, look_);
    ImGui::End();
    ImGui::Render();
  }
  void hold(ImVec2 at, bool down) {
    ImGui::GetIO().MousePos = at;
    ImGui::GetIO().MouseDown[0] = down;
    frame();
    frame();
  }
  void click(ImVec2 at) {
    hold(at, false);
    hold(at, true);
    hold(at, false);
  }
  static bool shows(const std::string& words) {
    return std::ranges::any_of(drawn_words(), [&](const DrawnWords& each) { return each.text == words; });
  }
  void click(const std::string& words) {
    const auto all = drawn_words();
    const auto found = std::ranges::find(all, words, &DrawnWords::text);
    ASSERT_NE(found, all.end()) << words;
    click(ImVec2{found->low.x + 2, found->low.y + 4});
  }
  /// Returns where the bar, which is drawn first, has this part of the palette.
  [[nodiscard]] ImVec2 on_bar(double place) const {
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    const float inset = parts_.ui.units(6);
    return {padding.x + inset + (width - 2 * (padding.x + inset)) * static_cast<float>(place), padding.y + inset};
  }
  void drag(double from, double to) {
    hold(on_bar(from), false);
    hold(on_bar(from), true);
    hold(on_bar(to), true);
    hold(on_bar(to), false);
  }

  static constexpr float width = 800;
  WindowParts parts_;
  const Look before_ = default_settings(find_workload(catalog(), "mandelbrot")).look;
  Look look_ = before_;

 private:
  BareContext context_{{width, 600}};
  StopsEditor editor_;
};

TEST_F(Stops, BeginWithTheColorsOfThePalette) {
  EXPECT_EQ(look_.palette, own_palette);
  ASSERT_EQ(look_.stops.size(), 7U);
  EXPECT_EQ(look_.stops, stops_like(before_, 7));
  EXPECT_EQ(look_.stops.front().place, 0);
  EXPECT_EQ(look_.stops.back().place, 1);
}

TEST_F(Stops, AClickBetweenMarksAddsOneOfTheSameColor) {
  const std::uint32_t color = palette_of(look_)->table[palette_entries / 4];
  click(on_bar(0.25));
  ASSERT_EQ(look_.stops.size(), 8U);
  EXPECT_NEAR(look_.stops[2].place, 0.25, 0.005);
  for (int i = 0; i < 3; ++i) {
    const auto channel = [i](std::uint32_t of) { return static_cast<double>(of >> 8 * i & 255U); };
    EXPECT_NEAR(channel(look_.stops[2].color), channel(color), 8) << "the palette looks as before";
  }
  click(on_bar(0.25));
  EXPECT_EQ(look_.stops.size(), 8U) << "a click on a mark chooses it";
}

TEST_F(Stops, AMarkIsDraggedBetweenItsNeighbors) {
  const std::uint32_t color = look_.stops[3].color;
  drag(0.5, 0.6);
  EXPECT_NEAR(look_.stops[3].place, 0.6, 0.005);
  drag(0.6, 0.9);
  EXPECT_EQ(look_.stops[3].place, look_.stops[4].place) << "not beyond the next one";
  EXPECT_EQ(look_.stops[3].color, color);
  EXPECT_EQ(look_.stops.size(), 7U);
}

TEST_F(Stops, AreRemovedUntilTwoAreLeft) {
  for (int i = 0; i < 8; ++i) click("Remove");
  EXPECT_EQ(look_.stops.size(), 2U);
  click("Done");
  EXPECT_TRUE(shows("Edit the colors"));
  EXPECT_FALSE(shows("Remove"));
}

}  // namespace
}  // namespace heteroscope
