#pragma once

#include <string>

namespace heteroscope::device {

/// What a GPU's memories on the chip reach at most, read again and again, all of a warp's lanes side by side.
struct ChipRates {
  double l2_bytes_per_s = 0;      ///< the second-level cache, in a set of a quarter of its size
  double shared_bytes_per_s = 0;  ///< shared memory of all multiprocessors
};
ChipRates measure_chip();
/// What the kernels that measure them read wrongly; empty if nothing.
std::string wrong_chip_ceilings();

}  // namespace heteroscope::device
