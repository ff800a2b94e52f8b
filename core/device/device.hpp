#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/device/limits/occupancy.hpp"
#include "core/types/types.hpp"

struct CUstream_st;
struct CUevent_st;

/// The one door to the GPUs. `device_cuda.cpp` and the `.cu` files of this room stand behind it in a CUDA build,
/// `device_none.cpp` in a CPU-only build; callers never know which. GPUs are numbered from 0; a thread uses number 0
/// unless a `Use` says otherwise, and calls are about the GPU that their thread uses. Every call but those for facts
/// throws DeviceError on failure.
namespace heteroscope::device {

/// The identity of a card, or of a MIG instance, which is the same in every process; all zeros if it is unknown.
using Uuid = std::array<std::uint8_t, 16>;

struct Facts {
  bool available = false;
  bool lost = false;    ///< it was available, and a kernel's fault has ended that, for as long as this process lives
  std::string why_not;  ///< one line; set where `available` is false
  std::string name;
  Uuid uuid{};
  bool is_instance = false;  ///< a part of a card (MIG)
  bool exclusive = false;    ///< its compute mode lets one process in
  int driver_version = 0;    ///< as CUDA counts: 13000 is 13.0
  int runtime_version = 0;   ///< likewise; 0 in a CPU-only build
  int major = 0, minor = 0;
  std::string held_to;  ///< the compute capability that HETEROSCOPE_LIKE holds it to: "8.6"; else empty
  int multiprocessors = 0;
  int multiprocessor_numbers = 0;  ///< theirs in a trace are below it: more than `multiprocessors` if some are left out
  MultiprocessorLimits multiprocessor;
  int max_threads_per_block = 1024;
  std::size_t shared_bytes_per_block = 48 << 10;  ///< where a kernel asks for more than the usual 48 KiB
  int clock_khz = 0, memory_clock_khz = 0, memory_bus_bits = 0;
  int fp32_per_fp64 = 1;  ///< how many times slower fp64 arithmetic is than fp32
  std::size_t memory_bytes = 0;
  std::size_t l2_bytes = 0;
  bool concurrent_managed_access = false;
  bool can_map_host_memory = false;
  bool cooperative_launch = false;  ///< kernels whose blocks wait for each other
  bool clusters = false;            ///< thread block clusters with distributed shared memory
  bool limits_launch_time = false;  ///< it serves a display, whose driver ends kernels that take seconds
};

/// fp64 takes so many times the time of fp32 that a person should know of it: 32 and 64 times on cards for graphics.
constexpr bool is_slow_in_fp64(const Facts& gpu) {
  return gpu.fp32_per_fp64 >= 16;
}

/// Whether the CPU reaches memory of that kind that the GPU has allocated. Device memory it never does; managed memory
/// only where both may use it at the same time (not under WSL2): elsewhere it serves the GPU alone.
constexpr bool is_reached_by_cpu(MemoryKind kind, const Facts& gpu) {
  return kind != MemoryKind::device && (kind != MemoryKind::managed || gpu.concurrent_managed_access);
}

/// All GPUs by their numbers, asked once. There is always one: a driver that is missing or too old makes it
/// unavailable, with the reason; so do a GPU's compute mode, an architecture that the program has no code for, and a
/// DeviceLost that any call has thrown. What was returned stays valid.
const std::vector<Facts>& all();
/// The GPU in use.
const Facts& facts();

/// The facts of some GPUs by their numbers; one alone is number 0.
class Devices {
 public:
  /// This machine's, which are asked for once one of them matters: that starts CUDA, which takes some tenths of a
  /// second.
  static Devices here() { return {}; }
  Devices(const Facts& one) : all_(std::span(&one, 1)) {}
  Devices(const std::vector<Facts>& all) : all_(all) {}
  [[nodiscard]] int count() const { return static_cast<int>(list().size()); }
  [[nodiscard]] const Facts& operator[](int number) const { return list()[static_cast<std::size_t>(number)]; }
  [[nodiscard]] const Facts& first() const { return list().front(); }

 private:
  Devices() = default;
  [[nodiscard]] std::span<const Facts> list() const { return all_ ? *all_ : std::span<const Facts>(all()); }

  std::optional<std::span<const Facts>> all_;  ///< none: this machine's
};

/// While it lives its thread uses that GPU.
class Use {
 public:
  explicit Use(int device) : before_(in_use()) { select(device); }
  ~Use();
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;
  /// The number of the GPU in use.
  static int in_use();
  /// The card that this number stands for: several can stand for one (HETEROSCOPE_GPUS).
  static int card_in_use();

 private:
  static void select(int device);
  int before_;
};

/// How a GPU accesses another GPU's memory: by way of the host (no peer access), directly, directly and with atomics
/// (over NVLink; PCIe has none), or not at all, since it is the same card under another number (HETEROSCOPE_GPUS).
enum class Link { host, peer, peer_atomics, same_card };
Link link_between(int from, int to);

/// Free memory of the GPU in use now, bytes; 0 where none is there.
std::size_t free_memory();

void* allocate(MemoryKind kind, std::size_t bytes);
/// Reports a failure on standard error and goes on: used by destructors.
void release(MemoryKind kind, void* memory) noexcept;
/// The GPU's address of page-locked memory that `allocate` gave.
void* device_address(void* pinned);

class Event;

/// A CUDA stream of the GPU in use that does not wait for the default stream.
class Stream {
 public:
  Stream();
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  [[nodiscard]] CUstream_st* get() const { return handle_; }
  [[nodiscard]] int device() const { return device_; }
  void synchronize() const;
  /// Makes all later work of this stream wait for what precedes the event; returns at once.
  void wait(const Event& event) const;

 private:
  int device_ = Use::in_use();
  CUstream_st* handle_ = nullptr;
};

/// A CUDA event with timing.
class Event {
 public:
  Event();
  ~Event();
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  void record(const Stream& stream);
  void synchronize() const;
  /// Whether the work that precedes the event has ended.
  [[nodiscard]] bool has_passed() const;
  /// Milliseconds between two recorded and finished events.
  [[nodiscard]] static double elapsed_ms(const Event& from, const Event& to);

 private:
  friend class Stream;
  [[maybe_unused]] CUevent_st* handle_ = nullptr;  // device_none.cpp has no use for it
};

enum class Direction { to_host, to_device, on_device };
/// `on_device`: also from one GPU to another, by the shortest way that there is between them.
void copy(void* to, const void* from, std::size_t bytes, Direction direction, const Stream& stream);
/// Bytes that are to be copied from one place to another.
struct Piece {
  void* to = nullptr;
  const void* from = nullptr;
  std::size_t bytes = 0;
};
/// Copies pieces all at once, among memory that the GPU of the stream reaches by itself.
void copy_pieces(std::span<const Piece> pieces, const Stream& stream);
void fill_zero(void* memory, std::size_t bytes, const Stream& stream);
/// Sets all bits: NaNs in either precision.
void fill_ones(void* memory, std::size_t bytes, const Stream& stream);
/// Moves managed memory to the given side ahead of its use.
void prefetch(void* managed, std::size_t bytes, Direction direction, const Stream& stream);
/// Waits for everything on the GPU in use; reports errors that kernels left behind.
void synchronize();

}  // namespace heteroscope::device

namespace heteroscope {

template <>
inline constexpr std::array<IdTable<device::Link>, 4> ids<device::Link>{{{device::Link::host, "host"},
                                                                         {device::Link::peer, "peer"},
                                                                         {device::Link::peer_atomics, "peer_atomics"},
                                                                         {device::Link::same_card, "same_card"}}};

}  // namespace heteroscope
