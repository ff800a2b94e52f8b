#include "core/run/escape_limit.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/ceil_div.hpp"
#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {
namespace {

constexpr int probe_side = 96;
constexpr int looked_ahead = 16;   // a probe's limit over the highest one that it is asked about
constexpr int few = 200;           // one pixel in so many does not count
constexpr int probes_grow_by = 8;  // a probe that does not tell is followed by one with a limit so many times as high

/// The counts of a probe's pixels that escape, rising, and the number of all pixels.
struct Escapes {
  std::vector<double> counts;
  std::size_t pixels = 0;

  /// Pixels whose count is above `count`.
  [[nodiscard]] std::size_t above(double count) const {
    return static_cast<std::size_t>(counts.end() - std::ranges::upper_bound(counts, count));
  }
  [[nodiscard]] bool is_few(std::size_t number) const { return number * few <= pixels; }
  /// Iterations of all pixels with a limit.
  [[nodiscard]] double iterations(double limit) const {
    double out = static_cast<double>(pixels - counts.size()) * limit;
    for (const double each : counts) out += std::min(each, limit);
    return out;
  }
};

/// A count that is not certain is negative, and minus the limit stands for an uncertain 0.
Escapes escapes_of(std::span<const double> values, int probed) {
  Escapes out{.counts = {}, .pixels = values.size()};
  for (const double value : values) {
    const double count = std::abs(value);
    if (count > 0 && value > -probed) out.counts.push_back(count);
  }
  std::ranges::sort(out.counts);
  return out;
}

LimitFinding finding(const Escapes& escapes, int limit, const LimitRange& range, LimitFinding::Why why) {
  const std::size_t black = escapes.above(range.lowest) - escapes.above(limit);
  return {.limit = limit,
          .lowest = range.lowest,
          .why = why,
          .black_at_lowest = static_cast<double>(black) / static_cast<double>(std::max<std::size_t>(escapes.pixels, 1)),
          .times = escapes.iterations(limit) / std::max(escapes.iterations(range.lowest), 1.0)};
}

LimitRange range_of(const Workload& workload) {
  const Parameter& parameter = *workload.find_parameter(workload.escape_limit->parameter);
  return {.lowest = static_cast<int>(parameter.initial), .highest = static_cast<int>(parameter.maximum)};
}

int times(int limit, int factor, int highest) {
  return limit > highest / factor ? highest : limit * factor;
}

}  // namespace

std::optional<LimitFinding> limit_of_counts(std::span<const double> values, int probed, const LimitRange& range) {
  using Why = LimitFinding::Why;
  const Escapes escapes = escapes_of(values, probed);
  const bool last = probed >= range.highest;
  if (escapes.is_few(escapes.counts.size())) {
    return last ? std::optional(finding(escapes, range.lowest, range, Why::inside)) : std::nullopt;
  }
  for (int limit = range.lowest;; limit = times(limit, 2, range.highest)) {
    const bool known = last || limit <= probed / looked_ahead;
    if (!known) return std::nullopt;
    if (escapes.is_few(escapes.above(limit / 2.0)))
      return finding(escapes, limit, range, limit == range.lowest ? Why::suffices : Why::raised);
    if (limit == range.highest) return finding(escapes, limit, range, Why::highest);
  }
}

Settings probe_of(const Settings& settings, const Workload& workload, int limit) {
  Settings out = default_settings(workload);
  out.problem = settings.problem;
  const Size size = settings.problem.size;
  const int longest = std::max({size.width, size.height, 1});
  const auto side = [&](int pixels) {
    return std::max(static_cast<int>(ceil_div(std::int64_t{pixels} * probe_side, longest)), 1);
  };
  out.problem.size = {side(size.width), side(size.height)};
  for (const auto& [id, value] : workload.escape_limit->probed_with) out.problem.parameters[id] = value;
  out.problem.parameters[std::string(workload.escape_limit->parameter)] = limit;
  out.execution.processor = Processor::cpu;
  return out;
}

std::optional<LimitFinding> find_limit(const Settings& settings, Catalog catalog, Executor& executor,
                                       const std::stop_token& stop) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  const LimitRange range = range_of(workload);
  for (int probed = times(range.lowest, looked_ahead, range.highest);;
       probed = times(probed, probes_grow_by, range.highest)) {
    const Planned planned = plan_or_refusal(probe_of(settings, workload, probed), catalog, device::Devices::here());
    if (!planned) throw BadInput(planned.refusal);
    const auto frame = executor.execute(*planned.plan, InteractiveRun{.summarize = false, .waiter = {.stop = stop}});
    if (!frame || stop.stop_requested()) return std::nullopt;
    std::vector<double> values;
    const Size size = frame->field.size();
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) values.push_back(frame->field.value(x, y));
    }
    if (const auto found = limit_of_counts(values, probed, range)) return found;
  }
}

}  // namespace heteroscope
