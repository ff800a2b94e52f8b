// The bench in the real program: a small one is started, is seen to go on, and is stopped; its report is opened.
#include <algorithm>
#include <fstream>

#include "app/window/widgets/widgets.hpp"
#include "tests/window/bench_lines.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class BenchWindow : public DrivenWindow {
 protected:
  /// Until a file of that kind is there, which is when there is something to be written: the machine's ceilings are
  /// measured first, in sets that are larger than its caches.
  bool press_until_written(const char* button, const char* extension) {
    const auto written = [&] {
      if (const auto at = now(button); at && at->enabled()) click(at);
      return !program().exports(extension).empty();
    };
    return wait_for(written, seconds(200));
  }
  /// One of the words for how carefully it is measured: a suite may have the same name.
  std::optional<ShownWords> care(const std::string& word) {
    return at_rest([&](const std::vector<ShownWords>& all) -> std::optional<ShownWords> {
      const auto normal = std::ranges::find(all, "normal", &ShownWords::text);
      if (normal == all.end()) return std::nullopt;
      const auto found = std::ranges::find_if(all, [&](const ShownWords& each) {
        return each.text == word && each.top < normal->bottom && each.bottom > normal->top;
      });
      return found == all.end() ? std::nullopt : std::optional(*found);
    });
  }
  /// Until it has the ink of what is chosen.
  bool choose_quick() {
    const ImU32 chosen = ink_on(theme_of(ThemeKind::dark).dim);
    return click(care("quick")) && wait_for([&] {
             const auto at = care("quick");
             return at && at->color == chosen;
           });
  }
  /// Until it is known again what there is to be measured.
  bool can_start() {
    return wait_for([&] {
      const auto at = words("Start", "##bench");
      return at && at->enabled();
    });
  }
  /// Until it is seen to go on, or its rows are: what there is to be measured may be looked at once more after
  /// can_start() has seen that it is known, and a click meanwhile does nothing.
  bool start_measuring() {
    const auto begun = [&] { return now("Stop") || now("Save"); };
    for (int i = 0; i < 6; ++i) {
      click_words("Start", "##bench");
      if (wait_for(begun, seconds(10))) return true;
    }
    return false;
  }
  /// The bench's words of that text, where they are at this moment.
  std::optional<ShownWords> now(const std::string& text) {
    for (const ShownWords& each : program().shown()) {
      if (each.text == text && each.window.find("##bench") != std::string::npos) return each;
    }
    return std::nullopt;
  }
};

TEST_F(BenchWindow, MeasuresWhatIsShownAndOpensItsReport) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  const testing::NotedOpener desktop = put_opener();
  // four variants that take little time, each on one thread
  Settings small = default_settings(find_workload(catalog(), "transpose"));
  small.problem.source.id = "gradient";
  small.execution.threads = 1;
  ASSERT_NO_FATAL_FAILURE(start({saved(small)}));
  program().key("F4");
  ASSERT_TRUE(choose_quick() && can_start() && start_measuring()) << program().words();
  ASSERT_TRUE(press_until_written("Save", ".svg")) << program().words();
  const Result result = load_result(program().exports(".json").front());
  EXPECT_GE(result.rows.size(), 2U);
  EXPECT_EQ(result.rows.front().text("variant"), "sequential");
  EXPECT_EQ(result.rows.front().text("width"), "1280");
  for (const char* const each : {".csv", ".md"}) EXPECT_FALSE(program().exports(each).empty()) << each;
  ASSERT_TRUE(press_until_written("Open report", ".html")) << program().words();
  // where the machine is slow the button was pressed more than once
  EXPECT_TRUE(wait_for([&] {
    return std::ranges::any_of(program().exports(".html"),
                               [&](const auto& page) { return desktop.opened() == page.string(); });
  })) << desktop.opened();
  // closed and with another workload it goes on; the window ends all the same
  ASSERT_TRUE(click(care("thorough")) && can_start() && start_measuring()) << program().words();
  program().key("F4");
  program().key("ctrl+q");
  const auto ended = program().wait_end(seconds(60));
  ASSERT_TRUE(ended) << program().words();
  EXPECT_EQ(ended->code, 0) << ended->output;
}

TEST_F(BenchWindow, ACollectionIsShownAndSavedWhole) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  ASSERT_NO_FATAL_FAILURE(start());
  const auto few = measured(a_few());
  ASSERT_NE(few, nullptr);
  const auto file = program().folder() / "run.json";
  std::ofstream(file) << results_json(results_of(*few));
  ASSERT_TRUE(program().drop(file));
  ASSERT_TRUE(press_until_written("Save", ".svg")) << program().words();
  EXPECT_TRUE(program().exports(".svg").front().filename().string().starts_with("heteroscope-bench-few-mandelbrot-"))
      << "the first suite is shown";
  EXPECT_EQ(results_json(load_results(program().exports(".json").front())), results_json(results_of(*few)));
}

TEST_F(BenchWindow, AResultThatIsDroppedIsShown) {
  ASSERT_NO_FATAL_FAILURE(start());
  const auto file = program().folder() / "run.json";
  std::ofstream(file) << R"({"heteroscope_bench": 2, "title": "a", "fields": {}, "rows": [], "skipped": []})";
  ASSERT_TRUE(program().drop(file));
  // it has no rows: that is said, and nothing else happens
  ASSERT_TRUE(program().exported()) << program().words();
  EXPECT_EQ(program().exported()->problem.workload, "mandelbrot");
}

}  // namespace
}  // namespace heteroscope
