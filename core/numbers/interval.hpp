#pragma once

namespace heteroscope {

/// The range from one number to another that is not less.
struct Interval {
  double low = 0;
  double high = 0;
  bool operator==(const Interval&) const = default;
};

}  // namespace heteroscope
