#include "app/tune/reach.hpp"

#include <algorithm>

#include "app/text/table.hpp"

namespace heteroscope {

std::string reach_text(const TuneTime& time) {
  if (!time.interval) return {};
  return percent(std::max(time.interval->high - time.ms, time.ms - time.interval->low) / time.ms);
}

}  // namespace heteroscope
