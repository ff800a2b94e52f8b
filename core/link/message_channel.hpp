#pragma once

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
  MessageChannel(int in, int out, std::uint64_t longest = longest_here) : in_(in), out_(out), longest_(longest) {}
  MessageChannel(const MessageChannel&) = delete;
  MessageChannel& operator=(const MessageChannel&) = delete;

  /// Returns false if nobody is at the other end any more.
  bool send(std::span<const std::uint8_t> bytes, std::span<const int> descriptors = {}) const;
  /// Waits for the next message. None: the other end has gone. Throws BadInput for what is no message, or too long.
  [[nodiscard]] std::optional<WorkerMessage> receive() const;
  /// Waits until `deadline` for the first message, ahead of which something else may have been printed: that is put
  /// into `noise`, also where no message follows. None: the other end has gone. Throws BadInput where there is more of
  /// that than most_noise, where the marks of messages have the other order of bytes, and where the time is over.
  [[nodiscard]] std::optional<WorkerMessage> receive_first(std::string& noise,
                                                           std::chrono::steady_clock::time_point deadline) const;
  /// Waits for the beginning of a message, or for the other end to go, for so long at most. Returns whether there is
  /// something to receive.
  [[nodiscard]] bool has_message_within(int milliseconds) const;

 private:
  bool receive_all(std::span<std::uint8_t> into, std::vector<Descriptor>* descriptors) const;
  /// What follows a message's mark.
  [[nodiscard]] std::optional<WorkerMessage> receive_rest(WorkerMessage out) const;

  int in_, out_;
  std::uint64_t longest_;
  mutable std::mutex sending_;
};

}  // namespace heteroscope
