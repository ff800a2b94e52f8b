// Tooltips and the words of the bench, as ImGui lays them out without a display.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/window/features/bench/findings.hpp"
#include "app/window/widgets/widgets.hpp"
#include "tests/window/sheet.hpp"

namespace heteroscope {
namespace {

class DrawnControl : public ::testing::Test {
 protected:
  template <class Body>
  void draw(Body&& body) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {900, 600};
    io.DeltaTime = 1.0F / 60;
    sheet_.ui().now_s += 1;
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(io.DisplaySize);
    ImGui::Begin("control", nullptr, ImGuiWindowFlags_NoDecoration);
    body();
    ImGui::End();
    ImGui::Render();
  }

  SheetWindow sheet_{1};
};

/// The size of the tooltip that was drawn last; none where there is none.
ImVec2 tooltip_size() {
  for (const ImGuiWindow* each : GImGui->Windows) {
    if ((each->Flags & ImGuiWindowFlags_Tooltip) != 0 && each->Active && !each->Hidden) return each->Size;
  }
  return {};
}

/// As where a gray button becomes active under the mouse: nothing else happens, so that one frame is drawn.
TEST_F(DrawnControl, ATooltipFitsItsWordsAsSoonAsTheyChange) {
  const std::string before = "Not yet.";
  const std::string after =
      "Measures every variant on the present problem and compares its values with the reference's.";
  const auto frame = [&](bool active) {
    draw([&] {
      ImGui::BeginDisabled(!active);
      ImGui::Button("measure", {200, 40});
      ImGui::EndDisabled();
      help(sheet_.ui(), active ? after : before);
    });
  };
  frame(false);
  ImGui::GetIO().MousePos = {60, 25};
  for (int i = 0; i < 4; ++i) frame(false);
  const ImVec2 small = tooltip_size();
  ASSERT_GT(small.x, text_size(before).x);
  frame(true);
  const ImVec2 words = ImGui::CalcTextSize(after.c_str(), nullptr, false, 291);
  EXPECT_GE(tooltip_size().x, words.x + 17);
  EXPECT_GE(tooltip_size().y, words.y + 13);
  frame(false);
  EXPECT_EQ(tooltip_size().x, small.x);
  EXPECT_EQ(tooltip_size().y, small.y);
}

TEST_F(DrawnControl, FindingsHaveTheirTables) {
#if IMGUI_VERSION_NUM >= 19200
  GTEST_SKIP() << "skipped: glyphs are kept in another way from ImGui 1.92 on";
#endif
  TextTable table({{"variant"}, {"fastest", true}});
  table.add({"omp_static", "17"});
  draw([&] { put_findings({Paragraph{"Each variant over all problems:"}, table, Paragraph{"The end."}}); });
  std::vector<std::string> seen;
  for (const DrawnWords& each : drawn_words()) {
    EXPECT_FALSE(each.cut) << each.text;
    seen.push_back(each.text);
  }
  for (const char* words : {"variant", "fastest", "omp_static", "17", "The end."})
    EXPECT_NE(std::ranges::find(seen, words), seen.end()) << words;
}

}  // namespace
}  // namespace heteroscope
