#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/frame/frame.hpp"
#include "core/frame/options.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

class LocalExecutor;
class WorkerExecutor;

/// Runs plans: in this process, or in a worker where the settings ask for one. Each keeps its memory, its sources and
/// the state of its iteration. One thread at a time.
class Executor {
 public:
  Executor();
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// Returns the frame, with a serial number above those of all frames before, wherever they were computed; nothing if
  /// it was cancelled. Throws DeviceError, VariantFault, and BadInput where memory does not suffice.
  std::optional<Frame> execute(const Plan& plan, const ExecuteOptions& options);
  /// Frees pooled memory.
  void trim();

 private:
  std::optional<Frame> in_worker(const Plan& plan, const ExecuteOptions& options);

  std::unique_ptr<LocalExecutor> here_;
  std::unique_ptr<WorkerExecutor> worker_;  ///< null until it is needed
  std::uint64_t serial_ = 0;                ///< of the last frame
};

}  // namespace heteroscope
