#include "kernels/heat/start.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/model/settings/source.hpp"
#include "core/summary/summary.hpp"
#include "kernels/heat/errors/exact.hpp"

namespace heteroscope::heat {

namespace {

constexpr std::uint32_t noise_seed = 1;
constexpr double spot_radius = 0.2;

/// (1 − d²/r²)² inside of the radius: a smooth bump, and exactly 0 outside of it.
double bump(double squared_distance, double radius) {
  const double inside = 1 - squared_distance / (radius * radius);
  return inside > 0 ? inside * inside : 0;
}

/// The distance of node i from the middle of the square along one axis. Nodes that mirror each other get the same bits.
double from_middle(int i, int n) {
  return std::abs(2.0 * i - (n - 1)) / (2.0 * (n - 1));
}

template <class T>
void clear_edge(const FieldView& out, Rows rows) {
  const int n = out.size.width;
  for (int y = rows.begin; y < rows.end; ++y) {
    if (y == 0 || y == n - 1) std::fill_n(out.row<T>(y), n, T(0));
    out.row<T>(y)[0] = out.row<T>(y)[n - 1] = T(0);
  }
}

template <class T, class Value>
void fill(const FieldView& out, Rows rows, int threads, Value value) {
  const int n = out.size.width;
#pragma omp parallel for num_threads(threads) schedule(static)
  for (int y = rows.begin; y < rows.end; ++y) {
    T* row = out.row<T>(y);
    for (int x = 0; x < n; ++x) row[x] = static_cast<T>(value(x, y));
  }
}

/// Fills rows with noise from 0 to 255.
template <class T>
void fill_with_noise(const FieldView& out, Rows rows, int threads) {
  const FieldView some{out.row<T>(rows.begin), {out.size.width, rows.count()}, out.precision};
  find_pattern("noise")->fill(some, {.y = rows.begin, .size = some.size, .whole = out.size}, noise_seed, threads);
}

/// The pixels along one side of the image that node i of n covers. The image keeps its shape: the nodes cover its
/// longer side, and the shorter one lies in their middle. Empty where the node lies beside it.
Rows pixels_under(int i, int n, int pixels, int longest) {
  const auto at = [&](int k) { return static_cast<int>(static_cast<std::int64_t>(k) * longest / n); };
  const int before = (longest - pixels) / 2;
  return {std::max(at(i) - before, 0), std::min(std::max(at(i + 1), at(i) + 1) - before, pixels)};
}

/// The mean of the image's pixels that node (x, y) of an n × n grid covers; `otherwise` where it covers none.
template <class T>
double mean_under(const FieldView& image, int n, int x, int y, double otherwise) {
  const int longest = std::max(image.size.width, image.size.height);
  const Rows columns = pixels_under(x, n, image.size.width, longest);
  const Rows rows = pixels_under(y, n, image.size.height, longest);
  if (columns.begin >= columns.end || rows.begin >= rows.end) return otherwise;
  double sum = 0;
  for (int j = rows.begin; j < rows.end; ++j) {
    for (int i = columns.begin; i < columns.end; ++i) sum += static_cast<double>(image.row<const T>(j)[i]);
  }
  return sum / (static_cast<double>(rows.count()) * columns.count());
}

template <class T>
void fill_from_image(const FieldView& image, const FieldView& out, Rows rows, int threads) {
  const Summary range = summarize(image, threads);
  const double span = range.maximum - range.minimum;
  const double scale = span > 0 ? 1 / span : 0;
  fill<T>(out, rows, threads, [&](int x, int y) {
    return (mean_under<T>(image, out.size.width, x, y, range.minimum) - range.minimum) * scale;
  });
}

}  // namespace

void begin(const Parameters& parameters, const FieldView& image, const FieldView& out, Rows rows, int threads) {
  const int n = out.size.width;
  with_precision(out.precision, [&]<class T>() {
    switch (parameters.initial) {
      case Initial::sine: {
        const std::vector<double> s = sines(n);
        fill<T>(out, rows, threads,
                [&](int x, int y) { return s[static_cast<std::size_t>(x)] * s[static_cast<std::size_t>(y)]; });
        break;
      }
      case Initial::spot:
        fill<T>(out, rows, threads, [&](int x, int y) {
          const double dx = from_middle(x, n);
          const double dy = from_middle(y, n);
          return bump(dx * dx + dy * dy, spot_radius);
        });
        break;
      case Initial::noise:
        fill_with_noise<T>(out, rows, threads);
        fill<T>(out, rows, threads, [&](int x, int y) { return static_cast<double>(out.row<T>(y)[x]) / 255; });
        break;
      case Initial::image:
        fill_from_image<T>(image, out, rows, threads);
        break;
    }
    clear_edge<T>(out, rows);
  });
}

void paint(const Stroke& stroke, const FieldView& plane, Rows rows) {
  const int n = plane.size.width;
  const double h = 1.0 / (n - 1);
  with_precision(plane.precision, [&]<class T>() {
    for (int y = std::max(rows.begin, 1); y < std::min(rows.end, n - 1); ++y) {
      T* row = plane.row<T>(y);
      const double dy = y * h - stroke.y;
      for (int x = 1; x < n - 1; ++x) {
        const double dx = x * h - stroke.x;
        const double share = bump(dx * dx + dy * dy, stroke.radius);
        if (share > 0) row[x] += static_cast<T>(stroke.amount * share);
      }
    }
  });
}

}  // namespace heteroscope::heat
