// The list of saved views, used by a mouse and a keyboard without a display.
#include "app/window/features/views/views_feature.hpp"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <string>

#include "app/window/features/views/scene_row.hpp"
#include "app/window/look/fonts.hpp"
#include "app/window/model/views/own_views.hpp"
#include "kernels/registry.hpp"
#include "tests/watched/drawn_words.hpp"
#include "tests/window/all_features.hpp"
#include "tests/window/bare_context.hpp"
#include "tests/window/held_keys.hpp"
#include "tests/window/sheet.hpp"
#include "tests/window/window_parts.hpp"

namespace heteroscope {
namespace {

class ViewsOnSheet : public ::testing::Test {
 protected:
  ViewsOnSheet() {
    parts_.ui.fonts = load_fonts(1);
    context_.make_letters();
    parts_.model.catalog = catalog();
    parts_.model.workload = &find_workload(catalog(), "mandelbrot");
    *parts_.model.edit() = default_settings(*parts_.model.workload);
    parts_.ui.action_table = &features_->table();
    feature_.open(parts_.all());
    for (int i = 0; i < 4; ++i) frame();
  }

  void frame() {
    ImGui::GetIO().DeltaTime = 1.0F / 60;
    ImGui::NewFrame();
    const Rect all{{0, 0}, {1000, 700}};
    OverlaySpace space{.picture = all, .free = all, .room = all, .covered = {}};
    feature_.overlay(parts_.all(), space);
    ImGui::Render();
  }
  void press(ImGuiKey key, bool control = false) {
    hold_control(control);
    for (const bool down : {true, false}) {
      hold_key(key, down);
      frame();
    }
    hold_control(false);
    frame();
  }
  void type(const std::string& text) {
    ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
    frame();
    frame();
  }
  /// The n-th such word from above.
  void click(const std::string& words, std::size_t n = 0) {
    std::vector<DrawnWords> found;
    for (const DrawnWords& each : drawn_words()) {
      if (each.text.find(words) != std::string::npos) found.push_back(each);
    }
    std::ranges::sort(found, {}, [](const DrawnWords& each) { return each.low.y; });
    ASSERT_LT(n, found.size()) << words;
    ImGui::GetIO().MousePos = {found[n].low.x + 2, found[n].low.y + 4};
    frame();
    for (const bool down : {true, false}) {
      ImGui::GetIO().MouseDown[0] = down;
      frame();
    }
    frame();
  }
  [[nodiscard]] std::string names() {
    std::string out;
    for (const OwnView& each : feature_.kept().list.all()) out += each.name + ";";
    return out;
  }

  static constexpr ImGuiKey enter = ImGuiKey_Enter;
  static constexpr ImGuiKey escape = ImGuiKey_Escape;
  static constexpr ImGuiKey letter_a = ImGuiKey_A;
  BareContext context_{{1000, 700}};
  WindowParts parts_;
  AllFeatures features_;
  ViewsFeature feature_{{}, catalog()};
};

TEST_F(ViewsOnSheet, KeepsRenamesRemovesAndGoesThere) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  type("first");
  press(enter);
  EXPECT_EQ(names(), "first;") << "the field has the keyboard as soon as the list is open";
  parts_.model.edit()->problem.parameters["span"] = Decimal::parse("1e-50");
  click("a name");  // the hint of the field
  type("second");
  click("Keep");
  EXPECT_EQ(names(), "first;second;");
  frame();
  const auto words = drawn_words();
  std::string all;
  for (const DrawnWords& each : words) all += each.text + '\n';
  EXPECT_NE(all.find("\n1e-50"), std::string::npos) << all;
  EXPECT_NE(all.find("max iterations 500\n"), std::string::npos) << all;
  click("Rename", 1);
  frame();
  press(letter_a, true);
  type("deep");
  press(enter);
  EXPECT_EQ(names(), "first;deep;");
  click("Rename", 0);
  frame();
  type("x");
  press(escape);
  EXPECT_EQ(names(), "first;deep;") << "Esc takes nothing";
  click("Rename", 0);
  frame();
  frame();  // newer versions of ImGui give the field the keyboard one frame later once it has been left by Esc
  press(letter_a, true);
  type("deep");
  press(enter);
  EXPECT_EQ(names(), "first;deep;") << "another has that name";
  ASSERT_FALSE(parts_.ui.toasts.all().empty());
  EXPECT_EQ(parts_.ui.toasts.all().back().text, "another view already has the name \"deep\"");
  click("first");
  ASSERT_TRUE(parts_.model.chosen);
  EXPECT_EQ(parts_.model.chosen->problem.parameters.at("span"), 2.5);
  click("Remove", 0);
  EXPECT_EQ(names(), "deep;");
  EXPECT_TRUE(feature_.kept().list.can_go_back());
  click("Export");
  ASSERT_EQ(parts_.ui.files.size(), 1U);
  EXPECT_EQ(parts_.ui.files.front().stem, "heteroscope-views");
  click("Import");
  ASSERT_FALSE(parts_.ui.actions.empty());
  EXPECT_EQ(parts_.ui.actions.back(), action::open);
}

class FittingViews : public ::testing::TestWithParam<double> {};

/// Names of all lengths, of views at all depths.
TEST_P(FittingViews, AtEverySize) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  SheetWindow sheet(GetParam());
  sheet.choose(find_workload(catalog(), "mandelbrot"));
  WindowModel& model = sheet.model();
  OwnViews& views = sheet.features().of<ViewsFeature>().kept().list;
  sheet.features().toggle(action::toggle_views, sheet.window());
  for (const Size window : windows) {
    std::set<std::string> found;
    look(sheet, window, found);
    EXPECT_TRUE(found.empty()) << "empty at " << name_of(window) << lines(found);
  }
  for (const std::size_t letters : {1, 7, 30, 120}) {
    model.edit()->problem.parameters["span"] = Decimal::power_of_ten(-9 * static_cast<std::int64_t>(letters));
    model.edit()->problem.parameters["max_iterations"] = 1'000'000;
    views.keep(own_view(std::string(letters, 'W'), model.settings(), catalog()));
  }
  views.keep(own_view("elsewhere", default_settings(find_workload(catalog(), "heat")), catalog()));
  for (const Size window : windows) {
    std::set<std::string> found;
    look_through(sheet, window, "##views/list", found);
    EXPECT_TRUE(found.empty()) << name_of(window) << lines(found);
  }
}

INSTANTIATE_TEST_SUITE_P(TextSizes, FittingViews, ::testing::Values(1.0, 2.0),
                         [](const auto& each) { return fmt::format("Percent{:.0f}", each.param * 100); });

TEST_F(ViewsOnSheet, TheNextViewAndTheOneBefore) {
  const Workload& workload = *parts_.model.workload;
  const Size size = parts_.view.area.size = {800, 600};
  const auto shows = [&](const Scene& scene) {
    Values wanted = parts_.model.settings().problem.parameters;
    apply_scene(wanted, workload, scene, size);
    return wanted == parts_.model.settings().problem.parameters;
  };
  {
    const Edit edit = parts_.model.edit();
    apply_scene(edit->problem.parameters, workload, workload.scenes[0], size);
  }
  step_view(parts_.all(), feature_.kept(), 1);
  EXPECT_TRUE(shows(workload.scenes[1]));
  step_view(parts_.all(), feature_.kept(), -1);
  EXPECT_TRUE(shows(workload.scenes[0]));
  step_view(parts_.all(), feature_.kept(), -1);
  EXPECT_TRUE(shows(workload.scenes.back())) << "before the first comes the last";
}

}  // namespace
}  // namespace heteroscope
