#pragma once

#include <optional>
#include <vector>

#include "core/base/waiter.hpp"
#include "core/run/execute.hpp"

namespace heteroscope {

/// A traced frame, and by how much longer than without a trace the participants computed.
struct TracedRun {
  Frame frame;
  /// By participant, as a share; none where it is within the noise. Empty where a frame takes too long to be computed
  /// again.
  std::vector<std::optional<double>> cost;
};

/// Computes the plan with and without a trace, in turns, as often as Samples say, and takes the medians of the
/// participants' times. The trace is that of the last frame. The waiter is told how many frames are there; once it asks
/// for the end no further one is begun, and `cost` is empty.
TracedRun run_traced(const Plan& plan, const Waiter& waiter = {});

}  // namespace heteroscope
