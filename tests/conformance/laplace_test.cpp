#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "core/run/compare.hpp"
#include "core/run/execute.hpp"
#include "kernels/laplace/description.hpp"
#include "kernels/laplace/exact.hpp"
#include "kernels/laplace/methods/methods.hpp"
#include "kernels/laplace/start.hpp"
#include "kernels/laplace/workload.hpp"
#include "kernels/registry.hpp"
#include "tests/conformance/laplace_residual.hpp"
#include "tests/unit/refused.hpp"

/// What is known of Laplace's equation, for each method; that variants give the same bits is compared elsewhere.
namespace heteroscope::laplace {
namespace {

constexpr double pi = std::numbers::pi;
constexpr Method methods[] = {Method::jacobi, Method::red_black, Method::sor,
                              Method::cg,     Method::multigrid, Method::direct};
constexpr Method accurate[] = {Method::cg, Method::multigrid, Method::direct};
constexpr double tightest = 1e-15;

Settings settings_of(Parameters p, Precision precision = Precision::fp64) {
  Settings s = default_settings(workload);
  s.problem.parameters = {{"n", p.n},
                          {"boundary", static_cast<double>(p.boundary)},
                          {"method", static_cast<double>(p.method)},
                          {"omega", p.omega},
                          {"cycle", static_cast<double>(p.cycle)},
                          {"tolerance", p.tolerance},
                          {"max_iterations", p.max_iterations}};
  s.problem.precision = precision;
  s.execution.processor = Processor::cpu;
  s.execution.variants["settle"].cpu = "sequential";
  s.problem.source = {.id = "noise", .number = 1};
  return s;
}

Frame run(const Settings& s) {
  Executor executor;
  return executor.execute(plan(s, catalog(), device::Facts{}).plan.value(), {}).value();
}
Frame run(const Parameters& p) {
  return run(settings_of(p));
}

double largest_difference(const Frame& a, const Frame& b) {
  double out = 0;
  const Size size = a.field.size();
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) out = std::max(out, std::abs(a.field.value(x, y) - b.field.value(x, y)));
  }
  return out;
}

std::string id_text(Method method) {
  return std::string(method_ids[static_cast<std::size_t>(method)]);
}

/// The difference equations solved by Gaussian elimination in long double: another way, from the boundary alone.
std::vector<long double> eliminated(const std::vector<double>& f) {
  const int inside = static_cast<int>(f.size()) - 2;
  const int unknowns = inside * inside;
  const auto at = [&](int x, int y) { return static_cast<std::size_t>(y) * inside + x; };
  std::vector<std::vector<long double>> a(unknowns, std::vector<long double>(unknowns + 1));
  for (int y = 0; y < inside; ++y) {
    for (int x = 0; x < inside; ++x) {
      auto& row = a[at(x, y)];
      row[at(x, y)] = 4;
      if (x > 0) row[at(x - 1, y)] = -1;
      if (x + 1 < inside) row[at(x + 1, y)] = -1;
      if (y > 0) row[at(x, y - 1)] = -1;
      if (y + 1 < inside) row[at(x, y + 1)] = -1;
      if (x == 0) row[unknowns] = f[y + 1];
    }
  }
  for (int i = 0; i < unknowns; ++i) {
    for (int j = i + 1; j < unknowns; ++j) {
      const long double factor = a[j][i] / a[i][i];
      if (factor == 0) continue;
      for (int k = i; k <= unknowns; ++k) a[j][k] -= factor * a[i][k];
    }
  }
  std::vector<long double> u(unknowns);
  for (int i = unknowns - 1; i >= 0; --i) {
    long double rest = a[i][unknowns];
    for (int k = i + 1; k < unknowns; ++k) rest -= a[i][k] * u[k];
    u[i] = rest / a[i][i];
  }
  return u;
}

