#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/ceil_div.hpp"
#include "core/base/error.hpp"
#include "core/device/shared_memory.hpp"
#include "core/run/ranks/halo_ways.hpp"
#include "core/world/common_memory.hpp"
#include "core/world/messages.hpp"
#include "core/world/open_together.hpp"

namespace heteroscope {

namespace {

/// The memory into which rows are received.
struct Inbox {
  MachineName machine{};
  device::SharedHandle handle{};
};

/// Straight into memory of the other's GPU; a message says that they are there. That memory has room for two, by turns:
/// who sends the next but one has received what the other sent after it had taken out the last.
class IpcHalo final : public Halo {
 public:
  explicit IpcHalo(const HaloEnds& ends)
      : communicator_(ends.communicator), other_(ends.other), device_(ends.participant.device), room_(ends.most_bytes) {
    if (!ends.participant.is_gpu() || ends.memory != MemoryKind::device) {
      throw BadInput(
          fmt::format("rows are copied from GPU to GPU, but rank {} does not use device memory", communicator_.rank()));
    }
    const device::Use use(device_);
    stream_.emplace();
    // whole blocks of the driver's, as with a smaller one it would share what else lies there
    constexpr std::size_t block = std::size_t{2} << 20;
    inbox_ = std::make_unique<Buffer>(MemoryKind::device, ceil_div(2 * room_, block) * block);
  }

  std::vector<std::byte> invite() override {
    const device::Use use(device_);
    return packed(Inbox{.machine = machine_name(), .handle = device::share(inbox_->device())});
  }

  void accept(std::span<const std::byte> theirs) override {
    const auto inbox = unpacked<Inbox>(theirs);
    if (machine_name() != inbox.machine)
      throw BadInput(fmt::format("rank {} is on another machine, {}", other_, inbox.machine.data()));
    const device::Use use(device_);
    outbox_ = static_cast<std::byte*>(device::open_shared(inbox.handle));
  }

  ~IpcHalo() override {
    if (outbox_ != nullptr) device::close_shared(outbox_);
  }

  void send(std::span<const FieldView> planes, Rows rows) override {
    const device::Use use(device_);
    std::byte* to = outbox_ + (sent_++ % 2) * room_;
    for (const FieldView& each : planes) {
      const RowsOfPlane from = rows_of_plane(each, rows);
      device::copy(to, from.data, from.bytes, device::Direction::on_device, *stream_);
      to += from.bytes;
    }
    stream_->synchronize();
    communicator_.send(other_, std::span<const std::byte>());
  }

  void receive(std::span<const FieldView> planes, Rows rows) override {
    communicator_.receive(other_);
    const device::Use use(device_);
    const std::byte* from = static_cast<const std::byte*>(inbox_->device()) + (received_++ % 2) * room_;
    for (const FieldView& each : planes) {
      const RowsOfPlane to = rows_of_plane(each, rows);
      device::copy(to.data, from, to.bytes, device::Direction::on_device, *stream_);
      from += to.bytes;
    }
    stream_->synchronize();
  }

  /// Memory is given back when the other has closed it.
  void close() override {
    const device::Use use(device_);
    device::close_shared(std::exchange(outbox_, nullptr));
    communicator_.send(other_, std::span<const std::byte>());
    communicator_.receive(other_);
  }

 private:
  Communicator& communicator_;
  int other_;
  int device_;
  std::size_t room_;
  std::unique_ptr<Buffer> inbox_;
  std::byte* outbox_ = nullptr;  ///< the other's
  std::optional<device::Stream> stream_;
  std::size_t sent_ = 0, received_ = 0;
};

}  // namespace

std::unique_ptr<Halo> make_ipc_halo(const HaloEnds& ends) {
  return std::make_unique<IpcHalo>(ends);
}

}  // namespace heteroscope
