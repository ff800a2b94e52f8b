// Measurements that begin by themselves: how far they are, and how they are stopped. Without a display.
#include "app/window/feature/measuring_row.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>

#include "app/window/feature/latest_task.hpp"
#include "app/window/feature/told_progress.hpp"
#include "app/window/features/own/own_page.hpp"
#include "app/window/features/roofline/roofline_graph.hpp"
#include "core/base/error.hpp"
#include "kernels/registry.hpp"
#include "tests/window/driven_program.hpp"
#include "tests/window/sheet.hpp"

namespace heteroscope {
namespace {

/// Measures a number until it is stopped; of 0 it is done at once, and of a negative one it tells nothing.
class EndlessMeasurement {
 public:
  LatestTask<int, int>& task() { return task_; }
  [[nodiscard]] MeasuringRow row() const { return measuring_row_of(task_, progress_); }
  [[nodiscard]] int begun() const { return begun_; }

 private:
  std::atomic<int> begun_{0};
  ToldProgress progress_;
  LatestTask<int, int> task_{[this](int request, const std::stop_token& stop, const auto& publish) {
    progress_.during(stop, [&](const Waiter& waiter) {
      ++begun_;
      if (request >= 0) waiter.tell("row 2 of 4", 0.25);
      while (request != 0 && !waiter.asked()) std::this_thread::yield();
    });
    publish(std::make_shared<const int>(request));
  }};
};

TEST(MeasuringRows, SayHowFarTheMeasurementIs) {
  EndlessMeasurement measurement;
  EXPECT_FALSE(measurement.row().running);
  measurement.task().want(1);
  ASSERT_TRUE(wait_for([&] { return !measurement.row().now.empty(); }));
  EXPECT_TRUE(measurement.row().running);
  EXPECT_EQ(measurement.row().now, "row 2 of 4");
  EXPECT_EQ(measurement.row().share, 0.25);
}

TEST(MeasuringRows, AreNotThereWhereNothingIsMeasured) {
  EndlessMeasurement measurement;
  measurement.task().want(-1);
  ASSERT_TRUE(wait_for([&] { return measurement.begun() == 1; }));
  EXPECT_TRUE(measurement.task().busy());
  EXPECT_FALSE(measurement.row().running) << "all may be known already";
}

TEST(MeasuringRows, SayNothingOfWorkThatHasFailed) {
  ToldProgress progress;
  const auto fails = [](const Waiter& waiter) {
    waiter.tell("row 2 of 4", 0.25);
    throw BadInput("below 0");
  };
  EXPECT_THROW(progress.during({}, fails), BadInput);
  EXPECT_EQ(progress.now(), "");
  EXPECT_EQ(progress.share(), 0);
}

TEST(MeasuringRows, WhatIsInterruptedBeginsAnewWhenItIsWanted) {
  EndlessMeasurement measurement;
  LatestTask<int, int>& task = measurement.task();
  task.want(0);
  ASSERT_TRUE(wait_for([&] { return !task.busy(); }));
  task.interrupt();
  task.want(0);
  EXPECT_FALSE(task.busy()) << "what is done is not done again";
  task.want(1);
  ASSERT_TRUE(wait_for([&] { return measurement.begun() == 2; }));
  task.interrupt();
  ASSERT_TRUE(wait_for([&] { return !task.busy(); }));
  EXPECT_FALSE(measurement.row().stopped);
  EXPECT_EQ(*task.newest(), 0) << "results stay";
  task.want(1);
  ASSERT_TRUE(wait_for([&] { return measurement.begun() == 3; }));
}

TEST(MeasuringRows, WhatIsStoppedStaysSoWhereItIsInterrupted) {
  EndlessMeasurement measurement;
  LatestTask<int, int>& task = measurement.task();
  task.want(1);
  ASSERT_TRUE(wait_for([&] { return measurement.begun() == 1; }));
  task.give_up();
  task.interrupt();
  EXPECT_TRUE(measurement.row().stopped) << "while its work still ends";
  ASSERT_TRUE(wait_for([&] { return !task.busy(); }));
  task.interrupt();
  task.want(1);
  EXPECT_FALSE(task.busy());
  EXPECT_TRUE(measurement.row().stopped);
}

TEST(MeasuringRows, WhatIsStoppedBeginsAgainOnlyWhenItIsAskedFor) {
  EndlessMeasurement measurement;
  LatestTask<int, int>& task = measurement.task();
  task.want(1);
  ASSERT_TRUE(wait_for([&] { return measurement.begun() == 1; }));
  apply(MeasuringChoice::give_up, task);
  EXPECT_TRUE(measurement.row().stopped);
  EXPECT_FALSE(measurement.row().running) << "also while its work still ends";
  ASSERT_TRUE(wait_for([&] { return !task.busy(); }));
  task.want(1);
  EXPECT_FALSE(task.busy());
  EXPECT_EQ(task.newest(), nullptr) << "what it has come to is dropped";
  EXPECT_EQ(measurement.row().now, "");
  apply(MeasuringChoice::again, task);
  task.want(1);
  ASSERT_TRUE(wait_for([&] { return measurement.begun() == 2; }));
  EXPECT_TRUE(measurement.row().running);
}

TEST(MeasuringRows, OtherSettingsAreMeasuredAfterAStop) {
  EndlessMeasurement measurement;
  measurement.task().want(1);
  apply(MeasuringChoice::give_up, measurement.task());
  measurement.task().want(0);
  ASSERT_TRUE(wait_for([&] { return !measurement.task().busy(); }));
  EXPECT_FALSE(measurement.row().stopped);
  ASSERT_NE(measurement.task().newest(), nullptr);
  EXPECT_EQ(*measurement.task().newest(), 0);
}

TEST(MeasuringRows, NothingIsStoppedWhereNothingIsUnderWay) {
  EndlessMeasurement measurement;
  measurement.task().want(0);
  ASSERT_TRUE(wait_for([&] { return !measurement.task().busy(); }));
  apply(MeasuringChoice::give_up, measurement.task());
  EXPECT_FALSE(measurement.row().stopped);
}

/// The roofline below the picture, of a frame of the CPU.
class RooflineRow : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
    sheet_.choose(find_workload(catalog(), "laplace"));
    sheet_.model().edit()->execution.processor = Processor::cpu;
    sheet_.compute();
    sheet_.ui().preferences.roofline = true;
  }
  /// Returns the words of the graphs that begin so; null if none are drawn.
  const DrawnWords* find(const std::string& words) {
    sheet_.draw({1920, 1080});
    drawn_ = drawn_words();
    const auto found = std::ranges::find_if(drawn_, [&](const DrawnWords& each) {
      return each.window.find("graphs") != std::string::npos && each.text.starts_with(words);
    });
    return found == drawn_.end() ? nullptr : &*found;
  }
  /// Stops the measurement once it has begun.
  void stop() {
    ASSERT_TRUE(wait_for([&] { return find("ceiling ") != nullptr; }));
    const DrawnWords* const button = find("Stop");
    ASSERT_NE(button, nullptr);
    click(*button);
  }

