#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/world/channel.hpp"

namespace heteroscope {

/// Messages from one rank to another and back, in messages or through memory that both have. Each sends as often as the
/// other receives.
class RankLine {
 public:
  RankLine(Communicator& communicator, int other) : communicator_(communicator), other_(other) {}

  /// Messages go through memory from now on, but for those that are longer than `room`. Both call it, as long as none
  /// has been sent. Returns why that is not possible, and then they go in messages; empty where it is.
  std::string use_memory(std::size_t room);

  /// `parts` are copied, one behind the other.
  void send(std::span<const std::span<const std::byte>> parts);
  /// Waits for the next one, which is there until done().
  std::span<const std::byte> receive();
  void done();

  [[nodiscard]] bool uses_memory() const { return channel_ != nullptr; }

 private:
  Communicator& communicator_;
  int other_;
  std::unique_ptr<Channel> channel_;
  std::vector<std::byte> message_;
};

}  // namespace heteroscope
