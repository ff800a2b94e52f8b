#include "core/link/message_channel.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "core/base/error.hpp"

namespace heteroscope {
namespace {

constexpr std::uint64_t mark = 0x32524b5257544548;  // "HETWRKR2"

struct MessageHead {
  std::uint64_t mark;
  std::uint64_t bytes;
};

/// The space in which the system hands over open files.
struct Luggage {
  alignas(cmsghdr) std::array<char, CMSG_SPACE(MessageChannel::most_descriptors * sizeof(int))> bytes{};
};

void put_into(msghdr& message, Luggage& luggage, std::span<const int> descriptors) {
  message.msg_control = luggage.bytes.data();
  message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
  cmsghdr* const head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(descriptors.size_bytes());
  std::memcpy(CMSG_DATA(head), descriptors.data(), descriptors.size_bytes());
}

void take_from(msghdr& message, std::vector<Descriptor>& out) {
  for (cmsghdr* head = CMSG_FIRSTHDR(&message); head != nullptr; head = CMSG_NXTHDR(&message, head)) {
    if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    std::vector<int> numbers(count);
    std::memcpy(numbers.data(), CMSG_DATA(head), count * sizeof(int));
    for (const int number : numbers) out.emplace_back(number);
  }
}

iovec part_of(std::span<const std::uint8_t> from) {
  return {const_cast<std::uint8_t*>(from.data()), from.size()};  // sendmsg only reads it
}

iovec part_of_head(MessageHead& head) {
  return {&head, sizeof head};
}

/// Writes what the message names, to a socket or to a pipe, which takes no open files along.
ssize_t send_some(int out, const msghdr& message, bool waits) {
  const ssize_t sent = sendmsg(out, &message, MSG_NOSIGNAL | (waits ? 0 : MSG_DONTWAIT));
  if (sent >= 0 || errno != ENOTSOCK || message.msg_control != nullptr) return sent;
  return writev(out, message.msg_iov, static_cast<int>(message.msg_iovlen));
}

ssize_t receive_some(int in, std::span<std::uint8_t> into, std::vector<Descriptor>& descriptors) {
  iovec part{into.data(), into.size()};
  Luggage luggage;
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = luggage.bytes.data();
  message.msg_controllen = luggage.bytes.size();
  const ssize_t got = recvmsg(in, &message, MSG_CMSG_CLOEXEC);
  if (got < 0 && errno == ENOTSOCK) return read(in, into.data(), into.size());
  if (got > 0) take_from(message, descriptors);
  return got;
}

}  // namespace

bool MessageChannel::send(std::span<const std::uint8_t> bytes, std::span<const int> descriptors,
                          std::span<const std::uint8_t> rest) const {
  MessageHead head{mark, bytes.size() + rest.size()};
  std::array<iovec, 3> parts{part_of_head(head), part_of(bytes), part_of(rest)};
  return send_parts(parts, descriptors);
}

bool MessageChannel::send_both(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second) const {
  MessageHead one{mark, first.size()};
  MessageHead other{mark, second.size()};
  std::array<iovec, 4> parts{part_of_head(one), part_of(first), part_of_head(other), part_of(second)};
  return send_parts(parts, {});
}

/// The parts are at their ends when it returns.
bool MessageChannel::send_parts(std::span<iovec> parts, std::span<const int> descriptors) const {
  if (::getpid() != process_) ::_exit(EXIT_FAILURE);  // a person's function has forked: its child has no part in this
  const std::lock_guard lock(sending_);
  std::size_t left_to_send = 0;
  for (const iovec& each : parts) left_to_send += each.iov_len;
  Luggage luggage;
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = parts.size();
  if (!descriptors.empty()) put_into(message, luggage, descriptors);
  while (left_to_send > 0) {
    const ssize_t sent = send_some(out_, message, !patience_);
    if (sent < 0 && (errno == EINTR || (errno == EAGAIN && can_go_on_sending()))) continue;
    if (sent <= 0) return false;
    message.msg_control = nullptr;  // they went along with the first bytes
    message.msg_controllen = 0;
    auto left = static_cast<std::size_t>(sent);
    left_to_send -= left;
    for (iovec& part : parts) {
      const std::size_t here = std::min(left, part.iov_len);
      part.iov_base = static_cast<char*>(part.iov_base) + here;
      part.iov_len -= here;
      left -= here;
    }
  }
  return true;
}

/// Waits until the other end takes something. Returns false if it does not for so long as patience lasts.
bool MessageChannel::can_go_on_sending() const {
  pollfd waiting{.fd = out_, .events = POLLOUT, .revents = 0};
  const int ready = poll(&waiting, 1, static_cast<int>(patience_->count()));
  if (ready > 0 || (ready < 0 && errno == EINTR)) return true;
  stalled_ = true;
  shutdown(out_, SHUT_RDWR);
  return false;
}

/// The mark as it lies in memory, whose order is that of this machine's bytes.
MessageChannel::Mark MessageChannel::mark_bytes() {
  Mark out{};
  std::memcpy(out.data(), &mark, sizeof mark);
  return out;
}

/// Returns how many bytes have come; 0: the other end has gone.
std::size_t MessageChannel::read_once(std::span<std::uint8_t> into, std::vector<Descriptor>& descriptors) const {
  for (;;) {
    const ssize_t got = receive_some(in_, into, descriptors);
    if (got >= 0 || errno != EINTR) return static_cast<std::size_t>(std::max<ssize_t>(got, 0));
  }
}

/// Returns the length of the message that arrives, whose head is there.
std::uint64_t MessageChannel::announced_bytes() const {
  std::uint64_t out = 0;
  std::memcpy(&out, arriving_.head.data() + sizeof(Mark), sizeof out);
  if (out > longest_) {
    throw BadInput(Wrong::damaged, "message",
                   fmt::format("a message between processes has {} bytes, more than {}", out, longest_));
  }
  return out;
}

MessageChannel::Came MessageChannel::take_some(WorkerMessage& out) const {
  constexpr std::uint64_t step = std::uint64_t{1} << 24;
  Arriving& now = arriving_;
  std::vector<std::uint8_t>& body = now.message.bytes;
  if (now.of_head < now.head.size()) {
    const std::size_t got = read_once(std::span(now.head).subspan(now.of_head), now.message.descriptors);
    if (got == 0) return Came::gone;
    now.of_head += got;
    const Mark wanted = mark_bytes();
    if (now.of_head >= wanted.size() && !std::equal(wanted.begin(), wanted.end(), now.head.begin()))
      throw BadInput(Wrong::damaged, "message", "a message between processes has a damaged header");
  } else {
    std::vector<Descriptor> unwanted;
    // memory grows with what has come, not with what is said to come
    if (now.of_body == body.size()) body.resize(now.of_body + std::min(step, announced_bytes() - now.of_body));
    const std::size_t got = read_once(std::span(body).subspan(now.of_body), unwanted);
    if (got == 0) return Came::gone;
    now.of_body += got;
  }
  if (now.of_head < now.head.size() || now.of_body < announced_bytes()) return Came::some;
  out = std::exchange(now, {}).message;
  return Came::whole;
}

void MessageChannel::reuse(WorkerMessage&& read) const {
  constexpr std::size_t most = std::size_t{1} << 20;
  std::vector<std::uint8_t>& body = arriving_.message.bytes;
  if (!body.empty() || read.bytes.capacity() > most) return;
  body = std::move(read.bytes);
  body.clear();
}

std::optional<WorkerMessage> MessageChannel::receive() const {
  WorkerMessage out;
  for (;;) {
    const Came came = take_some(out);
    if (came == Came::whole) return out;
    if (came == Came::gone) return std::nullopt;
  }
}

/// Waits for something to read.
void MessageChannel::wait_until(std::chrono::steady_clock::time_point deadline) const {
  using std::chrono::milliseconds;
  for (;;) {
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) throw BadInput(Wrong::missing, "message", "the program there has not answered in time");
    if (has_message_within(static_cast<int>(left.count()))) return;
  }
}

