// The panels' borders, dragged by a mouse without a display.
#include <gtest/gtest.h>
#include <imgui.h>

#include <utility>
#include <vector>

#include "app/window/model/actions/actions.hpp"
#include "kernels/registry.hpp"
#include "tests/window/sheet.hpp"

namespace heteroscope {
namespace {

constexpr Size full_hd{1920, 1080};

class Borders : public ::testing::Test {
 protected:
  Borders() : sheet_(1) {
    sheet_.choose(find_workload(catalog(), "mandelbrot"));
    sheet_.draw(full_hd);
  }
  Rooms rooms(Size size = full_hd) {
    return rooms_of(sheet_.ui(), sheet_.model(), sheet_.mode(),
                    {static_cast<float>(size.width), static_cast<float>(size.height)});
  }
  void drag(ImVec2 from, ImVec2 to) {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = from;
    sheet_.draw(full_hd);
    io.MouseDown[0] = true;
    sheet_.draw(full_hd);
    io.MousePos = to;
    sheet_.draw(full_hd);
    io.MouseDown[0] = false;
    sheet_.draw(full_hd);
  }
  void double_click(ImVec2 at) {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = at;
    sheet_.draw(full_hd);
    for (const bool down : {true, false, true, false}) {
      io.MouseDown[0] = down;
      io.DeltaTime = 1.0F / 60;
      sheet_.draw(full_hd);
    }
  }

