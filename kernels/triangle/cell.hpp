#pragma once

#include "core/base/freestanding.hpp"
#include "kernels/triangle/parameters.hpp"

namespace heteroscope::triangle {

/// The points that cells are computed from, in memory of the processor that computes.
template <class T>
struct Points {
  const T* x = nullptr;
  const T* y = nullptr;
  T reach = 0;  ///< the squared distance up to which two disks touch
  int work = 0;
};

template <class T>
HETEROSCOPE_HD T squared_distance(T ax, T ay, T bx, T by) {
  const T dx = ax - bx;
  const T dy = ay - by;
  return std::fma(dx, dx, dy * dy);
}

/// Repeats v ← v² − 1, which stays within [−1, 1] if v starts in [0, √2].
template <class T>
HETEROSCOPE_HD T worked(T v, int work) {
  for (int i = 0; i < work; ++i) v = std::fma(v, v, T(-1));
  return v;
}

/// The value of a cell, computed from its row's point and its column's, in the same order of operations on all
/// processors.
template <Cost C, class T>
HETEROSCOPE_HD T cell(T row_x, T row_y, T column_x, T column_y, T reach, int work) {
  if constexpr (C == Cost::constant) return T(1);
  const T squared = squared_distance(row_x, row_y, column_x, column_y);
  if constexpr (C == Cost::collision) return squared <= reach ? T(1) : T(0);
  const T distance = std::sqrt(squared);
  if constexpr (C == Cost::heavy) return worked(distance, work);
  return distance;
}

template <Cost C, class T>
HETEROSCOPE_HD T cell_at(const Points<T>& points, int row, int column) {
  if constexpr (C == Cost::constant) return T(1);
  return cell<C>(points.x[row], points.y[row], points.x[column], points.y[column], points.reach, points.work);
}

}  // namespace heteroscope::triangle
