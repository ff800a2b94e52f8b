#pragma once

#include "core/base/cancel.hpp"
#include "core/types/basic_types.hpp"
#include "kernels/nbody/interaction.hpp"

namespace heteroscope::nbody {

/// Some of the bodies, which all bodies pull, as passed to code that is compiled for each instruction set.
template <class T>
struct PulledBodies {
  const Body<T>* bodies;  ///< all bodies, half a step on
  int count;
  Rows rows;  ///< the bodies that are pulled
  T softening_squared;
  Vector<T>* pulls;  ///< the pulls on them, that on the first of `rows` first
  Cancel cancel;
};

}  // namespace heteroscope::nbody
