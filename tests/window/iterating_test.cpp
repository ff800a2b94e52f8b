// The parts of the window that iterating workloads have of their own, without a window.
#include "app/window/model/times/iterating.hpp"
#include "tests/window/window_parts.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "app/window/model/stepper.hpp"
#include "app/window/model/times/run_history.hpp"
#include "app/window/picture/painter.hpp"
#include "core/device/device.hpp"
#include "core/own/source/own_source.hpp"
#include "core/plan/plan.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

const Workload& heat() {
  return find_workload(catalog(), "heat");
}

Settings heat_from_mandelbrot() {
  Settings out = default_settings(heat());
  out.problem.parameters["n"] = 9;
  out.problem.source = {.id = "mandelbrot", .values = {{"max_iterations", 100}}};
  return out;
}

Stroke dab(std::int64_t step) {
  return {.step = step, .x = 0.5, .y = 0.5, .radius = 0.1, .amount = 1};
}

/// A picture as the engine would give it, for settings of heat.
std::shared_ptr<const Frame> frame_of(const Settings& settings, std::uint64_t serial, double sum = 0) {
  Planned planned = plan(settings, catalog(), device::facts());
  Frame frame{.plan = *std::move(planned.plan)};
  const Size size = frame.plan.output.size;
  frame.field = {size, settings.problem.precision,
                 std::make_shared<Buffer>(MemoryKind::host, static_cast<std::size_t>(size.area()) * sizeof(double)),
                 nullptr};
  frame.summary.sum = sum;
  frame.steps = settings.problem.steps;
  frame.serial = serial;
  return std::make_shared<const Frame>(std::move(frame));
}

/// The same as the save of a person's file before the present one makes it.
std::shared_ptr<const Frame> by_earlier_save(const Frame& frame) {
  static const OwnSource file{.path = "mine.cpp", .source = SourceText("mine.cpp", "")};
  static Variant earlier;
  earlier.own = &file;
  earlier.own_id = "mine.cpp";
  Frame out = frame;
  for (PlannedStage& each : out.plan.stages) each.cpu = &earlier;
  return std::make_shared<const Frame>(std::move(out));
}

WindowParts state_of(const Settings& settings) {
  WindowParts parts;
  parts.model.catalog = catalog();
  parts.model.workload = &heat();
  *parts.model.edit() = settings;
  return parts;
}

TEST(Iterating, TheSourceCountsOnlyWhereTheStartReadsIt) {
  Settings a = heat_from_mandelbrot();
  Settings b = a;
  b.problem.source.values["max_iterations"] = 7;
  EXPECT_FALSE(reads_source(a, heat()));
  EXPECT_TRUE(same_problem(a, b, heat()));
  EXPECT_EQ(why_no_source(a, heat()), "The source is read only where Start is image.");
  start_from_source(a, heat());
  start_from_source(b, heat());
  EXPECT_TRUE(reads_source(a, heat()));
  EXPECT_FALSE(same_problem(a, b, heat()));
  EXPECT_TRUE(why_no_source(a, heat()).empty());
  EXPECT_EQ(source_size(a, heat(), {640, 480}), (Size{9, 9}));
  EXPECT_EQ(source_size(heat_from_mandelbrot(), heat(), {640, 480}), (Size{640, 480}));
}

TEST(Iterating, WhatChangesTheProblemAndWhatDoesNot) {
  const Settings now = heat_from_mandelbrot();
  Settings next = now;
  next.execution.variants["advance"].cpu = "sequential";
  next.execution.processor = Processor::split;
  next.execution.memory = MemoryKind::pinned;
  next.execution.shares = {0.3};
  next.execution.block = {8, 8};
  EXPECT_TRUE(same_problem(now, next, heat()));
  next.problem.precision = Precision::fp32;
  EXPECT_FALSE(same_problem(now, next, heat()));
  next = now;
  next.problem.parameters["integrator"] = 2;
  EXPECT_FALSE(same_problem(now, next, heat()));
}

TEST(Iterating, HowAStateIsShownIsNoPartOfItsProblem) {
  const Workload& nbody = find_workload(catalog(), "nbody");
  const Settings now = default_settings(nbody);
  Settings next = now;
  next.problem.size = {77, 33};
  for (const char* id : {"center_x", "center_y", "span", "dot"}) next.problem.parameters[id] = 0.5;
  EXPECT_TRUE(same_problem(now, next, nbody));
  next.problem.parameters["softening"] = 0.5;
  EXPECT_FALSE(same_problem(now, next, nbody));
}