std::optional<WorkerMessage> MessageChannel::receive_first(std::string& noise,
                                                           std::chrono::steady_clock::time_point deadline) const {
  const Mark wanted = mark_bytes();
  const Mark reversed(
      std::array{wanted[7], wanted[6], wanted[5], wanted[4], wanted[3], wanted[2], wanted[1], wanted[0]});
  const auto ends_with = [&](const Mark& text) {
    return noise.size() >= text.size() &&
           std::equal(text.begin(), text.end(), noise.end() - text.size(),
                      [](std::uint8_t a, char b) { return a == static_cast<std::uint8_t>(b); });
  };
  while (!ends_with(wanted)) {
    if (ends_with(reversed)) throw BadInput(Wrong::damaged, "message", "it has another byte order");
    if (noise.size() >= most_noise + wanted.size()) {
      throw BadInput(Wrong::damaged, "message",
                     fmt::format("it has printed {} bytes, but `heteroscope worker` has not answered", noise.size()));
    }
    wait_until(deadline);
    std::uint8_t byte = 0;
    std::vector<Descriptor> unwanted;
    if (read_once({&byte, 1}, unwanted) == 0) return std::nullopt;
    noise += static_cast<char>(byte);
  }
  noise.resize(noise.size() - wanted.size());
  std::ranges::copy(wanted, arriving_.head.begin());
  arriving_.of_head = wanted.size();
  for (WorkerMessage out;;) {
    wait_until(deadline);
    const Came came = take_some(out);
    if (came == Came::whole) return out;
    if (came == Came::gone) return std::nullopt;
  }
}

bool MessageChannel::has_message_within(int milliseconds) const {
  pollfd waiting{.fd = in_, .events = POLLIN, .revents = 0};
  return poll(&waiting, 1, milliseconds) > 0;
}

void MessageChannel::wait_for_end() const {
  pollfd waiting{.fd = in_, .events = POLLRDHUP, .revents = 0};
  while (poll(&waiting, 1, -1) < 0 && errno == EINTR) {
  }
}

}  // namespace heteroscope
