#include "kernels/laplace/start.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "core/summary/summary.hpp"

namespace heteroscope::laplace {

namespace {

std::vector<double> row_of_image(const FieldView& image, int n) {
  std::vector<double> out(static_cast<std::size_t>(n));
  with_precision(image.precision, [&]<class T>() {
    T* const row = image.row<T>(image.size.height / 2);
    const Summary range = summarize({row, {image.size.width, 1}, image.precision}, 1);
    const double span = range.maximum - range.minimum;
    const double scale = span > 0 ? 1 / span : 0;
    const auto pixel = [&](int i) { return static_cast<int>(std::int64_t{i} * image.size.width / n); };
    for (int y = 0; y < n; ++y) {
      const int end = std::max(pixel(y + 1), pixel(y) + 1);
      double sum = 0;
      for (int i = pixel(y); i < end; ++i) sum += static_cast<double>(row[i]);
      out[static_cast<std::size_t>(y)] = (sum / (end - pixel(y)) - range.minimum) * scale;
    }
  });
  return out;
}

}  // namespace

std::vector<double> boundary_values(const Parameters& parameters, const FieldView& image) {
  const int n = parameters.n;
  const int last = n - 1;
  std::vector<double> f(static_cast<std::size_t>(n));
  switch (parameters.boundary) {
    case Boundary::sine:
      for (int y = 0; y < n; ++y) {
        f[static_cast<std::size_t>(y)] = std::sin(std::numbers::pi * std::min(y, last - y) / last);
      }
      break;
    case Boundary::step:
      for (int y = 0; y < n; ++y)
        f[static_cast<std::size_t>(y)] = std::int64_t{4} * y >= last && std::int64_t{4} * y <= std::int64_t{3} * last;
      break;
    case Boundary::image_row:
      f = row_of_image(image, n);
      break;
  }
  f.front() = f.back() = 0;
  return f;
}

void begin(const Parameters& parameters, const FieldView& image, int plane, const FieldView& out, Rows rows,
           int threads) {
  const int n = out.size.width;
  const std::vector<double> f = plane < 2 ? boundary_values(parameters, image) : std::vector<double>(out.size.height);
  with_precision(out.precision, [&]<class T>() {
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int y = rows.begin; y < rows.end; ++y) {
      T* const row = out.row<T>(y);
      std::fill_n(row, n, T(0));
      row[0] = static_cast<T>(f[static_cast<std::size_t>(y)]);
    }
  });
}

void paint(const Stroke& stroke, const FieldView& plane, Rows rows) {
  const int n = plane.size.width;
  with_precision(plane.precision, [&]<class T>() {
    for (int y = std::max(rows.begin, 1); y < std::min(rows.end, n - 1); ++y) {
      const double d = (static_cast<double>(y) / (n - 1) - stroke.y) / stroke.radius;
      const double inside = 1 - d * d;
      if (inside > 0) plane.row<T>(y)[0] += static_cast<T>(stroke.amount * inside * inside);
    }
  });
}

}  // namespace heteroscope::laplace