TEST(LaplaceMethods, FindTheSolutionOfTheDifferenceEquations) {
  for (const int n : {3, 4, 5, 17, 64, 65, 100}) {
    for (const Method method : accurate) {
      for (const Cycle cycle : {Cycle::v, Cycle::full}) {
        if (cycle == Cycle::full && method != Method::multigrid) continue;
        const Frame frame = run({.n = n, .method = method, .cycle = cycle, .tolerance = tightest});
        EXPECT_TRUE(frame.settled);
        EXPECT_LT(error_against_grid_solution(frame.field.host_view(), 1).largest, 1e-12) << id_text(method) << n;
      }
    }
    if (n > 65) continue;
    for (const Method method : {Method::jacobi, Method::red_black, Method::sor}) {
      const Frame frame = run({.n = n, .method = method, .tolerance = tightest});
      EXPECT_TRUE(frame.settled);
      EXPECT_LT(error_against_grid_solution(frame.field.host_view(), 1).largest, 1e-10) << id_text(method) << n;
    }
  }
}

TEST(LaplaceMethods, AgreeWithEliminationForAStepAndForNoise) {
  for (const int n : {3, 4, 5, 8, 17}) {
    for (const Boundary boundary : {Boundary::step, Boundary::image_row}) {
      for (const Method method : methods) {
        const Frame frame = run({.n = n, .boundary = boundary, .method = method, .tolerance = tightest});
        std::vector<double> f;
        for (int y = 0; y < n; ++y) f.push_back(frame.field.value(0, y));
        const std::vector<long double> expected = eliminated(f);
        for (int y = 1; y < n - 1; ++y) {
          for (int x = 1; x < n - 1; ++x) {
            ASSERT_NEAR(frame.field.value(x, y), static_cast<double>(expected[(y - 1) * (n - 2) + x - 1]), 3e-12)
                << id_text(method) << ", n " << n;
          }
        }
      }
    }
  }
}

TEST(LaplaceMethods, AgreeWithEachOther) {
  for (const int n : {64, 65, 100, 257}) {
    const Parameters p{.n = n, .boundary = Boundary::image_row, .method = Method::direct, .tolerance = tightest};
    const Frame expected = run(p);
    for (const Method method : accurate) {
      Parameters other = p;
      other.method = method;
      EXPECT_LT(largest_difference(run(other), expected), 1e-10) << id_text(method) << ", n " << n;
    }
  }
}

TEST(LaplaceMethods, AreOfSecondOrder) {
  for (const Method method : methods) {
    double before = 0;
    for (const int n : {17, 33, 65}) {
      const Frame frame = run({.n = n, .method = method, .tolerance = 1e-13});
      const double error = error_against_solution(frame.field.host_view(), 1).l2;
      if (before > 0) {
        EXPECT_NEAR(std::log2(before / error), 2, 0.06) << id_text(method) << ", n " << n;
      }
      before = error;
    }
  }
}

TEST(LaplaceMethods, SinglePrecisionSettlesAtItsRounding) {
  for (const Method method : methods) {
    for (const int n : {3, 4, 17, 65, 200}) {
      if (n > 65 && (method == Method::jacobi || method == Method::red_black)) continue;
      const Frame frame = run(settings_of({.n = n, .boundary = Boundary::step, .method = method}, Precision::fp32));
      EXPECT_TRUE(frame.settled) << id_text(method) << ", n " << n;
      EXPECT_LT(largest_residual(frame), 1e-5);
    }
  }
}

// -------------------------------------------------------------------------------------------------- how fast they
// settle

TEST(LaplaceMultigrid, NeedsNoMoreCyclesOnLargerGrids) {
  for (const int n : {3, 4, 5, 6, 7, 17, 50, 64, 100, 257, 514, 1000, 1023}) {
    for (const Boundary boundary : {Boundary::sine, Boundary::step, Boundary::image_row}) {
      const Frame frame = run({.n = n, .boundary = boundary, .method = Method::multigrid, .tolerance = 1e-10});
      EXPECT_LE(frame.steps, 11) << n;
      EXPECT_TRUE(frame.settled);
    }
    EXPECT_LE(run({.n = n, .method = Method::multigrid, .cycle = Cycle::full, .tolerance = 1e-10}).steps, 10) << n;
  }
}

