#pragma once

#include <optional>
#include <span>
#include <stop_token>

#include "core/model/settings/settings.hpp"
#include "core/model/workload.hpp"
#include "core/run/execute.hpp"

namespace heteroscope {

/// The limit of iterations that suits a view. It is the lowest of 500, 1,000, 2,000, … up to the parameter's maximum
/// by whose half all but one in 200 of the pixels have escaped that ever will, as far as a probe shows: a picture
/// of the view in 96 columns (or rows, where it is higher than wide) with a limit that is 16 times as high.
/// Counts are the same to the bit on every processor, so the limit follows from the view alone.
struct LimitFinding {
  /// Why it is that limit.
  enum class Why {
    suffices,  ///< the lowest one does
    raised,    ///< a lower one would leave pixels black that escape later
    inside,    ///< nothing escapes, however high the limit is: the lowest one does as well
    highest    ///< pixels still escape near the parameter's maximum
  };
  int limit = 0;
  int lowest = 0;
  Why why = Why::suffices;
  double black_at_lowest = 0;  ///< the share of the pixels that escape by this limit, but not by the lowest one
  double times = 1;            ///< the iterations that a picture takes, over those with the lowest limit
  bool operator==(const LimitFinding&) const = default;
};

/// The limits between which one is looked for.
struct LimitRange {
  int lowest = 500;
  int highest = 1'000'000;
};

/// Applies the rule to the values of a probe. Returns nothing where they do not tell it: a probe with a higher limit is
/// needed.
std::optional<LimitFinding> limit_of_counts(std::span<const double> values, int probed, const LimitRange& range);

/// The settings with which a probe of their view is computed, by the CPU, with that limit. The workload has an
/// EscapeLimit.
Settings probe_of(const Settings& settings, const Workload& workload, int limit);

/// Looks for the limit of the view that the settings of a workload with an EscapeLimit show, by probes with rising
/// limits. Returns nothing if it is stopped. Throws BadInput for settings that cannot be computed.
std::optional<LimitFinding> find_limit(const Settings& settings, Catalog catalog, Executor& executor,
                                       const std::stop_token& stop = {});

}  // namespace heteroscope
