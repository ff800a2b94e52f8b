// The lens that is pinned to a cell, without a display.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "app/window/features/lens/lens_words.hpp"
#include "app/window/model/actions/actions.hpp"
#include "tests/window/sheet.hpp"

namespace heteroscope {
namespace {

constexpr Action pin_lens{"pin_lens"};

/// The lens over a transpose, pinned to the cell (40, 30).
class PinnedLens : public ::testing::Test {
 protected:
  PinnedLens() : sheet_(1) {
    sheet_.choose(find_workload(catalog(), "transpose"));
    sheet_.features().toggle(action::toggle_lens, sheet_.window());
    hold_over(40, 30);
    pin();
  }
  void SetUp() override {
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  }
  void hold_over(int x, int y) { sheet_.view().readout = {.inside = true, .x = x, .y = y}; }
  [[nodiscard]] const ActionEntry& entry() { return sheet_.features().table().of(pin_lens); }
  void pin() { entry().act(sheet_.window()); }
  /// What the panel says once nothing is computed any more.
  std::string text(Size window = {1280, 720}) {
    finish(sheet_);
    sheet_.draw(window);
    std::string out;
    for (const DrawnWords& each : drawn_words()) {
      if (each.window == "##lens0") out += each.text + ' ';
    }
    return out;
  }
  static bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }
  static bool is_pinned(const std::string& text) { return has(text, "Pinned to the cell (40, 30)."); }
  [[nodiscard]] bool is_open() { return sheet_.features().open().contains(action::toggle_lens); }
  /// Shows a frame of the same settings in another size.
  void resize(Size size) {
    Settings settings = sheet_.model().settings();
    settings.problem.size = size;
    Executor executor;
    sheet_.view().frame =
        std::make_shared<const Frame>(*executor.execute(*plan(settings, catalog(), device::all()).plan, WholeRun{}));
  }
  static ImRect panel() { return ImGui::FindWindowByName("##lens0")->Rect(); }

