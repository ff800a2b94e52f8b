#pragma once

#include "core/base/shapes.hpp"
#include "core/own/variant.hpp"
#include "kernels/triangle/cell.hpp"

namespace heteroscope::triangle {

/// The arguments of a kernel of one's own for triangle: a matrix of width × width cells, of which those on and below
/// the diagonal (column ≤ row) are to be computed; no other may be written. The value of a cell follows from two of
/// `width` points: its row's and its column's.
template <class T>
struct Triangle {
  Points<T> points;  ///< the points, and what else cells are computed from
  Cost cost;         ///< which function of two points: Cost::constant, distance, collision or heavy
  T* out_data;       ///< the matrix, row after row
  int width;         ///< cells in a row, and rows of the matrix
  Rows rows;         ///< which rows to compute: rows.begin to rows.end − 1
  int threads;       ///< of the CPU, that a function may use

  /// The cell in column x of row y; column 0 is on the left, row 0 at the top.
  HETEROSCOPE_HD T& out(int x, int y) const { return out_data[static_cast<std::ptrdiff_t>(y) * width + x]; }
  /// Returns what out(x, y) must become.
  HETEROSCOPE_HD T value(int x, int y) const {
    switch (cost) {
      case Cost::constant:
        return cell_at<Cost::constant>(points, y, x);
      case Cost::distance:
        return cell_at<Cost::distance>(points, y, x);
      case Cost::collision:
        return cell_at<Cost::collision>(points, y, x);
      case Cost::heavy:
        break;
    }
    return cell_at<Cost::heavy>(points, y, x);
  }

  /// Calls `body.template operator()<C>()` with the cost as a compile-time constant: a loop in it, whose cells
  /// cell_at<C>(points, y, x) computes, does not ask for the cost at each cell.
  template <class Body>
  HETEROSCOPE_HD void with_cost(Body body) const {
    switch (cost) {
      case Cost::constant:
        return body.template operator()<Cost::constant>();
      case Cost::distance:
        return body.template operator()<Cost::distance>();
      case Cost::collision:
        return body.template operator()<Cost::collision>();
      case Cost::heavy:
        return body.template operator()<Cost::heavy>();
    }
  }
};

}  // namespace heteroscope::triangle
