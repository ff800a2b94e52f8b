#include <gtest/gtest.h>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <stop_token>
#include <thread>

#include "core/process/signals.hpp"

/// Requests for the end, by signals that a process of its own sends itself.
namespace heteroscope {
namespace {

/// What `body()` has said in a process that handles signals.
template <class Body>
bool in_a_process(const Body& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGTERM, SIG_DFL);
    handle_signals([]() noexcept {});
    ::_exit(body() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool is_requested_soon(const std::stop_token& stop) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!stop.stop_requested() && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return stop.stop_requested();
}

TEST(EndOnRequest, ASignalStopsWhoeverHasTheToken) {
  EXPECT_TRUE(in_a_process([] {
    const std::stop_token before = EndOnRequest::token();
    const EndOnRequest request;
    const bool quiet = !EndOnRequest::asked() && !before.stop_requested() && before.stop_possible();
    ::raise(SIGTERM);
    return quiet && EndOnRequest::asked() && is_requested_soon(before) && is_requested_soon(EndOnRequest::token());
  }));
}

TEST(EndOnRequest, TheNextOneIsNotAsked) {
  EXPECT_TRUE(in_a_process([] {
    {
      const EndOnRequest request;
      ::raise(SIGTERM);
      if (!is_requested_soon(EndOnRequest::token())) return false;
    }
    const EndOnRequest next;
    const bool quiet = !EndOnRequest::asked() && !EndOnRequest::token().stop_requested();
    ::raise(SIGTERM);
    return quiet && is_requested_soon(EndOnRequest::token());
  }));
}

TEST(EndOnRequest, EndsWithoutASignal) {
  EXPECT_TRUE(in_a_process([] {
    for (int i = 0; i < 3; ++i) const EndOnRequest request;
    return !EndOnRequest::token().stop_requested();
  }));
}

}  // namespace
}  // namespace heteroscope
