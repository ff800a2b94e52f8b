#include "core/link/message_channel.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <deque>

#include "core/base/error.hpp"

namespace heteroscope {
namespace {

using Mark = std::array<std::uint8_t, 8>;
constexpr std::uint64_t mark = 0x32524b5257544548;  // "HETWRKR2"

/// The mark as it lies in memory, whose order is that of this machine's bytes.
Mark mark_bytes() {
  Mark out{};
  std::memcpy(out.data(), &mark, sizeof mark);
  return out;
}

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

/// Writes what the message names, to a socket or to a pipe, which takes no open files along.
ssize_t send_some(int out, const msghdr& message) {
  const ssize_t sent = sendmsg(out, &message, MSG_NOSIGNAL);
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

bool MessageChannel::send(std::span<const std::uint8_t> bytes, std::span<const int> descriptors) const {
  const std::lock_guard lock(sending_);
  MessageHead head{mark, bytes.size()};
  std::array<iovec, 2> parts{iovec{&head, sizeof head},
                             iovec{const_cast<std::uint8_t*>(bytes.data()), bytes.size()}};  // sendmsg only reads it
  Luggage luggage;
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = parts.size();
  if (!descriptors.empty()) put_into(message, luggage, descriptors);
  while (parts[0].iov_len + parts[1].iov_len > 0) {
    const ssize_t sent = send_some(out_, message);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    message.msg_control = nullptr;  // they went along with the first bytes
    message.msg_controllen = 0;
    auto left = static_cast<std::size_t>(sent);
    for (iovec& part : parts) {
      const std::size_t here = std::min(left, part.iov_len);
      part.iov_base = static_cast<char*>(part.iov_base) + here;
      part.iov_len -= here;
      left -= here;
    }
  }
  return true;
}

bool MessageChannel::receive_all(std::span<std::uint8_t> into, std::vector<Descriptor>* descriptors) const {
  while (!into.empty()) {
    std::vector<Descriptor> unwanted;
    const ssize_t got = receive_some(in_, into, descriptors != nullptr ? *descriptors : unwanted);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    into = into.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

std::optional<WorkerMessage> MessageChannel::receive() const {
  WorkerMessage out;
  Mark begin{};
  if (!receive_all(begin, &out.descriptors)) return std::nullopt;
  if (begin != mark_bytes()) throw BadInput(Wrong::damaged, "message", "a message between processes has no beginning");
  return receive_rest(std::move(out));
}

/// Memory grows with what has come, not with what is said to come.
std::optional<WorkerMessage> MessageChannel::receive_rest(WorkerMessage out) const {
  constexpr std::uint64_t step = std::uint64_t{1} << 24;
  std::array<std::uint8_t, sizeof(std::uint64_t)> length{};
  if (!receive_all(length, &out.descriptors)) return std::nullopt;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, length.data(), sizeof bytes);
  if (bytes > longest_) {
    throw BadInput(Wrong::damaged, "message",
                   fmt::format("a message between processes has {} bytes, more than {}", bytes, longest_));
  }
  while (out.bytes.size() < bytes) {
    const std::size_t before = out.bytes.size();
    out.bytes.resize(before + std::min(step, bytes - before));
    if (!receive_all(std::span(out.bytes).subspan(before), nullptr)) return std::nullopt;
  }
  return out;
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
    if (ends_with(reversed)) throw BadInput(Wrong::damaged, "message", "it has another order of bytes in its numbers");
    if (noise.size() >= most_noise + wanted.size())
      throw BadInput(Wrong::damaged, "message", fmt::format("it has printed {} bytes, and no greeting", noise.size()));
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0 || !has_message_within(static_cast<int>(left.count())))
      throw BadInput(Wrong::missing, "message", "it has not greeted in time");
    std::uint8_t byte = 0;
    if (!receive_all({&byte, 1}, nullptr)) return std::nullopt;
    noise += static_cast<char>(byte);
  }
  noise.resize(noise.size() - wanted.size());
  return receive_rest({});
}

bool MessageChannel::has_message_within(int milliseconds) const {
  pollfd waiting{.fd = in_, .events = POLLIN, .revents = 0};
  return poll(&waiting, 1, milliseconds) > 0;
}

}  // namespace heteroscope
