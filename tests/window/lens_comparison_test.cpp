// Two variants in the lens, beside each other: which lines differ, and what is drawn of that, without a display.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "app/scope/compared_lenses.hpp"
#include "app/window/features/lens/lens_feature.hpp"
#include "app/window/features/lens/lens_words.hpp"
#include "app/window/model/actions/actions.hpp"
#include "tests/window/sheet.hpp"

namespace heteroscope {
namespace {

LensGroup group_of(Access access, const char* array, int moved) {
  LensGroup out{.access = access, .array = array, .instructions = 1, .wanted_bytes = 128, .worst = {}};
  (is_shared(access) ? out.passes : out.sectors) = moved;
  return out;
}

/// "input tile |result": what each row is of; a bar before what the right one alone does, and after what the left one.
std::string rows_as_text(const Lens& left, const Lens& right) {
  std::string out;
  for (const ComparedGroup& each : compare_lenses(left, right)) {
    out += fmt::format("{}{}{}{} ", each.left == nullptr ? "|" : "", each.any().array, each.right == nullptr ? "|" : "",
                       each.differs() ? "!" : "");
  }
  return out;
}

TEST(ComparedLenses, PairWhatBothDoToAnArray) {
  Lens global;
  global.groups = {group_of(Access::global_load, "input", 4), group_of(Access::global_store, "result", 32)};
  Lens shared;
  shared.groups = {group_of(Access::global_load, "input", 4), group_of(Access::shared_store, "tile", 1),
                   group_of(Access::shared_load, "tile", 8), group_of(Access::global_store, "result", 4)};
  Lens padded = shared;
  padded.groups[2].passes = 1;
  EXPECT_EQ(rows_as_text(shared, padded), "input tile tile! result ");
  EXPECT_EQ(rows_as_text(global, shared), "input |tile! |tile! result! ");
  EXPECT_EQ(rows_as_text(shared, global), "input tile|! tile|! result! ");
  EXPECT_EQ(rows_as_text(shared, shared), "input tile tile result ");
  EXPECT_EQ(rows_as_text({}, global), "|input! |result! ");
}

TEST(ComparedLenses, DifferInWhatTheyCost) {
  const LensGroup one = group_of(Access::global_load, "input", 4);
  LensGroup other = one;
  EXPECT_FALSE((ComparedGroup{&one, &other}.differs()));
  other.passes = 9;
  EXPECT_FALSE((ComparedGroup{&one, &other}.differs())) << "passes are of shared memory alone";
  other.wanted_bytes = 64;
  EXPECT_TRUE((ComparedGroup{&one, &other}.differs())) << "the other half is moved in vain";
  other = one;
  other.instructions = 2;
  EXPECT_TRUE((ComparedGroup{&one, &other}.differs()));
}

/// A window in which the lens shows two variants of a transpose, which conflict in different ways.
class LensComparison : public ::testing::TestWithParam<double> {
 protected:
  LensComparison() : sheet_(GetParam()) {
    sheet_.choose(find_workload(catalog(), "transpose"));
    sheet_.view().readout = {.inside = true, .x = 40, .y = 30};
    sheet_.features().of<LensFeature>().show({"cuda_shared", "cuda_shared_padded"});
    sheet_.features().toggle(action::toggle_lens, sheet_.window());
  }
  void SetUp() override {
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  }
  Lens lens(const char* variant) {
    const Plan& plan = sheet_.view().frame->plan;
    const auto of = lens_of(plan, with_lens_variant(plan, sheet_.model().settings().execution, variant));
    return *look(of->variant->make(of->problem), 40, 30);
  }
  static ImRect panel() { return ImGui::FindWindowByName("##lenses")->Rect(); }
  static std::vector<DrawnWords> words() {
    std::vector<DrawnWords> out = drawn_words();
    std::erase_if(out, [](const DrawnWords& each) { return each.window != "##lenses"; });
    return out;
  }
  /// Whether the first lines of both texts stand in one row, each in its column.
  static bool in_one_row(const std::vector<DrawnWords>& all, const std::string& left, const std::string& right) {
    const auto is_of = [](const DrawnWords& each, const std::string& text, bool at_right) {
      return text.starts_with(each.text) && (each.low.x > panel().GetCenter().x) == at_right;
    };
    return std::ranges::any_of(all, [&](const DrawnWords& one) {
      return is_of(one, left, false) && std::ranges::any_of(all, [&](const DrawnWords& other) {
               return is_of(other, right, true) && std::abs(one.low.y - other.low.y) < 3;
             });
    });
  }
  /// What must be seen, wherever the mouse is.
  void look_at_rows(const std::string& where) {
    const Lens shared = lens("cuda_shared");
    const Lens padded = lens("cuda_shared_padded");
    const std::vector<DrawnWords> all = words();
    std::string text;
    for (const DrawnWords& each : all) text += each.text + ' ';
    const auto rows = compare_lenses(shared, padded);
    std::size_t differing = 0;
    for (const ComparedGroup& each : rows) {
      EXPECT_NE(text.find(words_of(each.any())), std::string::npos) << "no row is left out unsaid, " << where << text;
      if (!each.differs()) continue;
      ++differing;
      EXPECT_TRUE(in_one_row(all, group_figures(*each.left), group_figures(*each.right))) << where << text;
    }
    EXPECT_EQ(differing, 1U) << "the conflicts of the tile's columns";
    EXPECT_NE(text.find("differs"), std::string::npos) << where << text;
  }

  SheetWindow sheet_;
};

TEST_P(LensComparison, ShowsBesideEachOtherWhatDiffers) {
  finish(sheet_);
  for (const bool presented : {false, true}) {
    if (presented) sheet_.present();
    for (const Size size : windows) {
      sheet_.draw(size);
      const Rect picture = rect_of(sheet_.ui(), sheet_.view().area);
      for (const float share : {0.2F, 0.8F}) {
        const std::string where = fmt::format("{} in text of {}, mouse at {}{}: ", name_of(size), GetParam(), share,
                                              presented ? ", F11" : "");
        const ImVec2 mouse{picture.from.x + share * (picture.to.x - picture.from.x), middle_of(picture).y};
        ImGui::GetIO().MousePos = mouse;
        std::set<std::string> found;
        look(sheet_, size, found);
        EXPECT_TRUE(found.empty()) << where << lines(found);
        EXPECT_FALSE(panel().Contains(mouse)) << where;
        look_at_rows(where);
      }
    }
  }
}

TEST_P(LensComparison, HasRoomForAllInALargeWindow) {
  finish(sheet_);
  sheet_.draw({2560, 1440});
  std::string text;
  for (const DrawnWords& each : words()) text += each.text + ' ';
  EXPECT_EQ(text.find("no room"), std::string::npos) << text;
  EXPECT_NE(text.find("Each color is one of"), std::string::npos) << text;
  EXPECT_NE(text.find("The picture has the marks of cuda_shared."), std::string::npos) << text;
}

INSTANTIATE_TEST_SUITE_P(TextSizes, LensComparison, ::testing::Values(1.0, 1.5, 2.0),
                         [](const auto& each) { return fmt::format("Percent{:.0f}", each.param * 100); });

}  // namespace
}  // namespace heteroscope
