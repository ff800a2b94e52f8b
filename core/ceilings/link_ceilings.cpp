#include "core/ceilings/link_ceilings.hpp"

#include <algorithm>
#include <cmath>
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

/// A block of memory of the sending participant's, one of the GPU's, and the stream that copies between them: the
/// sender's own, as where participants' rows are brought together (core/run/shares/gather.cpp), or the receiver's for
/// the CPU.
class Way {
 public:
  Way(BufferPool& pool, const Participant& from, int to)
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

namespace {

/// Bytes per second of the best of some turns in which each way sends so many large blocks, all at the same time.
double best_rate(std::span<const Way> ways, std::span<const int> blocks) {
  double best = 0;
  for (int i = 0; i < copies; ++i) {
    const Watch watch;
    double sent = 0;
    for (std::size_t k = 0; k < ways.size(); ++k) {
      for (int block = 0; block < blocks[k]; ++block) ways[k].send(large);
      sent += blocks[k] * static_cast<double>(large);
    }
    for (const Way& way : ways) way.wait();
    best = std::max(best, sent / (watch.ms() / 1000));
  }
  return best;
}

double rate_alone(const Way& way) {
  constexpr int one = 1;
  return best_rate({&way, 1}, {&one, 1});
}

}  // namespace

double measure_arrival(std::span<const Participant> from, int to) {
  constexpr double most_blocks = 16;
  BufferPool pool;
  std::vector<Way> ways;
  for (const Participant& participant : from) ways.emplace_back(pool, participant, to);
  std::vector<double> rates;
  for (const Way& way : ways) rates.push_back(rate_alone(way));
  // the faster a way is, the more it sends, so that all end at about the same time
  const double slowest = *std::ranges::min_element(rates);
  std::vector<int> blocks;
  for (const double rate : rates) {
    blocks.push_back(static_cast<int>(std::lround(std::min(rate / slowest, most_blocks))));
  }
  return best_rate(ways, blocks);
}

LinkRates measure_link(const Participant& from, int to) {
  BufferPool pool;
  const Way way(pool, from, to);
  LinkRates out{.bytes_per_s = rate_alone(way)};
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
