#include "core/world/rank_line.hpp"

#include <cstdint>
#include <cstring>
#include <limits>

#include "core/world/letters.hpp"
#include "core/world/open_together.hpp"

namespace heteroscope {

namespace {

/// The beginning of a room: the length of the message that follows, or that it comes as a separate message.
using Length = std::uint64_t;
constexpr Length in_a_letter = std::numeric_limits<Length>::max();
constexpr std::size_t head_bytes = 64;  // so that the message is aligned

}  // namespace

std::string RankLine::use_memory(std::size_t room) {
  std::unique_ptr<Passage> passage;
  std::string why_not = open_together(
      companions_, other_,
      [&] {
        passage = std::make_unique<Passage>(companions_, other_, head_bytes + room);
        return packed(passage->invite());
      },
      [&](std::span<const std::byte> theirs) { passage->accept(unpacked<CommonHandle>(theirs)); });
  if (why_not.empty()) passage_ = std::move(passage);
  return why_not;
}

void RankLine::send(std::span<const std::span<const std::byte>> parts) {
  if (passage_ == nullptr) return companions_.send(other_, parts);
  Length length = 0;
  for (const auto& each : parts) length += each.size();
  std::byte* to = passage_->to_fill();
  const bool fits = head_bytes + length <= passage_->room();
  if (!fits) {
    companions_.send(other_, parts);
    length = in_a_letter;
  }
  std::memcpy(to, &length, sizeof length);
  to += head_bytes;
  for (const auto& each : parts) {
    if (!fits || each.empty()) continue;
    std::memcpy(to, each.data(), each.size());
    to += each.size();
  }
  passage_->filled();
}

std::span<const std::byte> RankLine::receive() {
  Length length = in_a_letter;
  if (passage_ != nullptr) {
    const std::byte* const from = passage_->to_take();
    std::memcpy(&length, from, sizeof length);
    if (length != in_a_letter) return {from + head_bytes, length};
  }
  letter_ = companions_.receive(other_);
  return rest_of(letter_);
}

void RankLine::done() {
  if (passage_ != nullptr) passage_->taken();
}

}  // namespace heteroscope
