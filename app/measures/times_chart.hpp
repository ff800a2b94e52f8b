#pragma once

#include <string>
#include <vector>

#include "app/plot/bar_chart.hpp"

namespace heteroscope {

/// A time, ms, and the group in which its bar stands.
struct TimeBar {
  std::string group;
  BarChart::Bar bar;
};

/// Groups stand in the order in which they come first. The axis is logarithmic where that is asked for, or where the
/// times differ too much for another; it is named after `what`: "time a step, ms".
BarChart times_chart(const std::string& what, const std::vector<TimeBar>& bars, bool logarithmic = false);

}  // namespace heteroscope
