#pragma once

#include <array>
#include <cstddef>
#include <span>

/// Memory that processes of one machine share: a GPU's (CUDA's inter-process handles), and the host's. Each call throws
/// DeviceError where the driver or the GPUs' links do not allow it.
namespace heteroscope::device {

/// The handle by which another process opens memory.
using SharedHandle = std::array<std::byte, 64>;

/// The handle of memory that allocate() returned, of the kind `device`.
SharedHandle share(void* memory);
/// Another process' memory, as the GPU in use reaches it.
void* open_shared(const SharedHandle& handle);
/// Before the other process frees it. Reports a failure on standard error and goes on: used by destructors.
void close_shared(void* memory) noexcept;

/// While it lives, the host memory is page-locked: this process's GPUs copy from it and to it as with memory that
/// allocate() returned.
class PageLock {
 public:
  explicit PageLock(std::span<std::byte> memory);
  ~PageLock();
  PageLock(const PageLock&) = delete;
  PageLock& operator=(const PageLock&) = delete;

 private:
  [[maybe_unused]] std::byte* memory_;  // shared_memory_none.cpp has no use for it
};

}  // namespace heteroscope::device
