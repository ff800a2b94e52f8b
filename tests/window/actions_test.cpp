#include "app/window/model/actions/actions.hpp"

#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>

#include "app/window/features/keys/action_search.hpp"
#include "app/window/model/actions/keys.hpp"
#include "app/window/shell/action_handlers.hpp"

namespace heteroscope {
namespace {

TEST(Actions, EachHasOneEntryWordsAndAKey) {
  std::set<Action> seen;
  std::set<std::string> labels;
  for (const ActionEntry& each : all_actions()) {
    EXPECT_TRUE(seen.insert(each.action).second) << each.label;
    EXPECT_TRUE(labels.insert(each.label).second) << each.label;
    EXPECT_FALSE(each.shortcuts.empty()) << each.label;
    EXPECT_NE(handler_of(each.action), nullptr) << each.label;
  }
  for (int i = 0; i <= static_cast<int>(Action::quit); ++i) EXPECT_TRUE(seen.contains(static_cast<Action>(i))) << i;
}

TEST(Actions, NoKeyTwice) {
  std::set<std::tuple<int, bool, bool, unsigned>> seen;
  std::set<std::string> names;
  for (const ActionEntry& entry : all_actions()) {
    for (const Shortcut& each : entry.shortcuts) {
      EXPECT_TRUE(seen.emplace(each.key, each.control, each.shift, each.character).second) << each.name;
      EXPECT_TRUE(names.insert(each.name).second) << each.name;
    }
  }
}

TEST(Actions, KeysFindThem) {
  for (const ActionEntry& entry : all_actions()) {
    for (const Shortcut& each : entry.shortcuts) {
      if (each.key == 0) {
        EXPECT_EQ(action_of_character(each.character), entry.action) << each.name;
        continue;
      }
      const int modifiers = (each.control ? GLFW_MOD_CONTROL : 0) | (each.shift ? GLFW_MOD_SHIFT : 0);
      EXPECT_EQ(action_of_key(each.key, modifiers), entry.action) << each.name;
      EXPECT_EQ(action_of_key(each.key, modifiers | GLFW_MOD_ALT), std::nullopt) << each.name;
    }
  }
  EXPECT_EQ(action_of_key(GLFW_KEY_F, GLFW_MOD_SHIFT), Action::fit) << "a letter is a letter, in upper case, too";
  EXPECT_EQ(action_of_key(GLFW_KEY_F, GLFW_MOD_CONTROL), std::nullopt);
  EXPECT_EQ(action_of_key(GLFW_KEY_S, GLFW_MOD_SUPER), Action::save_settings);
  EXPECT_EQ(action_of_key(GLFW_KEY_S, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT), std::nullopt);
  EXPECT_EQ(action_of_character('x'), std::nullopt);
}

TEST(ActionSearch, FindsByWordsInAnyOrderAndCase) {
  EXPECT_EQ(found_actions("").size(), all_actions().size() - 1) << "all but the search itself";
  const auto found = found_actions("PNG exp");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front()->action, Action::export_picture);
  EXPECT_TRUE(found_actions("no such words").empty());
  EXPECT_EQ(found_actions("ctrl q").front()->action, Action::quit);
}

TEST(ActionSearch, BeginningsOfWordsComeFirst) {
  const auto found = found_actions("step");
  ASSERT_GE(found.size(), 3U);
  EXPECT_EQ(found.front()->action, Action::toggle_run) << "the table's order where all begin a word";
  const auto ending = found_actions("ack");  // back, once
  ASSERT_FALSE(ending.empty());
  EXPECT_EQ(ending.front()->action, Action::back);
}

}  // namespace
}  // namespace heteroscope
