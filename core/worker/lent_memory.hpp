#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "core/worker/shared_memory.hpp"

namespace heteroscope {

/// Memory that this process lends a worker for the values of fields. Blocks that nobody has a field in any more are
/// lent again, or let go when some frames have had no use for them.
class LentMemory {
 public:
  struct Block {
    Block(std::uint64_t number_, std::size_t bytes) : number(number_), memory(bytes) {}
    std::uint64_t number;
    SharedMemory memory;
    bool is_known = false;   ///< the worker has it
    std::uint64_t used = 0;  ///< the frame in which it was lent last
  };

  LentMemory() : shelf_(std::make_shared<Shelf>()) {}
  /// A block of just so many bytes, which goes back when nobody holds it any more. Throws BadInput where there is no
  /// memory.
  std::shared_ptr<Block> take(std::size_t bytes);
  /// A new frame begins. Returns the numbers of the blocks that are let go.
  std::vector<std::uint64_t> next_frame();

 private:
  /// The blocks that nobody holds. It may outlive the object, as fields do.
  struct Shelf {
    std::mutex mutex;
    std::deque<std::unique_ptr<Block>> idle;
  };

  std::shared_ptr<Shelf> shelf_;
  std::uint64_t last_number_ = 0;
  std::uint64_t frame_ = 0;
};

}  // namespace heteroscope
