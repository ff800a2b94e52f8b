#pragma once

#include "core/own/variant.hpp"
#include "kernels/heat/cell.hpp"

namespace heteroscope::heat {

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
    const std::ptrdiff_t at = place(x, y);
    return terms == 1 ? in_data[0][at] : terms == 2 ? sum_of<2>()(at) : sum_of<3>()(at);
  }
  HETEROSCOPE_HD T& out(int x, int y) const { return out_data[place(x, y)]; }
  HETEROSCOPE_HD bool on_edge(int x, int y) const {
    const auto inner = static_cast<unsigned>(width - 2);
    return static_cast<unsigned>(x - 1) >= inner || static_cast<unsigned>(y - 1) >= inner;
  }

  /// Returns what out(x, y) must become; it reads node (x, y) and its four neighbors from the planes. Who has these
  /// values in faster memory calls stepped(base, c, center, west, east, north, south) for nodes that are not on the
  /// edge.
  HETEROSCOPE_HD T new_value(int x, int y) const {
    if (on_edge(x, y)) return T(0);
    const int at = place(x, y);
    if (adds_to_in) return value_from<1, true>(at);
    return terms == 1 ? value_from<1, false>(at) : terms == 2 ? value_from<2, false>(at) : value_from<3, false>(at);
  }

  template <int Terms>
  HETEROSCOPE_HD Combination<T, Terms> sum_of() const {
    Combination<T, Terms> out;
    for (int i = 0; i < Terms; ++i) {
      out.in[i] = in_data[i];
      out.a[i] = a[i];
    }
    return out;
  }
  /// `AddsToIn`: adds_to_in, as a constant. The nodes above and below are counted in 32 bits, whose addresses take a
  /// GPU fewer instructions; those beside a node are at a constant distance from its address.
  template <int Terms, bool AddsToIn>
  HETEROSCOPE_HD T value_from(int at) const {
    const auto t = sum_of<Terms>();
    const std::ptrdiff_t here = at;
    const T center = t(here);
    const T base = AddsToIn ? center : base_data[at];
    return stepped(base, c, center, t(here - 1), t(here + 1), t(at - width), t(at + width));
  }
};

}  // namespace heteroscope::heat
