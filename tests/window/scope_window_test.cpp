// The scope in the real program.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

using Rgb = std::array<int, 3>;

class ScopeWindow : public DrivenWindow {
 protected:
  /// The first workload with block mappings, 96 cells a side, in blocks of 8 × 8.
  static std::optional<Settings> small() {
    for (const Workload* each : catalog()) {
      if (!each->block_mappings) continue;
      Settings settings = default_settings(*each);
      const Parameter* side = each->size_parameter(settings.problem.parameters);
      if (side == nullptr) continue;
      settings.problem.parameters[std::string(side->id)] = 96;
      settings.execution.block = {8, 8};
      settings.execution.variants[std::string(each->stages.back().id)].gpu =
          each->block_mappings->variants.front().variant;
      return settings;
    }
    return std::nullopt;
  }

  /// The middle of block (x, y) of a grid of 12 × 12. The left pane is 639 pixels wide; 14 are left free around the
  /// grid and 30 above; blocks are 40 wide, with 16 for a label above them.
  Rgb in_grid(int x, int y) {
    const int left = 14 + (639 - 28 - 480) / 2;
    const int top = 30 + (720 - 44 - 496) / 2 + 16;
    return program().pixel(left + 40 * x + 20, top + 40 * y + 20);
  }
  /// The middle of a tile of 8 × 8 cells: the result is 639 pixels high and wide, at the right.
  Rgb in_result(int x, int y) {
    const double tile = 639.0 / 12;
    return program().pixel(641 + static_cast<int>(tile * (x + 0.5)), 40 + static_cast<int>(tile * (y + 0.5)));
  }
};

TEST_F(ScopeWindow, BlocksHaveTheColorOfTheCellsThatTheyCompute) {
  const auto settings = small();
  if (!settings) GTEST_SKIP() << "no workload has block mappings";
  ASSERT_NO_FATAL_FAILURE(start({saved(*settings)}));
  program().move(2, 2);
  const Rgb backdrop = in_grid(0, 11);
  ASSERT_EQ(backdrop, program().pixel(5, 700));
  program().key("b");
  ASSERT_TRUE(wait_for([&] { return in_grid(0, 11) != backdrop; }));
  // the first block mapping is a bounding box: block (x, y) computes tile (x, y)
  for (const auto& [x, y] : {std::pair{0, 11}, {0, 1}, {3, 7}, {4, 7}, {10, 11}, {2, 9}}) {
    EXPECT_EQ(in_grid(x, y), in_result(x, y)) << x << ", " << y;
    EXPECT_NE(in_grid(x, y), backdrop) << x << ", " << y;
  }
  EXPECT_NE(in_grid(3, 7), in_grid(4, 7));
  EXPECT_EQ(in_result(9, 2), backdrop);
  program().key("b");
  EXPECT_TRUE(wait_for([&] { return in_grid(0, 11) == backdrop; }));
}

TEST_F(ScopeWindow, ASavedViewKeepsItsNameBesideTheGrids) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  ASSERT_TRUE(program().start()) << program().words();
  ASSERT_TRUE(words("The whole set", "##left")) << program().words();
  program().key("b");
  ASSERT_TRUE(words("Back to the picture", "##right")) << program().words();
  program().draw_frames(4);
  EXPECT_TRUE(words("The whole set", "##left")) << program().words();
}

TEST_F(ScopeWindow, AnyWorkloadIsShownAsItWasComputed) {
  const auto found = std::ranges::find_if(catalog(), [](const Workload* each) { return !each->block_mappings; });
  ASSERT_NE(found, catalog().end());
  Settings settings = default_settings(**found);
  settings.execution.processor = Processor::cpu;
  settings.execution.threads = 2;
  ASSERT_NO_FATAL_FAILURE(start({saved(settings)}));
  program().move(2, 2);
  const auto upper = [&] { return program().pixel(960, 100); };
  const auto lower = [&] { return program().pixel(960, 600); };
  const Rgb above = upper();
  const Rgb below = lower();
  program().key("b");  // each thread has a bright color, and either may have any row
  const auto is_bright = [](const Rgb& color) { return std::ranges::max(color) > 180; };
  ASSERT_TRUE(wait_for([&] { return is_bright(upper()) && is_bright(lower()); }));
  program().key("ctrl+b");
  const auto written = [&](const std::string& ending) {
    for (const auto& each : std::filesystem::directory_iterator(program().folder() / "out")) {
      if (each.path().filename().string().ends_with(ending)) return std::filesystem::file_size(each.path()) > 0;
    }
    return false;
  };
  EXPECT_TRUE(wait_for([&] { return written("-trace-001.json") && written("-processor-001.png"); }));
  program().key("b");
  EXPECT_TRUE(wait_for([&] { return upper() == above && lower() == below; }));
}

