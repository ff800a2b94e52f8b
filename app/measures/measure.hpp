#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/interval.hpp"

namespace heteroscope {

/// A measured number that says what it is: tables, their tooltips, files and plots are made from such.
struct Measure {
  std::string id;    ///< in files, with its unit: "median_ms"
  std::string name;  ///< for people: "time"
  std::string unit;  ///< empty: a plain number
  std::string about;
  double value = 0;
  std::optional<Interval> interval;  ///< least and most of the runs
};

/// Rows' measures as CSV: `keys` name what stands before them in each row. A measure that a row lacks stays empty.
struct MeasuredRow {
  std::vector<std::string> keys;
  std::vector<Measure> measures;
};
std::string measures_csv(const std::vector<std::string>& keys, const std::vector<MeasuredRow>& rows);

}  // namespace heteroscope
