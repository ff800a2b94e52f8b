// Pages that come, go and are clicked, without a display: the doors of the start, the list of keys, and the panels that
// are gone through by keys.
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "app/lessons/predictions.hpp"
#include "app/window/features/keys/keys_feature.hpp"
#include "app/window/features/lessons/lesson_feature.hpp"
#include "app/window/features/welcome/welcome_feature.hpp"
#include "core/io/file.hpp"
#include "tests/unit/set_variable.hpp"
#include "tests/unit/temporary_folder.hpp"
#include "tests/window/held_keys.hpp"
#include "tests/window/sheet.hpp"

namespace heteroscope {
namespace {

constexpr Size page_window{1920, 1080};

class Pages : public ::testing::Test {
 protected:
  Pages() : sheet_(1) {
    sheet_.choose(find_workload(catalog(), "mandelbrot"));
    sheet_.draw(page_window);
  }
  void toggle(Action action) {
    sheet_.features().toggle(action, sheet_.window());
    sheet_.draw(page_window);
  }
  template <class Kind>
  [[nodiscard]] bool is_open() {
    return sheet_.features().of<Kind>().is_open();
  }
  /// Clicks on the words of the list of keys that begin so.
  void click_key_line(const std::string& begin) {
    const auto all = drawn_words();
    const auto found = std::ranges::find_if(all, [&](const DrawnWords& each) {
      return each.window.find("##keys") != std::string::npos && each.text.starts_with(begin);
    });
    ASSERT_NE(found, all.end()) << begin;
    ImGui::GetIO().MousePos = {found->low.x + 2, found->low.y + 4};
    sheet_.draw(page_window);
    for (const bool down : {true, false}) {
      ImGui::GetIO().MouseDown[0] = down;
      sheet_.draw(page_window);
    }
  }
  /// Returns the controls of the left panel to which the arrow leads.
  std::set<ImGuiID> walked() {
    std::set<ImGuiID> out;
    ImGui::SetWindowFocus("##left");
    for (int i = 0; i < 5; ++i) {
      for (const bool down : {true, false}) {
        hold_key(ImGuiKey_DownArrow, down);
        sheet_.draw(page_window);
      }
      const ImGuiContext& state = *ImGui::GetCurrentContext();
      if (state.NavId != 0 && state.NavWindow == ImGui::FindWindowByName("##left")) out.insert(state.NavId);
    }
    return out;
  }

