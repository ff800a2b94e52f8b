#include "kernels/heat/exact.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace heteroscope::heat {

std::vector<double> sines(int n) {
  std::vector<double> out(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    const int near = std::min(i, n - 1 - i);
    out[static_cast<std::size_t>(i)] = std::sin(std::numbers::pi * near / (n - 1));
  }
  return out;
}

double exact_decay(double time) {
  return std::exp(-2 * std::numbers::pi * std::numbers::pi * time);
}

double grid_decay(const Parameters& parameters, double time) {
  const double h = spacing_of(parameters);
  const double s = std::sin(0.5 * std::numbers::pi * h);
  return std::exp(-8 * s * s / (h * h) * time);
}

Error error_against(double amplitude, const FieldView& field, int threads) {
  const int n = field.size.width;
  const std::vector<double> s = sines(n);
  double largest = 0;
  double squares = 0;
  with_precision(field.precision, [&]<class T>() {
#pragma omp parallel for num_threads(threads) schedule(static) reduction(max : largest) reduction(+ : squares)
    for (int y = 0; y < n; ++y) {
      const T* row = field.row<const T>(y);
      const double across = amplitude * s[static_cast<std::size_t>(y)];
      for (int x = 0; x < n; ++x) {
        const double e = std::abs(static_cast<double>(row[x]) - across * s[static_cast<std::size_t>(x)]);
        largest = std::max(largest, e);
        squares += e * e;
      }
    }
  });
  // the maximum passes over NaNs, the sum does not
  return {std::isnan(squares) ? squares : largest, std::sqrt(squares) / (n - 1)};
}

}  // namespace heteroscope::heat
