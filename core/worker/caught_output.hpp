#pragma once

#include <mutex>
#include <thread>

#include "core/io/descriptor.hpp"
#include "core/io/pipe.hpp"
#include "core/worker/printed_lines.hpp"

namespace heteroscope {

/// The output of a process that is started with this pipe as its standard error. A thread of this process reads it as
/// it comes: whoever prints, however much, never waits for anybody who wants to see it.
class CaughtOutput {
 public:
  /// Throws BadInput where the system gives no pipe, or no thread.
  CaughtOutput();
  ~CaughtOutput();
  CaughtOutput(const CaughtOutput&) = delete;
  CaughtOutput& operator=(const CaughtOutput&) = delete;

  /// The end for the process that is about to be started.
  [[nodiscard]] int writes() const { return pipe_.writes.get(); }
  /// Leaves that end to processes that have been started: with them the output ends.
  void leave() { pipe_.writes = Descriptor(); }
  /// Returns what was printed since the last time, all that lies in the pipe included. Any thread may call it.
  PrintedLines take();

 private:
  void run();
  bool read_some();

  PipeEnds pipe_;
  Descriptor wake_;   ///< an eventfd, which ends the thread
  std::mutex mutex_;  ///< for lines_, and for reading
  LineReader lines_;
  std::jthread reader_;
};

}  // namespace heteroscope