  SheetWindow sheet_;
};

TEST_F(Pages, TheDoorsGoAwayWhenAnotherPageOpensAndDoNotComeBack) {
  for (const Action each : {action::toggle_lessons, action::toggle_bench}) {
    toggle(action::welcome);
    ASSERT_TRUE(is_open<WelcomeFeature>());
    sheet_.ui().preferences.welcome = true;
    toggle(each);
    EXPECT_FALSE(is_open<WelcomeFeature>());
    EXPECT_FALSE(sheet_.ui().preferences.welcome) << "nor are they there at the next start";
    toggle(each);
    EXPECT_FALSE(is_open<WelcomeFeature>()) << "it was closed";
  }
}

TEST_F(Pages, HiddenPanelsSayWhatShowsThem) {
  const ActionEntry& hide = sheet_.features().table().of(action::toggle_panels);
  hide.act(sheet_.window());
  ASSERT_TRUE(sheet_.mode().hidden);
  ASSERT_EQ(sheet_.ui().toasts.all().size(), 1U);
  EXPECT_EQ(sheet_.ui().toasts.all().back().text, "Tab, or an arrow at the left or right edge, shows the panels again");
  hide.act(sheet_.window());
  EXPECT_EQ(sheet_.ui().toasts.all().size(), 1U) << "they are there";
}

TEST(PagesOfLargeText, TheBenchStartsWithoutBeingScrolled) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  SheetWindow sheet(1.5);
  sheet.choose(find_workload(catalog(), "transpose"));
  sheet.features().toggle(action::toggle_bench, sheet.window());
  for (int i = 0; i < 3; ++i) sheet.draw({1280, 720});
  const auto all = drawn_words();
  const auto start = std::ranges::find_if(all, [](const DrawnWords& each) {
    return each.text == "Start" && each.window.find("##bench") != std::string::npos;
  });
  ASSERT_NE(start, all.end()) << "what is below a window's edge is not drawn";
  EXPECT_FALSE(start->cut);
}

TEST(PagesOfLessons, TheListSaysWhichArePredicted) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  const testing::TemporaryFolder folder;
  const testing::SetVariable config("XDG_CONFIG_HOME", folder.path());
  SheetWindow sheet(1);
  sheet.choose(find_workload(catalog(), "mandelbrot"));
  const Lesson lesson = find_lesson("schedules", LessonScale::quick);
  std::filesystem::create_directories(predictions_path().parent_path());
  write_file(predictions_path(),
             predictions_text({{lesson.id, std::vector<Prediction>(lesson.questions.size(), Prediction(0))}}));
  sheet.features().of<LessonFeature>().restore(sheet.window());
  sheet.features().toggle(action::toggle_lessons, sheet.window());
  sheet.draw(page_window);
  const auto all = drawn_words();
  const auto count = std::ranges::count_if(all, [](const DrawnWords& each) {
    return each.text.starts_with("predicted; ") && each.window.find("##lessons") != std::string::npos;
  });
  EXPECT_EQ(count, 1);
}

TEST_F(Pages, TheDoorsGoAwayWhenTheScopeOpens) {
  toggle(action::welcome);
  ASSERT_TRUE(is_open<WelcomeFeature>());
  sheet_.show_scope(TraceColor::processor);
  sheet_.draw(page_window);
  EXPECT_FALSE(is_open<WelcomeFeature>());
  sheet_.model().scope.shown = false;
  sheet_.draw(page_window);
  EXPECT_FALSE(is_open<WelcomeFeature>());
}

TEST_F(Pages, ALineOfTheKeysAsksForItsAction) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  for (const Action each : {action::open, action::toggle_variants}) {
    toggle(action::toggle_keys);
    ASSERT_TRUE(is_open<KeysFeature>());
    sheet_.ui().actions.clear();
    const ActionEntry& entry = sheet_.features().table().of(each);
    ASSERT_NO_FATAL_FAILURE(click_key_line(std::string(entry.label).substr(0, 20)));
    EXPECT_EQ(sheet_.ui().actions, std::vector{each}) << entry.label;
    EXPECT_FALSE(is_open<KeysFeature>()) << "it makes room for what was asked for";
  }
}

TEST_F(Pages, AGestureOfTheMouseIsNotClicked) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  toggle(action::toggle_keys);
  sheet_.ui().actions.clear();
  ASSERT_NO_FATAL_FAILURE(click_key_line("zoom in and out about"));
  EXPECT_TRUE(sheet_.ui().actions.empty());
  EXPECT_TRUE(is_open<KeysFeature>());
}

TEST_F(Pages, PanelsAreGoneThroughByArrows) {
  ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  hold_key(ImGuiKey_Space, false);  // ImGui wants to know of it before it takes arrows
  EXPECT_TRUE(walked().empty()) << "arrows are the view's";
  sheet_.mode().set_alone(true);
  const ActionEntry& walk = sheet_.features().table().of(Action("walk_panels"));
  walk.act(sheet_.window());
  EXPECT_TRUE(sheet_.mode().walked);
  EXPECT_FALSE(sheet_.mode().alone()) << "panels that were hidden are shown";
  sheet_.draw(page_window);
  EXPECT_GE(walked().size(), 3U);
  walk.act(sheet_.window());
  EXPECT_FALSE(sheet_.mode().walked);
}

}  // namespace
}  // namespace heteroscope
