// The bench of the window without a display: what is chosen, what is measured of it, and what becomes of the rows.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "app/bench/data.hpp"
#include "app/window/bench/files.hpp"
#include "app/window/bench/task.hpp"
#include "app/window/files/desktop.hpp"
#include "app/window/shell/state.hpp"
#include "core/base/error.hpp"
#include "kernels/registry.hpp"
#include "kernels/suites.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope {
namespace {

using std::chrono::milliseconds;

constexpr const char* tiny =
    "heteroscope bench mandelbrot --scene full --size 33x17 --set max_iterations=9 --precision fp64 --threads 1 "
    "--variant sequential --variant simd";
/// Scenes and precisions are measured one after the other.
constexpr const char* several = "heteroscope bench mandelbrot --size 400x300 --threads 1 --variant sequential";

template <class Condition>
bool comes_true(const Condition& condition) {
  for (int i = 0; i < 2000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return false;
}

BenchOutlook outlook(const char* line) {
  return outlook_of(line, catalog());
}

std::vector<std::string> variants_of(const BenchView& view) {
  std::vector<std::string> out;
  for (const ResultRow& each : view.result->rows) out.push_back(each.text("variant"));
  return out;
}

TEST(BenchChoices, AreCommandLines) {
  const Settings present = default_settings(find_workload(catalog(), "mandelbrot"));
  EXPECT_EQ(line_of({.suite = "cpu-schedules"}, present, catalog()), "heteroscope bench cpu-schedules");
  EXPECT_EQ(line_of({.suite = "cpu-schedules", .scene = "256"}, present, catalog()),
            "heteroscope bench cpu-schedules --scene 256");
  EXPECT_TRUE(line_of({}, present, catalog()).starts_with("heteroscope bench mandelbrot --set "));
  EXPECT_EQ(command_of("heteroscope bench a", BenchCare::normal), "heteroscope bench a");
  EXPECT_EQ(command_of("heteroscope bench a", BenchCare::quick), "heteroscope bench a --within 5 --budget 0.1");
  EXPECT_EQ(command_of("heteroscope bench a", BenchCare::thorough), "heteroscope bench a --within 0.3 --budget 3");
}

TEST(BenchChoices, CountWhatCanBeMeasuredAndSayWhyTheRestCannot) {
  for (const Suite* const suite : suites()) {
    const std::string scene = suite->scenes.empty() ? "" : std::string(suite->scenes.front().id);
    const BenchOutlook of =
        outlook_of(line_of({.suite = std::string(suite->id), .scene = scene}, {}, catalog()), catalog());
    std::size_t all = of.rows.size();
    for (const Skipped& each : of.skipped) {
      all += static_cast<std::size_t>(each.rows);
      EXPECT_FALSE(each.reason.empty()) << suite->id;
    }
    EXPECT_EQ(all, of.asked.cases.size()) << suite->id;
    EXPECT_EQ(of.asked.suite, suite);
  }
  EXPECT_THROW(outlook("heteroscope bench cpu-schedules --scene 257"), BadInput);
}

TEST(BenchChoices, TimesAreRough) {
  EXPECT_EQ(rough_time(4), "4 s");
  EXPECT_EQ(rough_time(120), "2 min");
  EXPECT_EQ(rough_time(7200), "2.0 h");
  const BenchOutlook of = outlook(tiny);
  EXPECT_DOUBLE_EQ(rough_seconds(of, effort_of(BenchCare::normal)), 3 + 0.5 * static_cast<double>(of.rows.size()));
  const double large =
      rough_seconds(outlook("heteroscope bench cpu-schedules --scene 8192"), effort_of(BenchCare::quick));
  EXPECT_GT(large,
            10 * rough_seconds(outlook("heteroscope bench cpu-schedules --scene 256"), effort_of(BenchCare::quick)));
}

TEST(BenchTasks, RowsComeInTheOrderOfTheCases) {
  BenchTask task;
  const BenchOutlook of = outlook(tiny);
  ASSERT_EQ(of.rows.size(), 2U);
  task.start(of, BenchCare::quick, catalog());
  ASSERT_TRUE(comes_true([&] { return !task.running(); }));
  EXPECT_EQ(task.failure(), "");
  const auto made = task.measured();
  ASSERT_NE(made->view, nullptr);
  EXPECT_TRUE(made->whole);
  EXPECT_EQ(made->title, "mandelbrot");
  EXPECT_EQ(made->disturbed, 0);
  EXPECT_EQ(variants_of(*made->view), (std::vector<std::string>{"sequential", "simd"}));
  EXPECT_FALSE(made->view->findings.empty());
  ASSERT_TRUE(made->view->graph.bars);
  EXPECT_EQ(made->view->graph.bars->groups.front().bars.size(), 2U);
  const auto fastest = [](const BenchLine& each) { return each.place == BenchPlace::fastest; };
  EXPECT_EQ(std::ranges::count_if(made->view->lines, fastest), 1);
}

TEST(BenchTasks, WhatIsStoppedKeepsItsRows) {
  BenchTask task;
  const BenchOutlook of = outlook(several);
  ASSERT_GT(of.rows.size(), 3U);
  task.start(of, BenchCare::thorough, catalog());
  const auto any = [&] { return task.measured()->view != nullptr; };
  ASSERT_TRUE(comes_true(any));
  EXPECT_TRUE(task.running());
  EXPECT_NE(task.measured()->now.find(fmt::format(" of {}", of.rows.size())), std::string::npos)
      << task.measured()->now;
  task.note_use();
  task.give_up();
  ASSERT_TRUE(comes_true([&] { return !task.running(); }));
  EXPECT_EQ(task.failure(), "");
  const auto made = task.measured();
  ASSERT_NE(made->view, nullptr);
  EXPECT_FALSE(made->whole);
  EXPECT_GE(made->view->lines.size(), 1U);
  EXPECT_LT(made->view->lines.size(), of.rows.size());
}

TEST(BenchTasks, MarkRowsDuringWhichTheWindowWasInUse) {
  BenchTask task;
  task.start(outlook(tiny), BenchCare::quick, catalog());
  ASSERT_TRUE(comes_true([&] {
    task.note_use();
    return !task.running();
  }));
  const auto made = task.measured();
  ASSERT_NE(made->view, nullptr);
  EXPECT_EQ(made->disturbed, 2);
  for (const BenchLine& each : made->view->lines) {
    EXPECT_TRUE(each.disturbed);
    EXPECT_TRUE(each.cells.back().text.ends_with("in use")) << each.cells.back().text;
  }
}

TEST(BenchTasks, SayInALineWhatFails) {
  BenchTask task;
  BenchOutlook of = outlook(tiny);
  of.asked.cases.back().settings.problem.workload = "nothing";
  task.start(of, BenchCare::quick, catalog());
  ASSERT_TRUE(comes_true([&] { return !task.running(); }));
  EXPECT_NE(task.failure().find("nothing"), std::string::npos) << task.failure();
  EXPECT_EQ(task.failure().find('\n'), std::string::npos);
  for (BenchCase& each : of.asked.cases) each.too_long = "it takes a year";
  of.asked.cases.back() = of.asked.cases.front();
  task.start(of, BenchCare::quick, catalog());
  ASSERT_TRUE(comes_true([&] { return !task.running(); }));
  EXPECT_EQ(task.failure(), "nothing can be measured here: it takes a year");
}

/// A row with what tables need.
ResultRow row_of(const std::string& scene, const std::string& variant, double ms, double reach_ms) {
  ResultRow out;
  const auto add = [&](const char* id, DatumValue value) {
    out.data.push_back({.id = id, .name = id, .unit = {}, .about = {}, .value = std::move(value), .interval = {}});
  };
  for (const char* const none : {"steps", "stage", "settled", "step_ms", "block/x", "speedup", "threads"})
    add(none, {});
  add("scene", scene);
  add("variant", variant);
  add("memory", "device");
  add("precision", "fp64");
  add("processor", "cpu");
  add("width", std::int64_t{8});
  add("height", std::int64_t{4});
  add("median_ms", ms);
  add("median_low_ms", ms - reach_ms);
  add("median_high_ms", ms + reach_ms);
  add("min_ms", ms - reach_ms);
  add("max_ms", ms + reach_ms);
  return out;
}

BenchView some_rows() {
  Result out;
  out.facts.push_back(
      {.id = "title", .name = {}, .unit = {}, .about = {}, .value = std::string("some"), .interval = {}});
  out.rows = {row_of("b", "slow", 9, 0.1), row_of("b", "first", 2, 0.1), row_of("b", "near", 2.1, 0.1),
              row_of("a", "alone", 5, 0.1)};
  return view_of(std::make_shared<const Result>(std::move(out)));
}

TEST(BenchViews, SayWhichIsTheFastestAndWhatTies) {
  const BenchView view = some_rows();
  ASSERT_EQ(view.lines.size(), 4U);
  EXPECT_EQ(view.lines[0].place, BenchPlace::behind);
  EXPECT_EQ(view.lines[1].place, BenchPlace::fastest);
  EXPECT_EQ(view.lines[2].place, BenchPlace::tied);
  EXPECT_EQ(view.lines[3].place, BenchPlace::behind) << "nothing is beside it";
  EXPECT_EQ(view.lines[2].cells.back().text, "tie");
  for (const BenchLine& each : view.lines) EXPECT_EQ(each.cells.size(), view.columns.size());
}

TEST(BenchViews, AreSortedWithinScenesOrThroughAll) {
  const BenchView view = some_rows();
  const auto median = std::ranges::find(view.columns, "median", &BenchColumn::title) - view.columns.begin();
  const auto column = static_cast<int>(median);
  using Places = std::vector<std::size_t>;
  EXPECT_EQ(sorted(view, {}), (Places{0, 1, 2, 3}));
  EXPECT_EQ(sorted(view, {.column = column}), (Places{1, 2, 0, 3}));
  EXPECT_EQ(sorted(view, {.column = column, .descending = true}), (Places{0, 2, 1, 3}));
  EXPECT_EQ(sorted(view, {.column = column, .by_scene = false}), (Places{1, 2, 3, 0}));
  EXPECT_EQ(sorted(view, {.column = 99}), (Places{0, 1, 2, 3}));
}

TEST(BenchViews, OfAFileThatLacksWhatRowsHaveAreRefused) {
  Result broken;
  broken.rows.emplace_back();
  EXPECT_THROW(view_of(std::make_shared<const Result>(std::move(broken))), BadInput);
}

/// A folder with a desktop of its own: an xdg-open that notes what it is given, and ends as it is told to.
class BenchOnDesktop : public ::testing::Test {
 protected:
  BenchOnDesktop() : path_(std::getenv("PATH")) {
    setenv("HETEROSCOPE_EXPORT_DIR", folder.path().c_str(), 1);
    setenv("PATH", (folder.path() / "bin").c_str(), 1);
    std::filesystem::create_directory(folder.path() / "bin");
  }
  ~BenchOnDesktop() override {
    setenv("PATH", path_.c_str(), 1);
    unsetenv("HETEROSCOPE_EXPORT_DIR");
  }
  void put_opener(int code) const {
    const std::filesystem::path program = folder.path() / "bin" / "xdg-open";
    std::ofstream(program) << "#!/bin/sh\nprintf %s \"$1\" > " << noted().string() << "\nexit " << code << "\n";
    chmod(program.c_str(), 0700);
  }
  [[nodiscard]] std::filesystem::path noted() const { return folder.path() / "noted"; }
  [[nodiscard]] std::string opened() const {
    std::ifstream file(noted());
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static std::shared_ptr<const Result> result() {
    BenchTask task;
    task.start(outlook(tiny), BenchCare::quick, catalog());
    comes_true([&] { return !task.running(); });
    return task.measured()->view->result;
  }
  void finish(BenchFiles& files) {
    ASSERT_TRUE(comes_true([&] { return !files.busy(); }));
    files.update(state);
  }
  [[nodiscard]] bool is_there(const char* name) const { return std::filesystem::exists(folder.path() / name); }

  testing::TemporaryFolder folder;
  State state;

 private:
  std::string path_;
};

TEST_F(BenchOnDesktop, ReportsAreWrittenBesideTheirResultAndOpened) {
  put_opener(0);
  BenchFiles files;
  const auto of = result();
  files.save(of, "mandelbrot");
  ASSERT_NO_FATAL_FAILURE(finish(files));
  for (const char* const each : {"heteroscope-bench-mandelbrot-001.json", "heteroscope-bench-mandelbrot-001.csv",
                                 "heteroscope-bench-mandelbrot-001.md", "heteroscope-bench-mandelbrot-001.svg"})
    EXPECT_TRUE(is_there(each)) << each;
  EXPECT_EQ(load_result(folder.path() / "heteroscope-bench-mandelbrot-001.json").rows.size(), 2U);
  files.report(of, "mandelbrot");
  ASSERT_NO_FATAL_FAILURE(finish(files));
  EXPECT_FALSE(is_there("heteroscope-bench-mandelbrot-002.json")) << "it has been saved before";
  const std::filesystem::path page = folder.path() / "heteroscope-bench-mandelbrot-report-001.html";
  EXPECT_TRUE(comes_true([&] { return opened() == page.string(); })) << opened();
  std::ifstream file(page);
  const std::string html{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(html.find("heteroscope bench <span>--again</span> heteroscope-bench-mandelbrot-001.json"),
            std::string::npos);
  for (const Toast& each : state.toasts.all()) EXPECT_FALSE(each.failure) << each.text;
  files.save(of, "mandelbrot");
  ASSERT_NO_FATAL_FAILURE(finish(files));
  EXPECT_TRUE(is_there("heteroscope-bench-mandelbrot-002.json")) << "nothing is replaced";
}

TEST_F(BenchOnDesktop, WithoutADesktopAMessageSaysWhereTheReportIs) {
  BenchFiles files;
  files.report(result(), "mandelbrot");
  ASSERT_NO_FATAL_FAILURE(finish(files));
  ASSERT_EQ(state.toasts.all().size(), 2U);
  const std::string last = state.toasts.all().back().text;
  EXPECT_EQ(last, "there is no xdg-open here that could open it; the report is at " +
                      (folder.path() / "heteroscope-bench-mandelbrot-report-001.html").string());
}

TEST_F(BenchOnDesktop, WhatTheDesktopCannotOpenIsNamed) {
  put_opener(3);
  Desktop desktop;
  EXPECT_EQ(desktop.open("/nowhere/a.html"), "");
  std::vector<std::filesystem::path> failed;
  EXPECT_TRUE(comes_true([&] {
    failed = desktop.failed();
    return !failed.empty();
  }));
  EXPECT_EQ(failed, std::vector<std::filesystem::path>{"/nowhere/a.html"});
  EXPECT_TRUE(desktop.failed().empty());
}

TEST_F(BenchOnDesktop, AFolderThatCannotBeWrittenIsNamed) {
  const std::filesystem::path file = folder.path() / "file";
  std::ofstream(file) << "a";
  setenv("HETEROSCOPE_EXPORT_DIR", file.c_str(), 1);
  BenchFiles files;
  files.save(result(), "mandelbrot");
  ASSERT_NO_FATAL_FAILURE(finish(files));
  ASSERT_EQ(state.toasts.all().size(), 1U);
  EXPECT_TRUE(state.toasts.all().front().failure);
  EXPECT_NE(state.toasts.all().front().text.find(file.string()), std::string::npos);
}

}  // namespace
}  // namespace heteroscope
