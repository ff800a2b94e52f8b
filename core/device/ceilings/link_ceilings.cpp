#include "core/device/ceilings/link_ceilings.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "core/base/watch.hpp"
#include "core/device/device.hpp"
#include "core/memory/buffer.hpp"

namespace heteroscope {

namespace {

constexpr std::size_t large = std::size_t{1} << 28;
constexpr std::size_t small = 64;
constexpr int copies = 6;
constexpr int turns = 200;

/// A block of memory of the sending lane's, one of the GPU's, and the stream that copies between them: the sender's
/// own, as where lanes' rows are brought together (core/lanes/gather.cpp), or the receiver's for the CPU.
class Way {
 public:
  Way(BufferPool& pool, const Lane& from, int to)
      : from_gpu_(from.is_gpu()),
        source_(taken(pool, from.is_gpu() ? MemoryKind::device : MemoryKind::pinned, from.device)),
        target_(taken(pool, MemoryKind::device, to)),
        stream_(stream_of(from.is_gpu() ? from.device : to)) {}

  void send(std::size_t bytes) const {
    device::copy(target_->device(), sender(), bytes,
                 from_gpu_ ? device::Direction::on_device : device::Direction::to_device, *stream_);
  }
  void send_back(std::size_t bytes) const {
    device::copy(sender(), target_->device(), bytes,
                 from_gpu_ ? device::Direction::on_device : device::Direction::to_host, *stream_);
  }
  void wait() const { stream_->synchronize(); }

 private:
  static std::shared_ptr<Buffer> taken(BufferPool& pool, MemoryKind kind, int device) {
    const device::Use use(device);
    return pool.take(kind, large);
  }
  static std::unique_ptr<device::Stream> stream_of(int device) {
    const device::Use use(device);
    return std::make_unique<device::Stream>();
  }
  [[nodiscard]] void* sender() const { return from_gpu_ ? source_->device() : source_->host(); }

  bool from_gpu_;
  std::shared_ptr<Buffer> source_, target_;
  std::unique_ptr<device::Stream> stream_;
};

}  // namespace

double measure_arrival(std::span<const Lane> from, int to) {
  BufferPool pool;
  std::vector<Way> ways;
  for (const Lane& lane : from) ways.emplace_back(pool, lane, to);
  double best = 0;
  for (int i = 0; i < copies; ++i) {
    const Watch watch;
    for (const Way& way : ways) way.send(large);
    for (const Way& way : ways) way.wait();
    best = std::max(best, static_cast<double>(large) * static_cast<double>(ways.size()) / (watch.ms() / 1000));
  }
  return best;
}

LinkRates measure_link(const Lane& from, int to) {
  LinkRates out{.bytes_per_s = measure_arrival({&from, 1}, to)};
  BufferPool pool;
  const Way way(pool, from, to);
  way.send(small);
  way.wait();
  const Watch watch;
  for (int i = 0; i < turns; ++i) {
    way.send(small);
    way.send_back(small);
  }
  way.wait();
  out.latency_s = watch.ms() / 1000 / (2 * turns);
  return out;
}

}  // namespace heteroscope
