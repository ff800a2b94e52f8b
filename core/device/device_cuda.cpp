#include <cuda_runtime.h>
#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "core/device/copies.hpp"
#include "core/device/cuda_check.cuh"
#include "core/device/device.hpp"
#include "core/device/multiprocessors_cuda.hpp"

namespace heteroscope::device {

namespace {

cudaMemcpyKind memcpy_kind(Direction direction) {
  switch (direction) {
    case Direction::to_host:
      return cudaMemcpyDeviceToHost;
    case Direction::to_device:
      return cudaMemcpyHostToDevice;
    case Direction::on_device:
      break;
  }
  return cudaMemcpyDeviceToDevice;
}

}  // namespace

std::size_t free_memory() {
  if (!facts().available) return 0;
  std::size_t free = 0;
  std::size_t total = 0;
  HETEROSCOPE_CUDA(cudaMemGetInfo(&free, &total));
  return free;
}

void* allocate(MemoryKind kind, std::size_t bytes) {
  void* memory = nullptr;
  const std::size_t wanted = std::max<std::size_t>(bytes, 1);
  switch (kind) {
    case MemoryKind::host:
      throw DeviceError("host memory is not allocated by a device");
    case MemoryKind::device:
      HETEROSCOPE_CUDA(cudaMalloc(&memory, wanted));
      break;
    case MemoryKind::managed:
      // managed memory may be larger than the card's, and then every page fault thrashes
      if (wanted > free_memory()) {
        throw OutOfDeviceMemory(fmt::format("managed memory: {:.1f} GB are needed, {:.1f} GB are free on the GPU",
                                            static_cast<double>(wanted) / 1e9,
                                            static_cast<double>(free_memory()) / 1e9));
      }
      HETEROSCOPE_CUDA(cudaMallocManaged(&memory, wanted, cudaMemAttachGlobal));
      break;
    case MemoryKind::pinned:
      HETEROSCOPE_CUDA(cudaHostAlloc(&memory, wanted, cudaHostAllocMapped | cudaHostAllocPortable));
      break;
  }
  return memory;
}

void release(MemoryKind kind, void* memory) noexcept {
  if (memory == nullptr) return;
  if (kind == MemoryKind::pinned) {
    report(cudaFreeHost(memory), "cudaFreeHost");
  } else {
    report(cudaFree(memory), "cudaFree");
  }
}

void* device_address(void* pinned) {
  void* address = nullptr;
  HETEROSCOPE_CUDA(cudaHostGetDevicePointer(&address, pinned, 0));
  return address;
}

Stream::Stream() {
  handle_ = make_held_stream(Use::card_in_use());
  if (handle_ != nullptr) return;
  HETEROSCOPE_CUDA(cudaStreamCreateWithFlags(&handle_, cudaStreamNonBlocking));
}
Stream::~Stream() {
  report(cudaStreamDestroy(handle_), "cudaStreamDestroy");
}
void Stream::synchronize() const {
  HETEROSCOPE_CUDA(cudaStreamSynchronize(handle_));
}
void Stream::wait(const Event& event) const {
  HETEROSCOPE_CUDA(cudaStreamWaitEvent(handle_, event.handle_, 0));
}

// A waiting thread sleeps: with a split it would otherwise take a core from the CPU's side.
Event::Event() {
  HETEROSCOPE_CUDA(cudaEventCreateWithFlags(&handle_, cudaEventBlockingSync));
}
Event::~Event() {
  report(cudaEventDestroy(handle_), "cudaEventDestroy");
}
void Event::record(const Stream& stream) {
  HETEROSCOPE_CUDA(cudaEventRecord(handle_, stream.get()));
}
void Event::synchronize() const {
  HETEROSCOPE_CUDA(cudaEventSynchronize(handle_));
}
bool Event::has_passed() const {
  const cudaError_t state = cudaEventQuery(handle_);
  if (state == cudaErrorNotReady) {
    static_cast<void>(cudaGetLastError());  // no error, though the next launch would be told of it
    return false;
  }
  HETEROSCOPE_CUDA(state);
  return true;
}

double Event::elapsed_ms(const Event& from, const Event& to) {
  float ms = 0;
  HETEROSCOPE_CUDA(cudaEventElapsedTime(&ms, from.handle_, to.handle_));
  return static_cast<double>(ms);
}

void copy(void* to, const void* from, std::size_t bytes, Direction direction, const Stream& stream) {
  const std::shared_ptr<TappedCopy> noted = CopyTap::begin(direction, bytes, stream);
  HETEROSCOPE_CUDA(cudaMemcpyAsync(to, from, bytes, memcpy_kind(direction), stream.get()));
  CopyTap::end(noted.get(), stream);
}

void fill_zero(void* memory, std::size_t bytes, const Stream& stream) {
  HETEROSCOPE_CUDA(cudaMemsetAsync(memory, 0, bytes, stream.get()));
}

void fill_ones(void* memory, std::size_t bytes, const Stream& stream) {
  HETEROSCOPE_CUDA(cudaMemsetAsync(memory, 0xff, bytes, stream.get()));
}

void synchronize() {
  HETEROSCOPE_CUDA(cudaDeviceSynchronize());
}

}  // namespace heteroscope::device
