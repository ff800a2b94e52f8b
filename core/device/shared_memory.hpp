#pragma once

#include <array>
#include <cstddef>
#include <span>

/// Memory that processes of one machine share: a GPU's (CUDA's inter-process handles), and the host's. Each call throws
/// DeviceError where the driver or the GPUs' links do not allow it.
namespace heteroscope::device {

/// What another process opens memory by.
using SharedHandle = std::array<std::byte, 64>;

/// Of memory that allocate() gave, of the kind `device`.
SharedHandle share(void* memory);
/// Another process' memory, as the GPU in use reaches it.
void* open_shared(const SharedHandle& handle);
/// Before the other process frees it. Reports a failure on standard error and goes on: used by destructors.
void close_shared(void* memory) noexcept;

/// As long as it lives, this process' GPUs copy from host memory and to it as from what allocate() gives, page-locked.
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
