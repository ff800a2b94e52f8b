#pragma once

#include "core/lanes/lane.hpp"

namespace heteroscope {

/// What a way into a GPU's memory reaches.
struct LinkRates {
  double bytes_per_s = 0;  ///< of large copies
  double latency_s = 0;    ///< of a copy of 64 bytes that goes there or back when the one before it has ended
};

/// From the host's page-locked memory, or from another GPU's. Throws DeviceError.
LinkRates measure_link(const Lane& from, int to);

}  // namespace heteroscope
