// The time that goes on while the window runs, without a window.
#include "app/window/model/times/clock.hpp"
#include "app/window/model/clock_steps.hpp"

#include <gtest/gtest.h>

#include "app/window/model/stepper.hpp"
#include "core/device/device.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/plan/plan.hpp"
#include "kernels/registry.hpp"
#include "tests/window/window_parts.hpp"

namespace heteroscope {
namespace {

const Workload& moving() {
  return find_workload(catalog(), "triangle");
}

/// A window that shows the settings' picture.
struct Shown {
  WindowParts parts;
  std::uint64_t serial = 0;

  Shown() {
    parts.model.catalog = catalog();
    parts.model.workload = &moving();
    *parts.model.edit() = default_settings(moving());
    parts.model.edit()->problem.parameters["n"] = 4;
  }
  void finish() {
    Planned planned = plan(parts.model.settings(), catalog(), device::facts());
    auto frame = std::make_shared<Frame>(Frame{.plan = *std::move(planned.plan)});
    frame->serial = ++serial;
    parts.view.frame = std::move(frame);
    parts.view.progress.busy = false;
  }
  [[nodiscard]] double time() const { return parts.model.settings().problem.parameters.at("time"); }
  void look(double now_s) {
    parts.ui.now_s = now_s;
    Stepper().advance(parts.all());
  }
};

TEST(ClockTime, GoesOnInThousandthsAndBeginsAgainAfterItsMaximum) {
  EXPECT_EQ(clock_time(2.5, 0.25, 0, 10), 2.75);
  EXPECT_EQ(clock_time(0, 1.0 / 3, 0, 10), 0.333);
  EXPECT_EQ(clock_time(0, 2.0 / 3, 0, 10), 0.667);
  EXPECT_EQ(clock_time(9.5, 1, 0, 10), 0.5);
  EXPECT_EQ(clock_time(9.5, 31, 0, 10), 0.5);
  EXPECT_EQ(clock_time(9.5, 0.5, 0, 10), 10);
  EXPECT_EQ(clock_time(5, 4, 2, 6), 5);  // 5, 6, 2 + 1, …: one second is left of four, three follow from 2 on
  EXPECT_EQ(clock_time(3, 7, 3, 3), 3);
}

TEST(ReadClock, FollowsTheWallAtItsSpeed) {
  const Parameter& clock = *clock_of(moving());
  ClockRun run;
  EXPECT_EQ(read_clock(run, clock, 4, 100), 4);
  EXPECT_EQ(read_clock(run, clock, 4, 101.5), 5.5);
  run.speed = 2;
  EXPECT_EQ(read_clock(run, clock, 5.5, 102), 5.5);  // marked anew: what has gone by has gone at the old speed
  EXPECT_EQ(read_clock(run, clock, 5.5, 102.25), 6);
  EXPECT_EQ(read_clock(run, clock, 1, 103), 1);  // it was set by hand
  EXPECT_EQ(read_clock(run, clock, 1, 104), 3);
}

TEST(ReadClock, ManySmallLooksAddUpToNoError) {
  const Parameter& clock = *clock_of(moving());
  ClockRun run;
  run.speed = 0.1;
  double time = read_clock(run, clock, 0, 0);
  for (int frame = 1; frame <= 1000; ++frame) time = read_clock(run, clock, time, frame / 144.0);
  EXPECT_NEAR(time, 0.1 * 1000 / 144, 0.0005 + 1e-12);
}

TEST(Clock, WaitsForThePictureAndIsThenAsLateAsTheWall) {
  Shown window;
  window.parts.model.running = true;
  window.look(10);
  EXPECT_EQ(window.time(), 0);  // nothing is shown yet
  window.finish();
  window.look(10.5);
  EXPECT_EQ(window.time(), 0.5);
  window.parts.view.progress.busy = true;
  for (const double now : {10.6, 11.0, 12.0}) {
    window.look(now);
    EXPECT_EQ(window.time(), 0.5) << "the picture under way would be given up at " << now;
  }
  window.finish();
  window.look(12.25);
  EXPECT_EQ(window.time(), 2.25);
}

TEST(Clock, PausingKeepsTheTimeAndResettingDoesNot) {
  Shown window;
  window.finish();
  window.parts.model.running = true;
  window.look(1);
  window.look(2);
  ASSERT_EQ(window.time(), 1);
  window.finish();
  toggle_playing(window.parts.all());
  EXPECT_FALSE(window.parts.model.running);
  window.look(50);
  EXPECT_EQ(window.time(), 1);
  toggle_playing(window.parts.all());
  window.look(60);
  window.look(60.25);
  EXPECT_EQ(window.time(), 1.25);
  reset_run(window.parts.all());
  EXPECT_EQ(window.time(), 0);
  EXPECT_TRUE(window.parts.model.running);
}

TEST(Clock, StepsASixtiethOfASecondTimesTheSpeed) {
  Shown window;
  window.parts.model.running = true;
  step_once(window.parts.all());
  EXPECT_FALSE(window.parts.model.running);
  EXPECT_EQ(window.time(), 0.017);
  window.parts.model.clock.speed = 6;
  step_once(window.parts.all());
  EXPECT_EQ(window.time(), 0.117);
  window.parts.model.clock.speed = slowest_clock;
  step_once(window.parts.all());
  EXPECT_EQ(window.time(), 0.119);  // never no step at all
  EXPECT_EQ(window.parts.model.settings().problem.steps, 0);
}

TEST(Clock, ARefusalOrAFailureHoldsIt) {
  Shown window;
  window.finish();
  window.parts.model.running = true;
  window.look(1);
  window.parts.view.refusal = "no";
  window.look(5);
  window.parts.view.refusal.clear();
  window.look(9);
  window.look(9.5);
  EXPECT_EQ(window.time(), 0.5);
  window.finish();
  window.parts.view.progress.failure = {Failure::Kind::memory, "no memory"};
  window.look(10);
  window.look(12);
  EXPECT_EQ(window.time(), 0.5);
  window.parts.view.progress.failure = {};  // a file that has been mended, say
  window.look(20);
  window.look(20.25);
  EXPECT_EQ(window.time(), 0.75);
}

TEST(Clock, WritesFewDigits) {
  Shown window;
  window.finish();
  window.parts.model.running = true;
  window.look(0.1234567);
  window.look(7.7654321);
  const std::string text = to_json(window.parts.model.settings(), catalog());
  EXPECT_NE(text.find("\"time\": 7.642"), std::string::npos) << text;
  EXPECT_EQ(settings_from_json(text, "text", catalog()).problem.parameters.at("time"), 7.642);
}

TEST(Clock, OtherWorkloadsHaveNone) {
  Shown window;
  const Workload& plain = find_workload(catalog(), "mandelbrot");
  EXPECT_EQ(clock_of(plain), nullptr);
  EXPECT_FALSE(goes_on(plain));
  EXPECT_TRUE(goes_on(find_workload(catalog(), "heat")));
  EXPECT_TRUE(goes_on(moving()));
  window.parts.model.workload = &plain;
  const Settings before = *window.parts.model.edit() = default_settings(plain);
  step_clock(window.parts.model);
  reset_clock(window.parts.model);
  EXPECT_EQ(window.parts.model.settings(), before);
  Settings late = default_settings(moving());
  late.problem.parameters["time"] = 12;
  EXPECT_EQ(without_time(late, moving()), default_settings(moving()));
}

}  // namespace
}  // namespace heteroscope
