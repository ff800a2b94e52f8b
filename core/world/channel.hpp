#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/world/common_memory.hpp"
#include "core/world/communicator.hpp"

namespace heteroscope {

/// Between two ranks, through memory that both have: no message, and MPI is not asked. What goes one way has two rooms
/// by turns, so that a rank fills one while the other takes out of the second; two counts say how much has been filled
/// and taken out. Each rank has made the memory that it takes out of. One thread at a time uses an end.
class Channel {
 public:
  /// Each room has so many bytes at most, and begins at a page.
  Channel(Communicator& communicator, int other, std::size_t room);
  /// In memory that both have already, of `bytes_for()` that room and zeroed.
  Channel(Communicator& communicator, int other, std::size_t room, std::byte* in, std::byte* out);
  [[nodiscard]] static std::size_t bytes_for(std::size_t room);

  /// The data that the other end is to accept.
  [[nodiscard]] CommonHandle invite() const { return own_->handle(); }
  /// Nothing may pass before both have. Throws BadInput where the other's memory cannot be reached from here.
  void accept(const CommonHandle& theirs);

  /// The room that is to be filled next; waits until what was there last has been taken out.
  [[nodiscard]] std::byte* to_fill();
  /// It goes: the next one is another.
  void filled();
  /// The next room that has been filled; waits for it.
  [[nodiscard]] const std::byte* to_take();
  /// It may be filled again.
  void taken();

  [[nodiscard]] std::size_t room() const { return room_; }
  /// All rooms of a way, which a GPU's driver may want to know.
  [[nodiscard]] std::span<std::byte> in() const { return {in_, bytes_for(room_)}; }
  [[nodiscard]] std::span<std::byte> out() const { return {out_, bytes_for(room_)}; }

 private:
  /// The first page of a way's memory. Each count has one writer, and a line of the cache.
  struct Counts {
    std::byte token[CommonMemory::token_bytes];
    alignas(64) std::atomic<std::uint64_t> filled;
    alignas(64) std::atomic<std::uint64_t> taken;
  };
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);
  [[nodiscard]] static Counts& counts_of(std::byte* way) { return *reinterpret_cast<Counts*>(way); }
  [[nodiscard]] std::byte* room_of(std::byte* way, std::uint64_t number) const;
  void await(const std::atomic<std::uint64_t>& count, std::uint64_t least);

  Communicator& communicator_;
  int other_;
  std::size_t room_;
  std::unique_ptr<CommonMemory> own_, theirs_;
  std::byte* in_ = nullptr;
  std::byte* out_ = nullptr;
  std::uint64_t filled_ = 0, taken_ = 0;  ///< by this rank
};

}  // namespace heteroscope
