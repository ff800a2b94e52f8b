#pragma once

#include "core/model/parameter_description.hpp"
#include "core/types/basic_types.hpp"

namespace heteroscope {

/// The upper end of sliders and of random numbers: for a side that only memory limits, what computers usually hold.
inline double usual_maximum(const Parameter& parameter) {
  constexpr double usual_side = 65536;
  return parameter.maximum == longest_side ? usual_side : parameter.maximum;
}

}  // namespace heteroscope
