#pragma once

namespace heteroscope::histogram {

inline constexpr int most_bins = 65536;

/// How the bin of a value is found.
enum class Binning { range, modulo };

struct Parameters {
  int bins = 256;
  Binning binning = Binning::range;
  double low = 0;
  double high = 256;
};

}  // namespace heteroscope::histogram
