#pragma once

#include <cstdint>
#include <span>

namespace heteroscope {

/// A signal by which a thread's code ends its process.
struct FatalSignal {
  int number = 0;
  bool stack_is_used_up = false;          ///< the thread's: by recursion, or by arrays of functions
  std::span<const std::uintptr_t> calls;  ///< of the thread (core/own/code_place.hpp)
};

/// Who is told of a signal by which code ends its process.
struct FatalSignalWatch {
  /// Whether anybody wants to know. Called in the handler: it must be safe there.
  bool (*is_wanted)() noexcept;
  /// Is told in a thread of its own, while the thread that got the signal waits, for some seconds at most. If it
  /// returns, the signal ends the process as it would have.
  void (*tell)(const FatalSignal& signal) noexcept;
};

/// From now on SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT are told of, unless somebody else handles them. The calling
/// thread and those that are begun from now on have a stack of its own for that (core/serving/handler_stacks.hpp), so
/// that it is told of a stack that is used up, too. Called once.
void watch_fatal_signals(const FatalSignalWatch& watch);

}  // namespace heteroscope
