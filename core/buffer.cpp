#include "core/buffer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/device.hpp"
#include "core/error.hpp"

namespace heteroscope {

namespace {

constexpr std::size_t alignment = 64;  // a cache line, and the widest vector

}  // namespace

Buffer::Buffer(MemoryKind kind, std::size_t bytes) : kind_(kind), bytes_(bytes) {
  if (kind == MemoryKind::host) {
    host_ = std::aligned_alloc(alignment, (std::max<std::size_t>(bytes, 1) + alignment - 1) / alignment * alignment);
    if (host_ == nullptr) throw BadInput(fmt::format("size: {} bytes of host memory are not to be had", bytes));
    return;
  }
  void* memory = device::allocate(kind, bytes);
  if (kind != MemoryKind::device) host_ = memory;
  device_ = kind == MemoryKind::pinned ? device::device_address(memory) : memory;
}

Buffer::~Buffer() {
  if (kind_ == MemoryKind::host) {
    std::free(host_);
  } else {
    device::release(kind_, kind_ == MemoryKind::device ? device_ : host_);
  }
}

BufferPool::BufferPool() : shelf_(std::make_shared<Shelf>()) {}

std::shared_ptr<Buffer> BufferPool::take(MemoryKind kind, std::size_t bytes) {
  std::unique_ptr<Buffer> buffer;
  {
    const std::lock_guard lock(shelf_->mutex);
    const auto fits = [&](const auto& idle) { return idle->kind() == kind && idle->bytes() == bytes; };
    const auto found = std::ranges::find_if(shelf_->idle, fits);
    if (found != shelf_->idle.end()) {
      buffer = std::move(*found);
      shelf_->idle.erase(found);
    } else {
      // sizes change with the window: what another size left behind would only pile up
      std::erase_if(shelf_->idle, [&](const auto& idle) { return idle->kind() == kind && idle->bytes() > 64 * bytes; });
    }
  }
  if (buffer == nullptr) {
    try {
      buffer = std::make_unique<Buffer>(kind, bytes);
    } catch (const DeviceError&) {
      trim();  // idle buffers of other sizes may be what is missing
      buffer = std::make_unique<Buffer>(kind, bytes);
    }
  }
  constexpr std::size_t kept = 12;
  return {buffer.release(), [shelf = std::weak_ptr<Shelf>(shelf_)](Buffer* returned) {
            std::unique_ptr<Buffer> owner(returned);
            std::unique_ptr<Buffer> oldest;  // freed after the lock is gone
            if (const auto home = shelf.lock()) {
              const std::lock_guard lock(home->mutex);
              home->idle.push_back(std::move(owner));
              if (home->idle.size() > kept) {
                oldest = std::move(home->idle.front());
                home->idle.erase(home->idle.begin());
              }
            }
          }};
}

void BufferPool::trim() {
  std::vector<std::unique_ptr<Buffer>> freed;
  const std::lock_guard lock(shelf_->mutex);
  freed.swap(shelf_->idle);
}

}  // namespace heteroscope