  SheetWindow sheet_;
};

TEST_F(Borders, AreDraggedAndADoubleClickBringsThemBack) {
  const Rooms usual = rooms();
  const float middle = usual.top + 200;
  drag({usual.left + 2, middle}, {usual.left + 102, middle});
  EXPECT_NEAR(rooms().left, usual.left + 102, 1);
  EXPECT_EQ(sheet_.view().area.x, static_cast<int>(rooms().left)) << "the picture begins there";
  const float right = static_cast<float>(full_hd.width) - usual.right;
  drag({right - 2, middle}, {right - 82, middle});
  EXPECT_NEAR(rooms().right, usual.right + 82, 1);
  const float upper = static_cast<float>(full_hd.height) - usual.graphs;
  drag({900, upper}, {900, upper - 150});
  EXPECT_NEAR(rooms().graphs, usual.graphs + 150, 1);
  double_click({rooms().left + 2, middle});
  EXPECT_EQ(rooms().left, usual.left);
  EXPECT_NEAR(rooms().right, usual.right + 82, 1) << "the others stay";
  double_click({900, static_cast<float>(full_hd.height) - rooms().graphs});
  EXPECT_EQ(rooms().graphs, usual.graphs);
}

TEST_F(Borders, AreMovedByKeysAsByTheMouse) {
  const auto act = [&](const char* id) { sheet_.features().table().of(Action(id)).act(sheet_.window()); };
  const Rooms usual = rooms();
  act("widen_left");
  act("widen_left");
  EXPECT_NEAR(rooms().left, usual.left + 48, 1);
  act("narrow_left");
  EXPECT_NEAR(rooms().left, usual.left + 24, 1);
  act("widen_right");
  EXPECT_NEAR(rooms().right, usual.right + 24, 1);
  act("raise_graphs");
  EXPECT_NEAR(rooms().graphs, usual.graphs + 24, 1);
  act("lower_graphs");
  act("lower_graphs");
  EXPECT_NEAR(rooms().graphs, usual.graphs - 24, 1);
  act("usual_panels");
  EXPECT_EQ(rooms().left, usual.left);
  EXPECT_EQ(rooms().right, usual.right);
  EXPECT_EQ(rooms().graphs, usual.graphs);
}

TEST_F(Borders, AKeyThatMovesNoBorderSaysWhy) {
  const auto& table = sheet_.features().table();
  table.of(Action("narrow_left")).act(sheet_.window());
  EXPECT_EQ(sheet_.ui().preferences, Preferences{}) << "narrower than its words it cannot be";
  ASSERT_FALSE(sheet_.ui().toasts.all().empty());
  EXPECT_EQ(sheet_.ui().toasts.all().back().text, "the left panel cannot be narrower");
  EXPECT_EQ(why_not(table.of(Action("usual_panels")), sheet_.window()), "all panels have their usual sizes");
  sheet_.ui().preferences.right = false;
  EXPECT_EQ(why_not(table.of(Action("widen_right")), sheet_.window()), "the right panel is hidden");
  EXPECT_EQ(why_not(table.of(Action("widen_left")), sheet_.window()), "");
}

TEST_F(Borders, OfAPresentationAreItsOwn) {
  const auto& table = sheet_.features().table();
  const auto act = [&](const char* id) { table.of(Action(id)).act(sheet_.window()); };
  const auto refusal = [&](const char* id) { return why_not(table.of(Action(id)), sheet_.window()); };
  sheet_.ui().preferences.graphs_height = 250;
  const Preferences of_panels = sheet_.ui().preferences;
  sheet_.mode().present(true);
  EXPECT_EQ(refusal("raise_graphs"), "the timeline is hidden") << "without the scope there is none";
  sheet_.show_scope(TraceColor::processor);
  sheet_.draw(full_hd);
  const float usual = rooms().graphs;
  EXPECT_NE(usual, 250);
  const float upper = static_cast<float>(full_hd.height) - usual;
  drag({900, upper}, {900, upper - 100});
  EXPECT_NEAR(rooms().graphs, usual + 100, 1);
  EXPECT_EQ(refusal("raise_graphs"), "");
  act("raise_graphs");
  EXPECT_NEAR(rooms().graphs, usual + 124, 1);
  EXPECT_EQ(refusal("widen_left"), "the left panel is hidden");
  EXPECT_EQ(refusal("usual_panels"), "");
  act("usual_panels");
  EXPECT_EQ(rooms().graphs, usual);
  EXPECT_EQ(refusal("usual_panels"), "all panels have their usual sizes");
  act("lower_graphs");
  EXPECT_NEAR(rooms().graphs, usual - 24, 1);
  sheet_.mode().present(false);
  EXPECT_NEAR(rooms().graphs, 250, 1) << "the panels' borders have stayed";
  EXPECT_EQ(sheet_.ui().preferences.graphs_height, of_panels.graphs_height);
}

TEST_F(Borders, AClickAloneChangesNothing) {
  const Rooms usual = rooms();
  const ImVec2 at{usual.left + 2, usual.top + 200};
  drag(at, at);
  EXPECT_EQ(sheet_.ui().preferences, Preferences{});
}

TEST_F(Borders, PanelsStayAsWideAsTheirWordsAndLeaveThePictureItsRoom) {
  const Rooms usual = rooms();
  Preferences& chosen = sheet_.ui().preferences;
  chosen.left_width = 10;
  chosen.right_width = 10;
  chosen.graphs_height = 10;
  EXPECT_EQ(rooms().left, usual.left);
  EXPECT_EQ(rooms().right, usual.right);
  EXPECT_GE(rooms().graphs, 100) << "a graph can be read";
  chosen.left_width = chosen.right_width = chosen.graphs_height = 1e5;
  for (const Size& size : windows) {
    const Rooms wide = rooms(size);
    EXPECT_GE(static_cast<float>(size.width) - wide.left - wide.right, 299) << name_of(size);
    EXPECT_GE(wide.middle - wide.transport, 149) << name_of(size);
  }
}

TEST_F(Borders, HaveHandlesThatShowHiddenPanels) {
  const std::vector<Action> asked{action::toggle_panels};
  for (const float x : {4.0F, static_cast<float>(full_hd.width) - 4}) {
    const ImVec2 at{x, static_cast<float>(full_hd.height) / 2};
    sheet_.mode().hidden = true;
    drag(at, at);
    EXPECT_EQ(std::exchange(sheet_.ui().actions, {}), asked) << x;
    sheet_.mode().hidden = false;
    drag(at, at);
    EXPECT_TRUE(sheet_.ui().actions.empty()) << x;
    sheet_.mode().hidden = true;
    sheet_.mode().present(true);
    drag(at, at);
    EXPECT_TRUE(sheet_.ui().actions.empty()) << "a projector shows the picture alone";
    sheet_.mode().present(false);
  }
}

TEST_F(Borders, GraphsTakeTheRoomOfALargeDisplay) {
  const float full_hd = rooms({1920, 1080}).graphs / 1080;
  const float large = rooms({2560, 1440}).graphs / 1440;
  EXPECT_GT(large, 1.15F * full_hd);
}

}  // namespace
}  // namespace heteroscope
