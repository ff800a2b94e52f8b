#include "kernels/laplace/methods/mode_tables.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace heteroscope::laplace {

namespace {

/// Modes that have decayed by a factor of e to the minus this are left out.
constexpr double negligible = 46;

/// The number of modes that remain at column i, where mode k has decayed by e^(−β i) with sinh(β/2) = sin(πk/(2N)).
int modes_at(int i, int intervals) {
  const double s = std::sinh(negligible / (2.0 * i));
  if (s >= 1) return intervals - 1;
  const double k = 2.0 * intervals / std::numbers::pi * std::asin(s);
  return std::min(intervals - 1, static_cast<int>(k) + 1);
}

}  // namespace

ModeLayout mode_layout(int intervals) {
  ModeLayout out{.first = {0}};
  for (int i = 1; i < intervals; i += tile_columns) out.first.push_back(out.first.back() + modes_at(i, intervals));
  const auto n = static_cast<std::size_t>(intervals);
  out.total = 2 * n + (n + 1) + out.first.size() + n + n + static_cast<std::size_t>(out.rows()) * tile_columns;
  return out;
}

Modes ModeLayout::place_in(double* memory, int intervals) const {
  Modes m{.intervals = intervals, .tiles = static_cast<int>(first.size()) - 1};
  m.sines = memory;
  m.quarters = m.sines + 2 * intervals;
  m.first = m.quarters + intervals + 1;
  m.boundary = m.first + first.size();
  m.amplitude = m.boundary + intervals;
  m.shares = m.amplitude + intervals;
  return m;
}

std::vector<double> mode_tables(int intervals, const ModeLayout& layout) {
  const int n = intervals;
  std::vector<double> quarters(static_cast<std::size_t>(n) + 1);
  for (int m = 0; m <= n; ++m) {
    // The angle is measured from the nearer end of the quarter wave; beyond π/4 the cosine is used, where sine would be
    // less accurate.
    const double angle = std::numbers::pi * (2 * m <= n ? m : n - m) / (2.0 * n);
    quarters[static_cast<std::size_t>(m)] = 2 * m <= n ? std::sin(angle) : std::cos(angle);
  }
  std::vector<double> out;
  for (int m = 0; m < 2 * n; ++m) {
    const int half = m % n;  // sin(π(m + N)/N) = −sin(πm/N), and sin(π(N − m)/N) = sin(πm/N)
    const double sine = quarters[2 * static_cast<std::size_t>(std::min(half, n - half))];
    out.push_back(m < n ? sine : -sine);
  }
  out.insert(out.end(), quarters.begin(), quarters.end());
  out.insert(out.end(), layout.first.begin(), layout.first.end());
  return out;
}

}  // namespace heteroscope::laplace