  /// Draws a frame beside that activity. Returns whether ceilings are measured after it.
  bool measures_beside(const Activity& other) {
    sheet_.view().activity = other;
    sheet_.draw({1920, 1080});
    return sheet_.features().of<RooflineGraph>().activity(sheet_.window()).measures_idle;
  }

  SheetWindow sheet_{1};

 private:
  void click(const DrawnWords& words) {
    ImGui::GetIO().MousePos = {words.low.x + 2, words.low.y + 4};
    sheet_.draw({1920, 1080});
    for (const bool down : {true, false}) {
      ImGui::GetIO().MouseDown[0] = down;
      sheet_.draw({1920, 1080});
    }
  }

  std::vector<DrawnWords> drawn_;
};

TEST_F(RooflineRow, SaysWhichCeilingIsMeasuredAndStopsIt) {
  ASSERT_NO_FATAL_FAILURE(stop());
  EXPECT_EQ(find("ceiling "), nullptr);
  EXPECT_EQ(find("Stop"), nullptr);
  EXPECT_NE(find("Measure again"), nullptr);
}

/// Shares of rows differ from frame to frame, and so do the bytes that each processor touches.
TEST_F(RooflineRow, StaysStoppedForWorkOfOtherBytes) {
  ASSERT_NO_FATAL_FAILURE(stop());
  ASSERT_NE(find("Measure again"), nullptr);
  const RoofOf before = RooflineGraph::roof_over(*sheet_.view().frame);
  sheet_.model().edit()->problem.parameters["n"] = 65;
  sheet_.compute();
  const RoofOf after = RooflineGraph::roof_over(*sheet_.view().frame);
  ASSERT_NE(after.touched.cpu_bytes, before.touched.cpu_bytes);
  EXPECT_NE(find("Measure again"), nullptr);
  sheet_.model().edit()->problem.precision = before.precision == Precision::fp64 ? Precision::fp32 : Precision::fp64;
  sheet_.compute();
  EXPECT_EQ(find("Measure again"), nullptr) << "of another precision it is measured";
}

