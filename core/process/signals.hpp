#pragma once

#include <stop_token>

#include "core/base/worker.hpp"

namespace heteroscope {

/// Signals that end a program call `clean_up` first, and then end it as they would have; those that were ignored stay
/// so. `clean_up` must be safe in a signal's handler. A file that reaches the limit of its size (SIGXFSZ) becomes an
/// error of its write. Called once, at the program's start.
void handle_signals(void (*clean_up)() noexcept);

/// As long as it lives, what would end the program waits: for its destructor.
class SignalsWait {
 public:
  SignalsWait();
  ~SignalsWait();
  SignalsWait(const SignalsWait&) = delete;
  SignalsWait& operator=(const SignalsWait&) = delete;
};

/// As long as it lives, the SIGPIPE of what its thread writes waits, and the write fails with EPIPE; at its end the
/// program ends as it would have.
class BrokenPipeWaits {
 public:
  BrokenPipeWaits();
  ~BrokenPipeWaits();
  BrokenPipeWaits(const BrokenPipeWaits&) = delete;
  BrokenPipeWaits& operator=(const BrokenPipeWaits&) = delete;
  /// One has come.
  [[nodiscard]] static bool came();

 private:
  bool waited_before_;
};

/// As long as it lives, SIGHUP, SIGINT, SIGQUIT and SIGTERM only ask for the end; a SIGINT or SIGQUIT that comes after
/// one of them, from somebody who does not want to wait, ends the program. At most one lives at a time.
class EndOnRequest {
 public:
  /// Throws BadInput where the system starts no thread for it.
  EndOnRequest();
  ~EndOnRequest();
  EndOnRequest(const EndOnRequest&) = delete;
  EndOnRequest& operator=(const EndOnRequest&) = delete;
  [[nodiscard]] static bool asked();
  /// Requested with that, for those who look at it from far below; to be had before there is one, too.
  [[nodiscard]] static std::stop_token token();

 private:
  Worker watcher_;  ///< requests it: a signal's handler must not
};

}  // namespace heteroscope
