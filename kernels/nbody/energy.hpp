#pragma once

#include "core/types/field_view.hpp"
#include "kernels/nbody/parameters.hpp"

namespace heteroscope::nbody {

/// Of all bodies of a state, whose potential is softened as their pulls are.
struct Energy {
  double kinetic = 0;
  double potential = 0;  ///< negative
  [[nodiscard]] double total() const { return kinetic + potential; }
};

/// In fp64, over all pairs.
Energy energy_of(const Parameters& parameters, const FieldView& state, int threads);
/// Of the state that the parameters start from.
Energy energy_at_start(const Parameters& parameters, Precision precision, int threads);

}  // namespace heteroscope::nbody
