#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "core/device/device.hpp"
#include "core/run/compare.hpp"
#include "core/run/execute.hpp"
#include "kernels/nbody/drift.hpp"
#include "kernels/nbody/energy.hpp"
#include "kernels/nbody/start.hpp"
#include "kernels/nbody/state.hpp"
#include "kernels/nbody/workload.hpp"
#include "kernels/registry.hpp"

namespace heteroscope::nbody {

extern const Variant advance_sequential;

namespace {

Settings settings_of(int bodies, std::int64_t steps, Start start = Start::collision) {
  Settings out = default_settings(workload);
  out.problem.parameters["bodies"] = bodies;
  out.problem.parameters["start"] = static_cast<double>(start);
  out.problem.size = {320, 240};
  out.problem.precision = Precision::fp64;
  out.problem.steps = steps;
  return out;
}

Frame computed(Executor& executor, const Settings& settings) {
  const Planned planned = plan(settings, catalog(), device::facts());
  if (!planned) throw std::runtime_error(planned.refusal);
  return executor.execute(*planned.plan, {}).value();
}

double sum_of(const Frame& frame) {
  double sum = 0;
  for (int y = 0; y < frame.field.size().height; ++y) {
    for (int x = 0; x < frame.field.size().width; ++x) sum += frame.field.value(x, y);
  }
  return sum;
}

TEST(NbodyInteraction, InverseCubesAreWithinSomeRoundings) {
  double worst_fp32 = 0;
  double worst_fp64 = 0;
  // every mantissa's seed in two neighboring exponents, and magnitudes far from 1
  for (const double scale : {1.0, 0x1p-26, 0x1p40}) {
    for (int i = 0; i < 100000; ++i) {
      const double x = scale * (1 + 3 * i / 100000.0);
      const auto exact = [](double at) { return 3 * std::pow(static_cast<long double>(at), -1.5L); };
      const auto narrow = static_cast<float>(x);
      const long double of_narrow = exact(narrow);
      worst_fp32 =
          std::max(worst_fp32, std::abs(static_cast<double>((mass_by_cube(3.0F, narrow) - of_narrow) / of_narrow)));
      worst_fp64 = std::max(worst_fp64, std::abs(static_cast<double>((mass_by_cube(3.0, x) - exact(x)) / exact(x))));
    }
  }
  // five products of half a unit in the last place each, and the polynomial
  EXPECT_LT(worst_fp32, 3.5 * 0x1p-23);
  EXPECT_LT(worst_fp64, 3.5 * 0x1p-52);
}

TEST(NbodyInteraction, ABodyAddsNothingToItself) {
  const Body<float> at{1, 2, 3, 4};
  Vector<float> sum{};
  add_pull(sum, at, at, 1e-8F);
  EXPECT_EQ(sum.x, 0);
  EXPECT_EQ(sum.y, 0);
  EXPECT_EQ(sum.z, 0);
}

/// A planet and a star of half the mass each, at a distance of 1 on circles: seen after whole revolutions.
double distance_from_start(int steps_a_revolution) {
  constexpr double softening = 0.0001;
  std::vector<double> memory[2];
  for (auto& each : memory) each.assign(2 * columns, 0);
  const Size size{columns, 2};
  FieldView planes[2] = {{memory[0].data(), size, Precision::fp64}, {memory[1].data(), size, Precision::fp64}};
  const double start[2 * columns] = {0.5, 0, 0, 0.5, 0, 0.5, 0, 0, -0.5, 0, 0, 0.5, 0, -0.5, 0, 0};
  std::copy(std::begin(start), std::end(start), memory[0].begin());
  const double period = 2 * std::numbers::pi;  // Kepler's third law: a = 1, G M = 1
  const std::any parameters = Parameters{.bodies = 2, .softening = softening, .time_step = period / steps_a_revolution};
  IterateJob job;
  job.parameters = &parameters;
  job.rows = {0, 2};
  job.planes = planes;
  job.steps = steps_a_revolution;
  advance_sequential.run(job);
  const double* body = planes[0].row<const double>(0);
  return std::hypot(body[0] - 0.5, body[1]);
}

TEST(NbodyStep, TwoBodiesGoInCircles) {
  const double coarse = distance_from_start(200);
  const double fine = distance_from_start(400);
  EXPECT_LT(fine, 1e-3);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1);  // a leapfrog is of second order
}

TEST(NbodyStep, EnergyDriftsAsTheSquareOfTheTimeStep) {
  for (const Start start : {Start::plummer, Start::disk}) {
    const auto drift = [&](int steps) {
      return energy_drift({.bodies = 48, .start = start, .softening = 0.2, .time_step = 1.0 / steps}, steps, 16);
    };
    const double coarse = drift(128);
    const double fine = drift(256);
    EXPECT_LT(fine, 1e-3);
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.3);
  }
}

