#include <cstring>
#include <optional>
#include <vector>

#include "core/run/ranks/halo_ways.hpp"
#include "core/world/messages.hpp"

namespace heteroscope {

namespace {

/// In messages. A GPU's rows pass through page-locked memory.
class PinnedHalo final : public Halo {
 public:
  explicit PinnedHalo(const HaloEnds& ends) : communicator_(ends.communicator), other_(ends.other) {
    if (!ends.participant.is_gpu()) return;
    const device::Use use(ends.participant.device);
    stream_.emplace();
    staging_ = ends.pool.take(MemoryKind::pinned, ends.most_bytes);
  }

  void send(std::span<const FieldView> planes, Rows rows) override {
    std::vector<std::span<const std::byte>> parts;
    std::size_t at = 0;
    for (const FieldView& each : planes) {
      const RowsOfPlane from = rows_of_plane(each, rows);
      if (!stream_) {
        parts.emplace_back(from.data, from.bytes);
        continue;
      }
      device::copy(staging(at), from.data, from.bytes, device::Direction::to_host, *stream_);
      parts.emplace_back(staging(at), from.bytes);
      at += from.bytes;
    }
    if (stream_) stream_->synchronize();
    communicator_.send(other_, parts);
  }

  void receive(std::span<const FieldView> planes, Rows rows) override {
    const std::vector<std::byte> message = communicator_.receive(other_);
    const std::span<const std::byte> sent = rest_of(message);
    std::size_t at = 0;
    for (const FieldView& each : planes) {
      const RowsOfPlane to = rows_of_plane(each, rows);
      const std::span<const std::byte> from = sent.subspan(at, to.bytes);
      std::memcpy(stream_ ? staging(at) : to.data, from.data(), from.size());
      if (stream_) device::copy(to.data, staging(at), to.bytes, device::Direction::to_device, *stream_);
      at += to.bytes;
    }
    if (stream_) stream_->synchronize();
  }

 private:
  [[nodiscard]] std::byte* staging(std::size_t at) const { return static_cast<std::byte*>(staging_->host()) + at; }

  Communicator& communicator_;
  int other_;
  std::optional<device::Stream> stream_;  ///< of a GPU
  std::shared_ptr<Buffer> staging_;       ///< likewise
};

}  // namespace

std::unique_ptr<Halo> make_pinned_halo(const HaloEnds& ends) {
  return std::make_unique<PinnedHalo>(ends);
}

}  // namespace heteroscope
