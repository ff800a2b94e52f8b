#pragma once

#include <string>

#include "core/device/peaks.hpp"

namespace heteroscope {

/// A GPU's peaks as text, each "unknown" where its driver does not say what is needed for it.
struct PeakTexts {
  std::string fp32;   ///< "66.9 Tflop/s": two flop for each multiply-add
  std::string fp64;   ///< the same
  std::string ratio;  ///< "2 : 1": operations in fp32 that take the time of one in fp64
  std::string bus;    ///< "3.35 TB/s"
};
PeakTexts peak_texts(const device::Facts& gpu);

}  // namespace heteroscope
