// What the words in the graphs below the picture say of themselves, laid out without a display.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/window/sheet.hpp"

namespace heteroscope {
namespace {

class GraphWords : public ::testing::Test {
 protected:
  explicit GraphWords(double text_size = 1) : sheet_(text_size) {}
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

  /// The graph's words of the frame that was drawn last.
  static std::set<std::string> words_of(const std::string& graph) {
    std::set<std::string> out;
    for (const DrawnWords& each : drawn_words()) {
      if (each.window.find(graph) != std::string::npos) out.insert(each.text);
    }
    return out;
  }

  SheetWindow sheet_;
};

TEST_F(GraphWords, FiguresOfFrameTimesSayWhatTheyAre) {
  sheet_.choose(find_workload(catalog(), "mandelbrot"));
  EXPECT_EQ(said_at("times", "median"), "The median: half of these frames took no longer than this.");
  EXPECT_EQ(said_at("times", "95th"), "The 95th percentile: 19 of 20 of these frames took no longer than this.");
  EXPECT_EQ(said_at("times", "worst"), "The longest time that one of these frames took.");
}

class LargeGraphWords : public GraphWords {
 protected:
  LargeGraphWords() : GraphWords(2) {}
};

/// Frames that have all nine parts.
TEST_F(LargeGraphWords, TheLegendNamesEachPartOrSaysThatThereAreMore) {
  sheet_.choose(find_workload(catalog(), "mandelbrot"));
  FrameSample sample;
  Timing& timing = sample.timing;
  timing.total = 9;
  for (double Timing::*const part :
       {&Timing::input, &Timing::copies, &Timing::merge, &Timing::summary, &Timing::link, &Timing::display})
    timing.*part = 1;
  timing.participants = {{.participant = {.processor = Processor::gpu}, .rows = 1, .compute = 3},
                         {.participant = {.processor = Processor::cpu}, .rows = 1, .compute = 2}};
  FrameSample other = sample;
  std::swap(other.timing.participants[0].compute, other.timing.participants[1].compute);
  sheet_.model().frames.clear();
  for (const FrameSample& each : {sample, other}) sheet_.model().frames.add(each);
  const std::vector<std::string> parts{"source", "GPU", "both", "CPU", "copies", "merge", "summary", "link", "display"};
  sheet_.draw({3840, 2160});
  for (const std::string& each : parts) EXPECT_TRUE(words_of("times").contains(each)) << each;
  const Size narrow{1100, 1400};
  sheet_.draw(narrow);
  const std::set<std::string> words = words_of("times");
  std::string left_out;
  std::size_t count = 0;
  for (const std::string& each : parts) {
    if (words.contains(each)) continue;
    left_out += (left_out.empty() ? "" : ", ") + each;
    ++count;
  }
  ASSERT_GT(count, 0U) << "the window is narrow";
  EXPECT_EQ(said_at("times", fmt::format("{} more", count), narrow),
            "These parts of the frames have no room here: " + left_out + ".");
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
