#include "core/device/cuda_check.cuh"
#include "core/device/device.hpp"

namespace heteroscope::device {

namespace {

// The toolkit's version 13 replaced the device number by a location; which of the two it has is known by overload.
using WithNumber = cudaError_t (*)(const void*, std::size_t, int, cudaStream_t);
using WithLocation = cudaError_t (*)(const void*, std::size_t, cudaMemLocation, unsigned int, cudaStream_t);

[[maybe_unused]] cudaError_t prefetch_by(WithNumber call, void* memory, std::size_t bytes, Direction direction,
                                         cudaStream_t stream) {
  return call(memory, bytes, direction == Direction::to_host ? cudaCpuDeviceId : Use::card_in_use(), stream);
}

[[maybe_unused]] cudaError_t prefetch_by(WithLocation call, void* memory, std::size_t bytes, Direction direction,
                                         cudaStream_t stream) {
  cudaMemLocation location{};
  location.type = direction == Direction::to_host ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = direction == Direction::to_host ? 0 : Use::card_in_use();
  return call(memory, bytes, location, 0, stream);
}

}  // namespace

void prefetch(void* managed, std::size_t bytes, Direction direction, const Stream& stream) {
  HETEROSCOPE_CUDA(prefetch_by(&cudaMemPrefetchAsync, managed, bytes, direction, stream.get()));
}

}  // namespace heteroscope::device
