#include "app/bench/lanes.hpp"

#include <algorithm>

namespace heteroscope {

double LanesRow::compute_ideal_ms() const {
  double rate = 0;
  for (const LaneFigures& each : lanes) rate += 1 / each.alone_ms;
  return 1 / rate;
}

double LanesRow::ideal_ms() const {
  double out = compute_ideal_ms();
  for (const LaneFigures& each : lanes) out = std::max(out, each.link_ms);
  return out;
}

}  // namespace heteroscope
