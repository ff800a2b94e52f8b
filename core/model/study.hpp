#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// An error at some step length.
struct StudyPoint {
  double step = 0;
  double error = 0;
};

/// How an error falls with the step length.
struct StudyCurve {
  std::string label;
  double expected_order = 0;       ///< of the theory
  std::vector<StudyPoint> points;  ///< from long steps to short ones
};

/// Curves that belong into one plot.
struct Study {
  std::string_view id;
  std::string_view title;
  std::string_view step_label;   ///< "grid spacing h"
  std::string_view error_label;  ///< "L2 error at t = 1/16"
  std::vector<StudyCurve> curves;
  bool counted = false;  ///< its errors are no errors but whole numbers: iterations
};

/// The slope of the logarithms between two neighboring points of a curve, the i-th and the one after it.
double observed_order(const StudyCurve& curve, std::size_t i);
/// Between the last two points, where it has settled best; 0 where there are fewer than two.
double observed_order(const StudyCurve& curve);

}  // namespace heteroscope
