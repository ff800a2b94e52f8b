#include "app/bench/participants.hpp"

#include <algorithm>
#include <span>

namespace heteroscope {

double ParticipantsRow::ideal_ms() const {
  double arriving = 0;
  for (const ParticipantFigures& each : std::span(participants).subspan(1))
    arriving += 1 / std::max(each.alone_ms, each.link_ms);
  if (arrival_ms > 0) arriving = std::min(arriving, 1 / arrival_ms);
  return 1 / (1 / participants.front().alone_ms + arriving);
}

}  // namespace heteroscope