TEST(Iterating, LaterStepsAndStrokesAreOnTheWay) {
  Settings now = heat_from_mandelbrot();
  now.problem.steps = 10;
  now.problem.strokes = {dab(4)};
  Settings later = now;
  later.problem.steps = 12;
  later.problem.strokes.push_back(dab(10));
  EXPECT_TRUE(is_on_the_way(now, later, heat()));
  EXPECT_FALSE(is_on_the_way(later, now, heat()));
  later.problem.strokes[1].step = 9;  // before what has been computed
  EXPECT_FALSE(leads_to(now, later, heat()));
  later.problem.strokes = {};
  EXPECT_FALSE(leads_to(now, later, heat()));
  later = now;
  later.execution.variants["advance"].cpu = "sequential";
  EXPECT_TRUE(leads_to(now, later, heat()));
  EXPECT_FALSE(is_on_the_way(now, later, heat()));
}

TEST(Stepper, AsksForTheNextStepsOnceAFrameIsShown) {
  WindowParts parts = state_of(heat_from_mandelbrot());
  parts.model.edit()->execution.steps_per_frame = 5;
  parts.model.running = true;
  Stepper stepper;
  stepper.follow(parts.model);
  stepper.advance(parts.all());
  EXPECT_EQ(parts.model.settings().problem.steps, 0);  // nothing is shown yet
  parts.view.frame = frame_of(parts.model.settings(), 1);
  stepper.advance(parts.all());
  EXPECT_EQ(parts.model.settings().problem.steps, 5);
  stepper.advance(parts.all());
  EXPECT_EQ(parts.model.settings().problem.steps, 5);  // the frame on the screen is still the first
  // painted meanwhile: the frame without it counts as shown
  Settings computed = parts.model.settings();
  parts.model.edit()->problem.strokes.push_back(dab(5));
  parts.view.frame = frame_of(computed, 2);
  stepper.advance(parts.all());
  EXPECT_EQ(parts.model.settings().problem.steps, 10);
  EXPECT_EQ(parts.model.run.history.moments().size(), 2U);
}

TEST(Stepper, StopsWhereItSettles) {
  WindowParts parts = state_of(heat_from_mandelbrot());
  parts.model.running = true;
  Stepper stepper;
  stepper.follow(parts.model);
  Frame frame = *frame_of(parts.model.settings(), 1);
  frame.settled = true;
  parts.view.frame = std::make_shared<const Frame>(std::move(frame));
  stepper.advance(parts.all());
  EXPECT_FALSE(parts.model.running);
  EXPECT_TRUE(parts.model.run.ended);
  // another problem plays from its start
  parts.model.edit()->problem.parameters["n"] = 17;
  stepper.follow(parts.model);
  EXPECT_TRUE(parts.model.running);
  EXPECT_FALSE(parts.model.run.ended);
  // playing what has ended begins again
  parts.model.running = false;
  parts.model.run.ended = true;
  parts.model.edit()->problem.steps = 100;
  toggle_playing(parts.all());
  EXPECT_TRUE(parts.model.running);
  EXPECT_EQ(parts.model.settings().problem.steps, 0);
}

/// As with a save of a person's file, and the next one.
TEST(Stepper, GoesOnWithThePictureThatFollowsOnAFailure) {
  WindowParts parts = state_of(heat_from_mandelbrot());
  parts.model.edit()->execution.steps_per_frame = 5;
  parts.model.running = true;
  Stepper stepper;
  stepper.follow(parts.model);
  parts.view.frame = frame_of(parts.model.settings(), 1);
  stepper.advance(parts.all());
  parts.view.progress.failure = {Failure::Kind::variant_fault, "mine.cpp: it was ended"};
  stepper.advance(parts.all());
  parts.view.frame = by_earlier_save(*frame_of(parts.model.settings(), 2));  // which had begun
  stepper.advance(parts.all());
  EXPECT_EQ(parts.model.settings().problem.steps, 5) << "what has failed would fail again";
  parts.view.progress.busy = true;
  stepper.advance(parts.all());
  EXPECT_EQ(parts.model.settings().problem.steps, 5) << "the mended one has not computed these";
  parts.view.progress = {};
  parts.view.frame = frame_of(parts.model.settings(), 3);
  stepper.advance(parts.all());
  EXPECT_TRUE(parts.model.running);
  EXPECT_EQ(parts.model.settings().problem.steps, 10);
  // whoever pauses a run that has failed wants it to stay so
  parts.view.progress.failure = {Failure::Kind::variant_fault, "mine.cpp: it was ended"};
  stepper.advance(parts.all());
  toggle_playing(parts.all());
  const std::int64_t paused = parts.model.settings().problem.steps;
  parts.view.progress = {};
  parts.view.frame = frame_of(parts.model.settings(), 4);
  stepper.advance(parts.all());
  EXPECT_EQ(parts.model.settings().problem.steps, paused);
}

