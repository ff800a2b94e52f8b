#include "core/base/error.hpp"
#include "core/device/shared_memory.hpp"

/// Linked in place of shared_memory_cuda.cpp where there is no CUDA toolkit; there are no GPUs whose memory it could
/// be.
namespace heteroscope::device {

SharedHandle share(void*) {
  throw DeviceError("this program was built without CUDA: it has no device memory to share");
}
void* open_shared(const SharedHandle&) {
  throw DeviceError("this program was built without CUDA: it has no device memory to open");
}
void close_shared(void*) noexcept {}

PageLock::PageLock(std::span<std::byte> memory) : memory_(memory.data()) {
  throw DeviceError("this program was built without CUDA: no GPU copies from host memory");
}
// No `= default`: it is trivial in this build only.
PageLock::~PageLock() {}

}  // namespace heteroscope::device
