#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/memory/buffer.hpp"
#include "core/worker/shared_memory.hpp"

namespace heteroscope {

/// Memory that this process lends a worker for the values of fields. Blocks that nobody has a field in any more are
/// lent again, or let go when some frames have had no use for them.
class LentMemory {
 public:
  struct Block {
    std::uint64_t number = 0;
    std::size_t bytes = 0;
    std::unique_ptr<SharedMemory> host;  ///< null: it is a GPU's
    std::unique_ptr<Buffer> device;
    std::string name;        ///< by which another process uses a GPU's memory; empty until that is asked for
    bool is_known = false;   ///< the worker has it
    std::uint64_t used = 0;  ///< the frame in which it was lent last
  };

  LentMemory() : free_list_(std::make_shared<FreeList>()) {}
  /// Returns a block of just so many bytes of host memory, which goes back when nobody holds it any more. Throws
  /// BadInput where there is no memory.
  std::shared_ptr<Block> take(std::size_t bytes) { return take(bytes, std::nullopt); }
  /// Returns a block of the memory of the GPU of that number. Throws DeviceError.
  std::shared_ptr<Block> take_on_gpu(int gpu, std::size_t bytes) { return take(bytes, gpu); }
  /// A new frame begins. Returns the numbers of the blocks that are let go.
  std::vector<std::uint64_t> next_frame();

 private:
  /// The blocks that nobody holds. It may outlive the object, as fields do.
  struct FreeList {
    std::mutex mutex;
    std::deque<std::unique_ptr<Block>> idle;
  };

  std::shared_ptr<Block> take(std::size_t bytes, std::optional<int> gpu);
  [[nodiscard]] std::unique_ptr<Block> found(std::size_t bytes, std::optional<int> gpu) const;
  std::unique_ptr<Block> made(std::size_t bytes, std::optional<int> gpu);

  std::shared_ptr<FreeList> free_list_;
  std::uint64_t last_number_ = 0;
  std::uint64_t frame_ = 0;
};

}  // namespace heteroscope
