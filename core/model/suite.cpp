#include "core/model/suite.hpp"

#include <algorithm>
#include <numeric>

namespace heteroscope {

const PublishedTable* Published::find(std::string_view variant, std::string_view machine) const {
  const auto found = std::ranges::find_if(
      tables, [&](const PublishedTable& each) { return each.variant == variant && each.machine == machine; });
  return found == tables.end() ? nullptr : &*found;
}

std::vector<std::string_view> Published::machines() const {
  std::vector<std::string_view> out;
  for (const PublishedTable& each : tables) {
    if (std::ranges::find(out, each.machine) == out.end()) out.push_back(each.machine);
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
