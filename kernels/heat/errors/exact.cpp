#include "kernels/heat/errors/exact.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/types/basic_types.hpp"

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

TallyRow errors_against(double amplitude, int n) {
  return [amplitude, s = sines(n)](const FieldView& field, int y) {
    Tally out;
    with_precision(field.precision, [&]<class T>() {
      const T* row = field.row<const T>(y);
      const double across = amplitude * s[static_cast<std::size_t>(y)];
      for (int x = 0; x < field.size.width; ++x) {
        const double e = std::abs(static_cast<double>(row[x]) - across * s[static_cast<std::size_t>(x)]);
        out.largest = std::max(out.largest, e);
        out.sum += e * e;
      }
    });
    return out;
  };
}

Error error_of(const Tally& errors, int n) {
  return {std::isnan(errors.sum) ? errors.sum : errors.largest, std::sqrt(errors.sum) / (n - 1)};
}

Error error_against(double amplitude, const FieldView& field, int threads) {
  const int n = field.size.width;
  return error_of(tally(field, {0, n}, threads, errors_against(amplitude, n)), n);
}

}  // namespace heteroscope::heat
