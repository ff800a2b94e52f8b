#include <cuda_runtime.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "core/cuda_check.cuh"
#include "core/device.hpp"
#include "core/error.hpp"

namespace heteroscope::device {

namespace {

Facts unavailable(std::string why, int driver, int runtime) {
  return {.available = false, .why_not = std::move(why), .driver_version = driver, .runtime_version = runtime};
}

std::string dotted(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

Facts ask() {
  int driver = 0;
  int runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  if (driver == 0) return unavailable("no CUDA device: no NVIDIA driver is installed", driver, runtime);
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaErrorInsufficientDriver) {
    return unavailable(fmt::format("no CUDA device: the driver serves CUDA {}, this program needs {}", dotted(driver),
                                   dotted(runtime)),
                       driver, runtime);
  }
  if (status != cudaSuccess || count == 0) {
    return unavailable(
        fmt::format("no CUDA device: {}", status == cudaSuccess ? "the driver names none" : cudaGetErrorString(status)),
        driver, runtime);
  }
  cudaDeviceProp properties{};
  if (const cudaError_t asked = cudaGetDeviceProperties(&properties, 0); asked != cudaSuccess) {
    return unavailable(fmt::format("no CUDA device: {}", cudaGetErrorString(asked)), driver, runtime);
  }
  const auto attribute = [](cudaDeviceAttr which) {
    int value = 0;
    cudaDeviceGetAttribute(&value, which, 0);
    return value;
  };
  return {.available = true,
          .name = properties.name,
          .driver_version = driver,
          .runtime_version = runtime,
          .major = properties.major,
          .minor = properties.minor,
          .multiprocessors = properties.multiProcessorCount,
          .max_threads_per_block = properties.maxThreadsPerBlock,
          .clock_khz = attribute(cudaDevAttrClockRate),
          .memory_clock_khz = attribute(cudaDevAttrMemoryClockRate),
          .memory_bus_bits = properties.memoryBusWidth,
          .fp32_per_fp64 = std::max(1, attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio)),
          .memory_bytes = properties.totalGlobalMem,
          .l2_bytes = static_cast<std::size_t>(properties.l2CacheSize),
          .concurrent_managed_access = attribute(cudaDevAttrConcurrentManagedAccess) != 0,
          .can_map_host_memory = properties.canMapHostMemory != 0};
}

/// Destructors cannot throw: they say what went wrong and go on. At exit the driver may be gone already.
void report(cudaError_t status, const char* call) noexcept {
  if (status == cudaSuccess || status == cudaErrorCudartUnloading) return;
  std::fprintf(stderr, "heteroscope: %s: %s\n", call, cudaGetErrorString(status));
}

cudaMemcpyKind kind_of(Direction direction) {
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

void check(cudaError_t status, const char* call, const char* file, int line) {
  if (status == cudaSuccess) return;
  cudaGetLastError();  // an error that is not sticky is done with once it was reported
  const std::string text =
      fmt::format("{}:{}: {}: {} ({})", file, line, call, cudaGetErrorString(status), cudaGetErrorName(status));
  if (status == cudaErrorMemoryAllocation) throw OutOfDeviceMemory(text);
  throw DeviceError(text);
}

const Facts& facts() {
  static const Facts asked = ask();
  return asked;
}

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
      throw DeviceError("host memory is not the device's to allocate");
    case MemoryKind::device:
      HETEROSCOPE_CUDA(cudaMalloc(&memory, wanted));
      break;
    case MemoryKind::managed:
      // managed memory may be larger than the card's, and then every page fault thrashes
      if (wanted > free_memory()) {
        throw OutOfDeviceMemory(fmt::format("managed memory: {:.1f} GB wanted, {:.1f} GB free on the GPU",
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
  HETEROSCOPE_CUDA(cudaStreamCreateWithFlags(&handle_, cudaStreamNonBlocking));
}
Stream::~Stream() {
  report(cudaStreamDestroy(handle_), "cudaStreamDestroy");
}
void Stream::synchronize() const {
  HETEROSCOPE_CUDA(cudaStreamSynchronize(handle_));
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

double Event::elapsed_ms(const Event& from, const Event& to) {
  float ms = 0;
  HETEROSCOPE_CUDA(cudaEventElapsedTime(&ms, from.handle_, to.handle_));
  return static_cast<double>(ms);
}

void copy(void* to, const void* from, std::size_t bytes, Direction direction, const Stream& stream) {
  HETEROSCOPE_CUDA(cudaMemcpyAsync(to, from, bytes, kind_of(direction), stream.get()));
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
