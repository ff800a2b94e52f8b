#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "kernels/heat/description.hpp"
#include "kernels/heat/errors/exact.hpp"
#include "kernels/heat/passes.hpp"
#include "kernels/heat/start.hpp"
#include "kernels/heat/sweep/sweep.hpp"

/// The parts of the workload `heat`, against values by hand.
namespace heteroscope::heat {
namespace {

constexpr Integrator integrators[] = {Integrator::euler, Integrator::rk2, Integrator::rk4, Integrator::ab2,
                                      Integrator::ab3};

Parameters with(Integrator integrator, double fourier = 0) {
  Parameters p;
  p.integrator = integrator;
  p.fourier = fourier;
  return p;
}

// --------------------------------------------------------------------------------------------------------- the scheme

TEST(HeatScheme, RungeKuttaIsHornersRule) {
  const Scheme euler = scheme_of(with(Integrator::euler, 0.2), 7);
  EXPECT_EQ(euler.passes, 1);
  EXPECT_EQ(euler.terms, 1);
  EXPECT_DOUBLE_EQ(euler.c[0], 0.2);
  const Scheme rk2 = scheme_of(with(Integrator::rk2, 0.2), 0);
  EXPECT_EQ(rk2.passes, 2);
  EXPECT_DOUBLE_EQ(rk2.c[0], 0.1);
  EXPECT_DOUBLE_EQ(rk2.c[1], 0.2);
  const Scheme rk4 = scheme_of(with(Integrator::rk4, 0.24), 0);
  EXPECT_EQ(rk4.passes, 4);
  EXPECT_DOUBLE_EQ(rk4.c[0], 0.06);
  EXPECT_DOUBLE_EQ(rk4.c[1], 0.08);
  EXPECT_DOUBLE_EQ(rk4.c[2], 0.12);
  EXPECT_DOUBLE_EQ(rk4.c[3], 0.24);
}

TEST(HeatScheme, AdamsBashforthBeginsWithRungeKutta) {
  const Scheme first = scheme_of(with(Integrator::ab2, 0.1), 0);
  EXPECT_EQ(first.passes, 1);
  EXPECT_EQ(first.terms, 1);
  EXPECT_DOUBLE_EQ(first.c[0], 0.1);
  const Scheme ab2 = scheme_of(with(Integrator::ab2, 0.1), 1);
  EXPECT_EQ(ab2.passes, 1);
  ASSERT_EQ(ab2.terms, 2);
  EXPECT_DOUBLE_EQ(ab2.c[0], 0.1);
  EXPECT_DOUBLE_EQ(ab2.a[0], 1.5);
  EXPECT_DOUBLE_EQ(ab2.a[1], -0.5);
  for (const std::int64_t step : {0, 1}) {
    const Scheme start = scheme_of(with(Integrator::ab3, 0.06), step);
    EXPECT_EQ(start.passes, 2);
    EXPECT_EQ(start.terms, 1);
    EXPECT_DOUBLE_EQ(start.c[0], 0.03);
    EXPECT_DOUBLE_EQ(start.c[1], 0.06);
  }
  const Scheme ab3 = scheme_of(with(Integrator::ab3, 0.06), 2);
  EXPECT_EQ(ab3.passes, 1);
  ASSERT_EQ(ab3.terms, 3);
  EXPECT_DOUBLE_EQ(ab3.a[0], 23.0 / 12);
  EXPECT_DOUBLE_EQ(ab3.a[1], -16.0 / 12);
  EXPECT_DOUBLE_EQ(ab3.a[2], 5.0 / 12);
}

TEST(HeatScheme, FourierNumberAndUnits) {
  EXPECT_DOUBLE_EQ(fourier_of(with(Integrator::euler)), 0.225);
  EXPECT_DOUBLE_EQ(fourier_of(with(Integrator::ab2)), 0.1125);
  EXPECT_DOUBLE_EQ(fourier_of(with(Integrator::euler, 0.1)), 0.1);
  Parameters p = with(Integrator::euler, 0.2);
  p.n = 11;
  EXPECT_DOUBLE_EQ(spacing_of(p), 0.1);
  EXPECT_DOUBLE_EQ(step_time_of(p), 0.002);
}

// ------------------------------------------------------------------------------------------------------------
// stability

/// |y| after many steps of y' = λ y with z = λ Δt, by the methods' textbook forms, from values that excite all of a
/// multistep method's modes.
double grown(Integrator integrator, double z) {
  double y = 1;
  double before = -1;
  double long_before = 1;
  for (int i = 0; i < 100'000 && std::abs(y) < 1e6; ++i) {
    double next = 0;
    switch (integrator) {
      case Integrator::euler:
        next = y + z * y;
        break;
      case Integrator::rk2:  // Heun
        next = y + 0.5 * (z * y + z * (y + z * y));
        break;
      case Integrator::rk4: {
        const double k1 = z * y;
        const double k2 = z * (y + 0.5 * k1);
        const double k3 = z * (y + 0.5 * k2);
        const double k4 = z * (y + k3);
        next = y + (k1 + 2 * k2 + 2 * k3 + k4) / 6;
        break;
      }
      case Integrator::ab2:
        next = y + z * (3 * y - before) / 2;
        break;
      case Integrator::ab3:
        next = y + z * (23 * y - 16 * before + 5 * long_before) / 12;
        break;
    }
    long_before = before;
    before = y;
    y = next;
  }
  return std::abs(y);
}

TEST(HeatStability, Limits) {
  EXPECT_EQ(stability_limit(Integrator::euler), 0.25);
  EXPECT_EQ(stability_limit(Integrator::rk2), 0.25);
  // the real root of 1 + z/2 + z²/6 + z³/24 is −2.785293563405282
  EXPECT_NEAR(stability_limit(Integrator::rk4), 2.785293563405282 / 8, 1e-15);
  EXPECT_NEAR(stability_limit(Integrator::ab2), 1.0 / 8, 1e-16);
  EXPECT_NEAR(stability_limit(Integrator::ab3), 3.0 / 44, 1e-16);
}

TEST(HeatStability, TheWorstModeGrowsJustBeyondTheLimit) {
  for (const Integrator integrator : integrators) {
    const double limit = stability_limit(integrator);
    EXPECT_LE(grown(integrator, -8 * 0.999 * limit), 10) << integrator_ids[static_cast<int>(integrator)];
    EXPECT_GE(grown(integrator, -8 * 1.001 * limit), 1e6) << integrator_ids[static_cast<int>(integrator)];
  }
}

// --------------------------------------------------------------------------------------------------------- the passes

/// A job over planes that exist by their addresses alone.
class PassesOf {
 public:
  PassesOf(Integrator integrator, std::int64_t step, int steps, Rows rows, int planes) : parameters_(with(integrator)) {
    for (int i = 0; i < planes; ++i) planes_.push_back({&places_[i], {20, 20}, Precision::fp64});
    job_.parameters = &parameters_;
    job_.rows = rows;
    job_.planes = planes_;
    job_.step = step;
    job_.steps = steps;
    Pass pass;
    for (Passes passes(job_); passes.next(pass);) all.push_back(pass);
  }

