// The section of results, laid out without a display.
#include <gtest/gtest.h>

#include "kernels/registry.hpp"
#include "tests/window/sheet.hpp"

namespace heteroscope {
namespace {

constexpr Size sheet_size{1920, 1440};  // all of the right panel is seen

class ResultRows : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
    sheet_.choose(find_workload(catalog(), "mandelbrot"));
  }
  /// Shows the frame with these figures and this least value.
  void show(std::vector<Figure> figures, double minimum) {
    Executor executor;
    Settings settings = sheet_.model().settings();
    settings.problem.size = {96, 64};
    Frame frame = *executor.execute(*plan(settings, catalog(), device::all()).plan, WholeRun{});
    frame.figures = std::move(figures);
    frame.summary.minimum = minimum;
    sheet_.view().frame = std::make_shared<const Frame>(std::move(frame));
    sheet_.draw(sheet_size);
  }
  /// The words of the right panel that begin so; the first of them.
  std::optional<DrawnWords> row(std::string_view text) {
    for (const DrawnWords& each : drawn_words()) {
      if (each.window == "##right" && each.text.starts_with(text)) return each;
    }
    return std::nullopt;
  }

  SheetWindow sheet_{1};
};

TEST_F(ResultRows, StayWhereTheyAreWhenAPixelIsUndecided) {
  const Figure none{.label = "undecided", .value = 0, .unit = "pixels", .adds_up = true};
  Figure one = none;
  one.value = 1;
  show({none}, 3);
  std::vector<float> before;
  for (const char* label : {"Minimum", "Maximum", "Mean", "Undecided", "All variants"}) {
    const auto found = row(label);
    ASSERT_TRUE(found) << label;
    before.push_back(found->low.y);
  }
  show({one,
        {.label = "minimum of decided pixels", .value = 3, .unit = {}, .decided = true},
        {.label = "maximum of decided pixels", .value = 4567, .unit = {}, .decided = true},
        {.label = "mean of decided pixels", .value = 12.5, .unit = {}, .decided = true}},
       -9);
  std::vector<float> after;
  for (const char* label : {"Minimum", "Maximum", "Mean", "Undecided", "All variants"}) {
    const auto found = row(label);
    ASSERT_TRUE(found) << label;
    after.push_back(found->low.y);
  }
  EXPECT_EQ(before, after);
  EXPECT_TRUE(row("4,567")) << "the largest of the decided";
  EXPECT_TRUE(row("12.5"));
}

/// As the error of the time steps, which is known of some beginnings alone.
TEST_F(ResultRows, ComeAndGoBelowAllControls) {
  const auto places = [&] {
    std::vector<float> out;
    for (const char* label : {"All variants", "Color", "Shift", "Compare", "Keep this picture", "Export", "Queue"}) {
      const auto found = row(label);
      EXPECT_TRUE(found) << label;
      out.push_back(found ? found->low.y : 0);
    }
    return out;
  };
  show({}, 3);
  EXPECT_FALSE(row("Figures"));
  const std::vector<float> before = places();
  show({{"error of the time steps, L2", 0.25, ""}, {"time", 4, ""}}, 3);
  const auto error = row("Error of the time steps");
  ASSERT_TRUE(error);
  EXPECT_GT(error->low.y, before.back());
  EXPECT_EQ(places(), before);
  sheet_.view().frame = nullptr;
  sheet_.view().map.reset();
  sheet_.draw(sheet_size);
  EXPECT_EQ(row("All variants")->low.y, before.front()) << "before the first frame";
}

/// As between two frames, where it is not known yet whether the next one can be compared.
TEST_F(ResultRows, StayWhereTheyAreWhenAComparisonIsRefused) {
  sheet_.choose(find_workload(catalog(), "mandelbrot"));
  Comparison& comparison = sheet_.model().comparison;
  comparison.with = CompareWith::reference;
  const auto place = [&](const std::string& why_not) {
    comparison.why_not = why_not;
    sheet_.draw(sheet_size);
    const auto found = row("Export");
    EXPECT_TRUE(found) << why_not;
    return found ? found->low.y : 0;
  };
  const float before = place("");
  EXPECT_EQ(place("A is too small."), before);
  EXPECT_EQ(place("A is 710 × 512 pixels, this picture 1280 × 720: keep a picture of this size (K)"), before);
  comparison.turn_off();
  EXPECT_LT(place(""), before);
}

/// As where a variant of a person's own has failed.
TEST_F(ResultRows, KeepTheirNamesWithoutAPicture) {
  sheet_.choose(find_workload(catalog(), "blur"));
  sheet_.draw(sheet_size);
  const auto named = [&] {
    std::vector<float> out;
    for (const char* label : {"Result's range", "Result's mean", "Memory rate", "All variants"}) {
      const auto found = row(label);
      EXPECT_TRUE(found) << label;
      out.push_back(found ? found->low.y : 0);
    }
    return out;
  };
  const std::vector<float> before = named();
  sheet_.view().frame = nullptr;
  sheet_.view().map.reset();
  sheet_.draw(sheet_size);
  EXPECT_EQ(named(), before);
}

TEST_F(ResultRows, OfAComparisonStandBelowItsControls) {
  show({}, 3);
  const auto places = [&] {
    std::vector<float> out;
    for (const char* label : {"With", "Show", "Keep this picture"}) {
      const auto found = row(label);
      EXPECT_TRUE(found) << label;
      out.push_back(found ? found->low.y : 0);
    }
    return out;
  };
  const std::vector<float> before = places();
  sheet_.model().comparison.with = CompareWith::reference;
  sheet_.draw(sheet_size);
  EXPECT_EQ(places(), before);
  const auto difference = row("Difference");
  ASSERT_TRUE(difference);
  EXPECT_GT(difference->low.y, before.back());
}

}  // namespace
}  // namespace heteroscope
