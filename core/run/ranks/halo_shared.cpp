#include <cstring>
#include <deque>
#include <optional>
#include <vector>

#include "core/device/shared_memory.hpp"
#include "core/run/ranks/halo_ways.hpp"
#include "core/world/channel.hpp"
#include "core/world/messages.hpp"
#include "core/world/open_together.hpp"

namespace heteroscope {

namespace {

/// Through host memory that both processes have, which is page-locked where a GPU copies: an edge is copied into it
/// and out of it, and what says that it is there is a count beside it.
class SharedHalo final : public Halo {
 public:
  explicit SharedHalo(const HaloEnds& ends)
      : channel_(ends.communicator, ends.other, ends.most_bytes), device_(ends.participant.device) {
    if (!ends.participant.is_gpu()) return;
    const device::Use use(device_);
    stream_.emplace();
  }

  std::vector<std::byte> invite() override { return packed(channel_.invite()); }

  void accept(std::span<const std::byte> theirs) override {
    channel_.accept(unpacked<CommonHandle>(theirs));
    if (!stream_) return;
    const device::Use use(device_);
    locks_.emplace_back(channel_.in());
    locks_.emplace_back(channel_.out());
  }

  void send(std::span<const FieldView> planes, Rows rows) override {
    std::byte* to = channel_.to_fill();
    for (const FieldView& each : planes) {
      const RowsOfPlane from = rows_of_plane(each, rows);
      copy(to, from.data, from.bytes, device::Direction::to_host);
      to += from.bytes;
    }
    if (stream_) stream_->synchronize();
    channel_.filled();
  }

  void receive(std::span<const FieldView> planes, Rows rows) override {
    const std::byte* from = channel_.to_take();
    for (const FieldView& each : planes) {
      const RowsOfPlane to = rows_of_plane(each, rows);
      copy(to.data, from, to.bytes, device::Direction::to_device);
      from += to.bytes;
    }
    if (stream_) stream_->synchronize();
    channel_.taken();
  }

 private:
  void copy(std::byte* to, const std::byte* from, std::size_t bytes, device::Direction direction) const {
    if (!stream_) {
      std::memcpy(to, from, bytes);
      return;
    }
    device::copy(to, from, bytes, direction, *stream_);
  }

  Channel channel_;
  int device_;
  std::optional<device::Stream> stream_;  ///< of a GPU
  std::deque<device::PageLock> locks_;    ///< likewise
};

}  // namespace

std::unique_ptr<Halo> make_shared_halo(const HaloEnds& ends) {
  return std::make_unique<SharedHalo>(ends);
}

}  // namespace heteroscope
