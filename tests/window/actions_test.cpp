#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <cctype>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "app/window/features/keys/action_search.hpp"
#include "tests/window/all_features.hpp"
#include "tests/window/window_parts.hpp"

namespace heteroscope {
namespace {

class Actions : public ::testing::Test {
 protected:
  Actions() {
    parts.model.catalog = catalog();
    parts.model.workload = parts.model.catalog.front();
    *parts.model.edit() = default_settings(*parts.model.workload);
    parts.ui.action_table = &table;
  }
  /// The actions that are asked for by what these words find.
  [[nodiscard]] std::vector<Action> found(std::string_view text) {
    const std::vector<Offer> all = offered_actions(parts.all());
    std::vector<Action> out;
    for (const Offer* const each : found_offers(all, text)) {
      parts.ui.actions.clear();
      each->take(parts.all());
      out.push_back(parts.ui.actions.front());
    }
    return out;
  }

  WindowParts parts;

  AllFeatures features;
  const ActionTable& table = features->table();
};

/// Returns "Ctrl+Shift+P" of "Ctrl + Shift + P", as the manual writes keys.
std::string in_manual(std::string name) {
  for (std::size_t at = 0; (at = name.find(" + ", at)) != std::string::npos; ++at) name.replace(at, 3, "+");
  return "`" + name + "`";
}

TEST_F(Actions, HaveTheirKeysInTheManual) {
  std::ifstream file(HETEROSCOPE_SOURCES "/docs/window.md");
  const std::string manual{std::istreambuf_iterator<char>(file), {}};
  const std::size_t keys = manual.find("## Mouse and keys");
  ASSERT_NE(keys, std::string::npos);
  const std::set<std::string> arrows{"Left", "Right", "Up", "Down"};  // which it has as one word
  for (const ActionEntry& each : table.all()) {
    for (const Shortcut& shortcut : each.shortcuts) {
      if (arrows.contains(shortcut.name)) continue;
      EXPECT_NE(manual.find(in_manual(shortcut.name), keys), std::string::npos) << shortcut.name << ": " << each.label;
    }
  }
}

TEST_F(Actions, SayWhyAWorkloadWithoutStepsHasNeitherPlotsNorLines) {
  const ActionEntry& lines = table.of(action::toggle_contours);
  const ActionEntry& plots = table.of(action::toggle_plots);
  parts.model.workload = &find_workload(catalog(), "mandelbrot");
  EXPECT_EQ(why_not(lines, parts.all()), "Mandelbrot set takes no steps, and has no contour lines");
  EXPECT_EQ(why_not(plots, parts.all()), "Mandelbrot set takes no steps, and has no plots of a run");
  parts.ui.preferences.roofline = true;
  EXPECT_EQ(why_not(plots, parts.all()), "") << "frame times come in the roofline's place";
  plots.act(parts.all());
  EXPECT_FALSE(parts.ui.preferences.roofline);
  EXPECT_TRUE(parts.ui.preferences.run_plots) << "what other workloads show stays as it is";
  parts.model.workload = &find_workload(catalog(), "heat");
  for (const ActionEntry* const each : {&lines, &plots}) EXPECT_EQ(why_not(*each, parts.all()), "");
}

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
                            action::toggle_source,
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
                            Action("pin_lens"),
                            action::save_settings,
                            action::toggle_views,
                            action::copy_location,
                            Action("copy_command"),
                            action::open,
                            action::choose_source,
                            Action("show_in_folder"),
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
                            Action("widen_left"),
                            Action("narrow_left"),
                            Action("widen_right"),
                            Action("narrow_right"),
                            Action("raise_graphs"),
                            Action("lower_graphs"),
                            Action("usual_panels"),
                            Action("next_view"),
                            Action("change_theme"),
                            Action("larger_text"),
                            Action("smaller_text"),
                            Action("previous_view"),
                            action::welcome,
                            action::start_gpu,
                            action::draw_on_card,
                            action::quit})
    EXPECT_TRUE(seen.contains(each)) << each.id();
}