/// A pass of full multigrid leaves an error of the discretization's own size (Trottenberg, Oosterlee and Schüller,
/// Multigrid, section 2.6).
TEST(LaplaceMultigrid, AFullPassIsAsGoodAsTheGrid) {
  for (const int n : {17, 65, 100, 257}) {
    Settings s = settings_of({.n = n, .method = Method::multigrid, .cycle = Cycle::full});
    s.problem.steps = 1;
    const Frame frame = run(s);
    const double of_grid = error_against_solution(run({.n = n, .method = Method::direct}).field.host_view(), 1).l2;
    EXPECT_LT(error_against_solution(frame.field.host_view(), 1).l2, 3 * of_grid) << n;
  }
}

/// The slowest mode of Jacobi's iteration is multiplied by cos πh a step, of Gauss-Seidel's by cos² πh, and with the
/// optimal ω by ω − 1 (Young, Iterative Solution of Large Linear Systems, 1971, sections 4.6 and 6.2).
TEST(LaplaceRelaxations, SettleAtTheRatesOfTheTheory) {
  const int n = 65;
  const double mu = std::cos(pi / (n - 1));
  for (const auto& [method, rate] : {std::pair{Method::jacobi, mu}, {Method::red_black, mu * mu}}) {
    const Frame frame = run({.n = n, .method = method, .tolerance = 1e-12});
    const Measured& early = frame.measured[frame.measured.size() / 2];
    const Measured& late = frame.measured.back();
    const double found = std::pow(late.value / early.value, 1.0 / static_cast<double>(late.step - early.step));
    EXPECT_NEAR(std::log(found) / std::log(rate), 1, 0.01) << id_text(method);
  }
  const double omega = 2 / (1 + std::sin(pi / (n - 1)));
  EXPECT_DOUBLE_EQ(omega_of({.n = n}), omega);
  const Frame frame = run({.n = n, .method = Method::sor, .tolerance = 1e-12});
  // a defective eigenvalue: the residual is at first larger than its power by a factor in proportion to the step
  const double steps = std::log(1e-12) / std::log(omega - 1);
  EXPECT_GT(static_cast<double>(frame.steps), 0.8 * steps);
  EXPECT_LT(static_cast<double>(frame.steps), 1.5 * steps);
  for (const double off : {omega - 0.05, omega + 0.02}) {
    EXPECT_GT(run({.n = n, .method = Method::sor, .omega = off, .tolerance = 1e-12}).steps, frame.steps);
  }
}

TEST(LaplaceRelaxations, StepsGrowWithTheGridAsTheyShould) {
  const auto steps = [](Method method, int n) {
    return static_cast<double>(run({.n = n, .method = method, .tolerance = 1e-12}).steps);
  };
  EXPECT_NEAR(steps(Method::jacobi, 65) / steps(Method::jacobi, 33), 4, 0.5);
  EXPECT_NEAR(steps(Method::sor, 129) / steps(Method::sor, 65), 2, 0.3);
  EXPECT_NEAR(steps(Method::cg, 129) / steps(Method::cg, 65), 2, 0.4);
  EXPECT_NEAR(steps(Method::jacobi, 65) / steps(Method::red_black, 65), 2, 0.1);
  EXPECT_EQ(steps(Method::direct, 65), 1);
}

TEST(LaplaceSteps, StopAtTheMostIterations) {
  const Frame frame = run({.n = 33, .method = Method::jacobi, .max_iterations = 77});
  EXPECT_EQ(frame.steps, 77);
  EXPECT_FALSE(frame.settled);
}

// ------------------------------------------------------------------------------------------ nothing depends on the way

TEST(LaplaceSteps, AreTheSameInWhateverPortionsTheyAreTaken) {
  for (const Method method : methods) {
    for (const int n : {3, 4, 17, 100}) {
      const Settings s = settings_of({.n = n, .boundary = Boundary::step, .method = method, .max_iterations = 400});
      const Frame expected = run(s);
      Executor executor;
      Settings portion = s;
      portion.problem.steps = 0;
      for (const int more : {1, 2, 30, 3, 40, 64, 1}) {
        portion.problem.steps += more;
        executor.execute(plan(portion, catalog(), device::Facts{}).plan.value(), {});
      }
      const Frame found = executor.execute(plan(s, catalog(), device::Facts{}).plan.value(), {}).value();
      EXPECT_EQ(found.steps, expected.steps) << id_text(method) << ", n " << n;
      EXPECT_EQ(found.settled, expected.settled);
      EXPECT_TRUE(compare(expected.field.host_view(), found.field.host_view()).equal())
          << id_text(method) << ", n " << n;
    }
  }
}

