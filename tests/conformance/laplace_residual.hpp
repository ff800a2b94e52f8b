#pragma once

#include "core/frame/frame.hpp"
#include "core/model/tally.hpp"
#include "kernels/laplace/exact.hpp"

namespace heteroscope::laplace {

/// The largest |4u − Σ neighbors| over a frame's inner nodes.
inline double largest_residual(const Frame& frame) {
  const FieldView field = frame.field.host_view();
  return tally(field, {0, field.size.height}, 1, residual_in).largest;
}

}  // namespace heteroscope::laplace
