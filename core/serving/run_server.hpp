#pragma once

#include <sys/types.h>

#include <vector>

#include "core/link/message_channel.hpp"
#include "core/serving/kept_runs.hpp"
#include "core/serving/message_inbox.hpp"
#include "core/serving/received_files.hpp"

namespace heteroscope {

/// What a worker answers to the messages that are about runs.
class RunServer {
 public:
  RunServer(const MessageChannel& channel, MessageInbox& inbox, const ReceivedFiles& files)
      : channel_(channel), inbox_(inbox), files_(files) {}

  void begin(WireReader& wire);
  /// Sends what a run prints and writes, until its end (core/serving/run_sender.hpp).
  void follow(WireReader& wire);
  void forget(WireReader& wire);
  void list() const;

 private:
  template <class Work>
  void answer_with(const Work& work) const;
  void reap();

  const MessageChannel& channel_;
  MessageInbox& inbox_;
  const ReceivedFiles& files_;
  std::vector<pid_t> keepers_;  ///< that this process has started, and that have not been waited for
};

}  // namespace heteroscope
