#pragma once

#include "core/model/parameter_description.hpp"
#include "core/types/basic_types.hpp"

namespace heteroscope {

/// Where sliders end, and numbers that are drawn at random: of a side that memory alone limits, where computers' do.
inline double usual_maximum(const Parameter& parameter) {
  constexpr double usual_side = 65536;
  return parameter.maximum == longest_side ? usual_side : parameter.maximum;
}

}  // namespace heteroscope
