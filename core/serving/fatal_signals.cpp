#include "core/serving/fatal_signals.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <thread>
#include <vector>

#include "core/own/code_place.hpp"
#include "core/serving/handler_stacks.hpp"

namespace heteroscope {
namespace {

/// A pipe of which a handler of signals uses either end. It stays until the process ends.
class HandlerPipe {
 public:
  bool open() { return ::pipe2(ends_.data(), O_CLOEXEC) == 0; }
  void write_byte() const {
    const char byte = 0;
    while (::write(ends_[1], &byte, 1) < 0 && errno == EINTR) {
    }
  }
  bool read_byte() const {
    char byte = 0;
    ssize_t got = 0;
    while ((got = ::read(ends_[0], &byte, 1)) < 0 && errno == EINTR) {
    }
    return got == 1;
  }
  /// Returns whether a byte has come, which is read.
  bool has_byte_within(int milliseconds) const {
    pollfd waiting{.fd = ends_[0], .events = POLLIN, .revents = 0};
    return ::poll(&waiting, 1, milliseconds) > 0 && read_byte();
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

/// All that the handler shares with the thread that tells. The pipes are open before there is a handler.
struct TakenSignal {
  FatalSignalWatch watch{};
  pid_t process = -1;  ///< a child that a function has forked is another
  HandlerPipe asks, begun, told;
  std::atomic<bool> is_there{false};
  int number = 0;
  bool stack_is_used_up = false;
  std::array<std::uintptr_t, most_calls + 1> calls{};
  std::size_t count = 0;  ///< of the calls
};
static_assert(std::atomic<bool>::is_always_lock_free);

TakenSignal taken;

constexpr std::array fatal_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/// Returns the instruction at which the signal came; 0 where it is not known how this processor's state has it.
std::uintptr_t instruction_of(const void* context) {
  [[maybe_unused]] const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<std::uintptr_t>(machine.pc);
#else
  return 0;
#endif
}

/// Notes where the signal came, and the calls around it. Those of the handler are in nobody's file.
void note_calls(const void* context) {
  taken.calls[0] = instruction_of(context);
  taken.count = 1 + calls_of_this_thread(std::span(taken.calls).subspan(1));
  // the first of them again, by what stands behind it: the instruction ahead of it may be another line's
  for (std::size_t i = 1; i < taken.count; ++i) {
    if (taken.calls[i] + 1 == taken.calls[0]) taken.calls[i] = taken.calls[0];
  }
}

/// The thread that tells needs memory, of which the lock may be held by whoever got the signal: it then never begins.
void wait_until_told() {
  constexpr int begins_within_ms = 1500;
  constexpr int tells_within_ms = 6000;
  taken.asks.write_byte();
  if (taken.begun.has_byte_within(begins_within_ms)) taken.told.has_byte_within(tells_within_ms);
}

extern "C" void on_fatal_signal(int signal, siginfo_t* facts, void* context) {
  const int code = errno;
  const bool is_told = ::getpid() == taken.process && taken.watch.is_wanted();
  if (is_told && taken.is_there.exchange(true)) {
    for (;;) ::poll(nullptr, 0, -1);  // another thread's signal is told of, and ends the process
  }
  if (is_told) {
    taken.number = signal;
    taken.stack_is_used_up =
        (signal == SIGSEGV || signal == SIGBUS) && is_at_end_of_stack(reinterpret_cast<std::uintptr_t>(facts->si_addr));
    note_calls(context);
    wait_until_told();
  }
  // It comes again when this handler is left, and whoever waits for the process sees that it was the end.
  ::signal(signal, SIG_DFL);
  ::raise(signal);
  errno = code;
}

void tell_when_asked() {
  if (!taken.asks.read_byte()) return;
  const std::vector<std::uintptr_t> calls(taken.calls.begin(),
                                          taken.calls.begin() + static_cast<std::ptrdiff_t>(taken.count));
  taken.begun.write_byte();
  taken.watch.tell({.number = taken.number, .stack_is_used_up = taken.stack_is_used_up, .calls = calls});
  taken.told.write_byte();
}

}  // namespace

void watch_fatal_signals(const FatalSignalWatch& watch) {
  taken.watch = watch;
  taken.process = ::getpid();
  if (!taken.asks.open() || !taken.begun.open() || !taken.told.open()) return;
  give_threads_handler_stacks();
  std::thread(tell_when_asked).detach();  // it ends with the process
  struct sigaction action {};
  action.sa_sigaction = on_fatal_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (const int signal : fatal_signals) {
    struct sigaction now {};
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace heteroscope
