#pragma once

#include "core/own/variant.hpp"
#include "kernels/heat/cell.hpp"

namespace heteroscope::heat {

/// The values of a five-point stencil: those of a node and of its four neighbors.
template <class T>
struct Star {
  T center, west, east, north, south;
};

/// The arguments of a kernel of one's own for heat: one pass over the plate, which is a time step of the integrator
/// `euler`, and one of several passes of a step of the others. The plate has width × width nodes; planes hold their
/// temperatures row after row. A pass computes
///   out(x, y) = base(x, y) + c (the four neighbors of in(x, y) − 4 in(x, y)),
/// and 0 on the plate's edge.
template <class T>
struct Step {
  const T* base_data;            ///< the plane that the pass adds to: the temperatures before the step
  const T* in_data[most_terms];  ///< the planes whose sum, weighted by `a`, has the neighbors that are added
  T a[most_terms];               ///< the weights of these planes
  int terms;                     ///< how many planes there are: 1, but 2 for the integrator ab2 and 3 for ab3
  bool adds_to_in;               ///< terms is 1, and the pass adds to the plane it reads: base_data is in_data[0]
  T c;                           ///< the Fourier number Δt/h², or a part of it in passes of rk2 and rk4; no unit
  T* out_data;                   ///< the plane that the pass writes; no other plane is the same
  int width;                     ///< nodes in a row, and rows of the plate
  Rows rows;                     ///< which rows to write: rows.begin to rows.end − 1; those around them can be read
  int threads;                   ///< of the CPU, that a function may use

  /// Returns the index of node (x, y) in a plane. Column 0 is on the left, row 0 at the top. A plate has fewer than 2³¹
  /// nodes (own_kernels.cpp): an index of 32 bits saves a GPU a quarter of a plain kernel's instructions.
  HETEROSCOPE_HD int place(int x, int y) const { return y * width + x; }
  HETEROSCOPE_HD T base(int x, int y) const { return base_data[place(x, y)]; }
  HETEROSCOPE_HD T in(int x, int y) const {
    const int at = place(x, y);
    T sum = in_data[0][at];
    if (terms > 1) sum = std::fma(a[1], in_data[1][at], a[0] * sum);
    if (terms > 2) sum = std::fma(a[2], in_data[2][at], sum);
    return sum;
  }
  HETEROSCOPE_HD T& out(int x, int y) const { return out_data[place(x, y)]; }
  HETEROSCOPE_HD bool on_edge(int x, int y) const {
    const auto inner = static_cast<unsigned>(width - 2);
    return static_cast<unsigned>(x - 1) >= inner || static_cast<unsigned>(y - 1) >= inner;
  }

  /// Returns what out(x, y) must become; it reads node (x, y) and its four neighbors from the planes. Who has these
  /// values in faster memory calls stepped(base, c, center, west, east, north, south) for nodes that are not on the
  /// edge.
  HETEROSCOPE_HD T new_value(int x, int y) const { return on_edge(x, y) ? T(0) : inner_value(x, y); }

  /// Returns the columns of the nodes of row y that are not on the edge, which are none in the first row and the last
  /// one. A loop over these, by inner_value() or plain_value(), need not ask where each node is.
  HETEROSCOPE_HD Rows inner_columns(int y) const { return on_edge(1, y) ? Rows{0, 0} : Rows{1, width - 1}; }
  /// Writes the other nodes of row y: 0.
  HETEROSCOPE_HD void write_edge(int y) const {
    const int stride = on_edge(1, y) ? 1 : width - 1;
    for (int x = 0; x < width; x += stride) out(x, y) = T(0);
  }

  /// Returns new_value(x, y) of a node that is not on the edge.
  HETEROSCOPE_HD T inner_value(int x, int y) const {
    const int at = place(x, y);
    Star<T> t = star(0, at);
    if (adds_to_in) return value_from(t.center, t);
    if (terms > 1) {
      t = plus_weighted(1, star(1, at),
                        {a[0] * t.center, a[0] * t.west, a[0] * t.east, a[0] * t.north, a[0] * t.south});
    }
    if (terms > 2) t = plus_weighted(2, star(2, at), t);
    return value_from(base_data[at], t);
  }
  /// Returns the same where `terms` is 1. It is so short that a compiler makes vectors of a loop of it.
  HETEROSCOPE_HD T plain_value(int x, int y) const {
    const int at = place(x, y);
    return value_from(base_data[at], star(0, at));
  }

  /// Returns a plane's values around a node that is not on the edge. The nodes above and below are counted in 32 bits,
  /// whose addresses take a GPU fewer instructions; those beside a node are at a constant distance from its address.
  HETEROSCOPE_HD Star<T> star(int plane, int at) const {
    const T* const values = in_data[plane];
    const std::ptrdiff_t here = at;
    return {values[here], values[here - 1], values[here + 1], values[at - width], values[at + width]};
  }
  /// Returns the sum and the plane's values, weighted by its `a`.
  HETEROSCOPE_HD Star<T> plus_weighted(int plane, const Star<T>& values, const Star<T>& sum) const {
    const T weight = a[plane];
    return {std::fma(weight, values.center, sum.center), std::fma(weight, values.west, sum.west),
            std::fma(weight, values.east, sum.east), std::fma(weight, values.north, sum.north),
            std::fma(weight, values.south, sum.south)};
  }
  /// Returns the new value of a node with that base, from the sum of the planes around it.
  HETEROSCOPE_HD T value_from(T base, const Star<T>& t) const {
    return stepped(base, c, t.center, t.west, t.east, t.north, t.south);
  }
};

}  // namespace heteroscope::heat
