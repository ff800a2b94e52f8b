#include "core/serving/sudden_end.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <string>

#include "core/base/failure.hpp"
#include "core/base/message.hpp"
#include "core/link/message_kind.hpp"
#include "core/link/program_process.hpp"
#include "core/own/code_place.hpp"
#include "core/serving/confinement.hpp"
#include "core/serving/fatal_signals.hpp"
#include "core/worker/messages.hpp"

namespace heteroscope {
namespace {

struct SuddenEnds {
  std::mutex mutex;  ///< whoever tells of an end holds it to that end, so that no frame is sent meanwhile
  std::atomic<bool> is_running{false};  ///< a person's functions may run; read by a handler of signals
  const MessageChannel* channel = nullptr;
  std::uint64_t number = 0;  ///< of the execution with persons' functions that is under way; 0: none is
  pid_t process = -1;        ///< this one; a child that a function has forked is another
  std::terminate_handler before = nullptr;
};

/// Never destroyed: it is used while the process ends.
SuddenEnds& sudden_ends() {
  static SuddenEnds& out = *new SuddenEnds;
  return out;
}

/// Returns what std::terminate() was called for.
std::string words_of_termination() {
  const std::exception_ptr thrown = std::current_exception();
  if (thrown == nullptr) return "std::terminate() was called";
  return "an exception that nothing catches: " + without_name(failure_of(thrown).line, "unforeseen");
}

std::string words_of_signal(const FatalSignal& signal) {
  const std::string end = end_by_signal(signal.number);
  if (!signal.stack_is_used_up) return end;
  return "the stack of its thread is used up, by calls in calls or by large arrays of a function: " + end;
}

/// Sends "my_heat.cpp:12: …" as the failure of what is under way.
void send_end(const SuddenEnds& all, const std::string& place, const std::string& what) {
  const std::string line = one_line(place.empty() ? what : fmt::format("{}: {}", place, what));
  all.channel->send(message(MessageKind::failure, all.number, Failure{Failure::Kind::variant_fault, line}));
}

/// Tells of the end and ends the process, if a person's function may be the reason for it.
void tell_of_end(const std::string& what) noexcept {
  SuddenEnds& all = sudden_ends();
  if (::getpid() != all.process) return;
  all.mutex.lock();
  if (all.number == 0) return all.mutex.unlock();
  std::fflush(stdout);  // nobody does it later
  static_cast<void>(attempt([&] { send_end(all, place_in_own_file(), what); }));
  end_now(EXIT_FAILURE);
}

/// Likewise, of a signal that a call in a person's file has brought about. What is printed may be held by the thread
/// that got it.
void tell_of_signal(const FatalSignal& signal) noexcept {
  SuddenEnds& all = sudden_ends();
  all.mutex.lock();
  const std::string place = all.number == 0 ? std::string() : place_in_own_file(signal.calls);
  if (place.empty()) return all.mutex.unlock();
  static_cast<void>(attempt([&] { send_end(all, place, words_of_signal(signal)); }));
  end_now(EXIT_FAILURE);
}

[[noreturn]] void tell_of_termination() {
  std::string what;
  static_cast<void>(attempt([&] { what = words_of_termination(); }));
  tell_of_end(what);
  if (sudden_ends().before != nullptr) sudden_ends().before();
  std::abort();
}

void tell_of_exit(int code, void* /*nothing*/) {
  std::string what;
  static_cast<void>(attempt([&] { what = fmt::format("exit({}) was called, which ends the process", code); }));
  tell_of_end(what);
}

}  // namespace

void tell_sudden_ends(const MessageChannel& channel) {
  SuddenEnds& all = sudden_ends();
  all.channel = &channel;
  all.process = ::getpid();
  static_cast<void>(place_in_own_file());  // what it needs is loaded now, and not while the process ends
  watch_fatal_signals({.is_wanted = []() noexcept { return sudden_ends().is_running.load(); }, .tell = tell_of_signal});
  all.before = std::set_terminate(tell_of_termination);
  ::on_exit(tell_of_exit, nullptr);
}

OwnExecution::OwnExecution(std::uint64_t number) {
  const std::lock_guard lock(sudden_ends().mutex);
  sudden_ends().number = number;
  sudden_ends().is_running = true;
}

OwnExecution::~OwnExecution() {
  const std::lock_guard lock(sudden_ends().mutex);
  sudden_ends().number = 0;
  sudden_ends().is_running = false;
}

}  // namespace heteroscope
