#include "core/run/subnormals.hpp"

#include <fmt/format.h>

#include "core/ceilings/cpu_ceilings.hpp"

namespace heteroscope {

bool is_slower(double times) {
  return times >= 1.25;
}

std::string subnormal_note(const Summary& result, Precision precision) {
  return result.subnormals > 0 ? subnormal_note(result, subnormal_slowdown(precision)) : std::string();
}

std::string subnormal_note(const Summary& result, double times) {
  if (result.subnormals == 0) return {};
  const double share = static_cast<double>(result.subnormals) / static_cast<double>(result.count);
  // at least: a vector is as slow as its slowest number
  if (!is_slower(1 + share * (times - 1))) return {};
  return fmt::format(
      "CPU steps are slow: {:.3g} % of the values are subnormal numbers, which take {:.2g} times as "
      "long",
      100 * share, times);
}

}  // namespace heteroscope
