#pragma once

#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/io/descriptor.hpp"

namespace heteroscope {

/// A message from one process to another, with open files that go along.
struct WorkerMessage {
  std::vector<std::uint8_t> bytes;
  std::vector<Descriptor> descriptors;
};

/// Messages over a stream of bytes each way (a socket, pipes), which the object does not own. Each begins with a mark
/// and its length. Several threads may send; one receives.
class MessageChannel {
 public:
  static constexpr std::size_t most_descriptors = 16;  ///< that go along with a message, over a socket alone
  /// Bytes of a message at most, from a process of this machine and from elsewhere.
  static constexpr std::uint64_t longest_here = std::uint64_t{1} << 32;
  static constexpr std::uint64_t longest_from_elsewhere = std::uint64_t{1} << 28;
  /// Bytes that login scripts may print ahead of the first message.
  static constexpr std::size_t most_noise = std::size_t{1} << 16;

  explicit MessageChannel(int socket) : MessageChannel(socket, socket) {}
  /// With a `patience` a message that is sent over a socket is given up once the other end has taken nothing of it for
  /// so long; without, it is waited for.
  MessageChannel(int in, int out, std::uint64_t longest = longest_here,
                 std::optional<std::chrono::milliseconds> patience = std::nullopt)
      : in_(in), out_(out), longest_(longest), patience_(patience) {}
  MessageChannel(const MessageChannel&) = delete;
  MessageChannel& operator=(const MessageChannel&) = delete;

  /// Sends a message of these bytes, and of those of `rest` behind them, from where both lie. Returns false if nobody
  /// is at the other end any more, or patience has ended: then the stream is closed, since part of a message has been
  /// sent.
  bool send(std::span<const std::uint8_t> bytes, std::span<const int> descriptors = {},
            std::span<const std::uint8_t> rest = {}) const;
  /// Sends two messages at once, so that whoever waits for both is woken once. Returns false as send() does.
  bool send_both(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second) const;
  /// Patience has ended.
  [[nodiscard]] bool has_stalled() const { return stalled_; }
  /// Waits for the next message. None: the other end has gone. Throws BadInput for what is no message, or too long.
  [[nodiscard]] std::optional<WorkerMessage> receive() const;
  /// What one reading comes to: part of a message, all of it, or the end.
  enum class Came { some, whole, gone };
  /// Reads once, and waits only where nothing has come: whoever asks has_message_within() first never waits for a
  /// message of which the end does not come. `out` is the message once it is whole. Throws as receive() does.
  Came take_some(WorkerMessage& out) const;
  /// Takes back a message that has been read: the next one that arrives has its memory.
  void reuse(WorkerMessage&& read) const;
  /// Waits until `deadline` for the first message, ahead of which something else may have been printed: that is put
  /// into `noise`, also where no message follows. None: the other end has gone. Throws BadInput where there is more of
  /// that than most_noise, where the marks of messages have the other order of bytes, and where the time is over.
  [[nodiscard]] std::optional<WorkerMessage> receive_first(std::string& noise,
                                                           std::chrono::steady_clock::time_point deadline) const;
  /// Waits for the beginning of a message, or for the other end to go, for so long at most. Returns whether there is
  /// something to receive.
  [[nodiscard]] bool has_message_within(int milliseconds) const;
  /// Waits until the other end goes. What it has sent before may not have been received yet; any thread may wait.
  void wait_for_end() const;

 private:
  using Mark = std::array<std::uint8_t, 8>;
  /// A message that is on its way.
  struct Arriving {
    std::array<std::uint8_t, sizeof(Mark) + sizeof(std::uint64_t)> head{};  ///< its mark and its length
    std::size_t of_head = 0;                                                ///< bytes of that which have come
    std::uint64_t of_body = 0;                                              ///< likewise, of what follows
    WorkerMessage message;
  };

  static Mark mark_bytes();
  [[nodiscard]] bool send_parts(std::span<iovec> parts, std::span<const int> descriptors) const;
  [[nodiscard]] std::size_t read_once(std::span<std::uint8_t> into, std::vector<Descriptor>& descriptors) const;
  [[nodiscard]] std::uint64_t announced_bytes() const;
  [[nodiscard]] bool can_go_on_sending() const;
  void wait_until(std::chrono::steady_clock::time_point deadline) const;

  int in_, out_;
  pid_t process_ = ::getpid();  ///< the one that sends
  std::uint64_t longest_;
  std::optional<std::chrono::milliseconds> patience_;
  mutable std::mutex sending_;
  mutable std::atomic<bool> stalled_{false};
  mutable Arriving arriving_;  ///< of the one thread that receives
};

}  // namespace heteroscope
