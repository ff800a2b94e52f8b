#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/color_map.hpp"
#include "core/field_view.hpp"
#include "core/rates.hpp"
#include "core/summary.hpp"
#include "core/types.hpp"

struct CUstream_st;
struct CUevent_st;

namespace heteroscope {
struct SampleGrid;
}

/// The one door to the GPU. `device_cuda.cpp` and the `.cu` files of core stand behind it in a CUDA build,
/// `device_none.cpp` in a CPU-only build; callers never know which. Every call but `facts()` throws DeviceError on
/// failure.
namespace heteroscope::device {

struct Facts {
  bool available = false;
  bool lost = false;    ///< it was available, and a kernel's fault has ended that, for as long as this process lives
  std::string why_not;  ///< one line; set where `available` is false
  std::string name;
  int driver_version = 0;   ///< as CUDA counts: 13000 is 13.0
  int runtime_version = 0;  ///< likewise; 0 in a CPU-only build
  int major = 0, minor = 0;
  int multiprocessors = 0;
  int max_threads_per_block = 1024;
  int clock_khz = 0, memory_clock_khz = 0, memory_bus_bits = 0;
  int fp32_per_fp64 = 1;  ///< how many times slower fp64 arithmetic is than fp32
  std::size_t memory_bytes = 0;
  std::size_t l2_bytes = 0;
  bool concurrent_managed_access = false;
  bool can_map_host_memory = false;
};

/// Device 0, asked once. A driver that is missing or too old makes the device unavailable, with the reason; so does a
/// DeviceLost that any call has thrown. What was returned stays valid.
const Facts& facts();

/// Free device memory now, bytes; 0 where no device is there.
std::size_t free_memory();

void* allocate(MemoryKind kind, std::size_t bytes);
/// Reports a failure on standard error and goes on: used by destructors.
void release(MemoryKind kind, void* memory) noexcept;
/// The GPU's address of page-locked memory that `allocate` gave.
void* device_address(void* pinned);

/// A CUDA stream that does not wait for the default stream.
class Stream {
 public:
  Stream();
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  [[nodiscard]] CUstream_st* get() const { return handle_; }
  void synchronize() const;

 private:
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
  /// Milliseconds between two recorded and finished events.
  [[nodiscard]] static double elapsed_ms(const Event& from, const Event& to);

 private:
  [[maybe_unused]] CUevent_st* handle_ = nullptr;  // device_none.cpp has no use for it
};

enum class Direction { to_host, to_device, on_device };
void copy(void* to, const void* from, std::size_t bytes, Direction direction, const Stream& stream);
void fill_zero(void* memory, std::size_t bytes, const Stream& stream);
/// Sets all bits: NaNs in either precision.
void fill_ones(void* memory, std::size_t bytes, const Stream& stream);
/// Moves managed memory to the given side ahead of its use.
void prefetch(void* managed, std::size_t bytes, Direction direction, const Stream& stream);
/// Waits for everything; reports errors that kernels left behind.
void synchronize();

/// Minimum, maximum, sum and zeros of a field on the device.
Summary summarize(const FieldView& view, const Stream& stream);

/// As heteroscope::sample(), of a field on the device into memory there; the same bits.
void sample(const FieldView& view, const SampleGrid& grid, void* out, const Stream& stream);

/// Colors rows of a field on the device into RGBA8 pixels there (4 bytes each, rows packed).
void colorize(const FieldView& view, const ColorMap& map, std::uint32_t* pixels, const Stream& stream);
/// The same, into a surface object of an array of the field's size (RGBA8).
void colorize_to_surface(const FieldView& view, const ColorMap& map, std::uint64_t surface, const Stream& stream);
/// The pixels that colorize_to_surface() gives, by way of an array of its own: to compare them. Sides up to 32768.
std::vector<std::uint32_t> colorize_by_surface(const FieldView& view, const ColorMap& map, const Stream& stream);

/// What the device can do at most, measured by events, with a launch ahead of each that is timed, as variants are.

FmaRates measure_fma();
/// What the kernels that measure ceilings compute wrongly; empty if nothing.
std::string wrong_ceilings();
/// The largest set of bytes that is measured: two gigabytes, or half of the free memory where that is less.
std::size_t largest_set();
/// In a set of so many bytes, the faster of the driver's way and a kernel; see MemoryCeiling.
MemoryRates measure_memory(std::size_t set_bytes);

}  // namespace heteroscope::device