TEST_F(RooflineRow, StandsOnThePageOfOwnVariants) {
  const CountersFeature counters;
  RooflineGraph roofline(counters);
  std::deque<OwnHistory> files;
  files.emplace_back("my_laplace.cpp");
  ImGui::GetIO().DisplaySize = {1920, 1080};
  ImGui::GetIO().DeltaTime = 1.0F / 60;
  EXPECT_TRUE(wait_for([&] {
    roofline.want_roof(sheet_.window());
    ImGui::NewFrame();
    OverlaySpace space;
    space.picture = space.room = {{0, 0}, {1920, 1080}};
    draw_own_page(sheet_.ui(), space, files, {}, roofline);
    ImGui::Render();
    return std::ranges::any_of(drawn_words(), [](const DrawnWords& each) {
      return each.window.find("own") != std::string::npos && each.text.starts_with("ceiling ");
    });
  }));
}

/// A save that fails has no time, and a function for the CPU needs nothing of a GPU.
TEST_F(RooflineRow, StandsBelowSavesOfWhatTheyAre) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  const CountersFeature counters;
  RooflineGraph roofline(counters);
  ImGui::GetIO().DisplaySize = {1920, 1080};
  ImGui::GetIO().DeltaTime = 1.0F / 60;
  const auto words_of = [&](const char* name) {
    std::deque<OwnHistory> files;
    files.emplace_back(name);
    files.back().take({.order = {.path = name, .text = "one"}, .ms = 35});
    files.back().note_fault("it was stopped");
    for (int i = 0; i < 3; ++i) {
      ImGui::NewFrame();
      OverlaySpace space;
      space.picture = space.room = {{0, 0}, {1920, 1080}};
      draw_own_page(sheet_.ui(), space, files, {}, roofline);
      ImGui::Render();
    }
    std::string out;
    for (const DrawnWords& each : drawn_words()) out += each.text + '\n';
    return out;
  };
  const std::string function = words_of("my_laplace.cpp");
  EXPECT_NE(function.find("fails\n"), std::string::npos) << function;
  EXPECT_EQ(function.find("not computed yet"), std::string::npos) << function;
  EXPECT_EQ(function.find("registers"), std::string::npos) << function;
  EXPECT_NE(words_of("my_laplace.cu").find("registers"), std::string::npos);
}

TEST_F(RooflineRow, MeasuresNoCeilingUntilAComparisonHasEnded) {
  EXPECT_FALSE(measures_beside({.comparing = true}));
  EXPECT_TRUE(measures_beside({}));
}

TEST_F(RooflineRow, MeasuresCeilingsAlsoWhereAFailureHoldsARun) {
  sheet_.model().running = true;
  EXPECT_FALSE(measures_beside({}));
  sheet_.view().progress.failure = {Failure::Kind::variant_fault, "mine.cpp: it was ended"};
  EXPECT_TRUE(measures_beside({}));
}

}  // namespace
}  // namespace heteroscope
