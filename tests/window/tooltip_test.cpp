// Tooltips and the words of the bench, as ImGui lays them out without a display.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/window/features/bench/findings.hpp"
#include "app/window/features/variants/variants_feature.hpp"
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

/// The first line of the tooltip's words.
std::string tooltip_words() {
  for (const DrawnWords& each : drawn_words())
    if (each.window.starts_with("##Tooltip")) return each.text;
  return {};
}

TEST_F(DrawnControl, TheButtonOfAllVariantsSaysWhatItDoesNow) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  const auto told = [&] {
    for (int i = 0; i < 4; ++i) draw([&] { variants_button(sheet_.ui()); });
    return tooltip_words();
  };
  ImGui::GetIO().MousePos = {60, 25};
  EXPECT_TRUE(told().starts_with("Measures every variant")) << told();
  sheet_.ui().open = {action::toggle_variants};
  EXPECT_TRUE(told().starts_with("Closes the table")) << told();
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

TEST_F(DrawnControl, TheTooltipOfThePalettesBarHidesNoRow) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  sheet_.choose(find_workload(catalog(), "mandelbrot"));
  const Size window{1280, 720};
  sheet_.draw(window);
  const ImGuiWindow* const panel = ImGui::FindWindowByName("##right");
  ASSERT_NE(panel, nullptr);
  const ImRect beside = panel->Rect();
  int tooltips = 0;
  for (float y = beside.Min.y; y < beside.Max.y; y += 6) {
    ImGui::GetIO().MousePos = {beside.GetCenter().x, y};
    for (int i = 0; i < 2; ++i) {
      sheet_.ui().now_s += 1;
      sheet_.draw(window);
    }
    if (!tooltip_words().starts_with("The value that each color")) continue;
    ++tooltips;
    for (const ImGuiWindow* each : GImGui->Windows) {
      const bool shown = (each->Flags & ImGuiWindowFlags_Tooltip) != 0 && each->Active && !each->Hidden;
      EXPECT_FALSE(shown && each->Rect().Overlaps(beside)) << y;
    }
  }
  EXPECT_GT(tooltips, 0);
}

class NamedRows : public DrawnControl {
 protected:
  void SetUp() override {
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  }
  /// Rests the mouse on these words and returns what the tooltip says; empty where there is none.
  template <class Body>
  std::string said_at(const std::string& words, Body&& body) {
    for (int i = 0; i < 2; ++i) draw(body);
    for (const DrawnWords& each : drawn_words()) {
      if (each.text == words) ImGui::GetIO().MousePos = {each.low.x + 4, each.low.y + 6};
    }
    for (int i = 0; i < 4; ++i) draw(body);
    std::string out;
    for (const DrawnWords& each : drawn_words()) {
      if (each.window.find("Tooltip") != std::string::npos) out += (out.empty() ? "" : " ") + each.text;
    }
    ImGui::GetIO().MousePos = {890, 590};
    for (int i = 0; i < 2; ++i) draw(body);
    return out;
  }
};

TEST_F(NamedRows, ShowTheHelpOfTheirFirstControl) {
  const Ui& ui = sheet_.ui();
  const auto body = [&] {
    row(ui, "Threads");
    ImGui::Button("four", {60, 0});
    help(ui, "How many compute.");
    ImGui::SameLine();
    ImGui::Button("more", {60, 0});
    help(ui, "Adds one.");
    row(ui, "Nothing");
    ImGui::Button("silent", {60, 0});
    ImGui::Button("below", {60, 0});
    help(ui, "Of another row.");
    value_row(ui, "Rate", "12 G");
    help(ui, "How fast it was.");
  };
  EXPECT_EQ(said_at("Threads", body), "How many compute.");
  EXPECT_EQ(said_at("four", body), "How many compute.");
  EXPECT_EQ(said_at("more", body), "Adds one.");
  EXPECT_EQ(said_at("Nothing", body), "");
  EXPECT_EQ(said_at("below", body), "Of another row.");
  EXPECT_EQ(said_at("Rate", body), "How fast it was.");
}

