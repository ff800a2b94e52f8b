// The bench in the real program: a small one is started, is seen to go on, and is stopped; its report is opened.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <thread>

#include "kernels/suites.hpp"
#include "tests/window/bench_lines.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

// places of the window at 1280x720, some of them below a list that has a line for each suite
const int below_the_list = 165 + 20 * static_cast<int>(suites().size());
const At quick{67, below_the_list};
const At thorough{249, below_the_list};
const At start_or_stop{160, below_the_list + 31};
constexpr At save{338, 684};
constexpr At open_report{410, 684};

class BenchWindow : public DrivenWindow {
 protected:
  /// Until a file of that kind is there, which is when there is something to be written: the machine's ceilings are
  /// measured first, in sets that are larger than its caches.
  bool press_until_written(At at, const char* extension) {
    const auto written = [&] {
      click(at);
      return !program().exports(extension).empty();
    };
    return wait_for(written, seconds(200));
  }
  /// Until it is seen to be chosen, which is when the bench is there: a slow program may open it with the frame that a
  /// click comes with.
  bool choose_quick() {
    return wait_for([&] {
      click(quick);
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      const auto color = program().pixel(quick.x - 30, quick.y);
      return std::ranges::all_of(color, [](int each) { return each > 100; });  // behind it all is dark
    });
  }
  /// Until it is known again what there is to be measured: the button is as bright as those beside it.
  bool can_start() {
    return wait_for([&] {
      return program().pixel(start_or_stop.x - 100, start_or_stop.y) == program().pixel(thorough.x - 45, thorough.y);
    });
  }
  /// Until it is seen to go on, or its rows are: what there is to be measured may be looked at once more after
  /// can_start() has seen that it is known, and a click meanwhile does nothing.
  bool start_measuring() {
    const auto nothing = program().pixel(1000, 300);
    const auto begun = [&] { return program().pixel(1000, 72) != nothing || program().pixel(400, 414) != nothing; };
    for (int i = 0; i < 6; ++i) {
      click(start_or_stop);
      if (wait_for(begun, seconds(10))) return true;
    }
    return false;
  }
  /// A desktop whose opener notes what it is given.
  void put_opener() {
    const auto bin = program().folder() / "bin";
    std::filesystem::create_directory(bin);
    std::ofstream(bin / "xdg-open") << "#!/bin/sh\nprintf %s \"$1\" > " << noted().string() << "\n";
    std::filesystem::permissions(bin / "xdg-open", std::filesystem::perms::owner_all);
    program().use(HETEROSCOPE_PROGRAM, "PATH", bin.string() + ":" + std::getenv("PATH"));
  }
  std::filesystem::path noted() { return program().folder() / "noted"; }
  std::string opened() {
    std::ifstream file(noted());
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

TEST_F(BenchWindow, MeasuresWhatIsShownAndOpensItsReport) {
  put_opener();
  // four variants that take little time, each on one thread
  Settings small = default_settings(find_workload(catalog(), "transpose"));
  small.problem.source.id = "gradient";
  small.execution.threads = 1;
  ASSERT_NO_FATAL_FAILURE(start({saved(small)}));
  program().key("F4");
  ASSERT_TRUE(choose_quick() && can_start() && start_measuring()) << program().words();
  ASSERT_TRUE(press_until_written(save, ".svg")) << program().words();
  const Result result = load_result(program().exports(".json").front());
  EXPECT_GE(result.rows.size(), 2U);
  EXPECT_EQ(result.rows.front().text("variant"), "sequential");
  EXPECT_EQ(result.rows.front().text("width"), "1280");
  for (const char* const each : {".csv", ".md"}) EXPECT_FALSE(program().exports(each).empty()) << each;
  ASSERT_TRUE(press_until_written(open_report, ".html")) << program().words();
  // where the machine is slow the button was pressed more than once
  EXPECT_TRUE(wait_for([&] {
    return std::ranges::any_of(program().exports(".html"), [&](const auto& page) { return opened() == page.string(); });
  })) << opened();
  // closed and with another workload it goes on; the window ends all the same
  click(thorough);
  click(start_or_stop);
  program().key("F4");
  program().key("ctrl+q");
  const auto ended = program().wait_end(seconds(60));
  ASSERT_TRUE(ended) << program().words();
  EXPECT_EQ(ended->code, 0) << ended->output;
}

TEST_F(BenchWindow, ACollectionIsShownAndSavedWhole) {
  ASSERT_NO_FATAL_FAILURE(start());
  const auto few = measured(a_few());
  ASSERT_NE(few, nullptr);
  const auto file = program().folder() / "run.json";
  std::ofstream(file) << results_json(results_of(*few));
  ASSERT_TRUE(program().drop(file));
  ASSERT_TRUE(press_until_written(save, ".svg")) << program().words();
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
