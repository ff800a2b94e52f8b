#pragma once

#include "core/base/shapes.hpp"
#include "core/own/variant.hpp"
#include "kernels/nbody/leapfrog.hpp"

namespace heteroscope::nbody {

/// The arguments of a kernel of one's own for the stage `advance` of nbody: one time step of bodies that all pull each
/// other. The program has moved all bodies on by half a step, and brought them from other processors where several
/// compute; those in `rows` are pulled by all where these are now, and move by the other half. Sums of pulls are made
/// by segments of bodies, and of these sums in order: who keeps to that has the reference's bits.
template <class T>
struct Step {
  const T* now_data;      ///< the bodies of `rows` before the step: eight numbers each (leapfrog.hpp)
  T* next_data;           ///< the bodies after it, likewise
  const Body<T>* bodies;  ///< all bodies half a step on: position and mass
  int count;              ///< how many bodies there are
  int segment;            ///< how many bodies a segment of the sum has; the last one may have fewer
  Rows rows;              ///< which bodies to advance: number rows.begin to rows.end − 1
  StepTimes<T> times;     ///< the time step, half of it, and the square of the softening length
  int threads;            ///< of the CPU, that a function may use

  /// Adds to `sum` how `other` pulls the body `at`; a body does not pull itself.
  HETEROSCOPE_HD void add_pull(Vector<T>& sum, const Body<T>& at, const Body<T>& other) const {
    nbody::add_pull(sum, at, other, times.softening_squared);
  }
  /// Writes body i after the step, from its place half way and the sum of all pulls on it there.
  HETEROSCOPE_HD void finish(int i, const Body<T>& at, const Vector<T>& pull) const {
    finish_step(next_data + place(i), now_data + place(i), at, pull, times);
  }

  HETEROSCOPE_HD static std::ptrdiff_t place(int i) { return static_cast<std::ptrdiff_t>(i) * columns; }
};

}  // namespace heteroscope::nbody
