#include "app/text/limit_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/text/format.hpp"

namespace heteroscope {

std::string limit_text(const LimitFinding& found) {
  using Why = LimitFinding::Why;
  const std::string limit = format_count(found.limit) + " iterations";
  if (found.why == Why::suffices) return limit + " are enough for this view";
  if (found.why == Why::inside) return limit + ": nothing here escapes, however high the limit is";
  const char* const end = found.why == Why::highest ? "; pixels still escape near this limit, the highest" : "";
  const double more = (found.times - 1) * 100;
  const std::string cost = more < 1     ? "hardly more iterations"
                           : more < 100 ? format_short(std::round(more), 2) + " % more iterations"
                                        : format_short(found.times, 2) + " times the iterations";
  return fmt::format("{}: with {}, {} % of the pixels would stay black; a picture takes {}{}", limit,
                     format_count(found.lowest), format_short(found.black_at_lowest * 100, 2), cost, end);
}

}  // namespace heteroscope
