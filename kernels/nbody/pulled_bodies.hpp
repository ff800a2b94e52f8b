#pragma once

#include "core/base/cancel.hpp"
#include "core/types/basic_types.hpp"
#include "kernels/nbody/interaction.hpp"

namespace heteroscope::nbody {

/// Some of the bodies, for what is compiled for each instruction set: all others pull them.
template <class T>
struct PulledBodies {
  const Body<T>* bodies;  ///< all, half a step on
  int count;
  Rows rows;  ///< that are pulled
  T softening_squared;
  Vector<T>* pulls;  ///< what pulls them, the first of `rows` first
  Cancel cancel;
};

}  // namespace heteroscope::nbody