TEST_F(ScopeWindow, WhatTheTimelinePointsAtIsMarkedInTheResult) {
  Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  settings.execution.processor = Processor::cpu;
  settings.execution.threads = 1;  // of two, one may have nothing to do
  ASSERT_NO_FATAL_FAILURE(start({saved(settings)}));
  program().key("Tab");  // the timeline is there with the panels
  program().move(2, 2);
  program().key("b");
  const auto in_timeline = [&] {
    std::vector<Rgb> out;
    for (int x = 80; x < 1000; x += 8) out.push_back(program().pixel(x, 605));
    return out;
  };
  const auto has_bars = [&] {
    const auto all = in_timeline();
    return std::ranges::any_of(all, [&](const Rgb& each) { return each != all.front(); });
  };
  ASSERT_TRUE(wait_for(has_bars)) << program().words();
  // an outline of the piece's rows crosses this column of the result
  const auto column = [&] {
    std::vector<Rgb> out;
    for (int y = 46; y < 500; ++y) out.push_back(program().pixel(690, y));
    return out;
  };
  std::vector<Rgb> plain;
  ASSERT_TRUE(wait_for([&] {
    const auto before = std::exchange(plain, column());
    program().draw_frames(4);
    return before == plain;
  }));
  const auto marked = [&] { return column() != plain; };
  const auto away = [&] {
    program().move(2, 2);
    return wait_for([&] { return !marked(); });
  };
  // Where a bar is, and its piece's rows are not behind a panel: other places each round, since a piece whose thread
  // was kept from its work covers many. What a slow program still shows of the place before does not count.
  int x = 0;
  const auto points = [&](seconds longest) {
    program().move(x, 605);
    return wait_for(marked, longest);
  };
  bool found = false;
  for (int i = 0; i < 300 && !found; ++i) {
    x = 80 + i * 233 % 900;  // all places in an order that is spread out
    found = points(seconds(1)) && away() && points(seconds(60));
  }
  ASSERT_TRUE(found);
  EXPECT_TRUE(away());
  const auto click = [&] {
    program().move(x, 605);
    program().press(1);
    program().release(1);
    program().move(2, 2);
  };
  click();
  EXPECT_TRUE(wait_for(marked)) << "what was clicked stays marked";
  click();
  EXPECT_TRUE(wait_for([&] { return !marked(); })) << "until it is clicked again";
  // the axis' numbers: bars of one thread may look alike at any zoom
  const auto axis = [&] {
    std::vector<Rgb> out;
    for (int there = 130; there < 1000; ++there) out.push_back(program().pixel(there, 704));
    return out;
  };
  const auto before = axis();
  program().move(x, 605);
  for (int i = 0; i < 6; ++i) program().click(4);
  program().move(2, 2);
  EXPECT_TRUE(wait_for([&] { return axis() != before; })) << "the wheel zooms";
}

TEST_F(ScopeWindow, TheKeyToRunReplaysTheBlocks) {
  const auto settings = small();
  if (!settings) GTEST_SKIP() << "no workload has block mappings";
  ASSERT_NO_FATAL_FAILURE(start({saved(*settings)}));
  program().move(2, 2);
  const Rgb backdrop = in_grid(10, 11);
  const auto has_run = [&] { return in_grid(10, 11) == in_result(10, 11) && in_grid(10, 11) != backdrop; };
  program().key("b");
  ASSERT_TRUE(wait_for(has_run));
  const Rgb last = in_grid(10, 11);
  program().key("r");  // the lowest row of blocks is the last to run
  EXPECT_TRUE(wait_for([&] { return in_grid(10, 11) != last && in_result(10, 11) != last; }));
}

}  // namespace
}  // namespace heteroscope
