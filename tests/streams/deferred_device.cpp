// Stands at the door to the GPUs, in place of device_cuda.cpp or device_none.cpp: three GPUs whose memory is the
// host's, and whose streams do what they are asked to as late, and in as odd an order, as events allow. What nobody
// waits for in the right way is seen in the values.
#include "tests/streams/deferred_device.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/device/device.hpp"

namespace heteroscope {

namespace {

using device::Event;

/// One thing that a stream is to do.
struct Order {
  std::function<void()> work;
  const Event* awaits = nullptr;  ///< recorded so often
  const Event* records = nullptr;
  int count = 0;
};

/// How often an event was asked to be recorded, and was, and when, in ms of a clock that each order moves on.
struct EventState {
  int asked = 0;
  int recorded = 0;
  double ms = 0;
};

struct Streams {
  std::recursive_mutex mutex;
  std::map<const void*, std::deque<Order>> of;  ///< by handle
  std::map<const Event*, EventState> events;
  std::mt19937 random;
  double ms = 0;

  static Streams& get() {
    static Streams streams;
    return streams;
  }
  void add(const void* stream, Order order) {
    const std::lock_guard lock(mutex);
    of[stream].push_back(std::move(order));
  }
  /// Does what one of the streams has to do next; false: no stream has anything that it may do.
  bool step() {
    constexpr double order_ms = 0.001;
    const std::lock_guard lock(mutex);
    std::vector<std::deque<Order>*> ready;
    for (auto& [stream, orders] : of) {
      if (orders.empty()) continue;
      const Order& next = orders.front();
      if (next.awaits == nullptr || events[next.awaits].recorded >= next.count) ready.push_back(&orders);
    }
    if (ready.empty()) return false;
    std::deque<Order>& chosen = *ready[random() % ready.size()];
    const Order order = std::move(chosen.front());
    chosen.pop_front();
    ms += order_ms;
    if (order.work) order.work();
    if (order.records == nullptr) return true;
    EventState& event = events[order.records];
    event.recorded = order.count;
    event.ms = ms;
    return true;
  }
  template <class Done>
  void until(Done done) {
    const std::lock_guard lock(mutex);
    while (!done()) {
      if (!step()) throw std::logic_error("a stream waits for what no stream does");
    }
  }
};

}  // namespace

void testing::on_stream(CUstream_st* stream, std::function<void()> work) {
  Streams::get().add(stream, {.work = std::move(work)});
}
void testing::set_order(unsigned seed) {
  Streams::get().random.seed(seed);
}
bool testing::all_done() {
  Streams& streams = Streams::get();
  const std::lock_guard lock(streams.mutex);
  for (const auto& [stream, orders] : streams.of) {
    if (std::ranges::any_of(orders, [](const Order& each) { return static_cast<bool>(each.work); })) return false;
  }
  return true;
}

namespace device {

namespace {

thread_local int used = 0;

}  // namespace

const std::vector<Facts>& all() {
  static const std::vector<Facts> three(
      3, Facts{.available = true, .name = "a GPU that is late", .multiprocessors = 4, .clock_khz = 1000000});
  return three;
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
  return used;
}
void Use::select(int device) {
  used = device;
}
Link link_between(int from, int to) {
  return from == to ? Link::same_card : Link::peer;
}
std::size_t free_memory() {
  return std::size_t{1} << 32;
}
void* allocate(MemoryKind, std::size_t bytes) {
  void* const memory = std::malloc(bytes + 1);
  if (memory == nullptr) throw OutOfDeviceMemory("no more memory");
  return memory;
}
void release(MemoryKind, void* memory) noexcept {
  std::free(memory);
}
void* device_address(void* pinned) {
  return pinned;
}

Stream::Stream() {
  handle_ = reinterpret_cast<CUstream_st*>(this);
}
Stream::~Stream() {}
void Stream::synchronize() const {
  Streams& streams = Streams::get();
  streams.until([&] { return streams.of[handle_].empty(); });
}
void Stream::wait(const Event& event) const {
  Streams& streams = Streams::get();
  const std::lock_guard lock(streams.mutex);
  streams.add(handle_, {.work = {}, .awaits = &event, .count = streams.events[&event].asked});
}

Event::Event() {}
Event::~Event() {
  Streams& streams = Streams::get();
  const std::lock_guard lock(streams.mutex);
  streams.events.erase(this);
}
void Event::record(const Stream& stream) {
  Streams& streams = Streams::get();
  const std::lock_guard lock(streams.mutex);
  streams.add(stream.get(), {.work = {}, .records = this, .count = ++streams.events[this].asked});
}
void Event::synchronize() const {
  Streams& streams = Streams::get();
  streams.until([&] { return streams.events[this].recorded >= streams.events[this].asked; });
}
bool Event::has_passed() const {
  Streams& streams = Streams::get();
  const std::lock_guard lock(streams.mutex);
  static_cast<void>(streams.step());
  return streams.events[this].recorded >= streams.events[this].asked;
}
double Event::elapsed_ms(const Event& from, const Event& to) {
  Streams& streams = Streams::get();
  const std::lock_guard lock(streams.mutex);
  return streams.events[&to].ms - streams.events[&from].ms;
}

void copy(void* to, const void* from, std::size_t bytes, Direction, const Stream& stream) {
  testing::on_stream(stream.get(), [=] { std::memmove(to, from, bytes); });
}
void copy_pieces(std::span<const Piece> pieces, const Stream& stream) {
  for (const Piece& each : pieces) copy(each.to, each.from, each.bytes, Direction::on_device, stream);
}
void fill_zero(void* memory, std::size_t bytes, const Stream& stream) {
  testing::on_stream(stream.get(), [=] { std::memset(memory, 0, bytes); });
}
void fill_ones(void* memory, std::size_t bytes, const Stream& stream) {
  testing::on_stream(stream.get(), [=] { std::memset(memory, 0xff, bytes); });
}
void prefetch(void*, std::size_t, Direction, const Stream&) {}
void synchronize() {}

}  // namespace device

}  // namespace heteroscope
