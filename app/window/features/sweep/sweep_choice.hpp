#pragma once

#include <string>

#include "app/window/features/sweep/sweep_cases.hpp"

namespace heteroscope {

/// The quantity of the points that is shown.
enum class SweepMeasure { ms, rate };

/// Which of a sweep's plots is shown.
struct SweepChoice {
  SweepAxis axis = SweepAxis::side;
  SweepMeasure measure = SweepMeasure::ms;
  std::string pointed_at;  ///< the variant whose row is under the mouse; empty: none
};

}  // namespace heteroscope
