// The parts of the window that iterating workloads have of their own, without a window.
#include "app/window/session/iterating.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "app/plot/plot_scale.hpp"
#include "app/window/layers/contours.hpp"
#include "app/window/picture/field_samples.hpp"
#include "app/window/picture/painter.hpp"
#include "app/window/session/run_history.hpp"
#include "app/window/session/stepper.hpp"
#include "core/device/device.hpp"
#include "core/plan/plan.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

const Workload& heat() {
  return find_workload(catalog(), "heat");
}

Settings start() {
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

State state_of(const Settings& settings) {
  State state;
  state.catalog = catalog();
  state.workload = &heat();
  state.settings = settings;
  return state;
}

TEST(Iterating, TheSourceCountsOnlyWhereTheStartReadsIt) {
  Settings a = start();
  Settings b = a;
  b.problem.source.values["max_iterations"] = 7;
  EXPECT_FALSE(reads_source(a, heat()));
  EXPECT_TRUE(same_problem(a, b, heat()));
  EXPECT_EQ(why_no_source(a, heat()), "Read only where Start is image.");
  start_from_source(a, heat());
  start_from_source(b, heat());
  EXPECT_TRUE(reads_source(a, heat()));
  EXPECT_FALSE(same_problem(a, b, heat()));
  EXPECT_TRUE(why_no_source(a, heat()).empty());
  EXPECT_EQ(source_size(a, heat(), {640, 480}), (Size{9, 9}));
  EXPECT_EQ(source_size(start(), heat(), {640, 480}), (Size{640, 480}));
}

TEST(Iterating, WhatChangesTheProblemAndWhatDoesNot) {
  const Settings now = start();
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

TEST(Iterating, LaterStepsAndStrokesAreOnTheWay) {
  Settings now = start();
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
  State state = state_of(start());
  state.settings.execution.steps_per_frame = 5;
  state.running = true;
  Stepper stepper;
  stepper.follow(state);
  stepper.advance(state);
  EXPECT_EQ(state.settings.problem.steps, 0);  // nothing is shown yet
  state.frame = frame_of(state.settings, 1);
  stepper.advance(state);
  EXPECT_EQ(state.settings.problem.steps, 5);
  stepper.advance(state);
  EXPECT_EQ(state.settings.problem.steps, 5);  // the frame on the screen is still the first
  // painted meanwhile: the frame without it counts as shown
  Settings computed = state.settings;
  state.settings.problem.strokes.push_back(dab(5));
  state.frame = frame_of(computed, 2);
  stepper.advance(state);
  EXPECT_EQ(state.settings.problem.steps, 10);
  EXPECT_EQ(state.run.history.moments().size(), 2U);
}

TEST(Stepper, StopsWhereItSettles) {
  State state = state_of(start());
  state.running = true;
  Stepper stepper;
  stepper.follow(state);
  Frame frame = *frame_of(state.settings, 1);
  frame.settled = true;
  state.frame = std::make_shared<const Frame>(std::move(frame));
  stepper.advance(state);
  EXPECT_FALSE(state.running);
  EXPECT_TRUE(state.run.ended);
  // another problem plays from its start
  state.settings.problem.parameters["n"] = 17;
  stepper.follow(state);
  EXPECT_TRUE(state.running);
  EXPECT_FALSE(state.run.ended);
  // playing what has ended begins again
  state.running = false;
  state.run.ended = true;
  state.settings.problem.steps = 100;
  toggle_playing(state);
  EXPECT_TRUE(state.running);
  EXPECT_EQ(state.settings.problem.steps, 0);
}

TEST(Stepper, AnotherProblemStartsOverUnlessItsStepsWereChosen) {
  State state = state_of(start());
  state.settings.problem.steps = 40;
  state.settings.problem.strokes = {dab(3)};
  Stepper stepper;
  stepper.follow(state);
  state.settings.execution.variants["advance"].cpu = "sequential";
  stepper.follow(state);
  EXPECT_EQ(state.settings.problem.steps, 40);
  state.settings.problem.parameters["integrator"] = 1;
  stepper.follow(state);
  EXPECT_EQ(state.settings.problem.steps, 0);
  EXPECT_TRUE(state.settings.problem.strokes.empty());
  state.settings.problem.precision = Precision::fp32;
  state.settings.problem.steps = 7;
  stepper.follow(state);
  EXPECT_EQ(state.settings.problem.steps, 7);
  // settings that are opened as a whole, by chance at the same step
  state.settings.problem.parameters["integrator"] = 3;
  stepper.accept(state);
  stepper.follow(state);
  EXPECT_EQ(state.settings.problem.steps, 7);
}

TEST(RunHistory, KeepsARunAndBeginsAnewWithAnother) {
  RunHistory history;
  Settings settings = start();
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

TEST(RunHistory, ErrorsAreFoundByTheirNames) {
  RunHistory history;
  Frame frame = *frame_of(start(), 1);
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
  Frame frame = *frame_of(start(), 1);
  for (std::size_t i = 0; i < 3 * RunHistory::longest; ++i) {
    frame.steps = static_cast<std::int64_t>(i);
    history.add(frame);
  }
  EXPECT_LE(history.moments().size(), RunHistory::longest);
  EXPECT_EQ(history.moments().front().steps, 0);
  EXPECT_EQ(history.moments().back().steps, static_cast<std::int64_t>(3 * RunHistory::longest) - 1);
}

TEST(KeptCurves, SixAreKeptAndNamesAreReplaced) {
  Frame frame = *frame_of(start(), 1);
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
  State state = state_of(start());
  state.settings.problem.steps = 12;
  state.preferences.brush_radius = 0.08;
  state.preferences.brush_strength = 0.5;
  Painter painter;
  painter.press(state, {0.5, 0.5}, false, 1.0);
  painter.move(state, {0.505, 0.5}, 1.001);  // too near
  EXPECT_EQ(state.settings.problem.strokes.size(), 1U);
  painter.move(state, {0.56, 0.5}, 1.002);
  ASSERT_EQ(state.settings.problem.strokes.size(), 4U);
  EXPECT_EQ(state.settings.problem.strokes[0], (Stroke{.step = 12, .x = 0.5, .y = 0.5, .radius = 0.08, .amount = 0.5}));
  EXPECT_NEAR(state.settings.problem.strokes[3].x, 0.56, 1e-12);
  painter.hold(state, 1.01);
  EXPECT_EQ(state.settings.problem.strokes.size(), 4U);
  painter.hold(state, 1.04);
  EXPECT_EQ(state.settings.problem.strokes.size(), 5U);
  painter.press(state, {0.2, 0.2}, true, 2);
  EXPECT_EQ(state.settings.problem.strokes.back().amount, -0.5);
}

TEST(Painter, NothingIsPaintedOutside) {
  State state = state_of(start());
  Painter painter;
  painter.press(state, {-0.01, 0.5}, false, 1);
  painter.move(state, {1.2, 1.4}, 1.1);
  for (const Stroke& stroke : state.settings.problem.strokes) EXPECT_TRUE(check_stroke(stroke, 0).empty());
  painter.press(state, {std::numeric_limits<double>::quiet_NaN(), 0.5}, false, 2);
  for (const Stroke& stroke : state.settings.problem.strokes) EXPECT_TRUE(check_stroke(stroke, 0).empty());
}

Samples sampled(int n, auto value) {
  Samples out{{n, n}, {}};
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) out.values.push_back(value(x / (n - 1.0), y / (n - 1.0)));
  }
  return out;
}

TEST(Contours, OfAPlaneAreStraight) {
  const auto pieces = contour_pieces(sampled(9, [](double x, double) { return x; }), {0.3});
  ASSERT_EQ(pieces.size(), 8U);
  for (const ContourPiece& piece : pieces) {
    EXPECT_NEAR(piece.from.x, 0.3, 1e-12);
    EXPECT_NEAR(piece.to.x, 0.3, 1e-12);
    EXPECT_NEAR(std::abs(piece.from.y - piece.to.y), 1.0 / 8, 1e-12);
  }
}

TEST(Contours, OfAConeAreACircle) {
  const auto pieces =
      contour_pieces(sampled(129, [](double x, double y) { return std::hypot(x - 0.5, y - 0.5); }), {0.2, 0.4});
  double length[2] = {0, 0};
  for (const ContourPiece& piece : pieces) {
    const double radius = piece.level == 0 ? 0.2 : 0.4;
    EXPECT_NEAR(std::hypot(piece.from.x - 0.5, piece.from.y - 0.5), radius, 1e-3);
    length[piece.level] += std::hypot(piece.from.x - piece.to.x, piece.from.y - piece.to.y);
  }
  EXPECT_NEAR(length[0], 2 * std::numbers::pi * 0.2, 2e-3);
  EXPECT_NEAR(length[1], 2 * std::numbers::pi * 0.4, 2e-3);
}

TEST(Contours, ASaddleHasTwoLinesThatDoNotCross) {
  // corners 1 0 / 0 1: the mean is 1/2, so that 0.4 lies below it and cuts off the corners with 0
  const Samples saddle{{2, 2}, {1, 0, 0, 1}};
  const auto pieces = contour_pieces(saddle, {0.4});
  ASSERT_EQ(pieces.size(), 2U);
  for (const ContourPiece& piece : pieces) {
    // each joins two neighboring sides at the corner (1, 0) or (0, 1)
    const double from = piece.from.x - piece.from.y;
    const double to = piece.to.x - piece.to.y;
    EXPECT_NEAR(std::abs(from), 0.6, 1e-12);
    EXPECT_NEAR(from, to, 1e-12);
  }
}

TEST(Contours, NoLinesWhereValuesAreNotFinite) {
  Samples samples = sampled(3, [](double x, double) { return x; });
  samples.values[4] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(contour_pieces(samples, {0.4}).empty());
}

TEST(FieldSamples, TakeTheEndsAndEqualDistances) {
  const Size size{5, 3};
  const auto buffer = std::make_shared<Buffer>(MemoryKind::host, 15 * sizeof(float));
  for (int i = 0; i < 15; ++i) static_cast<float*>(buffer->host())[i] = static_cast<float>(i);
  const Field field(size, Precision::fp32, buffer, nullptr);
  EXPECT_EQ(row_samples(field, 1, 3), (std::vector<double>{5, 7, 9}));
  EXPECT_EQ(row_samples(field, 2, 100).size(), 5U);
  const Samples samples = samples_of(field, 2);
  EXPECT_EQ(samples.size, (Size{2, 2}));
  EXPECT_EQ(samples.values, (std::vector<double>{0, 4, 10, 14}));
}

TEST(FieldSamples, AreNaNWhereTheFieldHasNoValue) {
  const auto buffer = std::make_shared<Buffer>(MemoryKind::host, 9 * sizeof(double));
  for (int i = 0; i < 9; ++i) static_cast<double*>(buffer->host())[i] = i;
  const Field field({3, 3}, Precision::fp64, buffer, nullptr, Domain::lower_triangle);
  const std::vector<double> row = row_samples(field, 1, 3);
  EXPECT_EQ(row[0], 3);
  EXPECT_EQ(row[1], 4);
  EXPECT_TRUE(std::isnan(row[2]));
  const Samples samples = samples_of(field, 2);
  EXPECT_TRUE(std::isnan(samples.at(1, 0)));
  EXPECT_EQ(samples.at(0, 1), 6);
  EXPECT_EQ(samples.at(1, 1), 8);
}

TEST(PlotScale, RoundEnds) {
  const PlotScale linear = round_scale(0.013, 0.87, false);
  EXPECT_DOUBLE_EQ(linear.low, 0);
  EXPECT_DOUBLE_EQ(linear.high, 1);
  EXPECT_DOUBLE_EQ(linear.share(0.25), 0.25);
  const PlotScale log = round_scale(3e-7, 0.02, true);
  EXPECT_NEAR(log.low, 1e-7, 1e-19);
  EXPECT_NEAR(log.high, 0.1, 1e-12);
  EXPECT_NEAR(log.share(1e-4), 0.5, 1e-12);
  EXPECT_TRUE(std::isnan(log.share(0)));
  EXPECT_EQ(tick_text(log, 1e-5), "1e-5");
  const PlotScale flat = round_scale(2, 2, false);
  EXPECT_LT(flat.low, 2);
  EXPECT_GT(flat.high, 2);
}

TEST(PlotScale, TicksLieOnTheScale) {
  for (const PlotScale& scale : {PlotScale{0, 1, false}, PlotScale{-0.37, 12.1, false}, PlotScale{1e-9, 10, true}}) {
    for (const int most : {1, 2, 5, 10}) {
      const auto ticks = ticks_of(scale, most);
      EXPECT_LE(ticks.size(), static_cast<std::size_t>(most) + 2);
      for (const double tick : ticks) {
        EXPECT_GE(scale.share(tick), -1e-9);
        EXPECT_LE(scale.share(tick), 1 + 1e-9);
      }
    }
  }
}

}  // namespace
}  // namespace heteroscope
