#pragma once

#include "kernels/blur/border.hpp"

namespace heteroscope::blur {

inline constexpr int max_radius = 32;
inline constexpr double min_sigma = 0.1;

struct Parameters {
  int radius = 2;
  double sigma = 0;
  Border border = Border::zero;
};

}  // namespace heteroscope::blur
