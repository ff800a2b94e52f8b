#include <cuda_runtime.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <string_view>
#include <utility>

#include "core/cuda_check.cuh"
#include "core/device.hpp"
#include "core/error.hpp"
#include "core/message.hpp"

namespace heteroscope::device {

namespace {

Facts unavailable(std::string why, int driver, int runtime) {
  return {.available = false, .why_not = std::move(why), .driver_version = driver, .runtime_version = runtime};
}

std::string dotted(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

/// Which card each number stands for.
std::vector<int>& cards() {
  static std::vector<int> kept;
  return kept;
}

/// HETEROSCOPE_GPUS names cards, also one several times, as if it were several: "0,0,1". Empty if it is no such list.
std::vector<int> named_cards(std::string_view text, int count) {
  std::vector<int> out;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    int card = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + comma, card);
    if (error != std::errc{} || end != text.data() + comma || card < 0 || card >= count) return {};
    out.push_back(card);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return out;
}

Facts ask_card(int card, int driver, int runtime) {
  cudaDeviceProp properties{};
  if (const cudaError_t asked = cudaGetDeviceProperties(&properties, card); asked != cudaSuccess) {
    return unavailable(fmt::format("no CUDA device: {}", cudaGetErrorString(asked)), driver, runtime);
  }
  const auto attribute = [card](cudaDeviceAttr which) {
    int value = 0;
    cudaDeviceGetAttribute(&value, which, card);
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

std::vector<Facts> ask() {
  int driver = 0;
  int runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  const auto none = [&](std::string why) { return std::vector{unavailable(std::move(why), driver, runtime)}; };
  if (driver == 0) return none("no CUDA device: no NVIDIA driver is installed");
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaErrorInsufficientDriver) {
    return none(fmt::format("no CUDA device: the driver serves CUDA {}, this program needs {}", dotted(driver),
                            dotted(runtime)));
  }
  if (status != cudaSuccess || count == 0) {
    return none(fmt::format("no CUDA device: {}",
                            status == cudaSuccess ? "the driver names none" : cudaGetErrorString(status)));
  }
  for (int card = 0; card < count; ++card) cards().push_back(card);
  if (const char* named = std::getenv("HETEROSCOPE_GPUS"); named != nullptr && *named != '\0') {
    cards() = named_cards(named, count);
    if (cards().empty()) {
      return none(
          fmt::format("HETEROSCOPE_GPUS: {} is no list of cards from 0 to {}, such as 0,1", quote(named), count - 1));
    }
  }
  std::vector<Facts> out;
  for (const int card : cards()) out.push_back(ask_card(card, driver, runtime));
  return out;
}

/// Facts are handed out by reference: each list is kept, and one is the present one.
struct Present {
  std::mutex mutex;
  std::deque<std::vector<Facts>> all;
  std::atomic<const std::vector<Facts>*> now{nullptr};

  const std::vector<Facts>& set(std::vector<Facts> facts) {
    const std::lock_guard lock(mutex);
    return *(now = &all.emplace_back(std::move(facts)));
  }
};

Present& present() {
  static Present* const kept = new Present;  // objects that are let go at exit ask it
  return *kept;
}

thread_local int used = 0;

/// What a kernel did that ended the context, in words; empty for an error after which the device works on. Source: the
/// descriptions of cudaError_t in CUDA's runtime API.
std::string_view end_of_context(cudaError_t status) {
  switch (status) {
    case cudaErrorIllegalAddress:
      return "a kernel reached for memory that is not its own";
    case cudaErrorMisalignedAddress:
      return "a kernel reached for memory at a wrong alignment";
    case cudaErrorInvalidAddressSpace:
      return "a kernel used an address of another kind of memory";
    case cudaErrorInvalidPc:
    case cudaErrorIllegalInstruction:
      return "a kernel came to something that is no instruction";
    case cudaErrorHardwareStackError:
      return "a kernel's stack overflowed or was damaged";
    case cudaErrorAssert:
      return "a kernel's assertion failed";
    case cudaErrorLaunchTimeout:
      return "a kernel took longer than the display's driver allows";
    case cudaErrorECCUncorrectable:
      return "the GPU's memory had an error that could not be corrected";
    case cudaErrorLaunchFailure:
      return "a kernel failed";
    case cudaErrorContextIsDestroyed:
    case cudaErrorDevicesUnavailable:
      return "the GPU does not answer";
    default:
      return {};
  }
}

/// Destructors cannot throw: they say what went wrong and go on. At exit the driver may be gone already, and what was
/// made by a device that is lost went with its context.
void report(cudaError_t status, const char* call) noexcept {
  if (status == cudaSuccess || status == cudaErrorCudartUnloading || !end_of_context(status).empty()) return;
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
  const std::string_view end = end_of_context(status);
  if (end.empty()) throw DeviceError(text);
  const std::string what = fmt::format("the GPU stopped: {} ({})", end, text);
  if (facts().available) {
    std::vector<Facts> left = all();
    Facts& gone = left[static_cast<std::size_t>(used)];
    gone.available = false;
    gone.lost = true;
    gone.why_not = fmt::format("the GPU stopped: {}", end);
    present().set(std::move(left));
  }
  throw DeviceLost(what);
}

const std::vector<Facts>& all() {
  const std::vector<Facts>* now = present().now;
  if (now != nullptr) return *now;
  static const std::vector<Facts>& first = present().set(ask());
  return first;
}

const Facts& facts() {
  return all()[static_cast<std::size_t>(used)];
}

int Use::in_use() {
  return used;
}

void Use::select(int device) {
  if (device == used) return;
  const int before = std::exchange(used, device);  // a failure is that GPU's
  try {
    HETEROSCOPE_CUDA(cudaSetDevice(cards().at(static_cast<std::size_t>(device))));
  } catch (...) {
    used = before;
    throw;
  }
}

Use::~Use() {
  if (before_ == used) return;
  report(cudaSetDevice(cards()[static_cast<std::size_t>(before_)]), "cudaSetDevice");
  used = before_;
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
