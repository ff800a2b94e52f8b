#include "core/trace/load.hpp"

#include <algorithm>
#include <map>

namespace heteroscope {

Load load_of(const Trace& trace) {
  struct Unit {
    std::uint64_t busy_until = 0;
    std::uint64_t busy_ns = 0;
  };
  std::map<std::uint32_t, Unit> units;
  std::uint64_t last = 0;
  for (const TracedSpan& each : trace.spans) {  // by start
    Unit& unit = units[each.unit];
    const std::uint64_t from = std::max(each.start_ns, unit.busy_until);
    if (each.end_ns > from) unit.busy_ns += each.end_ns - from;
    unit.busy_until = std::max(unit.busy_until, each.end_ns);
    last = std::max(last, each.end_ns);
  }
  Load out;
  if (units.empty()) return out;
  out.units = static_cast<int>(units.size());
  out.span_ns = static_cast<double>(last - trace.spans.front().start_ns);
  double sum = 0;
  double most = 0;
  for (const auto& [number, unit] : units) {
    sum += static_cast<double>(unit.busy_ns);
    most = std::max(most, static_cast<double>(unit.busy_ns));
  }
  const double mean = sum / out.units;
  if (out.span_ns > 0) out.busy = mean / out.span_ns;
  if (mean > 0) out.imbalance = most / mean;
  return out;
}

}  // namespace heteroscope
