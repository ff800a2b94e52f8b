#include "app/window/feature/feature.hpp"

#include <algorithm>

namespace heteroscope {

Activity& Activity::operator+=(const Activity& other) {
  busy = busy || other.busy;
  moves = moves || other.moves;
  measuring = measuring || other.measuring;
  waits_for_quiet = waits_for_quiet || other.waits_for_quiet;
  measures_idle = measures_idle || other.measures_idle;
  if (other.due_s) due_s = std::min(due_s.value_or(*other.due_s), *other.due_s);
  return *this;
}

}  // namespace heteroscope