TEST_F(Actions, EachStandsUnderAHeadingOfTheMenu) {
  std::size_t listed = 0;
  for (std::size_t i = 0; i < action_groups; ++i) {
    const auto group = static_cast<ActionGroup>(i);
    EXPECT_FALSE(table.of(group).empty()) << heading_of(group);
    EXPECT_LE(table.of(group).size(), 20U) << heading_of(group) << " would not fit a low window";
    listed += table.of(group).size();
  }
  EXPECT_EQ(listed, table.all().size());
  EXPECT_EQ(table.of(Action("present")).group, ActionGroup::window);
  EXPECT_EQ(table.of(action::toggle_lessons).group, ActionGroup::learn);
  EXPECT_EQ(table.of(action::toggle_bench).group, ActionGroup::measure);
}

TEST_F(Actions, NamesAreShortAndDifferent) {
  std::set<std::string> names;
  for (const ActionEntry& each : table.all()) {
    const std::string name = name_of(each);
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_LE(name.size(), 64U) << name;
    EXPECT_FALSE(std::islower(static_cast<unsigned char>(name.front()))) << name;
  }
  EXPECT_EQ(name_of(table.of(Action("present"))), "Present");
}

TEST_F(Actions, AreFoundByOtherWords) {
  const auto first = [&](std::string_view text) { return found(text).empty() ? Action("") : found(text).front(); };
  EXPECT_EQ(first("full screen"), Action("present"));
  EXPECT_EQ(first("screenshot"), action::export_picture);
  EXPECT_EQ(first("benchmark"), action::toggle_bench);
  EXPECT_EQ(first("tutorial"), action::toggle_lessons);
  EXPECT_EQ(first("shortcuts"), action::toggle_keys);
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
  EXPECT_EQ(found.front(), action::export_picture);
  EXPECT_TRUE(this->found("no such words").empty());
  EXPECT_EQ(this->found("ctrl q").front(), action::quit);
}

TEST_F(ActionSearch, BeginningsOfWordsComeFirst) {
  const auto found = this->found("step");
  ASSERT_GE(found.size(), 3U);
  EXPECT_EQ(found.front(), action::toggle_run) << "the table's order where all begin a word";
  const auto ending = this->found("ack to the view");  // back, once
  ASSERT_FALSE(ending.empty());
  EXPECT_EQ(ending.front(), Action("back"));
}

TEST_F(Actions, AreFoundBesideWhatFeaturesHave) {
  std::vector<Offer> all;
  features->offer(parts.all(), all);
  const auto first = [&](std::string_view text) { return *found_offers(all, text).front(); };
  EXPECT_EQ(first("heat workload").label, "Heat");
  first("heat workload").take(parts.all());
  ASSERT_TRUE(parts.model.chosen);
  EXPECT_EQ(parts.model.chosen->problem.workload, "heat");
  first("omp_dynamic").take(parts.all());
  EXPECT_EQ(parts.model.settings().execution.variants.at("escape").cpu, "omp_dynamic");
  first("lagoon palette").take(parts.all());
  EXPECT_EQ(parts.model.settings().look.palette, "lagoon");
  EXPECT_EQ(first("bank-conflicts").kind, "lesson");
  first("max iterations").take(parts.all());
  ASSERT_TRUE(parts.ui.revealed);
  EXPECT_EQ(parts.ui.revealed->section, "Problem");
}

/// The menu lists the lessons below the action that opens them.
TEST_F(Actions, LeadToTheLessons) {
  const auto& leads_to = table.of(action::toggle_lessons).leads_to;
  ASSERT_TRUE(leads_to);
  const std::vector<Offer> lessons = leads_to(parts.all());
  EXPECT_TRUE(std::ranges::all_of(lessons, [](const Offer& each) { return each.kind == "lesson"; }));
  const auto found = std::ranges::find(lessons, "bank-conflicts", &Offer::also);
  ASSERT_NE(found, lessons.end());
  EXPECT_TRUE(found->label.starts_with("Bank conflicts")) << found->label;
}

}  // namespace
}  // namespace heteroscope
