#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/base/waiter.hpp"
#include "core/base/watch.hpp"
#include "core/frame/frame.hpp"
#include "core/frame/options.hpp"
#include "core/link/link_speed.hpp"
#include "core/link/machine_link.hpp"
#include "core/worker/execute_request.hpp"
#include "core/worker/frame_answer.hpp"

namespace heteroscope {

/// Executes plans on a machine elsewhere, over a conversation that it takes when it needs one, and anew after the link
/// was lost. A plan that is given up ends there by itself, while the next is asked for; and one that is known to be
/// executed next is asked for while the present one's answer is on its way, so that a long way does not keep the
/// machine idle. Two that are wanted are under way at most, and of their values no more than the link has room for.
/// One thread at a time.
class MachineExecutor {
 public:
  explicit MachineExecutor(std::string machine) : machine_(std::move(machine)) {}
  ~MachineExecutor();
  MachineExecutor(const MachineExecutor&) = delete;
  MachineExecutor& operator=(const MachineExecutor&) = delete;

  [[nodiscard]] const std::string& machine() const { return machine_; }
  /// Returns the time of a message there and back, in ms, over the link, which is made where there is none; nothing
  /// where a stop was requested first. Throws Unreachable as execute() does.
  std::optional<double> delay_ms(const Waiter& waiter);
  /// Returns the frame, on the host, as an executor of that machine's process makes it; `Timing::crossing()`
  /// and `Frame::crossing` say how it came here. Nothing if it was cancelled. Throws what that throws, and Unreachable
  /// where the machine cannot be reached or the link was lost; where lost links are retried
  /// (core/link/reconnection.hpp), once patience has ended.
  std::optional<Frame> execute(const Plan& plan, const ExecuteOptions& options);
  /// Gives the memory of both processes back.
  void trim();

 private:
  /// An execution that was asked for, since then.
  struct Asked {
    ExecuteRequest request;
    bool ahead = false;  ///< while the one before was waited for
    Watch since{};
  };
  template <class Work>
  auto with_retries(const Waiter& waiter, Work work) -> decltype(work());
  std::optional<Frame> try_once(const Plan& plan, const ExecuteOptions& options, const Waiter& waiter);
  bool connect(const Waiter& waiter);
  ExecuteRequest request_of(const Plan& plan, const ExecuteOptions& options);
  std::optional<Asked> ask(const Plan& plan, ExecuteRequest request, const Waiter& waiter, Frame& frame);
  void ask_ahead(const ExecuteOptions& options);
  void give_up();
  std::optional<Frame> answer_of(const Plan& plan, const ExecuteOptions& options, const Waiter& waiter);
  void note_crossing(const Asked& asked, Frame& frame);
  bool wait_for_room(const Waiter& waiter, Frame& frame);
  bool send_source(const Plan& plan, const Waiter& waiter, ExecuteRequest& request);
  FrameAnswer::Progress take(const WorkerMessage& got, const Waiter& waiter, Frame& frame);
  [[noreturn]] void fail(Failure failure);

  std::string machine_;
  std::unique_ptr<MachineLink> link_;  ///< null until it is needed, and after it was lost
  PackingSpeed packing_;
  SettingsText settings_;
  FrameAnswer answer_{ArrivingFields::Way::sent};
  std::optional<Asked> ahead_;      ///< behind the present execution, or the last one
  std::optional<Watch> last_came_;  ///< since the last frame
  /// The source of the last plan that reads a file, and by what name the machine has that.
  struct Source {
    std::shared_ptr<const Field> values;
    std::string content;
  } source_;
};

}  // namespace heteroscope