TEST(Stepper, AnotherProblemStartsOverUnlessItsStepsWereChosen) {
  WindowParts parts = state_of(heat_from_mandelbrot());
  parts.model.edit()->problem.steps = 40;
  parts.model.edit()->problem.strokes = {dab(3)};
  Stepper stepper;
  stepper.follow(parts.model);
  parts.model.edit()->execution.variants["advance"].cpu = "sequential";
  stepper.follow(parts.model);
  EXPECT_EQ(parts.model.settings().problem.steps, 40);
  parts.model.edit()->problem.parameters["integrator"] = 1;
  stepper.follow(parts.model);
  EXPECT_EQ(parts.model.settings().problem.steps, 0);
  EXPECT_TRUE(parts.model.settings().problem.strokes.empty());
  parts.model.edit()->problem.precision = Precision::fp32;
  parts.model.edit()->problem.steps = 7;
  stepper.follow(parts.model);
  EXPECT_EQ(parts.model.settings().problem.steps, 7);
  // settings that are opened as a whole, by chance at the same step
  parts.model.edit()->problem.parameters["integrator"] = 3;
  stepper.accept(parts.model);
  stepper.follow(parts.model);
  EXPECT_EQ(parts.model.settings().problem.steps, 7);
}

TEST(RunHistory, KeepsARunAndBeginsAnewWithAnother) {
  RunHistory history;
  Settings settings = heat_from_mandelbrot();
  history.add(*frame_of(settings, 1, 16));
  settings.problem.steps = 4;
  history.add(*frame_of(settings, 2, 8));
  settings.problem.strokes = {dab(4)};
  history.add(*frame_of(settings, 3, 12));  // painted on: the newest of one step counts
  ASSERT_EQ(history.moments().size(), 2U);
  // Σφ h² on 9 × 9 nodes, h = 1/8; 4 steps of 0.9/4 h²
  EXPECT_DOUBLE_EQ(history.moments()[0].total, 16.0 / 64);
  EXPECT_DOUBLE_EQ(history.moments()[1].total, 12.0 / 64);
  EXPECT_DOUBLE_EQ(history.moments()[1].time, 4 * 0.225 / 64);
  settings.problem.steps = 0;
  settings.problem.strokes.clear();
  history.add(*frame_of(settings, 4));
  EXPECT_EQ(history.moments().size(), 1U);
}

TEST(RunHistory, HasNoValuesOfAnotherSaveOfAPersonsFile) {
  RunHistory history;
  Settings settings = heat_from_mandelbrot();
  for (const std::int64_t steps : {0, 4}) {
    settings.problem.steps = steps;
    history.add(*by_earlier_save(*frame_of(settings, 1, 99)));
  }
  EXPECT_EQ(history.moments().size(), 2U) << "of one save they are a run";
  settings.problem.steps = 8;
  history.add(*frame_of(settings, 2, 16));
  ASSERT_EQ(history.moments().size(), 1U);
  EXPECT_DOUBLE_EQ(history.moments().front().total, 16.0 / 64);
}

TEST(RunHistory, ErrorsAreFoundByTheirNames) {
  RunHistory history;
  Frame frame = *frame_of(heat_from_mandelbrot(), 1);
  frame.figures = {{"time", 0, ""}, {"error, largest", 0.5, ""}, {"error, L2", 0.25, ""}};
  history.add(frame);
  EXPECT_EQ(history.error_labels(), (std::vector<std::string>{"largest", "L2"}));
  frame.figures.clear();
  frame.steps = 3;
  history.add(frame);
  EXPECT_EQ(history.moments()[0].errors, (std::vector<double>{0.5, 0.25}));
  EXPECT_TRUE(std::isnan(history.moments()[1].errors[1]));
}

TEST(RunHistory, AThinnedRunStillReachesFromItsStartToItsEnd) {
  RunHistory history;
  Frame frame = *frame_of(heat_from_mandelbrot(), 1);
  for (std::size_t i = 0; i < 3 * RunHistory::longest; ++i) {
    frame.steps = static_cast<std::int64_t>(i);
    history.add(frame);
  }
  EXPECT_LE(history.moments().size(), RunHistory::longest);
  EXPECT_EQ(history.moments().front().steps, 0);
  EXPECT_EQ(history.moments().back().steps, static_cast<std::int64_t>(3 * RunHistory::longest) - 1);
}