TEST(LaplaceMethods, KeepSymmetry) {
  for (const Method method : methods) {
    for (const int n : {5, 64, 65, 131}) {
      // an odd number of intervals, on any of multigrid's grids, puts red on the place of black
      const bool colored = method != Method::jacobi && method != Method::cg && method != Method::direct;
      const bool exact = !colored || (method == Method::multigrid ? n <= 65 && n % 2 == 1 : n % 2 == 1);
      const double most = exact ? 0 : 1e-9;
      Settings s = settings_of({.n = n, .boundary = Boundary::step, .method = method, .tolerance = 1e-13});
      if (exact) s.problem.steps = 500;
      const Frame frame = run(s);
      for (int y = 0; y < n / 2; ++y) {
        for (int x = 0; x < n; ++x) {
          ASSERT_NEAR(frame.field.value(x, y), frame.field.value(x, n - 1 - y), most) << id_text(method) << ", n " << n;
        }
      }
    }
  }
}

/// As in a split: a side has right values in as many rows beyond its own as the steps reach, and no others.
TEST(LaplaceRelaxations, RowsComeOutRightFromRowsAndTheirReach) {
  const int n = 40;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const Variant& variant = *workload.stages.front().find("sequential");
  for (const Method method : {Method::jacobi, Method::red_black, Method::sor}) {
    const Parameters p{.n = n, .boundary = Boundary::step, .method = method};
    const MethodFacts& facts = facts_of(method);
    const std::any any = p;
    const auto advance = [&](std::vector<std::vector<double>>& planes, Rows rows, double* measure) {
      std::vector<FieldView> views;
      for (auto& plane : planes) views.push_back({plane.data(), {n, n}, Precision::fp64});
      IterateJob job{{.parameters = &any, .rows = rows}};
      job.planes = views;
      job.steps = 3;
      job.measure = measure;
      variant.run(job);
      return views.front();
    };
    std::vector<std::vector<double>> whole(1 + facts.spares, std::vector<double>(n * n, nan));
    begin(p, {}, 0, {whole[0].data(), {n, n}, Precision::fp64}, {0, n}, 1);
    for (int i = 1; i < n * n; ++i) whole[0][i] += i % n > 0 && i % n < n - 1 && i / n % (n - 1) > 0 ? std::sin(i) : 0;
    const std::vector<double> start = whole[0];
    double all = 0;
    const FieldView expected = advance(whole, {0, n}, &all);
    double most = 0;
    for (const Rows rows : {Rows{0, 1}, {1, 13}, {13, 14}, {14, n - 1}, {n - 1, n}}) {
      std::vector<std::vector<double>> part(1 + facts.spares, std::vector<double>(n * n, nan));
      const int reach = 3 * facts.reach;
      for (int y = std::max(0, rows.begin - reach); y < std::min(n, rows.end + reach); ++y) {
        for (int x = 0; x < n; ++x) part[0][y * n + x] = start[y * n + x];
      }
      double measure = -1;
      const FieldView found = advance(part, rows, &measure);
      most = std::max(most, measure);
      for (int y = rows.begin; y < rows.end; ++y) {
        for (int x = 0; x < n; ++x) ASSERT_EQ(found.row<double>(y)[x], expected.row<double>(y)[x]) << id_text(method);
      }
    }
    EXPECT_EQ(most, all) << id_text(method);
  }
}

TEST(LaplaceSplit, IsRefusedWhereEachValueNeedsAllRows) {
  for (const Method method : methods) {
    const std::any p = Parameters{.method = method};
    EXPECT_EQ(workload.iteration()->unsplittable(p).empty(), method != Method::direct) << id_text(method);
  }
}

// --------------------------------------------------------------------------------------------------------------
// painting

