#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "app/window/features/keys/action_search.hpp"
#include "tests/window/all_features.hpp"

namespace heteroscope {
namespace {

class Actions : public ::testing::Test {
 protected:
  [[nodiscard]] std::vector<const ActionEntry*> found(std::string_view text) { return found_actions(table, text); }

  AllFeatures features;
  const ActionTable& table = features->table();
};

TEST_F(Actions, EachHasOneEntryWordsAndAKey) {
  std::set<Action> seen;
  std::set<std::string> labels;
  for (const ActionEntry& each : table.all()) {
    EXPECT_TRUE(seen.insert(each.action).second) << each.label;
    EXPECT_TRUE(labels.insert(each.label).second) << each.label;
    EXPECT_FALSE(each.shortcuts.empty()) << each.label;
    EXPECT_TRUE(each.act) << each.label;
  }
  for (const Action each : {action::undo,
                            action::redo,
                            action::fit,
                            Action("back"),
                            action::one_to_one,
                            action::halve_detail,
                            action::double_detail,
                            action::toggle_run,
                            action::toggle_panels,
                            Action("present"),
                            action::toggle_keys,
                            action::search,
                            Action("escape"),
                            action::cycle_compare,
                            action::toggle_input,
                            action::keep,
                            Action("forget_kept"),
                            action::step_once,
                            action::reset_run,
                            action::toggle_contours,
                            action::toggle_plots,
                            action::toggle_disks,
                            action::toggle_scope,
                            action::toggle_roofline,
                            action::toggle_counters,
                            action::toggle_lens,
                            action::toggle_variants,
                            action::toggle_sweep,
                            action::toggle_lessons,
                            action::toggle_bench,
                            action::toggle_tune,
                            action::keep_curve,
                            action::toggle_study,
                            action::toggle_poster,
                            action::toggle_record,
                            action::toggle_movie,
                            action::toggle_queue,
                            action::export_picture,
                            action::export_diff,
                            action::export_field,
                            action::export_times,
                            action::export_trace,
                            Action("export_lens"),
                            action::save_settings,
                            action::toggle_views,
                            action::copy_location,
                            Action("copy_command"),
                            action::open,
                            action::choose_source,
                            Action("type_path"),
                            Action("type_home_path"),
                            action::paste,
                            Action("zoom_in"),
                            Action("zoom_out"),
                            Action("go_left"),
                            Action("go_right"),
                            Action("go_up"),
                            Action("go_down"),
                            Action("walk_panels"),
                            action::welcome,
                            action::start_gpu,
                            action::draw_on_card,
                            action::quit})
    EXPECT_TRUE(seen.contains(each)) << each.id();
}

TEST_F(Actions, NoKeyTwice) {
  std::set<std::tuple<int, bool, bool, unsigned>> seen;
  std::set<std::string> names;
  for (const ActionEntry& entry : table.all()) {
    for (const Shortcut& each : entry.shortcuts) {
      EXPECT_TRUE(seen.emplace(each.key, each.control, each.shift, each.character).second) << each.name;
      EXPECT_TRUE(names.insert(each.name).second) << each.name;
    }
  }
}

TEST_F(Actions, KeysFindThem) {
  for (const ActionEntry& entry : table.all()) {
    for (const Shortcut& each : entry.shortcuts) {
      if (each.key == 0) {
        EXPECT_EQ(table.of_character(each.character), entry.action) << each.name;
        continue;
      }
      const int modifiers = (each.control ? GLFW_MOD_CONTROL : 0) | (each.shift ? GLFW_MOD_SHIFT : 0);
      EXPECT_EQ(table.of_key(each.key, modifiers), entry.action) << each.name;
      EXPECT_EQ(table.of_key(each.key, modifiers | GLFW_MOD_ALT), std::nullopt) << each.name;
    }
  }
  EXPECT_EQ(table.of_key(GLFW_KEY_F, GLFW_MOD_SHIFT), action::fit) << "a letter is a letter, in upper case, too";
  EXPECT_EQ(table.of_key(GLFW_KEY_F, GLFW_MOD_CONTROL), std::nullopt);
  EXPECT_EQ(table.of_key(GLFW_KEY_S, GLFW_MOD_SUPER), action::save_settings);
  EXPECT_EQ(table.of_key(GLFW_KEY_S, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT), std::nullopt);
  EXPECT_EQ(table.of_character('x'), std::nullopt);
}

using ActionSearch = Actions;

TEST_F(ActionSearch, FindsByWordsInAnyOrderAndCase) {
  EXPECT_EQ(this->found("").size(), table.all().size() - 1) << "all but the search itself";
  const auto found = this->found("PNG exp");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front()->action, action::export_picture);
  EXPECT_TRUE(this->found("no such words").empty());
  EXPECT_EQ(this->found("ctrl q").front()->action, action::quit);
}

TEST_F(ActionSearch, BeginningsOfWordsComeFirst) {
  const auto found = this->found("step");
  ASSERT_GE(found.size(), 3U);
  EXPECT_EQ(found.front()->action, action::toggle_run) << "the table's order where all begin a word";
  const auto ending = this->found("ack");  // back, once
  ASSERT_FALSE(ending.empty());
  EXPECT_EQ(ending.front()->action, Action("back"));
}

}  // namespace
}  // namespace heteroscope
