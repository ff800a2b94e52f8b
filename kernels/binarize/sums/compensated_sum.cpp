#include "kernels/binarize/sums/compensated_sum.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/types/types.hpp"

namespace heteroscope::binarize {

namespace {

constexpr int lanes = 8;

/// The sum of a row, with independent sums side by side in vectors.
template <class T>
CompensatedSum row_sum(const T* values, int count, double scale) {
  std::array<double, lanes> sum{};
  std::array<double, lanes> errors{};
  int i = 0;
  for (; i + lanes <= count; i += lanes) {
#pragma omp simd
    for (int k = 0; k < lanes; ++k) {
      const double x = values[i + k] * scale;
      const double total = sum[k] + x;
      const double added = total - sum[k];
      errors[k] += (sum[k] - (total - added)) + (x - added);
      sum[k] = total;
    }
  }
  CompensatedSum out;
  for (int k = 0; k < lanes; ++k) out.add({sum[k], errors[k]});
  for (; i < count; ++i) out.add(values[i] * scale);
  return out;
}

}  // namespace

double compensated_sum(const FieldView& view, double scale) {
  std::vector<CompensatedSum> rows(static_cast<std::size_t>(view.size.height));
  with_precision(view.precision, [&]<class T>() {
#pragma omp parallel for schedule(static) num_threads(all_threads())
    for (int y = 0; y < view.size.height; ++y) {
      rows[static_cast<std::size_t>(y)] = row_sum(view.row<const T>(y), view.size.width, scale);
    }
  });
  CompensatedSum total;
  for (const CompensatedSum& row : rows) total.add(row);
  return total.value();
}

double compensated_mean(const FieldView& view) {
  constexpr double below_overflow = 0x1p-64;
  const auto values = static_cast<double>(view.size.area());
  const double sum = compensated_sum(view);
  return std::isfinite(sum) ? sum / values : compensated_sum(view, below_overflow) / values / below_overflow;
}

}  // namespace heteroscope::binarize