TEST_F(NamedRows, WithButtonsOfTheirOwnMeaningHaveTheirOwnHelp) {
  const Ui& ui = sheet_.ui();
  const bool said = true;
  const auto body = [&](const char* label, bool says) {
    int chosen = 0;
    row(ui, label);
    if (says) help_of_name(ui, "Who computes.");
    ImGui::PushID(label);
    segmented(ui, "who", chosen, {{"first", 0, {}, "The first one."}, {"second", 0, {}, "The second one."}});
    ImGui::PopID();
  };
  EXPECT_EQ(said_at("Processor", [&] { body("Processor", said); }), "Who computes.");
  EXPECT_EQ(said_at("first", [&] { body("Processor", said); }), "The first one.");
  EXPECT_EQ(said_at("Processor", [&] { body("Processor", !said); }), "");
}

/// The last row of a page has nothing to tell; the next frame shows another page in its window.
TEST_F(NamedRows, AreForgottenWithTheirFrame) {
  const Ui& ui = sheet_.ui();
  for (int i = 0; i < 2; ++i) {
    draw([&] { row(ui, "Nothing"); });
  }
  ImGui::GetIO().MousePos = {20, 20};  // on the name
  draw([&] { row(ui, "Nothing"); });
  for (int i = 0; i < 4; ++i) {
    draw([&] {
      ImGui::SetCursorPosX(300);
      ImGui::Button("another", {60, 0});
      help(ui, "Of another page.");
    });
  }
  EXPECT_EQ(tooltip_size().x, 0);
}

/// The list at the left edge, and at the right one.
TEST_F(DrawnControl, ATooltipHidesNoEntryOfAnOpenList) {
  const std::string about = "Computes rows in the order of their numbers, and gives each thread equally many of them.";
  for (const float left : {20.0F, 740.0F}) {
    ImVec2 entry;
    const auto frame = [&](bool opens) {
      draw([&] {
        if (opens) ImGui::OpenPopup("list");
        ImGui::SetNextWindowPos({left, 420});
        if (!ImGui::BeginPopup("list")) return;
        for (const char* label : {"first of them", "second", "third", "fourth"}) {
          choice(sheet_.ui(), label, false, "", about);
          if (label == std::string("second")) entry = ImGui::GetItemRectMin();
        }
        ImGui::EndPopup();
      });
    };
    frame(true);
    frame(false);
    ImGui::GetIO().MousePos = {entry.x + 8, entry.y + 4};
    for (int i = 0; i < 4; ++i) frame(false);
    const ImGuiWindow* list = nullptr;
    const ImGuiWindow* tooltip = nullptr;
    for (const ImGuiWindow* each : GImGui->Windows) {
      if (!each->Active || each->Hidden) continue;
      if ((each->Flags & ImGuiWindowFlags_Tooltip) != 0) tooltip = each;
      if ((each->Flags & ImGuiWindowFlags_Popup) != 0) list = each;
    }
    ASSERT_NE(list, nullptr);
    ASSERT_NE(tooltip, nullptr);
    EXPECT_FALSE(list->Rect().Overlaps(tooltip->Rect())) << left;
    EXPECT_TRUE(ImRect({0, 0}, ImGui::GetIO().DisplaySize).Contains(tooltip->Rect())) << left;
  }
}

/// As the suites of the bench stand beside its results.
TEST_F(DrawnControl, ATooltipHidesNoEntryOfAListInAPage) {
  const auto frame = [&] {
    draw([&] {
      ImGui::BeginChild("suites", {200, 300});
      for (const char* label : {"first", "second", "third"}) choice(sheet_.ui(), label, false, "", "What it measures.");
      ImGui::EndChild();
    });
  };
  frame();
  ImGui::GetIO().MousePos = {60, 20};
  for (int i = 0; i < 4; ++i) frame();
  const ImGuiWindow* tooltip = nullptr;
  for (const ImGuiWindow* each : GImGui->Windows) {
    if ((each->Flags & ImGuiWindowFlags_Tooltip) != 0 && each->Active && !each->Hidden) tooltip = each;
  }
  ASSERT_NE(tooltip, nullptr);
  EXPECT_GE(tooltip->Pos.x, 200);
}

TEST_F(DrawnControl, FindingsHaveTheirTables) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
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
