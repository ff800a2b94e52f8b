// What the words in the graphs below the picture say of themselves, laid out without a display.
#include <gtest/gtest.h>
#include <imgui.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "tests/window/sheet.hpp"

namespace heteroscope {
namespace {

class GraphWords : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  }
  /// Rests the mouse on the graph's words that begin so, and returns what the tooltip says; empty where there is none.
  std::string said_at(const std::string& graph, const std::string& beginning, Size window = {1920, 1080}) {
    sheet_.draw(window);
    for (const DrawnWords& each : drawn_words()) {
      if (each.text.starts_with(beginning) && each.window.find(graph) != std::string::npos)
        ImGui::GetIO().MousePos = {each.low.x + 3, 0.5F * (each.low.y + each.high.y)};
    }
    std::string out;
    for (int i = 0; i < 3; ++i) {
      sheet_.ui().now_s += 1;
      sheet_.draw(window);
    }
    for (const DrawnWords& each : drawn_words()) {
      if (each.window.find("Tooltip") != std::string::npos) out += (out.empty() ? "" : " ") + each.text;
    }
    ImGui::GetIO().MousePos = {-1, -1};
    sheet_.draw(window);
    return out;
  }

  SheetWindow sheet_{1};
};

TEST_F(GraphWords, FiguresOfFrameTimesSayWhatTheyAre) {
  sheet_.choose(find_workload(catalog(), "mandelbrot"));
  EXPECT_EQ(said_at("times", "median"), "The median: half of these frames took no longer than this.");
  EXPECT_EQ(said_at("times", "95th"), "The 95th percentile: 19 of 20 of these frames took no longer than this.");
  EXPECT_EQ(said_at("times", "worst"), "The longest time that one of these frames took.");
}

TEST_F(GraphWords, TheTableOfMappingsSaysWhatItCounts) {
  const Workload& workload = find_workload(catalog(), "triangle");
  sheet_.choose(workload);
  const MappedVariant& first = workload.block_mappings->variants.front();
  const std::string name(first.variant);
  MappingTable table{.of = {.workload = &workload, .variant = {}}, .rows = {}};
  table.rows.push_back({.variant = name, .block = {8, 8}, .figures = MappingFigures{}, .why_not = {}});
  sheet_.model().scope.table = std::make_shared<const MappingTable>(std::move(table));
  sheet_.model().scope.shown = true;
  const std::map<std::string, std::string> abouts{
      {"launches", "How many kernels the mapping launches for one result."},
      {"blocks", "How many thread blocks all of its launches have."},
      {"useful", "How many of these blocks compute a cell."},
      {"wasted", "The share of the launched threads that compute no cell."},
      {"time", "The median time on the GPU, measured in turns with the other mappings while nothing else runs."},
      {"over " + name, "The speed-up over " + name + ": its median time, divided by this mapping's."}};
  for (const auto& [words, about] : abouts) EXPECT_EQ(said_at("costs", words), about) << words;
  EXPECT_FALSE(said_at("costs", name).empty()) << "its summary";
}

}  // namespace
}  // namespace heteroscope
