#include "core/serving/message_inbox.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/failure.hpp"
#include "core/link/link_clock.hpp"
#include "core/link/machine_link.hpp"
#include "core/process/heap.hpp"
#include "core/serving/confinement.hpp"

namespace heteroscope {
namespace {

/// Requests that wait: one is executed, and one more is asked for beside.
constexpr std::size_t most_waiting = 64;

}  // namespace

MessageInbox::MessageInbox(const MessageChannel& channel, ReceivedFiles& files) : channel_(channel), files_(files) {
  std::thread([this] { read(); }).detach();  // it ends with the process
}

WorkerMessage MessageInbox::next() {
  std::unique_lock lock(mutex_);
  came_.wait(lock, [&] { return !waiting_.empty(); });
  WorkerMessage out = std::move(waiting_.front());
  waiting_.pop_front();
  return out;
}

WorkerMessage MessageInbox::next(const std::function<void()>& rest) {
  std::unique_lock lock(mutex_);
  const bool has_come = came_.wait_for(lock, rest_after, [&] { return !waiting_.empty(); });
  lock.unlock();
  if (!has_come) rest();
  return next();
}

std::stop_token MessageInbox::stop_of(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  stop_ = std::stop_source();
  number_ = number;
  taken_ = 0;
  if (stopped_ >= number) stop_.request_stop();
  return stop_.get_token();
}

bool MessageInbox::wait_for_room(std::uint64_t sent, std::uint64_t most) {
  std::unique_lock lock(mutex_);
  came_.wait(lock, [&] { return stop_.stop_requested() || sent <= taken_ + most; });
  return !stop_.stop_requested();
}

void MessageInbox::watch_silence() {
  watches_ = true;
}

void MessageInbox::read() {
  constexpr int turn_ms = 1000;
  auto heard = link_now();
  for (WorkerMessage got;;) {
    while (!channel_.has_message_within(turn_ms)) {
      const bool is_silent = link_now() - heard > MachineLink::its_patience;
      // what has waited here for this process, which may have been stopped itself, is heard first
      if (watches_ && is_silent && !channel_.has_message_within(0)) end(EXIT_SUCCESS);
    }
    auto came = MessageChannel::Came::gone;
    const Failure failure = attempt([&] { came = channel_.take_some(got); });
    if (failure || came == MessageChannel::Came::gone) end(EXIT_SUCCESS);
    heard = link_now();
    if (came == MessageChannel::Came::whole && attempt([&] { take(std::exchange(got, {})); })) end(EXIT_FAILURE);
  }
}

/// What has come may take gigabytes of the disk.
void MessageInbox::end(int code) {
  files_.clear();
  end_now(code);
}

void MessageInbox::take(WorkerMessage got) {
  WireReader wire(got.bytes);
  const MessageKind kind = kind_of(wire);
  if (kind == MessageKind::alive) return;
  if (kind == MessageKind::echo) return answer_echo(wire);
  if (kind == MessageKind::part) return files_.take(wire);
  if (kind == MessageKind::drop) return files_.drop(wire);
  {
    const std::lock_guard lock(mutex_);
    note(kind, wire, got);
  }
  came_.notify_all();  // without the mutex, for which whoever is woken would only wait again
}

/// Called with the mutex held.
void MessageInbox::note(MessageKind kind, WireReader& wire, WorkerMessage& got) {
  if (kind == MessageKind::stop) {
    wire(stopped_);
    if (stopped_ >= number_) stop_.request_stop();
    return;
  }
  if (kind == MessageKind::taken) return take_room(wire);
  if (waiting_.size() == most_waiting) throw WireReader::damaged();
  waiting_.push_back(std::move(got));
}

/// Likewise. What is said of an execution that has come to its end is passed over.
void MessageInbox::take_room(WireReader& wire) {
  std::uint64_t number = 0;
  std::uint64_t bytes = 0;
  wire(number, bytes);
  if (number == number_) taken_ = std::max(taken_, bytes);
}

/// Here, and not where plans are executed: the link is measured, not what waits for it.
void MessageInbox::answer_echo(WireReader& wire) {
  constexpr std::uint64_t most = std::uint64_t{1} << 24;
  std::uint64_t bytes = 0;
  wire(bytes);
  if (bytes > most) throw WireReader::damaged();
  channel_.send(message(MessageKind::echo), {}, std::vector<std::uint8_t>(bytes));
}

}  // namespace heteroscope
