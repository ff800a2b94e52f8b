#include "kernels/laplace/exact.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "core/types/basic_types.hpp"
#include "kernels/laplace/node.hpp"

namespace heteroscope::laplace {

namespace {

constexpr double pi = std::numbers::pi;

/// sinh(a (1 − x))/sinh(a), written with decaying exponentials only, so that nothing overflows.
double decay(double a, double x) {
  return std::exp(-a * x) * std::expm1(-2 * a * (1 - x)) / std::expm1(-2 * a);
}

/// A function that tallies the errors of a row; `exponent` is the β N of the decay along x.
TallyRow errors_of(int n, double exponent) {
  const double h = 1.0 / (n - 1);
  std::vector<double> along(static_cast<std::size_t>(n));
  for (int x = 0; x < n; ++x) along[static_cast<std::size_t>(x)] = decay(exponent, x * h);
  return [n, h, along = std::move(along)](const FieldView& field, int y) {
    Tally out;
    with_precision(field.precision, [&]<class T>() {
      const T* const row = field.row<const T>(y);
      const double across = std::sin(pi * std::min(y, n - 1 - y) * h);
      for (int x = 0; x < n; ++x) {
        const double e = std::abs(static_cast<double>(row[x]) - across * along[static_cast<std::size_t>(x)]);
        out.largest = std::max(out.largest, e);
        out.sum += e * e;
      }
    });
    return out;
  };
}

/// β from sinh(β/2) = sin(πh/2); this equals cosh β = 2 − cos πh without subtracting nearly equal numbers.
double beta_of(int n) {
  return 2 * std::asinh(std::sin(pi / (2.0 * (n - 1))));
}

}  // namespace

double solution(double x, double y) {
  return std::sin(pi * std::min(y, 1 - y)) * decay(pi, x);
}

GridSolution::GridSolution(int n) : intervals_(n - 1), beta_(beta_of(n)) {}

double GridSolution::operator()(int i, int j) const {
  const double across = std::sin(pi * std::min(j, intervals_ - j) / intervals_);
  return across * decay(beta_ * intervals_, static_cast<double>(i) / intervals_);
}

TallyRow errors_against_solution(int n) {
  return errors_of(n, pi);
}

TallyRow errors_against_grid_solution(int n) {
  return errors_of(n, beta_of(n) * (n - 1));
}

Error error_of(const Tally& errors, int n) {
  return {errors.largest, std::sqrt(errors.sum) * (1.0 / (n - 1))};
}

Error error_against_solution(const FieldView& field, int threads) {
  const int n = field.size.width;
  return error_of(tally(field, {0, n}, threads, errors_against_solution(n)), n);
}

Error error_against_grid_solution(const FieldView& field, int threads) {
  const int n = field.size.width;
  return error_of(tally(field, {0, n}, threads, errors_against_grid_solution(n)), n);
}

Tally residual_in(const FieldView& field, int y) {
  Tally out;
  if (y == 0 || y == field.size.height - 1) return out;
  with_precision(field.precision, [&]<class T>() {
    const auto at = [&](int x, int row) { return static_cast<double>(field.row<const T>(row)[x]); };
    for (int x = 1; x < field.size.width - 1; ++x) {
      const double sum = (at(x - 1, y) + at(x + 1, y)) + (at(x, y - 1) + at(x, y + 1));
      out.largest = std::max(out.largest, std::abs(std::fma(4.0, at(x, y), -sum)));
    }
  });
  return out;
}

}  // namespace heteroscope::laplace
