#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>

#include "core/link/message_channel.hpp"
#include "core/link/message_kind.hpp"
#include "core/serving/received_files.hpp"

namespace heteroscope {

/// The messages that have come to a worker, in their order; read by a thread of its own, so that a stop takes effect
/// while a plan is executed, and the end of the other process is noticed: this one then ends at once. Files that come
/// in parts are written as they come, so that none of them waits in memory.
class MessageInbox {
 public:
  /// Reads from a channel, and puts files where both live as long as the process.
  MessageInbox(const MessageChannel& channel, ReceivedFiles& files);

  /// The next message, once it is there.
  WorkerMessage next();
  /// Likewise; `rest` is called once if none comes for a while.
  WorkerMessage next(const std::function<void()>& rest);
  /// Requested once a stop comes for the execution of that number.
  std::stop_token stop_of(std::uint64_t number);
  /// Waits until what the asking process has taken of the present execution's values leaves room for more: until no
  /// more than `most` of the `sent` bytes are on the way. Returns false once a stop has come for it.
  bool wait_for_room(std::uint64_t sent, std::uint64_t most);
  /// From now on the asking process is on another machine: where nothing comes from it for a minute this one ends.
  void watch_silence();

 private:
  void read();
  [[noreturn]] void end(int code);
  void take(WorkerMessage got);
  void note(MessageKind kind, WireReader& wire, WorkerMessage& got);
  void take_room(WireReader& wire);
  void answer_echo(WireReader& wire);

  const MessageChannel& channel_;
  ReceivedFiles& files_;
  std::mutex mutex_;
  std::condition_variable came_;
  std::deque<WorkerMessage> waiting_;
  std::stop_source stop_;
  std::uint64_t taken_ = 0;    ///< bytes of the present execution's values that have arrived
  std::uint64_t number_ = 0;   ///< of the present execution
  std::uint64_t stopped_ = 0;  ///< of the last one that was to be stopped
  std::atomic<bool> watches_{false};
};

}  // namespace heteroscope
