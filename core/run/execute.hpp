#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/frame/frame.hpp"
#include "core/frame/options.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

class LocalExecutor;
class MachineExecutor;
class WorkerExecutor;

/// Runs plans: in this process, in a worker, or on a machine elsewhere, as the settings ask for. Each keeps its memory,
/// its sources and the state of its iteration. One thread at a time.
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
  /// Frees what the last few frames had no use for in this process; workers do so by themselves.
  void rest();

 private:
  std::optional<Frame> in_worker(const Plan& plan, const ExecuteOptions& options);
  std::optional<Frame> elsewhere(const Plan& plan, const ExecuteOptions& options);

  std::unique_ptr<LocalExecutor> here_;
  std::unique_ptr<WorkerExecutor> worker_;    ///< null until it is needed
  std::unique_ptr<MachineExecutor> machine_;  ///< of the machine that was asked last; null: none was
  std::uint64_t serial_ = 0;                  ///< of the last frame
};

}  // namespace heteroscope
