#include "app/bench/lanes.hpp"

#include <algorithm>
#include <ranges>

namespace heteroscope {

double LanesRow::ideal_ms() const {
  double arriving = 0;
  for (const LaneFigures& each : lanes | std::views::drop(1)) arriving += 1 / std::max(each.alone_ms, each.link_ms);
  if (arrival_ms > 0) arriving = std::min(arriving, 1 / arrival_ms);
  return 1 / (1 / lanes.front().alone_ms + arriving);
}

}  // namespace heteroscope