  /// The plane's letter, by where it was at first.
  [[nodiscard]] char name(const FieldView& view) const {
    return static_cast<char>('A' + (static_cast<const char*>(view.data) - places_.data()));
  }
  /// "base in,in out" of a pass.
  [[nodiscard]] std::string text(const Pass& pass) const {
    std::string out{name(pass.base), ' '};
    for (int i = 0; i < pass.terms; ++i) out += name(pass.in[i]);
    return out + ' ' + name(pass.out);
  }
  /// The planes in the order in which they were left.
  [[nodiscard]] std::string order() const {
    std::string out;
    for (const FieldView& each : planes_) out += name(each);
    return out;
  }

  std::vector<Pass> all;

 private:
  std::array<char, 8> places_{};
  std::any parameters_;
  std::vector<FieldView> planes_;
  IterateJob job_;
};

TEST(HeatPasses, EulerAlternates) {
  const PassesOf passes(Integrator::euler, 3, 3, {8, 12}, 2);
  ASSERT_EQ(passes.all.size(), 3);
  EXPECT_EQ(passes.text(passes.all[0]), "A A B");
  EXPECT_EQ(passes.text(passes.all[1]), "B B A");
  EXPECT_EQ(passes.text(passes.all[2]), "A A B");
  EXPECT_EQ(passes.all[0].rows, (Rows{6, 14}));
  EXPECT_EQ(passes.all[1].rows, (Rows{7, 13}));
  EXPECT_EQ(passes.all[2].rows, (Rows{8, 12}));
  EXPECT_EQ(passes.order(), "BA");
}

TEST(HeatPasses, RungeKuttaKeepsItsBase) {
  const PassesOf two(Integrator::rk2, 0, 2, {0, 3}, 3);
  ASSERT_EQ(two.all.size(), 4);
  EXPECT_EQ(two.text(two.all[0]), "A A B");
  EXPECT_EQ(two.text(two.all[1]), "A B C");
  EXPECT_EQ(two.text(two.all[2]), "C C B");
  EXPECT_EQ(two.text(two.all[3]), "C B A");
  EXPECT_EQ(two.all[0].rows, (Rows{0, 6}));
  EXPECT_EQ(two.all[3].rows, (Rows{0, 3}));
  EXPECT_EQ(two.order(), "ABC");
  const PassesOf four(Integrator::rk4, 0, 1, {17, 20}, 3);
  ASSERT_EQ(four.all.size(), 4);
  EXPECT_EQ(four.text(four.all[0]), "A A B");
  EXPECT_EQ(four.text(four.all[1]), "A B C");
  EXPECT_EQ(four.text(four.all[2]), "A C B");
  EXPECT_EQ(four.text(four.all[3]), "A B C");
  EXPECT_EQ(four.all[0].rows, (Rows{14, 20}));
  EXPECT_EQ(four.order(), "CBA");
}

TEST(HeatPasses, AdamsBashforthForgetsTheOldestState) {
  const PassesOf two(Integrator::ab2, 0, 3, {5, 6}, 3);
  ASSERT_EQ(two.all.size(), 3);
  EXPECT_EQ(two.text(two.all[0]), "A A C");  // Euler
  EXPECT_EQ(two.text(two.all[1]), "C CA B");
  EXPECT_EQ(two.text(two.all[2]), "B BC A");
  EXPECT_EQ(two.all[0].rows, (Rows{3, 8}));
  EXPECT_EQ(two.order(), "ABC");
  const PassesOf three(Integrator::ab3, 1, 2, {5, 6}, 5);
  ASSERT_EQ(three.all.size(), 3);
  EXPECT_EQ(three.text(three.all[0]), "A A D");  // the second step of Runge-Kutta
  EXPECT_EQ(three.text(three.all[1]), "A D E");
  EXPECT_EQ(three.text(three.all[2]), "E EAB D");
  EXPECT_EQ(three.order().substr(0, 3), "DEA");
}

// ---------------------------------------------------------------------------------------------------------- the sweeps

TEST(HeatSweep, WritesTheStatesThatTheNextStepNeeds) {
  // two steps need both states; with a single spare plane there is room for one
  EXPECT_EQ(make_sweep(with(Integrator::ab2), 5, 8, 1).steps, 1);
  const Sweep ab2 = make_sweep(with(Integrator::ab2), 5, 8, 2);
  EXPECT_EQ(ab2.steps, 8);
  EXPECT_EQ(ab2.passes, 8);
  EXPECT_EQ(ab2.written, 2);
  EXPECT_EQ(make_sweep(with(Integrator::ab3), 1, 4, 3).passes, 5);  // one step of two passes is among them
  const Sweep euler = make_sweep(with(Integrator::euler), 0, 16, 1);
  EXPECT_EQ(euler.steps, 16);
  EXPECT_EQ(euler.lines, 15);
  EXPECT_EQ(euler.written, 1);
}

TEST(HeatSweep, MovesStatesUp) {
  std::array<char, 5> places{};
  const auto moved = [&](int written) {
    std::vector<FieldView> planes;
    for (char& place : places) planes.push_back({&place, {4, 4}, Precision::fp64});
    move_up({.written = written}, 3, planes);
    std::string out;
    for (const FieldView& each : planes) out += static_cast<char>('A' + (static_cast<char*>(each.data) - &places[0]));
    return out;
  };
  // states A B C, newest first; D and E were written
  EXPECT_EQ(moved(1).substr(0, 3), "DAB");
  EXPECT_EQ(moved(2).substr(0, 3), "DEA");
}

}  // namespace
}  // namespace heteroscope::heat
