#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/plan/plan.hpp"
#include "core/run/execute.hpp"
#include "tests/unit/fake_iteration.hpp"

/// Frames of the fake iteration, and what is expected of them: values of the rule `sum` from powers of its matrix by
/// repeated squaring.
namespace heteroscope::testing {

using Column = std::vector<std::int64_t>;
using Matrix = std::vector<Column>;

inline Matrix product(const Matrix& a, const Matrix& b) {
  const std::size_t n = a.size();
  Matrix out(n, Column(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < n; ++k) out[i][j] = (out[i][j] + a[i][k] * b[k][j]) % fake_modulus;
    }
  }
  return out;
}

inline Column applied(const Matrix& matrix, const Column& column) {
  Column out(column.size());
  for (std::size_t i = 0; i < column.size(); ++i) {
    for (std::size_t k = 0; k < column.size(); ++k) out[i] = (out[i] + matrix[i][k] * column[k]) % fake_modulus;
  }
  return out;
}

/// `steps` steps of the rule `sum` on a column: its values, and after them those of the step before where it looks
/// back.
inline Column advanced(Column column, int height, std::int64_t steps) {
  const std::size_t n = column.size();
  const auto h = static_cast<std::size_t>(height);
  Matrix matrix(n, Column(n));
  for (std::size_t i = 0; i < h; ++i) {
    for (std::size_t k = i > 0 ? i - 1 : 0; k < std::min(i + 2, h); ++k) matrix[i][k] = 1;
    if (n > h) matrix[i][h + i] = matrix[h + i][i] = 1;
  }
  for (; steps > 0; steps /= 2) {
    if (steps % 2 == 1) column = applied(matrix, column);
    matrix = product(matrix, matrix);
  }
  return column;
}

/// A column of the settings' result.
inline Column expected_column(const Settings& settings, int x) {
  const std::any parameters = fake_iteration().bind(settings.problem.parameters);
  const FakeRule& rule = fake_rule(parameters);
  Column column(static_cast<std::size_t>(rule.side * rule.history));
  for (std::size_t i = 0; i < column.size(); ++i) {
    column[i] = fake_start(rule, x, static_cast<int>(i) % rule.side);
  }
  std::int64_t step = 0;
  for (const Stroke& stroke : settings.problem.strokes) {
    if (stroke.step > settings.problem.steps) break;
    column = advanced(column, rule.side, stroke.step - step);
    step = stroke.step;
    if (std::lround(stroke.x * (rule.side - 1)) != x) continue;
    const auto y = static_cast<std::size_t>(std::lround(stroke.y * (rule.side - 1)));
    for (std::size_t i = y; i < column.size(); i += static_cast<std::size_t>(rule.side)) {
      column[i] = (column[i] + static_cast<std::int64_t>(stroke.amount)) % fake_modulus;
    }
  }
  return advanced(column, rule.side, settings.problem.steps - step);
}

inline void expect_right(const Frame& frame) {
  const Settings& settings = frame.plan.settings;
  EXPECT_EQ(frame.steps, settings.problem.steps);
  const Size size = frame.field.size();
  for (int x = 0; x < size.width; ++x) {
    const Column column = expected_column(settings, x);
    for (int y = 0; y < size.height; ++y) {
      ASSERT_EQ(frame.field.value(x, y), static_cast<double>(column[static_cast<std::size_t>(y)]))
          << x << ", " << y << " after " << settings.problem.steps << " steps";
    }
  }
}

class Iterate : public ::testing::Test {
 protected:
  Iterate() { fake_log() = {}; }
  ~Iterate() override { fake_log() = {}; }

  static Settings sum(std::int64_t steps, int history = 1) {
    Settings out = default_settings(fake_iteration());
    out.problem.parameters["history"] = history;
    out.problem.parameters["check_every"] = 100;
    out.problem.precision = Precision::fp32;
    out.problem.steps = steps;
    return out;
  }
  /// Settles where 1000 · seed, halved, is at most the threshold.
  static Settings halve(std::int64_t steps, int seed, int check_every, double threshold) {
    Settings out = default_settings(fake_iteration());
    out.problem.parameters["rule"] = 1;
    out.problem.parameters["seed"] = seed;
    out.problem.parameters["check_every"] = check_every;
    out.problem.parameters["threshold"] = threshold;
    out.problem.steps = steps;
    return out;
  }
  static Planned planned(const Settings& settings) {
    device::Facts none;
    none.why_not = "no GPU in this test";
    return plan(settings, iteration_catalog(), none);
  }
  std::optional<Frame> execute(const Settings& settings, const ExecuteOptions& options = {}) {
    return executor_.execute(*planned(settings).plan, options);
  }

  Executor executor_;
};

/// One value, of the 7 by 7 that the settings begin with, is painted.
inline Stroke dab(std::int64_t step, int x, int y, double amount) {
  return {.step = step, .x = x / 6.0, .y = y / 6.0, .radius = 0.2, .amount = amount};
}

}  // namespace heteroscope::testing
