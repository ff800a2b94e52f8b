#include "core/memory/buffer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>
#include <utility>

#include "core/base/ceil_div.hpp"
#include "core/base/error.hpp"
#include "core/device/device.hpp"

namespace heteroscope {

namespace {

constexpr std::size_t buffer_alignment = 64;  // a cache line, and the widest vector
constexpr std::size_t guard_bytes = 4096;     // a multiple of what devices align to
// Each four bytes, and each eight, are a NaN that nothing computes: who reads them has it in the result.
constexpr std::array guard_mark{std::byte{0xa5}, std::byte{0xa5}, std::byte{0xfd}, std::byte{0xff}};

/// Returns what a guard of so many bytes holds.
std::vector<std::byte> guard_of(std::size_t bytes) {
  std::vector<std::byte> out(bytes);
  for (std::size_t i = 0; i < bytes; ++i) out[i] = guard_mark[i % guard_mark.size()];
  return out;
}

void* allocate_on_host(std::size_t bytes) {
  void* const out = std::aligned_alloc(buffer_alignment,
                                       ceil_div(std::max<std::size_t>(bytes, 1), buffer_alignment) * buffer_alignment);
  if (out == nullptr) throw BadInput(fmt::format("size: {} bytes of host memory are not available", bytes));
  return out;
}

}  // namespace

Buffer::Buffer(MemoryKind kind, std::size_t bytes, Guards guards)
    : kind_(kind),
      bytes_(bytes),
      guard_(guards == Guards::around ? guard_bytes : 0),
      gpu_(device::Use::in_use()),
      hold_(kind == MemoryKind::device ? 0 : bytes) {
  if (kind == MemoryKind::host) {
    host_ = static_cast<std::byte*>(allocate_on_host(bytes + 2 * guard_)) + guard_;
    set_guards();
    return;
  }
  void* const memory = static_cast<std::byte*>(device::allocate(kind, bytes + 2 * guard_)) + guard_;
  if (device::is_reached_by_cpu(kind, device::facts())) host_ = memory;
  try {
    device_ = kind == MemoryKind::pinned ? device::device_address(memory) : memory;
    set_guards();
  } catch (const DeviceError&) {
    device::release(kind, static_cast<std::byte*>(memory) - guard_);
    throw;
  }
}

template <class Visit>
void Buffer::for_each_guard(Visit visit) const {
  auto* const memory = static_cast<std::byte*>(host_ != nullptr ? host_ : device_);
  if (guard_ > 0) visit(memory - guard_);
  if (guard_ > 0) visit(memory + bytes_);
}

void Buffer::set_guards() const {
  if (guard_ == 0) return;
  const std::vector<std::byte> mark = guard_of(guard_);
  for_each_guard([&](std::byte* guard) {
    if (host_ != nullptr) {
      std::memcpy(guard, mark.data(), guard_);
      return;
    }
    const device::Stream stream;
    device::copy(guard, mark.data(), guard_, device::Direction::to_device, stream);
    stream.synchronize();
  });
}

bool Buffer::has_whole_guards() const {
  bool out = true;
  const std::vector<std::byte> mark = guard_of(guard_);
  std::vector<std::byte> found(guard_);
  const device::Use use(gpu_);
  if (kind_ != MemoryKind::host && guard_ > 0) device::synchronize();
  for_each_guard([&](const std::byte* guard) {
    if (host_ != nullptr) {
      std::memcpy(found.data(), guard, guard_);
    } else {
      const device::Stream stream;
      device::copy(found.data(), guard, guard_, device::Direction::to_host, stream);
      stream.synchronize();
    }
    out = out && found == mark;
  });
  return out;
}

Buffer::Buffer(std::shared_ptr<void> memory, std::size_t bytes)
    : kind_(MemoryKind::host),
      bytes_(bytes),
      gpu_(device::Use::in_use()),
      hold_(bytes),
      lent_(std::move(memory)),
      host_(lent_.get()) {}

Buffer::~Buffer() {
  if (lent_ != nullptr) return;
  if (kind_ == MemoryKind::host) {
    std::free(static_cast<std::byte*>(host_) - guard_);
  } else {
    device::release(kind_, static_cast<std::byte*>(kind_ == MemoryKind::pinned ? host_ : device_) - guard_);
  }
}

BufferPool::BufferPool(Guards guards)
    : guards_(guards),
      free_list_(std::make_shared<FreeList>()),
      keeper_([free_list = free_list_.get()] { free_list->clear(); }) {}

void BufferPool::FreeList::clear() {
  std::vector<Idle> freed;  // after the lock is gone
  const std::lock_guard lock(mutex);
  freed.swap(idle);
}

std::unique_ptr<Buffer> BufferPool::FreeList::find(MemoryKind kind, std::size_t bytes, bool zeroed) {
  const std::lock_guard lock(mutex);
  gpus = std::max(gpus, device::Use::in_use() + 1);
  const bool of_gpu = kind == MemoryKind::device || kind == MemoryKind::managed;
  auto found = idle.end();
  for (auto each = idle.begin(); each != idle.end(); ++each) {
    const Buffer& buffer = *each->buffer;
    if (buffer.kind() != kind || buffer.bytes() != bytes) continue;
    if (of_gpu && buffer.gpu() != device::Use::in_use()) continue;
    found = each;
    if (buffer.zeroed() == zeroed) break;
  }
  if (found == idle.end()) return nullptr;
  std::unique_ptr<Buffer> out = std::move(found->buffer);
  idle.erase(found);
  return out;
}

std::shared_ptr<Buffer> BufferPool::take(MemoryKind kind, std::size_t bytes) {
  std::shared_ptr<Buffer> out = take(kind, bytes, false);
  out->set_zeroed(false);
  return out;
}

std::shared_ptr<Buffer> BufferPool::take_zeroed(std::size_t bytes, const device::Stream& stream) {
  std::shared_ptr<Buffer> out = take(MemoryKind::device, bytes, true);
  if (!out->zeroed()) device::fill_zero(out->device(), bytes, stream);
  out->set_zeroed(false);
  return out;
}

std::shared_ptr<Buffer> BufferPool::take(MemoryKind kind, std::size_t bytes, bool zeroed) {
  std::unique_ptr<Buffer> buffer = free_list_->find(kind, bytes, zeroed);
  if (buffer == nullptr) {
    try {
      buffer = std::make_unique<Buffer>(kind, bytes, guards_);
    } catch (const DeviceError&) {
      trim();  // idle buffers of other sizes may be what is missing
      buffer = std::make_unique<Buffer>(kind, bytes, guards_);
    }
  }
  std::shared_ptr<Buffer> out(buffer.release(),
                              [free_list = std::weak_ptr<FreeList>(free_list_)](Buffer* returned) noexcept {
                                std::unique_ptr<Buffer> owner(returned);
                                const auto home = free_list.lock();
                                if (home == nullptr) return;
                                const std::lock_guard lock(home->mutex);
                                try {
                                  home->idle.push_back({std::move(owner), home->frame});
                                } catch (const std::bad_alloc&) {
                                  // there is no room to note it: it is freed
                                }
                              });
  if (guards_ == Guards::around) {
    const std::lock_guard lock(free_list_->mutex);
    std::erase_if(free_list_->guarded, [](const auto& each) { return each.expired(); });
    free_list_->guarded.push_back(out);
  }
  return out;
}

bool BufferPool::has_whole_guards() const {
  if (guards_ == Guards::none) return true;
  std::vector<std::shared_ptr<const Buffer>> lent;  // they go back after the lock is gone
  const auto is_whole = [](const auto& each) { return each == nullptr || each->has_whole_guards(); };
  bool idle_are_whole = false;
  {
    const std::lock_guard lock(free_list_->mutex);
    for (const auto& each : free_list_->guarded) lent.push_back(each.lock());
    idle_are_whole = std::ranges::all_of(free_list_->idle, is_whole, &Idle::buffer);
  }
  return idle_are_whole && std::ranges::all_of(lent, is_whole);
}

/// Called without the lock.
void BufferPool::FreeList::free_unused(std::size_t most_bytes, std::size_t most_buffers) {
  // a preview between two full frames, or a reference, must not take their buffers away
  constexpr std::uint64_t kept_frames = 3;
  std::vector<Idle> freed;  // after the lock is gone
  const std::lock_guard lock(mutex);
  std::size_t bytes = 0;
  for (const Idle& each : idle) bytes += each.buffer->bytes();
  // the oldest come first
  auto end = idle.begin();
  while (end != idle.end() && end->since + kept_frames <= frame &&
         (bytes > most_bytes || static_cast<std::size_t>(idle.end() - end) > most_buffers)) {
    bytes -= end->buffer->bytes();
    ++end;
  }
  freed.assign(std::make_move_iterator(idle.begin()), std::make_move_iterator(end));
  idle.erase(idle.begin(), end);
}

void BufferPool::next_frame() {
  // page-locked and device memory take milliseconds to come by, and small results change their size from case to case
  std::size_t gpus = 1;  // each has its own
  {
    const std::lock_guard lock(free_list_->mutex);
    gpus = static_cast<std::size_t>(free_list_->gpus);
    ++free_list_->frame;
  }
  free_list_->free_unused(gpus * (std::size_t{64} << 20), gpus * 64);
}

void BufferPool::rest() {
  free_list_->free_unused(0, 0);
}

void BufferPool::trim() {
  free_list_->clear();
}

void BufferPool::overwrite() {
  const std::lock_guard lock(free_list_->mutex);
  for (const Idle& each : free_list_->idle) {
    Buffer& buffer = *each.buffer;
    if (buffer.host() != nullptr) {
      std::memset(buffer.host(), 0, buffer.bytes());
    } else {
      const device::Use use(buffer.gpu());
      const device::Stream stream;
      device::fill_zero(buffer.device(), buffer.bytes(), stream);
      stream.synchronize();
    }
    buffer.set_zeroed(true);
  }
}

}  // namespace heteroscope
