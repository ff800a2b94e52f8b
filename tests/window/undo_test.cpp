#include "app/window/model/undo.hpp"

#include <gtest/gtest.h>

#include <random>

#include "app/window/model/times/clock.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

class Undoing : public ::testing::Test {
 protected:
  Undoing() { note(); }

  /// `after_s`: since the last step of the window.
  void note(double after_s = 1, bool held = false, bool running = false) {
    now_s_ += after_s;
    undo_.note(now_, find_workload(catalog(), now_.problem.workload), held, running, now_s_);
  }
  void back() {
    now_ = undo_.back().value();
    note();
  }
  void forth() {
    now_ = undo_.forth().value();
    note();
  }
  Value& parameter(const char* id) { return now_.problem.parameters[id]; }

  Settings now_ = default_settings(find_workload(catalog(), "mandelbrot"));
  Undo undo_;
  double now_s_ = 100;
};

TEST_F(Undoing, BackAndForthOverRandomEditsGivesTheSameSettings) {
  std::mt19937 random(7);
  const auto below = [&](std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
  };
  std::vector<Settings> seen{now_};
  for (int i = 0; i < 120; ++i) {
    const Workload& workload = find_workload(catalog(), now_.problem.workload);
    switch (below(6)) {
      case 0:
        now_ = default_settings(*catalog()[below(catalog().size())]);
        break;
      case 1: {
        if (workload.parameters.empty()) break;
        const Parameter& any = workload.parameters[below(workload.parameters.size())];
        parameter(std::string(any.id).c_str()) = any.minimum;
        break;
      }
      case 2:
        now_.look.palette = below(2) == 0 ? "gray" : "dusk";
        break;
      case 3:
        now_.execution.threads = static_cast<int>(below(8));
        break;
      case 4:
        now_.problem.strokes.push_back({.x = 0.1 * static_cast<double>(below(10))});
        break;
      default:
        now_.problem.precision = below(2) == 0 ? Precision::fp32 : Precision::fp64;
    }
    note();
    if (now_ != seen.back()) seen.push_back(now_);
  }
  ASSERT_GT(seen.size(), 60U);
  for (std::size_t i = seen.size() - 1; i > 0; --i) {
    EXPECT_EQ(now_, seen[i]);
    back();
  }
  EXPECT_EQ(now_, seen.front());
  EXPECT_FALSE(undo_.can_go_back());
  for (std::size_t i = 1; i < seen.size(); ++i) {
    forth();
    EXPECT_EQ(now_, seen[i]);
  }
  EXPECT_FALSE(undo_.can_go_forth());
}

TEST_F(Undoing, ABurstAndADragAreOneChange) {
  const Settings first = now_;
  for (int i = 0; i < 20; ++i) {
    parameter("span") = 0.9 * parameter("span");
    note(0.1);
  }
  note(1);
  const Settings zoomed = now_;
  for (int i = 0; i < 20; ++i) {
    parameter("center_re") = parameter("center_re") + 0.01;
    note(1, true);
  }
  note(1);
  back();
  EXPECT_EQ(now_, zoomed);
  back();
  EXPECT_EQ(now_, first);
  EXPECT_FALSE(undo_.can_go_back());
}

TEST_F(Undoing, WhatARunDoesIsNoChangeButItsResetIs) {
  now_ = default_settings(find_workload(catalog(), "heat"));
  note();
  for (int i = 0; i < 50; ++i) {
    now_.problem.steps += 16;
    note(0.02, false, true);
  }
  note(1, false, true);
  now_.problem.steps = 0;
  note(1, false, true);
  now_.problem.steps = 16;
  note(1, false, true);
  now_ = undo_.back().value();
  EXPECT_EQ(now_.problem.steps, 800);
  note(1, false, true);
  now_ = undo_.back().value();
  EXPECT_EQ(now_.problem.workload, "mandelbrot");
}

TEST_F(Undoing, TimeThatGoesOnIsNoChange) {
  const Workload& workload = find_workload(catalog(), "triangle");
  const Parameter* const clock = clock_of(workload);
  ASSERT_NE(clock, nullptr);
  now_ = default_settings(workload);
  note();
  for (int i = 1; i < 50; ++i) {
    now_.problem.parameters[std::string(clock->id)] = 0.1 * (i % 20);
    note(1, false, true);
  }
  EXPECT_EQ(undo_.back()->problem.workload, "mandelbrot") << "the change before";
}

TEST_F(Undoing, TheWindowsSizeIsNoChange) {
  now_.problem.size = {333, 222};
  note();
  EXPECT_FALSE(undo_.can_go_back());
}

TEST_F(Undoing, AnotherChangeEndsRedo) {
  now_.look.palette = "gray";
  note();
  back();
  EXPECT_TRUE(undo_.can_go_forth());
  now_.execution.threads = 3;
  note();
  EXPECT_FALSE(undo_.can_go_forth());
  back();
  EXPECT_EQ(now_.execution.threads, 0);
}

TEST_F(Undoing, AViewThatFollowsTheWindowIsNoChange) {
  const Value first = parameter("span");
  parameter("span") = 1.5;
  note();
  const auto widen = [](Settings& settings) { settings.problem.parameters["span"] = 4.0; };
  undo_.follow(widen);
  widen(now_);
  note();
  back();
  EXPECT_EQ(parameter("span"), first) << "the step before it is undone";
  forth();
  EXPECT_EQ(parameter("span"), 4.0);
}

}  // namespace
}  // namespace heteroscope
