#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "kernels/heat/description.hpp"
#include "kernels/heat/exact.hpp"
#include "kernels/heat/passes.hpp"
#include "kernels/heat/start.hpp"
#include "kernels/heat/sweep.hpp"

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

// ------------------------------------------------------------------------------------------------------------ the
// start

TEST(HeatExact, SinesAreSymmetric) {
  for (const int n : {3, 4, 7, 1000, 1023}) {
    const std::vector<double> s = sines(n);
    ASSERT_EQ(s.size(), static_cast<std::size_t>(n));
    EXPECT_EQ(s.front(), 0);
    EXPECT_EQ(s.back(), 0);
    for (int i = 0; i < n; ++i) {
      EXPECT_EQ(s[i], s[n - 1 - i]);
      EXPECT_NEAR(s[i], std::sin(std::numbers::pi * i / (n - 1)), 1e-15);
    }
  }
  EXPECT_EQ(sines(3)[1], 1);
  EXPECT_NEAR(sines(7)[1], 0.5, 1e-15);
}

struct Square {
  explicit Square(int side, double value = -7) : n(side), values(static_cast<std::size_t>(side) * side, value) {}
  [[nodiscard]] FieldView view() { return {values.data(), {n, n}, Precision::fp64}; }
  [[nodiscard]] double at(int x, int y) const { return values[static_cast<std::size_t>(y) * n + x]; }
  int n;
  std::vector<double> values;
};

Square begun(Initial initial, int n, FieldView image = {}) {
  Square out(n);
  Parameters p;
  p.n = n;
  p.initial = initial;
  begin(p, image, out.view(), {0, out.view().size.height}, 2);
  return out;
}

TEST(HeatStart, TheEdgeIsZero) {
  Square image(9);
  for (std::size_t i = 0; i < image.values.size(); ++i) image.values[i] = 5 + static_cast<double>(i);
  for (const Initial initial : {Initial::sine, Initial::spot, Initial::noise, Initial::image}) {
    for (const int n : {3, 4, 17}) {
      const Square start = begun(initial, n, image.view());
      double inside = 0;
      for (int i = 0; i < n; ++i) {
        for (const double edge : {start.at(i, 0), start.at(i, n - 1), start.at(0, i), start.at(n - 1, i)}) {
          EXPECT_EQ(edge, 0) << initial_ids[static_cast<int>(initial)];
        }
      }
      for (const double value : start.values) {
        EXPECT_TRUE(value >= 0 && value <= 1) << value;
        inside += value;
      }
      const bool between = initial == Initial::spot && n == 4;  // it is smaller than a cell's diagonal
      EXPECT_EQ(inside > 0, !between) << initial_ids[static_cast<int>(initial)];
    }
  }
}

TEST(HeatStart, SineAndSpotAreSymmetricToTheBit) {
  for (const Initial initial : {Initial::sine, Initial::spot}) {
    for (const int n : {5, 64, 65}) {
      const Square s = begun(initial, n);
      for (int y = 0; y < n; ++y) {
        for (int x = 0; x < n; ++x) {
          ASSERT_EQ(s.at(x, y), s.at(n - 1 - x, y));
          ASSERT_EQ(s.at(x, y), s.at(x, n - 1 - y));
          ASSERT_EQ(s.at(x, y), s.at(y, x));
        }
      }
    }
  }
}

TEST(HeatStart, TheSpotIsADiskOfRadiusOneFifth) {
  const Square s = begun(Initial::spot, 101);  // spacing 1/100
  EXPECT_EQ(s.at(50, 50), 1);
  EXPECT_NEAR(s.at(60, 50), 0.5625, 1e-14);  // half the radius away: (1 − 1/4)²
  EXPECT_GT(s.at(69, 50), 0);
  EXPECT_EQ(s.at(71, 50), 0);
  EXPECT_EQ(s.at(65, 65), 0);
}

TEST(HeatStart, NoiseIsNotSymmetric) {
  const Square s = begun(Initial::noise, 64);
  EXPECT_NE(s.at(10, 20), s.at(53, 20));
  EXPECT_NE(s.at(10, 20), s.at(20, 10));
}

TEST(HeatStart, AnImageIsAveragedAndScaled) {
  // x² + 10 y over 6 × 6 pixels, 0 to 75; the middle node of 3 has pixels 2 and 3: (4 + 9)/2 + 25 = 31.5
  Square image(6);
  for (int y = 0; y < 6; ++y) {
    for (int x = 0; x < 6; ++x) image.values[static_cast<std::size_t>(y) * 6 + x] = x * x + 10 * y;
  }
  EXPECT_NEAR(begun(Initial::image, 3, image.view()).at(1, 1), 31.5 / 75, 1e-15);
  // fewer pixels than nodes: node i of 5 has pixel ⌊2i/5⌋ of 2
  std::vector<double> few{10, 20, 30, 50};
  const Square wide = begun(Initial::image, 5, {few.data(), {2, 2}, Precision::fp64});
  EXPECT_EQ(wide.at(2, 2), 0);
  EXPECT_EQ(wide.at(3, 2), 0.25);
  EXPECT_EQ(wide.at(1, 3), 0.5);
  EXPECT_EQ(wide.at(3, 3), 1);
  // an image keeps its shape: two rows of four lie in the middle of the square, and around them it is cold
  std::vector<double> flat{8, 8, 8, 8, 4, 4, 0, 4};
  const Square wide_image = begun(Initial::image, 4, {flat.data(), {4, 2}, Precision::fp64});
  EXPECT_EQ(wide_image.at(1, 1), 1);
  EXPECT_EQ(wide_image.at(1, 2), 0.5);
  EXPECT_EQ(wide_image.at(2, 2), 0);
  const Square high_image = begun(Initial::image, 8, {flat.data(), {2, 4}, Precision::fp64});
  EXPECT_EQ(high_image.at(1, 1), 0) << "beside the image";
  EXPECT_EQ(high_image.at(2, 1), 1);
  // one value alone is no range
  few = {9, 9, 9, 9};
  EXPECT_EQ(begun(Initial::image, 5, {few.data(), {2, 2}, Precision::fp64}).at(2, 2), 0);
}

TEST(HeatPaint, AddsABumpInsideOfTheEdge) {
  Square plane(5, 1);  // spacing 1/4
  const Stroke stroke{.x = 0.5, .y = 0.5, .radius = 0.5, .amount = 2};
  paint(stroke, plane.view(), {0, 5});
  EXPECT_EQ(plane.at(2, 2), 3);
  EXPECT_DOUBLE_EQ(plane.at(1, 2), 1 + 2 * 0.5625);  // half the radius away
  EXPECT_DOUBLE_EQ(plane.at(2, 3), 1 + 2 * 0.5625);
  EXPECT_DOUBLE_EQ(plane.at(3, 3), 1 + 2 * 0.25);  // d² = r²/2
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(plane.at(i, 0), 1);
    EXPECT_EQ(plane.at(4, i), 1);
  }
}

TEST(HeatPaint, ChangesOnlyTheRowsAskedFor) {
  Square whole(33, 0);
  Square parts(33, 0);
  const Stroke stroke{.x = 0.4, .y = 0.6, .radius = 0.35, .amount = -1.5};
  paint(stroke, whole.view(), {0, 33});
  paint(stroke, parts.view(), {0, 18});
  for (int x = 0; x < 33; ++x) EXPECT_EQ(parts.at(x, 18), 0);
  EXPECT_LT(whole.at(13, 18), 0);
  paint(stroke, parts.view(), {18, 33});
  EXPECT_EQ(parts.values, whole.values);
}

}  // namespace
}  // namespace heteroscope::heat
