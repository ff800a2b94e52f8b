#pragma once

#include <algorithm>
#include <any>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <vector>

#include "kernels/blur/mask.hpp"
#include "kernels/blur/workload.hpp"

/// Images on the host, for hand-made jobs of the blur's CPU variants, and the borders walked pixel by pixel.
namespace heteroscope::blur::testing {

inline constexpr Border borders[] = {Border::zero, Border::clamp, Border::mirror};
/// σ for which the weights of radius 1 are 1/4, 1/2, 1/4: exp(−1 / 2σ²) = 1/2.
inline const double binomial_sigma = 1 / std::sqrt(2 * std::log(2.0));

template <class T>
struct Image {
  Size size;
  std::vector<T> values;

  explicit Image(Size s, T value = 0) : size(s), values(static_cast<std::size_t>(s.area()), value) {}
  T& at(int x, int y) { return values[static_cast<std::size_t>(y) * size.width + x]; }
  [[nodiscard]] T at(int x, int y) const { return values[static_cast<std::size_t>(y) * size.width + x]; }
  [[nodiscard]] FieldView view() {
    return {values.data(), size, sizeof(T) == sizeof(float) ? Precision::fp32 : Precision::fp64};
  }
};

template <class T>
Image<T> noise(Size size, std::mt19937_64& random) {
  Image<T> out(size);
  std::uniform_real_distribution<double> value(-1, 1);
  for (T& each : out.values) each = static_cast<T>(value(random));
  return out;
}

struct How {
  Rows rows{0, -1};  ///< all rows
  int threads = 2;
  Cancel cancel{};
};

template <class T>
void blur_into(Image<T>& out, const Variant& variant, Image<T>& in, const Parameters& parameters, How how = {}) {
  if (how.rows.end < 0) how.rows = {0, in.size.height};
  const std::any any = parameters;
  MapJob job{{.parameters = &any, .rows = how.rows, .threads = how.threads, .cancel = how.cancel}};
  job.input = in.view();
  job.output = out.view();
  variant.run(job);
}

template <class T>
Image<T> blurred(const Variant& variant, Image<T> in, const Parameters& parameters, How how = {}) {
  Image<T> out(in.size, std::numeric_limits<T>::quiet_NaN());
  blur_into(out, variant, in, parameters, how);
  return out;
}

/// Which of n pixels is met after i steps from the first one to the right (i < 0: to the left), walked step by step.
inline int walked(int i, int n, Border border) {
  int at = 0;
  int direction = i < 0 ? -1 : 1;
  for (int step = 0; step < std::abs(i); ++step) {
    if (border == Border::zero && (at + direction < 0 || at + direction >= n)) return -1;
    if (border == Border::clamp) at = std::min(std::max(at + direction, 0), n - 1);
    if (border != Border::clamp && n > 1) {
      if (at + direction < 0 || at + direction >= n) direction = -direction;
      at += direction;
    }
    if (border == Border::zero && n == 1) return -1;
  }
  return at;
}

}  // namespace heteroscope::blur::testing
