// Stands at the door to the GPU, in place of device_cuda.cpp or device_none.cpp: a GPU whose memory is the host's, so
// that its calls can be made to fail where there is none.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <string_view>

#include "core/base/error.hpp"
#include "core/ceilings/chip_ceilings.hpp"
#include "core/ceilings/device_ceilings.hpp"
#include "core/ceilings/fixed_loop.hpp"
#include "core/color/colorize.hpp"
#include "core/color/colorize_device.hpp"
#include "core/device/copies.hpp"
#include "core/device/device.hpp"
#include "core/device/likeness.hpp"
#include "core/device/management.hpp"
#include "core/summary/sample.hpp"
#include "core/summary/summary_device.hpp"
#include "core/trace/gpu_clock.hpp"
#include "tests/faults/inject.hpp"

namespace heteroscope::device {

namespace {

using faults::fails;
using faults::Kind;
using Clock = std::chrono::steady_clock;

/// HETEROSCOPE_FAKE_CARD: words between commas that are true of each.
bool is_told(std::string_view word) {
  const char* const told = std::getenv("HETEROSCOPE_FAKE_CARD");
  return told != nullptr && std::string_view(told).find(word) != std::string_view::npos;
}

Facts works(std::uint8_t number) {
  Facts out{.available = true,
            .name = "a GPU of memory alone",
            .uuid = {0x48, number},
            .is_instance = is_told("instance"),
            .exclusive = is_told("exclusive"),
            .driver_version = 13000,
            .runtime_version = 13000,
            .major = 9,
            .multiprocessors = 4,
            .multiprocessor_numbers = 4,
            .clock_khz = 1000000,
            .memory_clock_khz = 1000000,
            .memory_bus_bits = 64,
            .fp32_per_fp64 = 2,
            .memory_bytes = std::size_t{1} << 32,
            .l2_bytes = std::size_t{1} << 20,
            .concurrent_managed_access = true,
            .can_map_host_memory = true,
            .cooperative_launch = true};
  const Liked liked = wanted_likeness();
  if (liked.likeness) hold(out, *liked.likeness);
  out.why_not = liked.why_not;
  out.available = liked.why_not.empty();
  return out;
}

/// HETEROSCOPE_FAKE_GPUS: how many there are.
int count() {
  const char* wanted = std::getenv("HETEROSCOPE_FAKE_GPUS");
  return wanted != nullptr ? std::max(1, std::atoi(wanted)) : 1;
}

/// Handed out by reference: each list is kept, and the last one is the present one.
struct Present {
  std::mutex mutex;
  std::deque<std::vector<Facts>> all{made()};
  std::atomic<const std::vector<Facts>*> now{&all.front()};

