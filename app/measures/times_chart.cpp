#include "app/measures/times_chart.hpp"

#include <algorithm>

namespace heteroscope {

BarChart times_chart(const std::string& what, const std::vector<TimeBar>& bars, bool logarithmic) {
  constexpr double linear_range = 30;
  double least = 0;
  double most = 0;
  BarChart out{.axis = {}, .groups = {}};
  for (const TimeBar& each : bars) {
    auto group = std::ranges::find(out.groups, each.group, &BarChart::Group::name);
    if (group == out.groups.end()) group = out.groups.insert(group, {each.group, {}});
    group->bars.push_back(each.bar);
    const double ms = each.bar.value;
    if (ms > 0) least = least > 0 ? std::min(least, ms) : ms;
    most = std::max(most, ms);
  }
  out.logarithmic = most > 0 && (logarithmic || most > linear_range * least);
  out.axis = what + (out.logarithmic ? ", ms (logarithmic)" : ", ms");
  return out;
}

}  // namespace heteroscope
