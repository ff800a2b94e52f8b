#pragma once

#include <memory>
#include <optional>

#include "core/frame/frame.hpp"
#include "core/frame/options.hpp"
#include "core/memory/buffer.hpp"
#include "core/model/launch_observer.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

/// Runs plans in this process. The only place that allocates, times, synchronizes and joins. One thread at a time.
class LocalExecutor {
 public:
  /// With guards around its buffers it looks at them after each frame, and all of a result that is not timed is NaN
  /// before it is computed: what a variant forgets to write, or writes elsewhere, is found out.
  explicit LocalExecutor(Guards guards = Guards::none);
  ~LocalExecutor();
  LocalExecutor(const LocalExecutor&) = delete;
  LocalExecutor& operator=(const LocalExecutor&) = delete;

  /// Nothing if it was cancelled. Throws DeviceError, BadInput where memory does not suffice, and
  /// VariantFault where guards are broken.
  std::optional<Frame> execute(const Plan& plan, const ExecuteOptions& options);
  /// The same, while `observer` looks on as the first GPU's kernels are launched.
  std::optional<Frame> execute_observed(const Plan& plan, const TimedRun& run, LaunchObserver& observer);
  /// The result of the next frame of an InteractiveRun is computed into that where it is one of the host's of just so
  /// many bytes, so that whoever else has the memory finds it there. Nothing here holds it after that frame.
  void lend(std::shared_ptr<Buffer> result);
  /// Frees pooled memory.
  void trim();
  /// The next frame finds nothing of those before: no states, no inputs, and pooled memory is overwritten. It is kept,
  /// so that the next run whose time counts writes to memory that has been written to.
  void forget();
  /// Frees what the last few frames have had no use for: nothing has been asked for for a while.
  void rest();

 private:
  struct State;
  std::optional<Frame> run(const Plan& plan, const ExecuteOptions& options, LaunchObserver* observer);

  std::unique_ptr<State> state_;
};

}  // namespace heteroscope
