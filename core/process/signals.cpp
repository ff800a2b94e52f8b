#include "core/process/signals.hpp"

#include <semaphore.h>
#include <signal.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <stop_token>

namespace heteroscope {
namespace {

constexpr std::array ending{SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXCPU};

// All that the handler and the program share.
std::atomic<int> waits{0};
std::atomic<int> waiting{0};  // the signal that came meanwhile
std::atomic<bool> may_ask{false};
std::atomic<bool> is_asked{false};
using CleanUp = void (*)() noexcept;
std::atomic<CleanUp> clean_up_first{nullptr};  // set before any handler is
/// Posted where a request comes, and where nobody waits for one any more.
class Bell {
 public:
  Bell() { ::sem_init(&semaphore_, 0, 0); }
  void ring() { ::sem_post(&semaphore_); }
  void wait() {
    while (::sem_wait(&semaphore_) != 0 && errno == EINTR) {
    }
  }
  void silence() {
    while (::sem_trywait(&semaphore_) == 0) {
    }
  }

 private:
  sem_t semaphore_{};
} bell;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free &&
              std::atomic<CleanUp>::is_always_lock_free);

/// Whether the program looks at it and ends by itself. Closing a terminal or a session sends several.
bool only_asks(int signal) {
  if (!may_ask || (signal != SIGHUP && signal != SIGINT && signal != SIGQUIT && signal != SIGTERM)) return false;
  const bool asked_before = is_asked.exchange(true);
  bell.ring();
  return !asked_before || (signal != SIGINT && signal != SIGQUIT);
}

/// The source of the next request, or of the last one.
std::stop_source& source() {
  static std::stop_source of;
  return of;
}

void set_disposition(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  // Calls that wait are taken up again where nothing ends.
  action.sa_flags = SA_RESTART;
  ::sigaction(signal, &action, nullptr);
}

/// Whether whoever lets signals wait will take it up.
bool is_put_off(int signal) {
  if (waits == 0) return false;
  waiting = signal;
  return waits > 0 || waiting.exchange(0) == 0;
}

sigset_t only_broken_pipe() {
  sigset_t out;
  sigemptyset(&out);
  sigaddset(&out, SIGPIPE);
  return out;
}

extern "C" void on_ending_signal(int signal) {
  const int code = errno;
  if (!only_asks(signal) && !is_put_off(signal)) {
    clean_up_first.load()();
    // It arrives when this handler is left, and the caller sees that a signal was the end.
    set_disposition(signal, SIG_DFL);
    ::raise(signal);
  }
  errno = code;
}

}  // namespace

void handle_signals(void (*clean_up)() noexcept) {
  clean_up_first = clean_up;
  for (const int signal : ending) {
    struct sigaction now {};
    // nohup and the like have it ignored
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler != SIG_IGN) set_disposition(signal, on_ending_signal);
  }
  set_disposition(SIGXFSZ, SIG_IGN);
}

SignalsWait::SignalsWait() {
  ++waits;
}

SignalsWait::~SignalsWait() {
  if (--waits > 0) return;
  if (const int signal = waiting.exchange(0); signal != 0) ::raise(signal);
}

BrokenPipeWaits::BrokenPipeWaits() {
  sigset_t before;
  const sigset_t pipe = only_broken_pipe();
  ::pthread_sigmask(SIG_BLOCK, &pipe, &before);
  waited_before_ = sigismember(&before, SIGPIPE) == 1;
}

BrokenPipeWaits::~BrokenPipeWaits() {
  const sigset_t pipe = only_broken_pipe();
  if (!waited_before_) ::pthread_sigmask(SIG_UNBLOCK, &pipe, nullptr);
}

bool BrokenPipeWaits::came() {
  sigset_t waiting_now;
  return ::sigpending(&waiting_now) == 0 && sigismember(&waiting_now, SIGPIPE) == 1;
}

EndOnRequest::EndOnRequest() {
  is_asked = false;
  bell.silence();
  if (source().stop_requested()) source() = std::stop_source();
  const Failure refused = watcher_.start([] {
    bell.wait();
    if (is_asked) source().request_stop();
  });
  if (refused) raise(refused);
  may_ask = true;
}

EndOnRequest::~EndOnRequest() {
  may_ask = false;
  bell.ring();
}

bool EndOnRequest::asked() {
  return is_asked;
}

std::stop_token EndOnRequest::token() {
  return source().get_token();
}

}  // namespace heteroscope
