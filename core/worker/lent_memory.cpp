#include "core/worker/lent_memory.hpp"

#include <algorithm>
#include <utility>

namespace heteroscope {

std::shared_ptr<LentMemory::Block> LentMemory::take(std::size_t bytes) {
  std::unique_ptr<Block> block;
  {
    const std::lock_guard lock(shelf_->mutex);
    const auto fits = [&](const std::unique_ptr<Block>& each) { return each->memory.bytes() == bytes; };
    const auto found = std::ranges::find_if(shelf_->idle, fits);
    if (found != shelf_->idle.end()) {
      block = std::move(*found);
      shelf_->idle.erase(found);
    }
  }
  if (block == nullptr) block = std::make_unique<Block>(++last_number_, bytes);
  block->used = frame_;
  return {block.release(), [shelf = shelf_](Block* back) {
            const std::lock_guard lock(shelf->mutex);
            shelf->idle.emplace_back(back);
          }};
}

std::vector<std::uint64_t> LentMemory::next_frame() {
  constexpr std::uint64_t frames_kept = 3;
  ++frame_;
  std::vector<std::uint64_t> out;
  const std::lock_guard lock(shelf_->mutex);
  std::erase_if(shelf_->idle, [&](const std::unique_ptr<Block>& each) {
    if (each->used + frames_kept >= frame_) return false;
    out.push_back(each->number);
    return true;
  });
  return out;
}

}  // namespace heteroscope
