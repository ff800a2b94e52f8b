#pragma once

#include "core/base/freestanding.hpp"
#include "core/types/field_view.hpp"
#include "kernels/heat/step.hpp"

namespace heteroscope::heat {

/// The update of one node, base + c S(t), with the same bits on every processor. Opposite neighbors are added first, so
/// that a symmetric state stays symmetric under reflections and under exchange of x and y.
template <class T>
HETEROSCOPE_HD inline T stepped(T base, T c, T center, T west, T east, T north, T south) {
  const T around = (west + east) + (north + south);
  return std::fma(c, std::fma(T(-4), center, around), base);
}

/// One pass of a scheme over some rows. Nodes on the grid's edge are included and become 0.
struct Pass {
  FieldView base;
  FieldView in[most_terms];
  FieldView out;
  Rows rows;
  int terms = 1;
  double a[most_terms] = {1, 0, 0};
  double c = 0;
};

/// The operand of S: one plane, or a linear combination of several.
template <class T, int Terms>
struct Combination {
  const T* in[Terms];
  T a[Terms];

  /// The operand's value at an index counted from the planes' first element.
  HETEROSCOPE_HD T operator()(std::ptrdiff_t at) const {
    if constexpr (Terms == 1) return in[0][at];
    T sum = a[0] * in[0][at];
    for (int i = 1; i < Terms; ++i) sum = std::fma(a[i], in[i][at], sum);
    return sum;
  }
};

template <class T, int Terms>
HETEROSCOPE_HD inline Combination<T, Terms> combination_of(const Pass& pass) {
  Combination<T, Terms> out;
  for (int i = 0; i < Terms; ++i) {
    out.in[i] = static_cast<const T*>(pass.in[i].data);
    out.a[i] = static_cast<T>(pass.a[i]);
  }
  return out;
}

/// The new value of node (x, y), which may lie on the grid's edge.
template <class T, int Terms>
HETEROSCOPE_HD inline T new_value(const Pass& pass, const Combination<T, Terms>& t, int x, int y) {
  const int n = pass.out.size.width;
  if (x == 0 || y == 0 || x == n - 1 || y == n - 1) return T(0);
  const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(y) * n + x;
  const T base = static_cast<const T*>(pass.base.data)[at];
  return stepped(base, static_cast<T>(pass.c), t(at), t(at - 1), t(at + 1), t(at - n), t(at + n));
}

}  // namespace heteroscope::heat
