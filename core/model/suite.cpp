#include "core/model/suite.hpp"

#include <numeric>

namespace heteroscope {

std::vector<SuiteScene> squares(std::initializer_list<std::string_view> sides) {
  std::vector<SuiteScene> out;
  for (const std::string_view each : sides) {
    const int side = std::stoi(std::string(each));
    out.push_back({.id = each, .size = {side, side}});
  }
  return out;
}

bool goes_over_sizes(const Suite& suite) {
  return suite.axis == side_axis || suite.axis == values_axis;
}

double saved_share(std::span<const double> before, std::span<const double> after) {
  const auto sum = [](std::span<const double> values) { return std::accumulate(values.begin(), values.end(), 0.0); };
  return 1 - sum(after) / sum(before);
}

}  // namespace heteroscope