TEST(LaplaceStrokes, DrawTheBoundary) {
  const int n = 65;
  const std::vector<Stroke> strokes{{.step = 0, .x = 0.9, .y = 0.25, .radius = 0.2, .amount = 1},
                                    {.step = 20, .x = 0, .y = 0.75, .radius = 0.1, .amount = -0.5},
                                    {.step = 37, .x = 0, .y = 0, .radius = 0.3, .amount = 2}};
  Settings direct = settings_of({.n = n, .method = Method::direct, .tolerance = tightest});
  direct.problem.strokes = strokes;
  for (Stroke& stroke : direct.problem.strokes) stroke.step = 0;
  const Frame expected = run(direct);
  EXPECT_NEAR(expected.field.value(0, 16), std::sin(pi / 4) + 1 + 2 * std::pow(1 - std::pow(0.25 / 0.3, 2), 2), 1e-14);
  EXPECT_NEAR(expected.field.value(0, 48), std::sin(pi / 4) - 0.5, 1e-14);
  EXPECT_EQ(expected.field.value(0, 0), 0);
  EXPECT_LT(largest_residual(expected), 1e-14);
  for (const Method method : methods) {
    Settings s = settings_of({.n = n, .method = method, .tolerance = tightest});
    s.problem.strokes = strokes;
    const bool quick = method == Method::direct || method == Method::multigrid;
    for (Stroke& stroke : s.problem.strokes) stroke.step = quick ? stroke.step / 20 : stroke.step;
    const Frame frame = run(s);
    EXPECT_TRUE(frame.settled);
    EXPECT_LT(largest_difference(frame, expected), 1e-10) << id_text(method);
    EXPECT_EQ(frame.figures.size(), method == Method::sor ? 3U : 2U);  // no error: it is no sine any more
  }
}

TEST(LaplaceStrokes, TooLargeOnesAreReported) {
  for (const Method method : methods) {
    Settings s = settings_of({.n = 17, .method = method}, Precision::fp32);
    s.problem.strokes = {{.step = 0, .x = 0, .y = 0.5, .radius = 0.5, .amount = 1e300}};
    const Frame frame = run(s);
    EXPECT_FALSE(frame.alarm.empty()) << id_text(method);
    EXPECT_LE(frame.steps, 100);
  }
}

TEST(LaplaceWorkload, RefusesWhatItCannotDo) {
  const auto refusal = [](const Values& values) {
    return heteroscope::testing::refusal([&] { workload.bind(values); });
  };
  EXPECT_EQ(refusal({{"n", 3}, {"omega", 1.99}}), "(nothing thrown)");
  const auto refused = [](const Values& values) { return testing::refused([&] { workload.bind(values); }); };
  EXPECT_EQ(refused({{"omega", 2}}), (testing::Refused{Wrong::value, "omega"}));
  EXPECT_NE(refusal({{"n", 2}}).find("n"), std::string::npos);
  EXPECT_EQ(refused({{"n", 16386}, {"method", static_cast<double>(Method::direct)}}),
            (testing::Refused{Wrong::value, "n"}));
  EXPECT_NE(refusal({{"tolerance", 0}}).find("tolerance"), std::string::npos);
  EXPECT_NE(refusal({{"max_iterations", 0}}).find("max_iterations"), std::string::npos);
  EXPECT_NE(refusal({{"method", 6}}).find("method"), std::string::npos);
}

TEST(LaplaceWorkload, SaysWhereRoundingEndsIt) {
  const std::any p = workload.bind({});
  EXPECT_EQ(workload.advice(p, {257, 257}, Precision::fp64), "");
  EXPECT_NE(workload.advice(p, {257, 257}, Precision::fp32), "");
  EXPECT_TRUE(workload.iteration()->settling->settled(p, Precision::fp64, 1e-8));
  EXPECT_FALSE(workload.iteration()->settling->settled(p, Precision::fp64, 1.1e-8));
  EXPECT_TRUE(workload.iteration()->settling->settled(p, Precision::fp64, std::numeric_limits<double>::quiet_NaN()));
}

}  // namespace
}  // namespace heteroscope::laplace
