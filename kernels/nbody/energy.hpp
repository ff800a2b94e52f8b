#pragma once

#include "core/types/field_view.hpp"
#include "kernels/nbody/parameters.hpp"

namespace heteroscope::nbody {

/// The energy of all bodies of a state. The potential is softened as the pulls are.
struct Energy {
  double kinetic = 0;
  double potential = 0;  ///< negative
  [[nodiscard]] double total() const { return kinetic + potential; }
};

/// The energy of a state, in fp64, over all pairs.
Energy energy_of(const Parameters& parameters, const FieldView& state, int threads);
/// The energy of the start that the parameters choose.
Energy energy_at_start(const Parameters& parameters, Precision precision, int threads);

}  // namespace heteroscope::nbody