TEST(KeptCurves, SixAreKeptAndNamesAreReplaced) {
  Frame frame = *frame_of(heat_from_mandelbrot(), 1);
  frame.measured = {{10, 0.5, 1}, {20, 0.25, 2}};
  const Curve curve = curve_of(frame);
  EXPECT_EQ(curve.label, "euler sine, " + frame.plan.settings.execution.variants.at("advance").cpu);
  ASSERT_EQ(curve.points.size(), 2U);
  EXPECT_EQ(curve.points[1].value, 0.25);
  KeptCurves kept;
  for (int i = 0; i < 8; ++i) kept.keep({.label = std::to_string(i), .points = {}});
  ASSERT_EQ(kept.all().size(), KeptCurves::most);
  EXPECT_EQ(kept.all().front().label, "2");
  kept.keep({.label = "5", .points = frame.measured});
  EXPECT_EQ(kept.all().size(), KeptCurves::most);
  EXPECT_EQ(kept.all().back().points.size(), 2U);
}

TEST(KeptCurves, ACurveKeepsTheColorThatItHad) {
  KeptCurves kept;
  for (int i = 0; i < 20; ++i) {
    const std::size_t present = kept.next_color();
    EXPECT_LE(present, KeptCurves::most);
    for (const Curve& each : kept.all()) EXPECT_NE(each.color, present);
    const auto before = kept.all();
    kept.keep({.label = std::to_string(i % 9), .points = {}});
    EXPECT_EQ(kept.all().back().color, present);
    for (const Curve& each : kept.all()) {
      const auto same = std::ranges::find(before, each.label, &Curve::label);
      if (same == before.end() || &each == &kept.all().back()) continue;
      EXPECT_EQ(each.color, same->color) << "the others stay as they are";
    }
  }
}

TEST(StepRate, OverTheLastSecond) {
  StepRate rate;
  EXPECT_EQ(rate.per_s(), 0);
  rate.add(10.0, 0);
  rate.add(10.5, 100);
  EXPECT_DOUBLE_EQ(rate.per_s(), 200);
  rate.add(11.5, 400);
  rate.add(12.0, 600);
  EXPECT_NEAR(rate.per_s(), 400, 1e-9);
  rate.add(12.1, 0);  // started over
  EXPECT_EQ(rate.per_s(), 0);
}

TEST(Painter, DabsAQuarterOfTheRadiusApart) {
  WindowParts parts = state_of(heat_from_mandelbrot());
  parts.model.edit()->problem.steps = 12;
  parts.ui.preferences.brush_radius = 0.08;
  parts.ui.preferences.brush_strength = 0.5;
  Painter painter;
  painter.press(parts.all(), {0.5, 0.5}, false, 1.0);
  painter.move(parts.all(), {0.505, 0.5}, 1.001);  // too near
  EXPECT_EQ(parts.model.settings().problem.strokes.size(), 1U);
  painter.move(parts.all(), {0.56, 0.5}, 1.002);
  ASSERT_EQ(parts.model.settings().problem.strokes.size(), 4U);
  EXPECT_EQ(parts.model.settings().problem.strokes[0],
            (Stroke{.step = 12, .x = 0.5, .y = 0.5, .radius = 0.08, .amount = 0.5}));
  EXPECT_NEAR(parts.model.settings().problem.strokes[3].x, 0.56, 1e-12);
  painter.hold(parts.all(), 1.01);
  EXPECT_EQ(parts.model.settings().problem.strokes.size(), 4U);
  painter.hold(parts.all(), 1.04);
  EXPECT_EQ(parts.model.settings().problem.strokes.size(), 5U);
  painter.press(parts.all(), {0.2, 0.2}, true, 2);
  EXPECT_EQ(parts.model.settings().problem.strokes.back().amount, -0.5);
}

TEST(Painter, NothingIsPaintedOutside) {
  WindowParts parts = state_of(heat_from_mandelbrot());
  Painter painter;
  painter.press(parts.all(), {-0.01, 0.5}, false, 1);
  painter.move(parts.all(), {1.2, 1.4}, 1.1);
  for (const Stroke& stroke : parts.model.settings().problem.strokes) EXPECT_TRUE(check_stroke(stroke, 0).empty());
  painter.press(parts.all(), {std::numeric_limits<double>::quiet_NaN(), 0.5}, false, 2);
  for (const Stroke& stroke : parts.model.settings().problem.strokes) EXPECT_TRUE(check_stroke(stroke, 0).empty());
}

}  // namespace
}  // namespace heteroscope
