#include <cuda_runtime.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <string_view>
#include <utility>

#include "core/base/comma_list.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/device/cuda_check.cuh"
#include "core/device/device.hpp"
#include "core/device/likeness.hpp"
#include "core/device/limits/architectures.hpp"
#include "core/device/limits/driver_answer.hpp"
#include "core/device/management.hpp"
#include "core/device/multiprocessors_cuda.hpp"

namespace heteroscope::device {

namespace {

Facts unavailable(std::string why, int driver, int runtime) {
  return {.available = false, .why_not = std::move(why), .driver_version = driver, .runtime_version = runtime};
}

static_assert(cudaErrorInsufficientDriver == error_insufficient_driver);
static_assert(cudaErrorDevicesUnavailable == error_devices_unavailable);
static_assert(cudaErrorNoDevice == error_no_device);
static_assert(cudaErrorSystemNotReady == error_system_not_ready);
static_assert(cudaErrorSystemDriverMismatch == error_driver_mismatch);
static_assert(cudaErrorUnknown == error_unknown);

/// Which card each number stands for.
std::vector<int>& cards() {
  static auto* const kept = new std::vector<int>;  // objects that are let go at exit ask for them
  return *kept;
}

/// HETEROSCOPE_GPUS names cards, also one several times, as if it were several: "0,0,1". Empty if it is no such list,
/// or does not begin with card 0, which threads use that name none.
std::vector<int> named_cards(std::string_view text, int count) {
  const std::vector<int> out = whole_numbers_in(text).value_or(std::vector<int>());
  const bool known = std::ranges::all_of(out, [&](int card) { return card < count; });
  return known && !out.empty() && out.front() == 0 ? out : std::vector<int>();
}

Facts ask_card(int card, int driver, int runtime) {
  cudaDeviceProp properties{};
  if (const cudaError_t asked = cudaGetDeviceProperties(&properties, card); asked != cudaSuccess) {
    return unavailable(fmt::format("CUDA says: {}", cudaGetErrorString(asked)), driver, runtime);
  }
  const auto attribute = [card](cudaDeviceAttr which) {
    int value = 0;
    cudaDeviceGetAttribute(&value, which, card);
    return value;
  };
  const int mode = attribute(cudaDevAttrComputeMode);
  std::string why_not = mode == cudaComputeModeProhibited
                            ? "its compute mode forbids computing (nvidia-smi -c 0 allows it)"
                            : refusal_of_capability(HETEROSCOPE_CUDA_ARCHITECTURES, properties.major, properties.minor);
  const Liked liked = wanted_likeness();
  if (why_not.empty()) why_not = liked.why_not;
  if (why_not.empty() && liked.likeness)
    why_not = refusal_of_likeness(*liked.likeness, {properties.major, properties.minor});
  const std::optional<Held> held = held_multiprocessors(card);
  if (held && why_not.empty()) why_not = held->why_not;
  Facts out{.available = why_not.empty(),
            .why_not = std::move(why_not),
            .name = properties.name,
            .uuid = std::bit_cast<Uuid>(properties.uuid.bytes),
            // the driver names an instance "NVIDIA A100-SXM4-40GB MIG 1g.5gb"
            .is_instance = std::string_view(properties.name).find(" MIG ") != std::string_view::npos,
            .exclusive = mode == cudaComputeModeExclusiveProcess || mode == cudaComputeModeExclusive,
            .driver_version = driver,
            .runtime_version = runtime,
            .major = properties.major,
            .minor = properties.minor,
            .multiprocessors = held ? held->multiprocessors : properties.multiProcessorCount,
            .multiprocessor_numbers = properties.multiProcessorCount,
            .multiprocessor = {.threads = properties.maxThreadsPerMultiProcessor,
                               .blocks = properties.maxBlocksPerMultiProcessor,
                               .registers = properties.regsPerMultiprocessor,
                               .shared_bytes = properties.sharedMemPerMultiprocessor,
                               .reserved_shared = properties.reservedSharedMemPerBlock,
                               .shared_unit = properties.major >= 8 ? 128U : 256U},
            .max_threads_per_block = properties.maxThreadsPerBlock,
            .shared_bytes_per_block = properties.sharedMemPerBlockOptin,
            .clock_khz = attribute(cudaDevAttrClockRate),
            .memory_clock_khz = attribute(cudaDevAttrMemoryClockRate),
            .memory_bus_bits = properties.memoryBusWidth,
            .fp32_per_fp64 = std::max(1, attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio)),
            .memory_bytes = properties.totalGlobalMem,
            .l2_bytes = static_cast<std::size_t>(properties.l2CacheSize),
            .concurrent_managed_access = attribute(cudaDevAttrConcurrentManagedAccess) != 0,
            .can_map_host_memory = properties.canMapHostMemory != 0,
            .cooperative_launch = attribute(cudaDevAttrCooperativeLaunch) != 0,
            .clusters = attribute(cudaDevAttrClusterLaunch) != 0,
            .limits_launch_time = attribute(cudaDevAttrKernelExecTimeout) != 0};
  if (liked.likeness && out.available) hold(out, *liked.likeness);
  return out;
}

std::vector<Facts> ask_devices() {
  DriverAnswer answer;
  cudaDriverGetVersion(&answer.driver);
  cudaRuntimeGetVersion(&answer.runtime);
  if (answer.driver != 0) {
    const cudaError_t status = cudaGetDeviceCount(&answer.count);
    answer.status = status;
    answer.words = cudaGetErrorString(status);
  }
  const int count = answer.count;
  const auto none = [&](std::string why) {
    return std::vector{unavailable(std::move(why), answer.driver, answer.runtime)};
  };
  if (std::string why = refusal_of_driver(answer); !why.empty()) return none(std::move(why));
  for (int card = 0; card < count; ++card) cards().push_back(card);
  if (const char* named = std::getenv("HETEROSCOPE_GPUS"); named != nullptr && *named != '\0') {
    cards() = named_cards(named, count);
    if (cards().empty()) {
      return none(
          fmt::format("HETEROSCOPE_GPUS: {} is not a list of cards from 0 to {} that begins with 0, for example 0,0,1 "
                      "(CUDA_VISIBLE_DEVICES chooses and orders cards)",
                      quote(named), count - 1));
    }
  }
  std::vector<Facts> out;
  for (const int card : cards()) out.push_back(ask_card(card, answer.driver, answer.runtime));
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
  /// All numbers of the card are lost.
  void lose(int card, const std::string& why_not) {
    const std::lock_guard lock(mutex);
    std::vector<Facts> left = *now.load();
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (cards()[i] != card || !left[i].available) continue;
      left[i].available = false;
      left[i].lost = true;
      left[i].why_not = why_not;
    }
    now = &all.emplace_back(std::move(left));
  }
};

