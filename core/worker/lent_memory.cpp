#include "core/worker/lent_memory.hpp"

#include <algorithm>
#include <utility>

namespace heteroscope {
namespace {

/// Smaller allocations of a GPU share a block, whose beginning is what a handle names.
constexpr std::size_t least_shared_bytes = std::size_t{2} << 20;

}  // namespace

std::unique_ptr<LentMemory::Block> LentMemory::found(std::size_t bytes, std::optional<int> gpu) const {
  const std::lock_guard lock(free_list_->mutex);
  const auto fits = [&](const std::unique_ptr<Block>& each) {
    const bool there = gpu ? each->device != nullptr && each->device->gpu() == *gpu : each->host != nullptr;
    return there && each->bytes == bytes;
  };
  const auto at = std::ranges::find_if(free_list_->idle, fits);
  if (at == free_list_->idle.end()) return nullptr;
  std::unique_ptr<Block> out = std::move(*at);
  free_list_->idle.erase(at);
  return out;
}

std::unique_ptr<LentMemory::Block> LentMemory::made(std::size_t bytes, std::optional<int> gpu) {
  auto out = std::make_unique<Block>();
  out->number = ++last_number_;
  out->bytes = bytes;
  if (!gpu) {
    out->host = std::make_unique<SharedMemory>(bytes);
    return out;
  }
  const device::Use use(*gpu);
  out->device = std::make_unique<Buffer>(MemoryKind::device, std::max(bytes, least_shared_bytes));
  return out;
}

std::shared_ptr<LentMemory::Block> LentMemory::take(std::size_t bytes, std::optional<int> gpu) {
  std::unique_ptr<Block> block = found(bytes, gpu);
  if (block == nullptr) block = made(bytes, gpu);
  block->used = frame_;
  return {block.release(), [free_list = free_list_](Block* back) {
            const std::lock_guard lock(free_list->mutex);
            free_list->idle.emplace_back(back);
          }};
}

std::vector<std::uint64_t> LentMemory::next_frame() {
  constexpr std::uint64_t frames_kept = 3;
  ++frame_;
  std::vector<std::uint64_t> out;
  const std::lock_guard lock(free_list_->mutex);
  std::erase_if(free_list_->idle, [&](const std::unique_ptr<Block>& each) {
    if (each->used + frames_kept >= frame_) return false;
    out.push_back(each->number);
    return true;
  });
  return out;
}

}  // namespace heteroscope
