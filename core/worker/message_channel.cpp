#include "core/worker/message_channel.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "core/base/error.hpp"

namespace heteroscope {
namespace {

constexpr std::uint64_t message_mark = 0x31524b5257544548;  // "HETWRKR1"
constexpr std::uint64_t longest = std::uint64_t{1} << 32;

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

}  // namespace

bool MessageChannel::send(std::span<const std::uint8_t> bytes, std::span<const int> descriptors) const {
  MessageHead head{message_mark, bytes.size()};
  std::array<iovec, 2> parts{iovec{&head, sizeof head},
                             iovec{const_cast<std::uint8_t*>(bytes.data()), bytes.size()}};  // sendmsg only reads it
  Luggage luggage;
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = parts.size();
  if (!descriptors.empty()) put_into(message, luggage, descriptors);
  while (parts[0].iov_len + parts[1].iov_len > 0) {
    const ssize_t sent = sendmsg(socket_, &message, MSG_NOSIGNAL);
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
    iovec part{into.data(), into.size()};
    Luggage luggage;
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = luggage.bytes.data();
    message.msg_controllen = luggage.bytes.size();
    const ssize_t got = recvmsg(socket_, &message, MSG_CMSG_CLOEXEC);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    std::vector<Descriptor> unwanted;
    take_from(message, descriptors != nullptr ? *descriptors : unwanted);
    into = into.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

std::optional<WorkerMessage> MessageChannel::receive() const {
  WorkerMessage out;
  std::array<std::uint8_t, sizeof(MessageHead)> begin{};
  if (!receive_all(begin, &out.descriptors)) return std::nullopt;
  MessageHead head{};
  std::memcpy(&head, begin.data(), sizeof head);
  if (head.mark != message_mark)
    throw BadInput(Wrong::damaged, "message", "a message between processes has no beginning");
  if (head.bytes > longest) {
    throw BadInput(Wrong::damaged, "message",
                   fmt::format("a message between processes has {} bytes, more than {}", head.bytes, longest));
  }
  out.bytes.resize(head.bytes);
  if (!receive_all(out.bytes, nullptr)) return std::nullopt;
  return out;
}

bool MessageChannel::has_message_within(int milliseconds) const {
  pollfd waiting{.fd = socket_, .events = POLLIN, .revents = 0};
  return poll(&waiting, 1, milliseconds) > 0;
}

}  // namespace heteroscope
