#include "kernels/laplace/exact.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "kernels/laplace/node.hpp"

namespace heteroscope::laplace {

namespace {

constexpr double pi = std::numbers::pi;

/// sinh(a (1 − x))/sinh(a) without numbers that grow.
double decay(double a, double x) {
  return std::exp(-a * x) * std::expm1(-2 * a * (1 - x)) / std::expm1(-2 * a);
}

/// `beta(N)`: β N of the decay along x.
Error error_of(const FieldView& field, double exponent, int threads) {
  const int n = field.size.width;
  const double h = 1.0 / (n - 1);
  std::vector<double> along(static_cast<std::size_t>(n));
  for (int x = 0; x < n; ++x) along[static_cast<std::size_t>(x)] = decay(exponent, x * h);
  double largest = 0;
  double squares = 0;
  with_precision(field.precision, [&]<class T>() {
#pragma omp parallel for num_threads(threads) schedule(static) reduction(max : largest) reduction(+ : squares)
    for (int y = 0; y < n; ++y) {
      const T* const row = field.row<const T>(y);
      const double across = std::sin(pi * std::min(y, n - 1 - y) * h);
      for (int x = 0; x < n; ++x) {
        const double e = std::abs(static_cast<double>(row[x]) - across * along[static_cast<std::size_t>(x)]);
        largest = std::max(largest, e);
        squares += e * e;
      }
    }
  });
  return {largest, std::sqrt(squares) * h};
}

/// β from sinh(β/2) = sin(πh/2), which is cosh β = 2 − cos πh without a difference of near numbers.
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

Error error_against_solution(const FieldView& field, int threads) {
  return error_of(field, pi, threads);
}

Error error_against_grid_solution(const FieldView& field, int threads) {
  const int n = field.size.width;
  return error_of(field, beta_of(n) * (n - 1), threads);
}

double residual_of(const FieldView& field, int threads) {
  const int n = field.size.width;
  double largest = 0;
  with_precision(field.precision, [&]<class T>() {
    const auto at = [&](int x, int row) { return static_cast<double>(field.row<const T>(row)[x]); };
#pragma omp parallel for num_threads(threads) schedule(static) reduction(max : largest)
    for (int y = 1; y < n - 1; ++y) {
      for (int x = 1; x < n - 1; ++x) {
        const double sum = (at(x - 1, y) + at(x + 1, y)) + (at(x, y - 1) + at(x, y + 1));
        largest = std::max(largest, std::abs(std::fma(4.0, at(x, y), -sum)));
      }
    }
  });
  return largest;
}

}  // namespace heteroscope::laplace