Present& present() {
  static Present* const kept = new Present;  // objects that are let go at exit ask it
  return *kept;
}

thread_local int used = 0;

bool is_available(int card) {
  const std::vector<Facts>& numbers = all();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (cards()[i] == card) return numbers[i].available;
  }
  return false;
}

/// Cards reach each other's memory where the hardware lets them; between others the driver copies by way of the host.
class PeerAccess {
 public:
  static PeerAccess& get() {
    static PeerAccess* const kept = new PeerAccess;
    return *kept;
  }
  /// Connects the card, which is the current one, with all that were used before it and still can be.
  void join(int card) {
    const std::lock_guard lock(mutex_);
    if (std::ranges::find(used_, card) != used_.end()) return;
    for (const int other : used_) {
      if (!is_available(other)) continue;
      reach(other, card);
      reach(card, other);
    }
    used_.push_back(card);
    HETEROSCOPE_CUDA(cudaSetDevice(card));
  }

  /// The card could reach the other, and has as many peers as it can have already.
  bool are_apart(int from, int to) {
    const std::lock_guard lock(mutex_);
    return std::ranges::find(apart_, std::pair(from, to)) != apart_.end();
  }

 private:
  void reach(int from, int to) {
    int can = 0;
    HETEROSCOPE_CUDA(cudaDeviceCanAccessPeer(&can, from, to));
    if (can == 0) return;
    HETEROSCOPE_CUDA(cudaSetDevice(from));
    const cudaError_t status = cudaDeviceEnablePeerAccess(to, 0);
    if (status == cudaErrorTooManyPeers) apart_.emplace_back(from, to);
    if (status == cudaErrorPeerAccessAlreadyEnabled || status == cudaErrorTooManyPeers) {
      cudaGetLastError();
      return;
    }
    HETEROSCOPE_CUDA(status);
  }

  std::mutex mutex_;
  std::vector<int> used_ = {0};
  std::vector<std::pair<int, int>> apart_;
};