  SheetWindow sheet_;
};

TEST_F(PinnedLens, StaysAtItsCellWhereverTheMouseIs) {
  sheet_.view().readout.inside = false;
  const std::string beside = text();
  EXPECT_TRUE(is_pinned(beside)) << beside;
  EXPECT_TRUE(has(beside, "X or Esc frees it.")) << beside;
  EXPECT_TRUE(has(beside, "loads input")) << beside;
  hold_over(3, 50);
  EXPECT_EQ(text(), beside);
  pin();
  const std::string followed = text();
  EXPECT_FALSE(has(followed, "Pinned")) << followed;
  EXPECT_TRUE(has(followed, "X keeps the lens at this cell.")) << followed;
  EXPECT_TRUE(has(followed, "loads input")) << followed;
}

TEST_F(PinnedLens, StandsStillWhileTheMouseGoesOverIt) {
  text();
  const ImRect before = panel();
  for (const float share : {0.1F, 0.5F, 0.9F}) {
    const Rect picture = rect_of(sheet_.ui(), sheet_.view().area);
    ImGui::GetIO().MousePos = {picture.from.x + share * (picture.to.x - picture.from.x), before.GetCenter().y};
    text();
    EXPECT_EQ(panel().Min.x, before.Min.x) << share;
    EXPECT_EQ(panel().Min.y, before.Min.y) << share;
  }
}

TEST_F(PinnedLens, EscFreesItBeforeItClosesTheLens) {
  EXPECT_TRUE(is_pinned(text()));
  EXPECT_TRUE(sheet_.features().close_top());
  EXPECT_TRUE(is_open());
  EXPECT_FALSE(is_pinned(text()));
  EXPECT_TRUE(sheet_.features().close_top());
  EXPECT_FALSE(is_open());
  EXPECT_FALSE(sheet_.features().close_top());
}

TEST_F(PinnedLens, StaysWithOtherVariantsParametersAndSizes) {
  sheet_.ui().preferences.lens_variants["transpose"] = {"cuda_shared", "cuda_shared_padded"};
  const std::string two = text();
  EXPECT_TRUE(is_pinned(two)) << two;
  EXPECT_TRUE(has(two, "differs")) << two;
  resize({120, 80});
  EXPECT_TRUE(is_pinned(text()));
  sheet_.model().picture.zoom = 40;
  EXPECT_TRUE(is_pinned(text())) << "the cell may be out of sight";
}

TEST_F(PinnedLens, IsFreedWhereThePictureHasNoSuchCell) {
  EXPECT_TRUE(is_pinned(text()));
  resize({24, 32});  // 32 cells wide, once it is transposed
  EXPECT_FALSE(is_pinned(text()));
  EXPECT_TRUE(is_open());
  ASSERT_FALSE(sheet_.ui().toasts.all().empty());
  EXPECT_TRUE(has(sheet_.ui().toasts.all().back().text, "no cell (40, 30)"));
}

TEST_F(PinnedLens, IsFreedByAnotherWorkload) {
  sheet_.choose(find_workload(catalog(), "blur"));
  EXPECT_FALSE(has(text(), "Pinned"));
}

TEST_F(PinnedLens, IsFreedWhenTheLensIsClosed) {
  sheet_.features().toggle(action::toggle_lens, sheet_.window());
  sheet_.features().toggle(action::toggle_lens, sheet_.window());
  EXPECT_FALSE(has(text(), "Pinned"));
}

TEST_F(PinnedLens, SaysWhyItCannotBePinned) {
  pin();
  EXPECT_EQ(why_not(entry(), sheet_.window()), "the lens is closed: open it first (M)")
      << "the window has not yet been drawn with it";
  sheet_.draw({1280, 720});
  EXPECT_EQ(why_not(entry(), sheet_.window()), "");
  sheet_.view().readout.inside = false;
  EXPECT_EQ(why_not(entry(), sheet_.window()), "the mouse is not on a cell: hold it over the picture");
  hold_over(40, 30);
  pin();
  sheet_.view().readout.inside = false;
  EXPECT_EQ(why_not(entry(), sheet_.window()), "") << "it can be freed from anywhere";
}

TEST_F(PinnedLens, CannotBePinnedToWhatIsNotSeen) {
  pin();
  sheet_.draw({1280, 720});
  sheet_.view().coarse = true;
  EXPECT_EQ(why_not(entry(), sheet_.window()), "the picture is not finished yet");
  sheet_.view().coarse = false;
  sheet_.model().scope.shown = true;
  EXPECT_EQ(why_not(entry(), sheet_.window()), "the scope covers the lens: close it first (B)");
  sheet_.model().scope.shown = false;
  EXPECT_EQ(why_not(entry(), sheet_.window()), "");
}

TEST_F(PinnedLens, SaysWhereItIsAlsoWithoutRoom) {
  const std::string beside_panels = text({1280, 200});
  EXPECT_TRUE(has(beside_panels, "Too little room: Tab hides the panels.")) << beside_panels;
  EXPECT_TRUE(is_pinned(beside_panels)) << beside_panels;
  sheet_.mode().hidden = true;
  const std::string alone = text({1280, 150});
  EXPECT_TRUE(has(alone, "Too little room for the lens in a window of this size.")) << alone;
  EXPECT_TRUE(is_pinned(alone)) << alone;
}

TEST_F(PinnedLens, ScrollsToWhatHasNoRoom) {
  sheet_.ui().preferences.lens_variants["transpose"] = {"cuda_shared", "cuda_shared_padded"};
  const Size low{1024, 640};
  pin();
  const std::string followed = text(low);
  EXPECT_TRUE(has(followed, "X keeps the lens here, and it scrolls.")) << followed;
  pin();
  const std::string pinned = text(low);
  EXPECT_FALSE(has(pinned, "Not shown for lack of room")) << pinned;
  const ImGuiWindow* const window = ImGui::FindWindowByName("##lens0");
  EXPECT_GT(window->ScrollMax.y, 0);
  const Rect picture = rect_of(sheet_.ui(), sheet_.view().area);
  EXPECT_TRUE(ImRect(picture.from, picture.to).Contains(panel())) << "it hides no control";
}

}  // namespace
}  // namespace heteroscope
