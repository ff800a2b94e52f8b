#pragma once

#include <memory>
#include <optional>

#include "core/frame/frame.hpp"
#include "core/frame/options.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

/// Runs plans in this process. The only place that allocates, times, synchronizes and joins. One thread at a time.
class LocalExecutor {
 public:
  LocalExecutor();
  ~LocalExecutor();
  LocalExecutor(const LocalExecutor&) = delete;
  LocalExecutor& operator=(const LocalExecutor&) = delete;

  /// Nothing if it was cancelled. Throws DeviceError, and BadInput where memory does not suffice.
  std::optional<Frame> execute(const Plan& plan, const ExecuteOptions& options);
  /// Frees pooled memory.
  void trim();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace heteroscope
