#include "core/device/shared_memory.hpp"

#include <cuda_runtime.h>

#include <cstring>

#include "core/device/cuda_check.cuh"

namespace heteroscope::device {

static_assert(sizeof(cudaIpcMemHandle_t) == sizeof(SharedHandle));

SharedHandle share(void* memory) {
  cudaIpcMemHandle_t handle;
  HETEROSCOPE_CUDA(cudaIpcGetMemHandle(&handle, memory));
  SharedHandle out;
  std::memcpy(out.data(), &handle, sizeof handle);
  return out;
}

void* open_shared(const SharedHandle& handle) {
  cudaIpcMemHandle_t theirs;
  std::memcpy(&theirs, handle.data(), sizeof theirs);
  void* memory = nullptr;
  HETEROSCOPE_CUDA(cudaIpcOpenMemHandle(&memory, theirs, cudaIpcMemLazyEnablePeerAccess));
  return memory;
}

void close_shared(void* memory) noexcept {
  report(cudaIpcCloseMemHandle(memory), "cudaIpcCloseMemHandle");
}

PageLock::PageLock(std::span<std::byte> memory) : memory_(memory.data()) {
  HETEROSCOPE_CUDA(cudaHostRegister(memory_, memory.size(), cudaHostRegisterPortable));
}
PageLock::~PageLock() {
  report(cudaHostUnregister(memory_), "cudaHostUnregister");
}

}  // namespace heteroscope::device
