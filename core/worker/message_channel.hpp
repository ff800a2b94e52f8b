#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/io/descriptor.hpp"

namespace heteroscope {

/// A message from one process to another, with open files that go along.
struct WorkerMessage {
  std::vector<std::uint8_t> bytes;
  std::vector<Descriptor> descriptors;
};

/// Messages over a socket of the system, which the object does not own. Each begins with a mark and its length.
class MessageChannel {
 public:
  static constexpr std::size_t most_descriptors = 16;  ///< that go along with a message

  explicit MessageChannel(int socket) : socket_(socket) {}

  /// Returns false if nobody is at the other end any more.
  bool send(std::span<const std::uint8_t> bytes, std::span<const int> descriptors = {}) const;
  /// Waits for the next message. None: the other end has gone. Throws BadInput for what is no message, or too long.
  [[nodiscard]] std::optional<WorkerMessage> receive() const;
  /// Waits for the beginning of a message, or for the other end to go, for so long at most. Returns whether there is
  /// something to receive.
  [[nodiscard]] bool has_message_within(int milliseconds) const;

 private:
  bool receive_all(std::span<std::uint8_t> into, std::vector<Descriptor>* descriptors) const;

  int socket_;
};

}  // namespace heteroscope
