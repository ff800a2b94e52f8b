#include "core/run/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/ceil_div.hpp"
#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/color/colorize.hpp"
#include "core/color/palette.hpp"

namespace heteroscope {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::uint32_t black = 0xff000000u;
constexpr std::uint32_t white = 0xffffffffu;

bool same(double a, double b) {
  return a == b || (a != a && b != b);
}

// The error of two values that differ: infinite if one of them is NaN.
double error_of(double a, double b) {
  const double error = std::fabs(a - b);
  return error == error ? error : infinity;
}

struct RowDiff {
  std::int64_t differing = 0;
  std::int64_t beyond = 0;
  double max_error = 0;
  double sum = 0;
  double squares = 0;
  double minimum = infinity;
  double maximum = -infinity;
  int first_x = -1;
};

template <class A, class B>
RowDiff compare_row(const A* a, const B* b, int width, double tolerance) {
  RowDiff row;
  for (int x = 0; x < width; ++x) {
    const double va = static_cast<double>(a[x]);
    const double vb = static_cast<double>(b[x]);
    if (std::isfinite(va)) {
      row.minimum = std::min(row.minimum, va);
      row.maximum = std::max(row.maximum, va);
    }
    if (same(va, vb)) continue;
    const double error = error_of(va, vb);
    ++row.differing;
    row.max_error = std::max(row.max_error, error);
    row.sum += error;
    row.squares += error * error;
    if (error > tolerance || va != va || vb != vb) {
      if (row.first_x < 0) row.first_x = x;
      ++row.beyond;
    }
  }
  return row;
}

// Calls `body(row of a, row of b, y, values that both have there)` for every row; bands of rows are parallel.
template <class Body>
void for_each_row(const FieldView& a, const FieldView& b, const Body& body, int band = 1) {
  if (a.size != b.size) {
    throw BadInput(fmt::format("cannot compare {}x{} with {}x{}: both must have the same size", a.size.width,
                               a.size.height, b.size.width, b.size.height));
  }
  with_value_type(a.precision, [&]<class A>() {
    with_value_type(b.precision, [&]<class B>() {
#pragma omp parallel for schedule(static) num_threads(all_threads())
      for (int first = 0; first < a.size.height; first += band) {
        for (int y = first; y < std::min(first + band, a.size.height); ++y) {
          body(static_cast<const A*>(a.row<A>(y)), static_cast<const B*>(b.row<B>(y)), y,
               std::min(a.values(y), b.values(y)));
        }
      }
    });
  });
}

}  // namespace

Diff compare(const FieldView& a, const FieldView& b, double tolerance) {
  std::vector<RowDiff> rows(static_cast<std::size_t>(std::max(a.size.height, 0)));
  for_each_row(a, b, [&](const auto* row_a, const auto* row_b, int y, int count) {
    rows[static_cast<std::size_t>(y)] = compare_row(row_a, row_b, count, tolerance);
  });

  Diff diff;
  diff.size = a.size;
  RowDiff all;
  for (std::size_t y = 0; y < rows.size(); ++y) {
    const RowDiff& row = rows[y];
    diff.differing += row.differing;
    diff.beyond += row.beyond;
    diff.max_error = std::max(diff.max_error, row.max_error);
    all.sum += row.sum;
    all.squares += row.squares;
    all.minimum = std::min(all.minimum, row.minimum);
    all.maximum = std::max(all.maximum, row.maximum);
    if (diff.first_x < 0 && row.first_x >= 0) {
      diff.first_x = row.first_x;
      diff.first_y = static_cast<int>(y);
    }
  }
  diff.psnr_db = infinity;
  diff.values = std::min(a.count(), b.count());
  if (diff.differing == 0) return diff;
  const auto count = static_cast<double>(diff.values);
  const double range = all.maximum > all.minimum ? all.maximum - all.minimum : 0;
  diff.mean_error = std::min(all.sum / count, diff.max_error);
  // An infinite error leaves no signal, whatever the range.
  diff.psnr_db = all.squares == infinity ? -infinity : 20 * std::log10(range) - 10 * std::log10(all.squares / count);
  return diff;
}

Size diff_picture_size(Size size, int step) {
  return {ceil_div(size.width, step), ceil_div(size.height, step)};
}

Pixels diff_picture(const FieldView& a, const FieldView& b, DiffStyle style, double max_error, int step) {
  const Size size = diff_picture_size(a.size, step);
  Pixels pixels(static_cast<std::size_t>(std::max<std::int64_t>(size.area(), 0)), no_color);
  const auto& table = find_palette(heat_palette).table;
  const auto color = [&](double error) {
    if (error == 0) return black;
    if (style == DiffStyle::mask) return white;
    // Not finite where both are infinite: those are the largest errors.
    const double share = error < max_error ? error / max_error : 1;
    const double place = least_heat + (1 - least_heat) * share;
    return table[static_cast<std::size_t>(place * (palette_entries - 1))];
  };
  const auto draw = [&](const auto* row_a, const auto* row_b, int y, int count) {
    std::uint32_t* out = pixels.data() + static_cast<std::ptrdiff_t>(y / step) * size.width;
    // the band's rows before this one, and of this one, may have put a smaller error there
    thread_local std::vector<double> worst;
    if (y % step == 0) worst.assign(static_cast<std::size_t>(size.width), -1);
    for (int x = 0; x < count; ++x) {
      const double va = static_cast<double>(row_a[x]);
      const double vb = static_cast<double>(row_b[x]);
      const double error = same(va, vb) ? 0 : error_of(va, vb);
      const auto pixel = static_cast<std::size_t>(x / step);
      if (error <= worst[pixel]) continue;
      worst[pixel] = error;
      out[pixel] = color(error);
    }
  };
  for_each_row(a, b, draw, step);
  return pixels;
}

}  // namespace heteroscope