/// What a kernel did that ended the context, in words; empty for an error after which the device still works. Source:
/// the descriptions of cudaError_t in CUDA's runtime API.
std::string_view end_of_context(cudaError_t status) {
  switch (status) {
    case cudaErrorIllegalAddress:
      return "a kernel accessed memory that does not belong to it";
    case cudaErrorMisalignedAddress:
      return "a kernel accessed memory at a wrong alignment";
    case cudaErrorInvalidAddressSpace:
      return "a kernel used an address of another kind of memory";
    case cudaErrorInvalidPc:
    case cudaErrorIllegalInstruction:
      return "a kernel reached an invalid instruction";
    case cudaErrorHardwareStackError:
      return "the stack of a kernel overflowed or was damaged";
    case cudaErrorAssert:
      return "an assertion in a kernel failed";
    case cudaErrorLaunchTimeout:
      return "a kernel took longer than the driver of the display allows";
    case cudaErrorECCUncorrectable:
      return "an error in the memory of the GPU could not be corrected";
    case cudaErrorLaunchFailure:
      return "a kernel failed";
    case cudaErrorContextIsDestroyed:
    case cudaErrorDevicesUnavailable:
      return "the GPU does not answer";
    default:
      return {};
  }
}

}  // namespace

void report(cudaError_t status, const char* call) noexcept {
  if (status == cudaSuccess || status == cudaErrorCudartUnloading || !end_of_context(status).empty()) return;
  std::fprintf(stderr, "heteroscope: %s: %s\n", call, cudaGetErrorString(status));
}

void check(cudaError_t status, const char* call, const char* file, int line) {
  if (status == cudaSuccess) return;
  cudaGetLastError();  // an error that is not sticky is done with once it was reported
  const std::string text =
      fmt::format("{}:{}: {}: {} ({})", file, line, call, cudaGetErrorString(status), cudaGetErrorName(status));
  if (status == cudaErrorMemoryAllocation) throw OutOfDeviceMemory(text);
  const std::string_view end = end_of_context(status);
  if (end.empty()) throw DeviceError(text);
  const bool held = status == cudaErrorDevicesUnavailable && facts().exclusive;
  const std::string what =
      fmt::format("{} {}", all().size() > 1 ? fmt::format("GPU {}", used) : "the GPU",
                  held ? fmt::format("cannot be used: {}", held_by_another) : fmt::format("stopped: {}", end));
  if (facts().available) present().lose(cards()[static_cast<std::size_t>(used)], what);
  throw DeviceLost(fmt::format("{} ({})", what, text));
}

const std::vector<Facts>& all() {
  const std::vector<Facts>* now = present().now;
  if (now != nullptr) return *now;
  static const std::vector<Facts>& first = present().set(ask_devices());
  return first;
}

const Facts& facts() {
  return all()[static_cast<std::size_t>(used)];
}

int Use::in_use() {
  return used;
}

int Use::card_in_use() {
  all();  // knows the cards
  return cards().at(static_cast<std::size_t>(used));
}

void Use::select(int device) {
  if (device == used) return;
  const int before = std::exchange(used, device);  // a failure is that GPU's
  try {
    const int card = cards().at(static_cast<std::size_t>(device));
    HETEROSCOPE_CUDA(cudaSetDevice(card));
    PeerAccess::get().join(card);
  } catch (...) {
    used = before;
    report(cudaSetDevice(cards()[static_cast<std::size_t>(before)]), "cudaSetDevice");
    throw;
  }
}

std::string pci_address() {
  if (!facts().available) return {};
  constexpr int longest = 16;
  std::array<char, longest + 1> text{};
  HETEROSCOPE_CUDA(cudaDeviceGetPCIBusId(text.data(), longest, Use::card_in_use()));
  return text.data();
}

Link link_between(int from, int to) {
  const int here = cards().at(static_cast<std::size_t>(from));
  const int there = cards().at(static_cast<std::size_t>(to));
  if (here == there) return Link::same_card;
  const auto attribute = [&](cudaDeviceP2PAttr which) {
    int value = 0;
    HETEROSCOPE_CUDA(cudaDeviceGetP2PAttribute(&value, which, here, there));
    return value != 0;
  };
  if (!attribute(cudaDevP2PAttrAccessSupported) || PeerAccess::get().are_apart(here, there)) return Link::host;
  return attribute(cudaDevP2PAttrNativeAtomicSupported) ? Link::peer_atomics : Link::peer;
}

Use::~Use() {
  if (before_ == used) return;
  used = before_;
  // no call is made to one that never was available, and the error of this one would be taken for the next call's
  if (!facts().available && !facts().lost) return;
  report(cudaSetDevice(cards()[static_cast<std::size_t>(before_)]), "cudaSetDevice");
}

}  // namespace heteroscope::device
