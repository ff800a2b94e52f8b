#pragma once

#include <any>

namespace heteroscope {

/// Which input values a result of n numbers counts: number i those in [low + i w, low + (i + 1) w), w = (high - low) /
/// n. `repeats`: also those that lie a multiple of high - low away; else values outside are counted at the nearer end.
struct Bins {
  double low = 0;
  double high = 1;
  bool repeats = false;
};

/// The numbers of a reducing result are counts of values in bins.
struct Binned {
  Bins (*bins)(const std::any& parameters) = nullptr;
};

}  // namespace heteroscope
