#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/failure.hpp"
#include "core/base/waiter.hpp"
#include "core/base/watch.hpp"
#include "core/frame/frame.hpp"
#include "core/link/message_channel.hpp"
#include "core/worker/arriving_fields.hpp"

namespace heteroscope {

/// What a worker's messages about executions come to, wherever it is: the one reader of them. An execution that nobody
/// wants any more may be left to end by itself; what comes of it is passed over.
class FrameAnswer {
 public:
  explicit FrameAnswer(ArrivingFields::Way way) : fields_(way) {}

  enum class Progress {
    under_way,
    lend,    ///< the worker waits for memory: for an offer of fields()
    values,  ///< some have come, as came() says
    done,
    cancelled,
    failed,  ///< as failure() says
  };

  /// Numbers the request for the next execution, which is the one that messages are about from now on.
  void begin(ExecuteRequest& request);
  /// Numbers the request for one that follows on the present execution, while that is still waited for. Answers come in
  /// the order of the questions.
  void ask_ahead(ExecuteRequest& request);
  /// From now on messages are about that one.
  void want(std::uint64_t number);
  /// Nobody wants the present execution any more: what comes of it is passed over.
  void abandon() { wanted_ = 0; }
  /// Takes a message. `frame` has its plan from the start. Throws BadInput for one that no worker writes.
  Progress take(const WorkerMessage& got, const Waiter& waiter, Frame& frame);

  /// What has come of the values of the present execution.
  struct Came {
    std::uint64_t number = 0;    ///< of the execution
    std::uint64_t bytes = 0;     ///< as they crossed
    std::uint64_t values = 0;    ///< bytes of values that these are
    double all_ms = 0;           ///< from the first message about them to the last one
    double unpack_ms = 0;        ///< of this process
    std::optional<Watch> since;  ///< the first of them
  };
  [[nodiscard]] const Came& came() const { return came_; }

  /// How many executions have not come to their end.
  [[nodiscard]] std::size_t under_way() const { return open_.size(); }
  /// Returns the number of the last of them, where there is one.
  [[nodiscard]] std::uint64_t last_under_way() const { return open_.back(); }
  [[nodiscard]] const Failure& failure() const { return failure_; }
  [[nodiscard]] ArrivingFields& fields() { return fields_; }
  /// The worker has changed.
  void forget();

 private:
  /// Numbers a request, before whose answer the frame of execution `seen` will have been taken.
  void open(ExecuteRequest& request, std::uint64_t seen);
  Progress take_own(MessageKind kind, WireReader& wire, const Waiter& waiter, Frame& frame);

  ArrivingFields fields_;
  Came came_;
  std::uint64_t wanted_ = 0;  ///< the present execution; 0: none
  std::uint64_t seen_ = 0;    ///< the last one whose frame has been taken
  std::vector<std::uint64_t> open_;
  Failure failure_;
};

}  // namespace heteroscope
