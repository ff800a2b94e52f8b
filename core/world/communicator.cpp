#include "core/world/communicator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error.hpp"

namespace heteroscope {

namespace {

// what a neighbor as fast as this one is late; the processors are this rank's, and nothing else of it goes on
constexpr std::chrono::milliseconds spins{10};

}  // namespace

Communicator::Communicator(World& world, std::stop_token stop, std::chrono::milliseconds silence)
    : world_(world), stop_(std::move(stop)), silence_(silence), mail_(static_cast<std::size_t>(world.count())) {
  if (const Failure refused = postman_.start([this] { look_again_and_again(); }); refused) raise(refused);
}

Communicator::~Communicator() {
  end();
}

void Communicator::begin() {
  const std::span<const std::byte> nothing;
  if (rank() > 0) {
    send(0, nothing);
    receive(0);
    return;
  }
  for (int i = 1; i < count(); ++i) receive(i);
  for (int i = 1; i < count(); ++i) send(i, nothing);
}

void Communicator::end() {
  ends_ = true;
  postman_.join();
}

/// Once one has failed it takes in no more: rank 0's goodbye, which is behind its word of that, is not for here.
bool Communicator::look() {
  const std::lock_guard lock(mutex_);
  while (!failed_ && !ends_) {
    auto message = world_.receive();
    if (!message) break;
    Mail& mail = mail_[static_cast<std::size_t>(message->from)];
    mail.heard = Clock::now();
    const Head head = head_of(message->bytes);
    if (head.about == About::share) mail.messages.push_back(std::move(message->bytes));
    if (head.about == About::failed) failed_ = {static_cast<Failure::Kind>(head.number), text_of(message->bytes)};
  }
  return !world_.all_sent() || world_.arrives();
}

/// While this rank computes: large messages go on, bit by bit, only while somebody looks at both ends, and others want
/// to know that it is there.
void Communicator::look_again_and_again() {
  constexpr std::chrono::microseconds between_looks{500}, while_moving{20};
  auto said = Clock::now();
  while (!ends_) {
    const bool moves = look();
    if (Clock::now() - said > between_signs) {
      said = Clock::now();
      for (int i = 0; i < count(); ++i) {
        if (i != rank()) world_.send(i, message_of({.about = About::alive}));
      }
    }
    std::this_thread::sleep_for(moves ? while_moving : between_looks);
  }
}

void Communicator::send(int to, std::span<const std::span<const std::byte>> parts) {
  std::size_t bytes = sizeof(Head);
  for (const auto& each : parts) bytes += each.size();
  constexpr std::size_t room = 128;  // that the world adds: the message keeps its place then
  std::vector<std::byte> message;
  message.reserve(bytes + room);
  const Head head{.about = About::share};
  const auto add = [&](std::span<const std::byte> some) { message.insert(message.end(), some.begin(), some.end()); };
  add(packed(head));
  for (const auto& each : parts) add(each);
  world_.send(to, std::move(message));
}

void Communicator::check(int from, Clock::duration waited) {
  {
    const std::lock_guard lock(mutex_);
    if (failed_) raise(failed_);
    if (Clock::now() - mail_[static_cast<std::size_t>(from)].heard > silence_) {
      lost_ = true;
      throw BadInput(
          fmt::format("rank {} has sent nothing for {:g} s", from, std::chrono::duration<double>(silence_).count()));
    }
  }
  if (waited > std::max<Clock::duration>(patience_, spins)) end_if_asked();
}

void Communicator::await(int from, const std::function<bool(bool late)>& there) {
  const auto begun = Clock::now();
  for (Patience patience;;) {
    const auto waited = Clock::now() - begun;
    const bool late = waited > spins;
    if (there(late)) return;
    check(from, waited);
    if (late) {
      patience.wait();
    } else {
      std::this_thread::yield();
    }
  }
}

std::vector<std::byte> Communicator::receive(int from) {
  std::vector<std::byte> out;
  await(from, [&](bool late) {
    const bool moves = look();
    const std::lock_guard lock(mutex_);
    std::deque<std::vector<std::byte>>& messages = mail_[static_cast<std::size_t>(from)].messages;
    if (messages.empty() || (moves && !late)) return false;
    out = std::move(messages.front());
    messages.pop_front();
    return true;
  });
  return out;
}

void Communicator::end_if_asked() const {
  if (stop_.stop_requested()) throw BadInput("the ranks were stopped, or one of them has died");
}

double Communicator::largest(double own) {
  for (int i = 0; i < count(); ++i) {
    if (i != rank()) send(i, packed(own));
  }
  for (int i = 0; i < count(); ++i) {
    if (i == rank()) continue;
    const auto other = unpacked<double>(rest_of(receive(i)));
    own = other > own || std::isnan(other) ? other : own;
  }
  return own;
}

void Communicator::fail(const Failure& failure) noexcept {
  attempt([&] {
    const std::lock_guard lock(mutex_);
    const std::string line = failed_ ? failed_.line : fmt::format("rank {}: {}", rank(), failure.line);
    for (int i = 0; i < count(); ++i) {
      if (i != rank())
        world_.send(i, message_of({.about = About::failed, .number = static_cast<int>(failure.kind)}, line));
    }
  });
}

}  // namespace heteroscope
