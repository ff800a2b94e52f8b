#include "core/device/ceilings/link_ceilings.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/watch.hpp"
#include "core/device/device.hpp"
#include "core/memory/buffer.hpp"

namespace heteroscope {

namespace {

constexpr std::size_t large = std::size_t{1} << 28;
constexpr std::size_t small = 64;
constexpr int copies = 6;
constexpr int turns = 200;

}  // namespace

LinkRates measure_link(const Lane& from, int to) {
  BufferPool pool;
  const auto source = [&] {
    const device::Use use(from.device);
    return pool.take(from.is_gpu() ? MemoryKind::device : MemoryKind::pinned, large);
  }();
  const device::Use use(to);
  const auto target = pool.take(MemoryKind::device, large);
  const auto there = from.is_gpu() ? device::Direction::on_device : device::Direction::to_device;
  const auto back = from.is_gpu() ? device::Direction::on_device : device::Direction::to_host;
  void* const begin = from.is_gpu() ? source->device() : source->host();
  const device::Stream stream;
  LinkRates out;
  for (int i = 0; i < copies; ++i) {
    stream.synchronize();
    const Watch watch;
    device::copy(target->device(), begin, large, there, stream);
    stream.synchronize();
    out.bytes_per_s = std::max(out.bytes_per_s, static_cast<double>(large) / (watch.ms() / 1000));
  }
  const Watch watch;
  for (int i = 0; i < turns; ++i) {
    device::copy(target->device(), begin, small, there, stream);
    device::copy(begin, target->device(), small, back, stream);
  }
  stream.synchronize();
  out.latency_s = watch.ms() / 1000 / (2 * turns);
  return out;
}

}  // namespace heteroscope
