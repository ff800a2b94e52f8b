#include "core/run/summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>

namespace heteroscope {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

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

struct RowSummary {
  double minimum = infinity;
  double maximum = -infinity;
  double sum = 0;
  std::int64_t zeros = 0;
  std::int64_t nans = 0;
  std::int64_t subnormals = 0;
};

// The sum has eight partial ones side by side: vectors can hold them, and the order of the additions is the same in
// every build. The other results do not depend on the order.
template <class T>
RowSummary summarize_row(const T* values, int count) {
  constexpr int lanes = 8;
  double sum[lanes] = {};
  const int whole = count - count % lanes;
  for (int x = 0; x < whole; x += lanes) {
    for (int lane = 0; lane < lanes; ++lane) {
      const double value = static_cast<double>(values[x + lane]);
      sum[lane] += value == value ? value : 0;
    }
  }
  for (int x = whole; x < count; ++x) sum[x - whole] += values[x] == values[x] ? static_cast<double>(values[x]) : 0;

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
  return {static_cast<double>(minimum),
          static_cast<double>(maximum),
          std::accumulate(sum, sum + lanes, 0.0),
          zeros,
          nans,
          small - zeros};
}

}  // namespace

double largest_magnitude(const Summary& summary) {
  if (summary.nans > 0) return std::numeric_limits<double>::quiet_NaN();
  return std::max(std::abs(summary.minimum), std::abs(summary.maximum));
}

Summary joined(const Summary& one, const Summary& other) {
  Summary out = one.count == one.nans ? other : one;
  if (one.count > one.nans && other.count > other.nans) {
    out.minimum = std::min(one.minimum, other.minimum);
    out.maximum = std::max(one.maximum, other.maximum);
  }
  out.sum = one.sum + other.sum;
  out.zeros = one.zeros + other.zeros;
  out.nans = one.nans + other.nans;
  out.subnormals = one.subnormals + other.subnormals;
  out.count = one.count + other.count;
  return out;
}

Summary summarize(const FieldView& view, int threads) {
  const int height = view.size.width > 0 ? view.size.height : 0;
  std::vector<RowSummary> rows(static_cast<std::size_t>(std::max(height, 0)));
  with_value_type(view.precision, [&]<class T>() {
#pragma omp parallel for schedule(static) num_threads(threads < 1 ? 1 : threads)
    for (int y = 0; y < height; ++y) rows[static_cast<std::size_t>(y)] = summarize_row(view.row<T>(y), view.values(y));
  });

  // Rows are added in their order, so that the number of threads cannot change the sum.
  RowSummary all;
  for (const RowSummary& row : rows) {
    all.minimum = std::min(all.minimum, row.minimum);
    all.maximum = std::max(all.maximum, row.maximum);
    all.sum += row.sum;
    all.zeros += row.zeros;
    all.nans += row.nans;
    all.subnormals += row.subnormals;
  }
  Summary out;
  out.count = height > 0 ? view.count() : 0;
  out.nans = all.nans;
  if (out.nans == out.count) return out;
  out.minimum = all.minimum;
  out.maximum = all.maximum;
  out.sum = all.sum;
  out.zeros = all.zeros;
  out.subnormals = all.subnormals;
  return out;
}

}  // namespace heteroscope
