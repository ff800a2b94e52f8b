#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/frame/frame.hpp"
#include "core/frame/options.hpp"
#include "core/link/machine_link.hpp"
#include "core/worker/frame_answer.hpp"

namespace heteroscope {

/// Executes plans on a machine elsewhere, over a conversation that it takes when it needs one, and anew after the link
/// was lost. A plan that is given up ends there by itself, while the next is asked for: two are under way at most. One
/// thread at a time.
class MachineExecutor {
 public:
  explicit MachineExecutor(std::string machine) : machine_(std::move(machine)) {}
  ~MachineExecutor();
  MachineExecutor(const MachineExecutor&) = delete;
  MachineExecutor& operator=(const MachineExecutor&) = delete;

  [[nodiscard]] const std::string& machine() const { return machine_; }
  /// Returns the frame, on the host, as an executor of that machine's process makes it; `Timing::link` is what it took
  /// beside. Nothing if it was cancelled. Throws what that throws, and BadInput where the machine cannot be reached or
  /// the link was lost; where lost links are outlasted (core/link/reconnection.hpp), once patience has ended.
  std::optional<Frame> execute(const Plan& plan, const ExecuteOptions& options);
  /// Gives the memory of both processes back.
  void trim();

 private:
  std::optional<Frame> try_once(const Plan& plan, const ExecuteOptions& options);
  void connect();
  std::optional<Frame> answer_of(const Plan& plan, ExecuteRequest request, const Waiter& waiter);
  bool wait_for_room(const Waiter& waiter, Frame& frame);
  void send_source(const Plan& plan);
  FrameAnswer::Progress take(const WorkerMessage& got, const Waiter& waiter, Frame& frame);
  [[noreturn]] void fail(Failure failure);

  std::string machine_;
  std::unique_ptr<MachineLink> link_;  ///< null until it is needed, and after it was lost
  FrameAnswer answer_{ArrivingFields::Way::sent};
  std::shared_ptr<const Field> sent_;  ///< the source's values of the file that the machine has
};

}  // namespace heteroscope