  static std::vector<Facts> made() {
    std::vector<Facts> out;
    for (int number = 0; number < count(); ++number) out.push_back(works(static_cast<std::uint8_t>(number)));
    return out;
  }
  void lose(int number) {
    const std::lock_guard lock(mutex);
    std::vector<Facts> left = *now.load();
    Facts& gone = left[static_cast<std::size_t>(number)];
    gone.available = false;
    gone.lost = true;
    gone.why_not = "the GPU stopped: as it was told to";
    now = &all.emplace_back(std::move(left));
  }
};

Present& present() {
  static Present* const kept = new Present;
  return *kept;
}

thread_local int used = 0;

/// What any of the calls may say.
void call() {
  if (fails(Kind::gpu_lost)) present().lose(used);
  if (facts().lost) throw DeviceLost(facts().why_not + " (a call)");
  if (fails(Kind::gpu)) throw DeviceError("a call to the GPU failed, as it was told to");
}

}  // namespace

const std::vector<Facts>& all() {
  return *present().now.load();
}
const Facts& facts() {
  return all()[static_cast<std::size_t>(used)];
}
Use::~Use() {
  used = before_;
}
int Use::in_use() {
  return used;
}
int Use::card_in_use() {
  return 0;
}
void Use::select(int device) {
  used = device;
}
/// As on a board where NVLink joins pairs, and a switch each four.
Link link_between(int from, int to) {
  call();
  if (from == to) return Link::same_card;
  if (from / 2 == to / 2) return Link::peer_atomics;
  return from / 4 == to / 4 ? Link::peer : Link::host;
}

std::size_t free_memory() {
  call();
  return facts().memory_bytes;
}

void* allocate(MemoryKind, std::size_t bytes) {
  call();
  constexpr std::size_t alignment = 256;
  if (fails(Kind::gpu_full)) throw OutOfDeviceMemory("the GPU has no more memory, as it was told to");
  void* memory = nullptr;
  if (::posix_memalign(&memory, alignment, bytes + 1) != 0) throw OutOfDeviceMemory("no more memory");
  return memory;
}
void release(MemoryKind, void* memory) noexcept {
  std::free(memory);
}
void* device_address(void* pinned) {
  call();
  return pinned;
}

Stream::Stream() {
  call();
}
Stream::~Stream() {}
void Stream::synchronize() const {
  call();
}
void Stream::wait(const Event&) const {
  call();
}

Event::Event() {
  call();
}
Event::~Event() {}
/// The time, in the pointer's place.
void Event::record(const Stream&) {
  call();
  handle_ = reinterpret_cast<CUevent_st*>(Clock::now().time_since_epoch().count());
}
void Event::synchronize() const {
  call();
}
bool Event::has_passed() const {
  call();
  return true;
}
double Event::elapsed_ms(const Event& from, const Event& to) {
  call();
  return static_cast<double>(reinterpret_cast<Clock::rep>(to.handle_) - reinterpret_cast<Clock::rep>(from.handle_)) /
         1e6;
}

void copy(void* to, const void* from, std::size_t bytes, Direction direction, const Stream& stream) {
  call();
  const std::shared_ptr<TappedCopy> noted = CopyTap::begin(direction, bytes, stream);
  std::memmove(to, from, bytes);
  CopyTap::end(noted.get(), stream);
}
void copy_pieces(std::span<const Piece> pieces, const Stream&) {
  call();
  for (const Piece& each : pieces) std::memmove(each.to, each.from, each.bytes);
}
void fill_zero(void* memory, std::size_t bytes, const Stream&) {
  call();
  std::memset(memory, 0, bytes);
}
void fill_ones(void* memory, std::size_t bytes, const Stream&) {
  call();
  std::memset(memory, 0xff, bytes);
}
void prefetch(void*, std::size_t, Direction, const Stream&) {
  call();
}
void synchronize() {
  call();
}
ClockOffset clock_offset(Buffer&, const Stream&, Event&) {
  call();
  return {};
}
Summary summarize(const FieldView& view, const Stream&) {
  call();
  return heteroscope::summarize(view, 1);
}
void sample(const FieldView& view, const SampleGrid& grid, void* out, const Stream&) {
  call();
  heteroscope::sample(view, grid, out);
}
void colorize(const FieldView& view, const ColorMap& map, std::uint32_t* pixels, const Stream&) {
  call();
  heteroscope::colorize(view, map, pixels);
}
void colorize_to_surface(const FieldView&, const ColorMap&, std::uint64_t, const Stream&) {
  throw DeviceError("there are no surfaces here");
}
std::vector<std::uint32_t> colorize_by_surface(const FieldView& view, const ColorMap& map, const Stream&) {
  call();
  std::vector<std::uint32_t> out(static_cast<std::size_t>(view.size.area()));
  heteroscope::colorize(view, map, out.data());
  return out;
}

FmaRates measure_fma() {
  call();
  return {1e12, 5e11};
}
ChipRates measure_chip() {
  call();
  return {4e11, 3e12};
}
std::string wrong_ceilings() {
  return {};
}
void launch_fixed_loop(std::int64_t turns, std::uint32_t* to, CUstream_st*) {
  call();
  if (turns > 0) *to = fixed_loop(turns);
}
std::string pci_address() {
  return {};
}
std::size_t largest_set() {
  return std::size_t{1} << 24;
}
MemoryRates measure_memory(std::size_t) {
  call();
  return {1e11, 1e11};
}

}  // namespace heteroscope::device
