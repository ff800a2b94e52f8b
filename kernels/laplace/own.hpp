#pragma once

#include "core/own/variant.hpp"
#include "kernels/laplace/parameters.hpp"
#include "kernels/laplace/relax.hpp"

namespace heteroscope::laplace {

/// The arguments of a kernel of one's own for laplace: one pass of a relaxation over the potential in a square of width
/// × width nodes, row after row. With the method `jacobi` a pass is a step, and computes all nodes from the plane
/// before. With `red_black` and `sor` a step has two passes, which compute the nodes of one color each, in place: all
/// neighbors of a node have the other color, so that no node of a pass needs another one of it.
template <class T>
struct Relaxation {
  const T* in_data;  ///< the potential before the pass
  T* out_data;       ///< the potential after it: another plane with `jacobi`, the same one otherwise
  int width;         ///< nodes in a row, and rows of the square
  int columns;       ///< how many nodes of a row the pass computes: all of them, or those of its color
  Rows rows;         ///< which rows to compute: rows.begin to rows.end − 1; those around them can be read
  Method method;     ///< Method::jacobi, Method::red_black or Method::sor
  Color color;       ///< of the nodes of the pass; of no meaning with `jacobi`
  T omega;           ///< the factor of overrelaxation, for `sor`; no unit
  int threads;       ///< of the CPU, that a function may use

  /// Returns the index of node (x, y) in a plane. Column 0 is on the left, row 0 at the top.
  HETEROSCOPE_HD std::ptrdiff_t place(int x, int y) const { return static_cast<std::ptrdiff_t>(y) * width + x; }
  HETEROSCOPE_HD T in(int x, int y) const { return in_data[place(x, y)]; }
  HETEROSCOPE_HD T& out(int x, int y) const { return out_data[place(x, y)]; }
  HETEROSCOPE_HD bool on_edge(int x, int y) const { return x == 0 || y == 0 || x == width - 1 || y == width - 1; }

  /// The column of the i-th node, from 0 to `columns` − 1, that the pass computes in row y. With colors the last one
  /// may lie on the edge.
  HETEROSCOPE_HD int column(int i, int y) const { return method == Method::jacobi ? i : column_of(color, i, y); }

  /// Returns what out(x, y) must become; it reads node (x, y) and its four neighbors. Nodes on the edge keep their
  /// values.
  HETEROSCOPE_HD T new_value(int x, int y) const { return on_edge(x, y) ? in(x, y) : inner_value(x, y); }

  /// Returns those i in row y whose nodes are not on the edge: none in the first row and the last one. A loop over
  /// these, by inner_value(), need not ask where each node is.
  HETEROSCOPE_HD Rows inner(int y) const {
    if (on_edge(1, y)) return {0, 0};
    if (method == Method::jacobi) return {1, width - 1};
    return {0, (width - column(0, y)) / 2};
  }
  /// Writes the other nodes of row y. In place, with colors, they are there already.
  HETEROSCOPE_HD void write_edge(int y) const {
    if (method != Method::jacobi) return;
    const int stride = on_edge(1, y) ? 1 : width - 1;
    for (int x = 0; x < width; x += stride) out(x, y) = in(x, y);
  }

  /// Returns new_value(x, y) of a node that is not on the edge.
  HETEROSCOPE_HD T inner_value(int x, int y) const {
    const T* const node = in_data + place(x, y);
    return method == Method::sor ? overrelaxed(node, width, omega) : relaxed(node, width);
  }
};

}  // namespace heteroscope::laplace
