#pragma once

#include <string>

namespace heteroscope::device {

/// The rates that a GPU's on-chip memories reach at most, when all lanes of a warp read neighboring words again and
/// again.
struct ChipRates {
  double l2_bytes_per_s = 0;      ///< the second-level cache, in a set of a quarter of its size
  double shared_bytes_per_s = 0;  ///< shared memory of all multiprocessors
};
ChipRates measure_chip();
/// Checks the results of the kernels that measure these rates; returns what is wrong, or an empty string.
std::string wrong_chip_ceilings();

}  // namespace heteroscope::device
