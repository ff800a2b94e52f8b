// The picture alone on the whole screen, in the real program in a virtual display.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/window/features/lessons/lesson_feature.hpp"
#include "app/window/features/presentation/presentation.hpp"
#include "tests/window/driven_window.hpp"
#include "tests/window/sheet.hpp"

namespace heteroscope {
namespace {

class Presentation : public DrivenWindow {};

TEST_F(Presentation, ShowsThePictureAloneWithLargeNumbersUntilEsc) {
  ASSERT_TRUE(program().start()) << program().words();
  const auto before = program().exported();
  ASSERT_TRUE(before);
  EXPECT_LT(before->problem.size.width, whole_window.width) << "panels stand beside the picture";
  program().move(300, 200);  // the numbers are on the mouse's side
  program().key("F11");
  const auto during = program().exported();
  ASSERT_TRUE(during);
  EXPECT_GE(during->problem.size.width, whole_window.width);
  EXPECT_GE(during->problem.size.height, whole_window.height);
  // bright letters in the lower left, on what was dark before
  const int bottom = during->problem.size.height;
  const auto brightest = [&] {
    int out = 0;
    for (int y = bottom - 170; y < bottom - 20; y += 3) {
      for (int x = 34; x < 300; x += 3) {
        const auto color = program().pixel(x, y);
        out = std::max(out, color[0] + color[1] + color[2]);
      }
    }
    return out;
  };
  EXPECT_TRUE(wait_for([&] { return brightest() > 500; }));
  program().key("Escape");
  EXPECT_TRUE(wait_for([&] {
    const auto after = program().exported();
    return after && after->problem.size == before->problem.size;
  }));
}

TEST_F(Presentation, TheRingAroundTheMouseIsBrightInLightColorsToo) {
  ASSERT_TRUE(program().start()) << program().words();
  program().key("ctrl+shift+d");
  program().key("F11");
  constexpr int x = 640;
  constexpr int y = 360;  // within the set, which is black
  program().move(x, y);
  const auto is_seen = [&] {
    for (int right = 10; right < 60; ++right) {
      const auto [red, green, blue] = program().pixel(x + right, y);
      if (red > 200 && green > 180 && blue < 180) return true;
    }
    return false;
  };
  EXPECT_TRUE(wait_for(is_seen)) << program().words();
}

TEST_F(Presentation, TabLeavesThePictureOfTheScopeAsItIs) {
  ASSERT_TRUE(program().start()) << program().words();
  program().key("F11");
  const auto size = [&] {
    const auto settings = program().exported();
    return settings ? settings->problem.size : Size{};
  };
  ASSERT_TRUE(wait_for([&] { return size().height >= whole_window.height; })) << program().words();
  program().key("b");
  Size above_timeline;
  ASSERT_TRUE(wait_for([&] {
    above_timeline = size();
    return above_timeline.height > 0 && above_timeline.height < whole_window.height;
  })) << program().words();
  ASSERT_TRUE(words("Who was busy when", "/timeline"));
  program().key("Tab");
  ASSERT_TRUE(wait_for([&] {
    return std::ranges::none_of(program().shown(),
                                [](const auto& each) { return each.window.find("/timeline") != std::string::npos; });
  }));
  EXPECT_EQ(size(), above_timeline);
}

/// The picture is 1,000 × 600, the box 300 × 150, and 10 from the edges.
TEST(LargeNumbers, LieOverNothingThatIsPointedAt) {
  const Rect all{{0, 0}, {1000, 600}};
  OverlaySpace space{.picture = all, .free = all, .room = all, .covered = {}};
  const auto corner = [&](float x, float y) -> std::array<float, 2> {
    const auto found = corner_of_numbers(space, space.free, {300, 150}, {x, y}, 10, {});
    if (!found) return {-1, -1};
    const ImVec2 at = place_in_corner(*found, space.free, {300, 150}, 10);
    return {at.x, at.y};
  };
  using Corner = std::array<float, 2>;
  const Corner lower_left{10, 440}, lower_right{690, 440}, upper_right{690, 10};
  EXPECT_EQ(corner(200, 100), lower_left) << "on the mouse's side";
  EXPECT_EQ(corner(800, 100), lower_right);
  EXPECT_EQ(corner(800, 500), lower_left) << "the mouse is in the way";
  space.covered.push_back({0, 0, 499, 600});  // the grids of the scope
  EXPECT_EQ(corner(200, 100), lower_right);
  EXPECT_EQ(corner(800, 500), upper_right);
  EXPECT_EQ(corner(800, 300), lower_right);
  space.words.push_back({{816, 316}, {1000, 450}});
  EXPECT_EQ(corner(800, 300), upper_right) << "what the scope says of the span";
  space.free.from.y = 300;  // below a strip
  EXPECT_EQ(corner(800, 300), (Corner{-1, -1})) << "there is no room";
  space.words.clear();
  space.free.from.y = 440;
  EXPECT_EQ(corner(200, 100), (Corner{-1, -1})) << "what is free is less high than the box";
}

TEST(LargeNumbers, StayInTheirCornerUntilTheyHideSomething) {
  const Rect all{{0, 0}, {1000, 600}};
  OverlaySpace space{.picture = all, .free = all, .room = all, .covered = {}};
  constexpr NumbersCorner lower_left{.right = false, .bottom = true};
  constexpr NumbersCorner lower_right{.right = true, .bottom = true};
  std::optional<NumbersCorner> now;
  const auto go_to = [&](float x, float y) { return now = corner_of_numbers(space, all, {300, 150}, {x, y}, 10, now); };
  EXPECT_EQ(go_to(200, 100), lower_left);
  EXPECT_EQ(go_to(900, 100), lower_left) << "the mouse is on the other side, and nothing is hidden";
  EXPECT_EQ(go_to(900, 500), lower_left);
  EXPECT_EQ(go_to(330, 500), lower_left) << "close to it";
  EXPECT_EQ(go_to(320, 500), lower_right) << "the ring would be hidden";
  EXPECT_EQ(go_to(200, 100), lower_right) << "it does not come back";
  space.covered.push_back({600, 0, 1000, 600});  // the lens
  EXPECT_EQ(go_to(200, 100), lower_left);
  space.covered.clear();
  space.words.push_back({{100, 500}, {200, 600}});
  EXPECT_EQ(go_to(90, 400), lower_right);
}

/// A window without a display, for a projector.
class PresentedSheet : public ::testing::TestWithParam<double> {
 protected:
  void SetUp() override {
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  }
  /// Returns the rectangle around the words in large letters that are drawn on the picture itself.
  static std::optional<ImRect> numbers() {
    std::optional<ImRect> out;
    const float text = loaded_size(*ImGui::GetIO().Fonts->Fonts[0]);
    for (const DrawnWords& each : drawn_words()) {
      if (each.window != "##Background" || each.high.y - each.low.y < 1.2F * text) continue;
      if (!out) out = ImRect(each.low, each.high);
      out->Add(ImRect(each.low, each.high));
    }
    return out;
  }
  static ImRect messages() { return ImGui::FindWindowByName("##toasts")->Rect(); }
  /// Words below the picture, in the window of that name.
  static std::vector<std::string> words_in(const std::string& window) {
    std::vector<std::string> out;
    for (const DrawnWords& each : drawn_words()) {
      if (each.window.find(window) != std::string::npos) out.push_back(each.text);
    }
    return out;
  }
  /// How many of the legend's colors have their labels, which may be shortened, and how many are said to have no room.
  static std::size_t colors_told(const std::vector<ScopeLegend>& legend) {
    std::vector<std::string> words = words_in("/legend");
    std::size_t out = 0;
    for (const ScopeLegend& each : legend) {
      const auto found = std::ranges::find_if(words, [&](const std::string& shown) {
        const bool is_short = shown.ends_with("...");
        return is_short ? each.label.starts_with(shown.substr(0, shown.size() - 3)) : shown == each.label;
      });
      if (found == words.end()) continue;
      ++out;
      words.erase(found);
    }
    for (const std::string& each : words) {
      if (each.starts_with("and ") && each.ends_with(" more")) out += std::stoul(each.substr(4));
    }
    return out;
  }
};

TEST_P(PresentedSheet, MessagesDoNotHideTheLargeNumbers) {
  SheetWindow sheet(GetParam());
  sheet.choose(find_workload(catalog(), "heat"));
  sheet.present();
  for (const Size size : windows) {
    const std::string where = fmt::format("{} in text of {}", name_of(size), GetParam());
    sheet.ui().toasts.clear();
    ImGui::GetIO().MousePos = {30, 30};  // the numbers are at the left, as messages are
    sheet.draw(size);
    const auto alone = numbers();
    ASSERT_TRUE(alone) << where;
    sheet.ui().say("Copied: the command line");
    sheet.draw(size);
    const auto beside_one = numbers();
    ASSERT_TRUE(beside_one) << where;
    EXPECT_EQ(beside_one->Min.y, alone->Min.y) << "nothing moves for one line: " << where;
    EXPECT_FALSE(messages().Overlaps(*beside_one)) << where;
    sheet.ui().fail("a message of more than one line: " + std::string(160, 'w'));
    sheet.ui().say_written("/home/somebody/Pictures/graph-001.svg");
    sheet.draw(size);
    const auto beside_all = numbers();
    const bool has_room = GetParam() < 2 || size != windows.front();  // else the messages leave too little
    ASSERT_EQ(beside_all.has_value(), has_room) << where;
    EXPECT_FALSE(beside_all && messages().Overlaps(*beside_all)) << where;
  }
}

/// Below the picture, which keeps its room; the text is that of the presentation.
TEST_P(PresentedSheet, TheScopeHasItsTimelineAndTheLegendOfItsColors) {
  SheetWindow sheet(GetParam());
  sheet.choose(find_workload(catalog(), "mandelbrot"));
  sheet.present();
  for (const TraceColor color : {TraceColor::processor, TraceColor::start}) {
    sheet.show_scope(color);
    for (const Size size : windows) {
      std::set<std::string> found;
      look(sheet, size, found);
      EXPECT_TRUE(found.empty()) << name_of(size) << lines(found);
      const ImRect below = ImGui::FindWindowByName("##graphs")->Rect();
      const PictureArea& picture = sheet.view().area;
      EXPECT_EQ(picture.size.width, size.width);
      EXPECT_EQ(static_cast<float>(picture.y + picture.size.height), below.Min.y) << name_of(size);
      EXPECT_GE(static_cast<float>(picture.size.height), 150 * sheet.ui().scale) << name_of(size);
      const auto are_there = [&](const std::string& words, const std::string& window) {
        return std::ranges::any_of(words_in(window), [&](const std::string& each) { return each.starts_with(words); });
      };
      EXPECT_TRUE(are_there("Who was busy when", "/timeline")) << name_of(size);
      EXPECT_TRUE(are_there(color == TraceColor::start ? "When each cell" : "The ", "/legend")) << name_of(size);
      const std::vector<ScopeLegend>& legend = sheet.model().scope.show->paint->legend;
      EXPECT_EQ(colors_told(legend), legend.size()) << name_of(size);
    }
  }
}

TEST_P(PresentedSheet, TheLegendSaysHowManyColorsHaveNoRoom) {
  SheetWindow sheet(GetParam());
  sheet.choose(find_workload(catalog(), "mandelbrot"));
  sheet.present();
  sheet.show_scope(TraceColor::processor);
  ScopeShow show = *sheet.model().scope.show;
  ScopePaint paint = *show.paint;
  paint.legend.clear();
  for (int i = 0; i < 60; ++i) paint.legend.push_back({.label = fmt::format("thread {}", i)});
  show.paint = std::make_shared<const ScopePaint>(paint);
  sheet.model().scope.show = std::make_shared<const ScopeShow>(std::move(show));
  bool left_out = false;
  for (const Size size : windows) {
    sheet.draw(size);
    EXPECT_EQ(colors_told(paint.legend), paint.legend.size()) << name_of(size);
    left_out =
        left_out || std::ranges::any_of(words_in("/legend"), [](const auto& each) { return each.starts_with("and "); });
  }
  EXPECT_TRUE(left_out) << "not all have room in a small window";
}

TEST_P(PresentedSheet, TheLargeNumbersStayWhereTheyAreWhileTheMouseMoves) {
  SheetWindow sheet(GetParam());
  sheet.choose(find_workload(catalog(), "heat"));
  sheet.present();
  const Size size{1920, 1080};
  const auto left_of_numbers = [&](float share) {
    ImGui::GetIO().MousePos = {share * 1920, 200};
    sheet.draw(size);
    const auto found = numbers();
    return found ? found->Min.x : -1;
  };
  const float at_left = left_of_numbers(0.2F);
  EXPECT_LT(at_left, 960);
  EXPECT_EQ(left_of_numbers(0.45F), at_left);
  EXPECT_EQ(left_of_numbers(0.55F), at_left);
  EXPECT_EQ(left_of_numbers(0.8F), at_left);
  sheet.present();  // anew
  EXPECT_GT(left_of_numbers(0.8F), 960);
}

TEST_P(PresentedSheet, TheTimelineIsHiddenWithThePanelsAndThePictureKeepsItsSize) {
  SheetWindow sheet(GetParam());
  sheet.choose(find_workload(catalog(), "mandelbrot"));
  sheet.present();
  const Size size{1280, 720};
  sheet.draw(size);
  EXPECT_EQ(sheet.view().area.size, size);
  sheet.show_scope(TraceColor::processor);
  sheet.draw(size);
  const Size above_timeline = sheet.view().area.size;
  EXPECT_LT(above_timeline.height, size.height);
  EXPECT_FALSE(words_in("/timeline").empty());
  sheet.features().table().of(action::toggle_panels).act(sheet.window());
  sheet.draw(size);
  EXPECT_TRUE(words_in("/timeline").empty());
  EXPECT_EQ(sheet.view().area.size, above_timeline) << "nothing is computed anew";
}

TEST_P(PresentedSheet, PanelsAndTheTimelineAreHiddenApart) {
  SheetWindow sheet(GetParam());
  sheet.choose(find_workload(catalog(), "mandelbrot"));
  sheet.show_scope(TraceColor::processor);
  const Size size{1920, 1080};
  const auto picture = [&] {
    sheet.draw(size);
    return sheet.view().area.size;
  };
  const auto has_timeline = [&] {
    sheet.draw(size);
    return !words_in("/timeline").empty();
  };
  const auto toggle = [&] { sheet.features().table().of(action::toggle_panels).act(sheet.window()); };
  const Size among_panels = picture();
  toggle();
  EXPECT_EQ(picture(), size);
  sheet.mode().present(true);
  const Size above_timeline = picture();
  EXPECT_EQ(above_timeline.width, size.width);
  EXPECT_LT(above_timeline.height, size.height);
  EXPECT_TRUE(has_timeline()) << "the panels were hidden before, and not the timeline";
  toggle();
  EXPECT_FALSE(has_timeline());
  sheet.mode().present(false);
  EXPECT_EQ(picture(), size) << "the panels are still hidden";
  toggle();
  EXPECT_EQ(picture(), among_panels);
  sheet.mode().present(true);
  EXPECT_TRUE(has_timeline()) << "each presentation begins with the timeline";
  toggle();
  sheet.mode().present(false);
  EXPECT_EQ(picture(), among_panels) << "hiding the timeline hides no panel";
}

/// As for a projector, whose text is half as large again.
TEST(PresentedLesson, HasAStripOfOneRow) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  SheetWindow sheet(1.5);
  sheet.choose(find_workload(catalog(), "mandelbrot"));
  sheet.features().toggle(action::toggle_lessons, sheet.window());
  LessonFeature& lessons = sheet.features().of<LessonFeature>();
  lessons.choose("coalescing");
  lessons.try_row(sheet.window(), 0);
  sheet.present();
  for (const Size size : {Size{1280, 720}, Size{1920, 1080}}) {
    sheet.draw(size);
    std::vector<DrawnWords> all;
    std::ranges::copy_if(drawn_words(), std::back_inserter(all),
                         [](const DrawnWords& each) { return each.window == "##trying"; });
    ASSERT_GE(all.size(), 5U);
    for (const DrawnWords& each : all) {
      EXPECT_LT(each.low.y, all.front().high.y) << each.text << " at " << name_of(size);
      EXPECT_GT(each.high.y, all.front().low.y) << each.text << " at " << name_of(size);
    }
    const bool has_title = all.front().text.starts_with("Coalescing");
    EXPECT_EQ(has_title, size.width > 1280) << "a low picture needs its room more";
  }
}

INSTANTIATE_TEST_SUITE_P(TextSizes, PresentedSheet, ::testing::Values(1.0, 1.5, 2.0),
                         [](const auto& each) { return fmt::format("Percent{:.0f}", each.param * 100); });

}  // namespace
}  // namespace heteroscope