TEST(NbodyStart, IsInEquilibriumAndAtRestAsAWhole) {
  for (const Start start : {Start::plummer, Start::disk, Start::collision}) {
    const Parameters parameters{.bodies = 3000, .start = start, .softening = 0.0001};
    std::vector<double> memory(static_cast<std::size_t>(columns) * 3000);
    const FieldView state{memory.data(), {columns, 3000}, Precision::fp64};
    begin(parameters, state);
    double mass = 0;
    double moments[6] = {};
    for (int i = 0; i < 3000; ++i) {
      const double* row = state.row<const double>(i);
      mass += row[3];
      for (int k = 0; k < 3; ++k) moments[k] += row[3] * row[k];
      for (int k = 0; k < 3; ++k) moments[3 + k] += row[3] * row[4 + k];
    }
    EXPECT_NEAR(mass, 1, 1e-12);
    for (const double each : moments) EXPECT_NEAR(each, 0, 1e-12);
    if (start != Start::plummer) continue;
    // the virial theorem, 2 T = −W; W of Plummer's model is −3 π / 32 (Aarseth, Hénon and Wielen)
    const Energy energy = energy_of(parameters, state, 1);
    EXPECT_NEAR(-2 * energy.kinetic / energy.potential, 1, 0.05);
    EXPECT_NEAR(energy.potential, -3 * std::numbers::pi / 32, 0.03);
  }
}

TEST(NbodyView, MovingItLeavesTheStateAsItIs) {
  Executor executor;
  Settings settings = settings_of(300, 5);
  const Frame first = computed(executor, settings);
  EXPECT_EQ(first.timing.steps, 5);
  settings.problem.parameters["span"] = 2;
  settings.problem.parameters["center_x"] = 0.25;
  settings.problem.size = {200, 333};
  const Frame second = computed(executor, settings);
  EXPECT_EQ(second.timing.steps, 0);
  EXPECT_EQ(second.steps, 5);
  EXPECT_TRUE(compare(first.states.front().host_view(), second.states.front().host_view()).equal());
  EXPECT_EQ(second.field.size(), (Size{200, 333}));
  settings.problem.parameters["seed"] = 2;
  EXPECT_EQ(computed(executor, settings).timing.steps, 5);  // another problem
}

TEST(NbodyView, ShowsEveryBodyInItsPixel) {
  Executor executor;
  Settings settings = settings_of(500, 0, Start::disk);
  settings.problem.parameters["span"] = 64;
  settings.problem.parameters["dot"] = 0.001;
  const Frame frame = computed(executor, settings);
  EXPECT_EQ(sum_of(frame), 500);
  // by hand: 320 pixels over 64 units, the middle at (160, 120), y upward
  const Field& state = frame.states.front();
  for (int i = 0; i < 500; ++i) {
    const int x = static_cast<int>(std::floor(160 + 5 * state.value(0, i)));
    const int y = static_cast<int>(std::floor(120 - 5 * state.value(1, i)));
    EXPECT_GE(frame.field.value(x, y), 1) << i;
  }
}

TEST(NbodyView, DrawsDisksThatAreCutByTheEdges) {
  Executor executor;
  Settings settings = settings_of(2, 0, Start::disk);
  settings.problem.parameters["span"] = 1000;  // both in the four pixels around the middle
  settings.problem.parameters["dot"] = 10;
  const double whole = sum_of(computed(executor, settings));
  EXPECT_NEAR(whole, 2 * std::numbers::pi * 100, 20);
  settings.problem.parameters["center_x"] = 500;  // at the left edge: half of each
  EXPECT_NEAR(sum_of(computed(executor, settings)), whole / 2, 30);
  settings.problem.parameters["center_x"] = 600;
  const Frame nothing = computed(executor, settings);
  EXPECT_EQ(sum_of(nothing), 0);
  EXPECT_NE(nothing.alarm, "");
}

}  // namespace
}  // namespace heteroscope::nbody
