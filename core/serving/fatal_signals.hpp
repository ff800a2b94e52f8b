#pragma once

#include <cstdint>
#include <span>

namespace heteroscope {

/// Who is told of a signal by which code ends its process.
struct FatalSignalWatch {
  /// Whether anybody wants to know. Called in the handler: it must be safe there.
  bool (*is_wanted)() noexcept;
  /// Is told in a thread of its own, while the thread that got the signal waits, for some seconds at most; `calls`: its
  /// calls (core/own/code_place.hpp). If it returns, the signal ends the process as it would have.
  void (*tell)(int signal, std::span<const std::uintptr_t> calls) noexcept;
};

/// From now on SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT are told of, unless somebody else handles them. The calling
/// thread has a stack of its own for that, so that it is told of a stack that overflows, too. Called once.
void watch_fatal_signals(const FatalSignalWatch& watch);

}  // namespace heteroscope
