#include "core/summary/row_summaries.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>

#include "core/types/basic_types.hpp"

namespace heteroscope {
namespace {

// No value is larger than the one, and none smaller than the other. (Functions: Clang takes no variable in the
// initializer of a reduction.)
template <class T>
constexpr T above_all() {
  return std::is_integral_v<T> ? std::numeric_limits<T>::max() : std::numeric_limits<T>::infinity();
}
template <class T>
constexpr T below_all() {
  return std::is_integral_v<T> ? std::numeric_limits<T>::min() : -std::numeric_limits<T>::infinity();
}

// Eight partial sums side by side: vectors can hold them, and the order of the additions is the same in every build.
template <class T, class Term>
double sum_of_row(const T* values, int count, const Term& term) {
  constexpr int lanes = 8;
  double sum[lanes] = {};
  const int whole = count - count % lanes;
  for (int x = 0; x < whole; x += lanes) {
    for (int lane = 0; lane < lanes; ++lane) {
      const double value = term(static_cast<double>(values[x + lane]));
      sum[lane] += value == value ? value : 0;
    }
  }
  for (int x = whole; x < count; ++x) {
    const double value = term(static_cast<double>(values[x]));
    sum[x - whole] += value == value ? value : 0;
  }
  return std::accumulate(sum, sum + lanes, 0.0);
}

template <class T>
Summary summarize_row(const T* values, int count) {
  constexpr T least_normal = std::is_integral_v<T> ? T{1} : std::numeric_limits<T>::min();
  T minimum = above_all<T>();
  T maximum = below_all<T>();
  int zeros = 0;
  int nans = 0;
  int small = 0;  // zeros and subnormal numbers
// The built-in min and max may start from the largest finite value (Clang's do), which would lose a row of infinities.
#pragma omp declare reduction(least:T \
                              : omp_out = omp_in < omp_out ? omp_in : omp_out) initializer(omp_priv = above_all <T>())
#pragma omp declare reduction(most:T \
                              : omp_out = omp_in > omp_out ? omp_in : omp_out) initializer(omp_priv = below_all <T>())
#pragma omp simd reduction(least : minimum) reduction(most : maximum) reduction(+ : zeros, nans, small)
  for (int x = 0; x < count; ++x) {
    const T value = values[x];
    minimum = value < minimum ? value : minimum;
    maximum = value > maximum ? value : maximum;
    zeros += value == 0 ? 1 : 0;
    nans += value != value ? 1 : 0;
    small += value < least_normal && value > -least_normal ? 1 : 0;
  }
  const double sum = sum_of_row(values, count, [](double value) { return value; });
  return {.minimum = static_cast<double>(minimum),
          .maximum = static_cast<double>(maximum),
          .sum = sum,
          .magnitudes = minimum < 0 ? sum_of_row(values, count, [](double value) { return std::abs(value); }) : sum,
          .zeros = zeros,
          .nans = nans,
          .subnormals = small - zeros,
          .count = count};
}

}  // namespace

double largest_magnitude(const Summary& summary) {
  if (summary.nans > 0) return std::numeric_limits<double>::quiet_NaN();
  return std::max(std::abs(summary.minimum), std::abs(summary.maximum));
}

std::optional<double> mean_of(const Summary& summary) {
  const std::int64_t numbers = summary.count - summary.nans;
  if (numbers <= 0) return std::nullopt;
  const double mean = summary.sum / static_cast<double>(numbers);
  if (!std::isfinite(summary.minimum) || !std::isfinite(summary.maximum)) return mean;
  if (!std::isfinite(mean)) return std::nullopt;
  return std::clamp(mean, summary.minimum, summary.maximum);
}

Summary joined(const Summary& one, const Summary& other) {
  Summary out = one.count == one.nans ? other : one;
  if (one.count > one.nans && other.count > other.nans) {
    out.minimum = std::min(one.minimum, other.minimum);
    out.maximum = std::max(one.maximum, other.maximum);
  }
  out.sum = one.sum + other.sum;
  out.magnitudes = one.magnitudes + other.magnitudes;
  out.zeros = one.zeros + other.zeros;
  out.nans = one.nans + other.nans;
  out.subnormals = one.subnormals + other.subnormals;
  out.count = one.count + other.count;
  return out;
}

RowSummaries::RowSummaries(const FieldView& view, Rows rows, int threads) {
  if (view.size.width <= 0 || rows.empty()) return;
  rows_.resize(static_cast<std::size_t>(rows.count()));
  with_value_type(view.precision, [&]<class T>() {
#pragma omp parallel for schedule(static) num_threads(threads < 1 ? 1 : threads)
    for (int y = rows.begin; y < rows.end; ++y)
      rows_[static_cast<std::size_t>(y - rows.begin)] = summarize_row(view.row<T>(y), view.values(y));
  });
}

Summary RowSummaries::after(const Summary& above) const {
  Summary out = above;
  const bool has_values = above.count > above.nans;
  double minimum = has_values ? above.minimum : above_all<double>();
  double maximum = has_values ? above.maximum : below_all<double>();
  for (const Summary& row : rows_) {
    minimum = std::min(minimum, row.minimum);
    maximum = std::max(maximum, row.maximum);
    out.sum += row.sum;
    out.magnitudes += row.magnitudes;
    out.zeros += row.zeros;
    out.nans += row.nans;
    out.subnormals += row.subnormals;
    out.count += row.count;
  }
  if (out.nans == out.count) return {.nans = out.nans, .count = out.count};
  out.minimum = minimum;
  out.maximum = maximum;
  return out;
}

Summary summarize(const FieldView& view, int threads) {
  return RowSummaries(view, {0, view.size.height}, threads).after({});
}

}  // namespace heteroscope
