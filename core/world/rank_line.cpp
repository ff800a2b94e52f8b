#include "core/world/rank_line.hpp"

#include <cstdint>
#include <cstring>
#include <limits>

#include "core/world/messages.hpp"
#include "core/world/open_together.hpp"

namespace heteroscope {

namespace {

/// The beginning of a room: the length of the message that follows, or that it comes as a separate message.
using Length = std::uint64_t;
constexpr Length in_a_message = std::numeric_limits<Length>::max();
constexpr std::size_t head_bytes = 64;  // so that the message is aligned

}  // namespace

std::string RankLine::use_memory(std::size_t room) {
  std::unique_ptr<Channel> channel;
  std::string why_not = open_together(
      communicator_, other_,
      [&] {
        channel = std::make_unique<Channel>(communicator_, other_, head_bytes + room);
        return packed(channel->invite());
      },
      [&](std::span<const std::byte> theirs) { channel->accept(unpacked<CommonHandle>(theirs)); });
  if (why_not.empty()) channel_ = std::move(channel);
  return why_not;
}

void RankLine::send(std::span<const std::span<const std::byte>> parts) {
  if (channel_ == nullptr) return communicator_.send(other_, parts);
  Length length = 0;
  for (const auto& each : parts) length += each.size();
  std::byte* to = channel_->to_fill();
  const bool fits = head_bytes + length <= channel_->room();
  if (!fits) {
    communicator_.send(other_, parts);
    length = in_a_message;
  }
  std::memcpy(to, &length, sizeof length);
  to += head_bytes;
  for (const auto& each : parts) {
    if (!fits || each.empty()) continue;
    std::memcpy(to, each.data(), each.size());
    to += each.size();
  }
  channel_->filled();
}

std::span<const std::byte> RankLine::receive() {
  Length length = in_a_message;
  if (channel_ != nullptr) {
    const std::byte* const from = channel_->to_take();
    std::memcpy(&length, from, sizeof length);
    if (length != in_a_message) return {from + head_bytes, length};
  }
  message_ = communicator_.receive(other_);
  return rest_of(message_);
}

void RankLine::done() {
  if (channel_ != nullptr) channel_->taken();
}

}  // namespace heteroscope
