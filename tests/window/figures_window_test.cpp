// Graphs saved as figures, and panels made wider, by mouse in the real program.
#include <filesystem>
#include <string>

#include "app/window/features/files/remember.hpp"
#include "core/io/file.hpp"
#include "core/io/png/png.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class FiguresWindow : public DrivenWindow {
 protected:
  void SetUp() override {
    DrivenWindow::SetUp();
    if (!words_are_read && !IsSkipped()) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  }
  /// Of the graph; a button at the right has the same words.
  std::optional<ShownWords> heading() { return words("Frame times", "/times_"); }
  /// Drags as a hand does, which rests on what it takes: words that stand still have been drawn with the mouse there.
  /// Returns whether that has come true which the drag is for, before it ends.
  template <class Done>
  bool drags(At from, At to, Done done) {
    program().move(from.x, from.y);
    heading();
    program().press(1);
    heading();
    program().move((from.x + to.x) / 2, (from.y + to.y) / 2);
    heading();
    program().move(to.x, to.y);
    const bool out = done();
    program().release(1);
    return out;
  }
  /// Opens the menu of a graph and chooses in it.
  bool save(const std::string& graph, const std::string& form) {
    return click_words("save", graph) && click_words(form, "##Popup");
  }
};

TEST_F(FiguresWindow, AGraphIsSavedByTwoClicksAndShownInItsFolder) {
  const testing::NotedOpener desktop = put_opener();
  ASSERT_TRUE(program().start()) << program().words();
  ASSERT_TRUE(save("/times_", "PNG 3")) << program().words();
  ASSERT_TRUE(wait_for([&] { return !program().exports(".png").empty(); })) << program().words();
  const std::filesystem::path file = program().exports(".png").front();
  EXPECT_EQ(file.filename(), "heteroscope-mandelbrot-times-001.png");
  EXPECT_EQ(decode_png(read_file(file), file.string()).size, (Size{2700, 1620})) << "clean: no control is in it";
  ASSERT_TRUE(click_words("Show in folder", "##toasts")) << program().words();
  EXPECT_TRUE(wait_for([&] { return desktop.opened() == file.parent_path().string(); })) << desktop.opened();
  ASSERT_TRUE(save("/times_", "SVG")) << program().words();
  EXPECT_TRUE(wait_for([&] { return !program().exports(".svg").empty(); }));
  ASSERT_TRUE(save("/times_", "CSV")) << program().words();
  EXPECT_TRUE(wait_for([&] { return !program().exports(".csv").empty(); }));
}

TEST_F(FiguresWindow, ABorderIsDraggedAndRemembered) {
  ASSERT_TRUE(program().start()) << program().words();
  const auto before = heading();
  ASSERT_TRUE(before) << program().words();
  const int border = before->top - 10;  // the graphs' upper edge is near above their heading
  bool moved = false;
  // the border is a few pixels high: the first place that moves it is it
  for (int y = border - 6; y <= border + 8 && !moved; y += 3) {
    moved = drags({640, y}, {640, y - 80}, [&] {
      const auto now = heading();
      return now && now->top < before->top - 40;
    });
  }
  ASSERT_TRUE(moved) << program().words();
  program().key("ctrl+q");
  ASSERT_TRUE(program().wait_end());
  const Recollection kept = load_memory(program().memory(), catalog());
  EXPECT_GT(kept.memory.preferences.graphs_height, 170);
  EXPECT_EQ(kept.memory.preferences.left_width, 0);
}

}  // namespace
}  // namespace heteroscope
