#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/device/shared_memory.hpp"
#include "core/run/halo_ways.hpp"
#include "core/world/letters.hpp"

namespace heteroscope {

namespace {

/// What ranks beside each other tell of the memory that rows are to come to.
struct Invitation {
  std::array<char, 256> machine{};
  std::int32_t on_gpu = 0;
  device::SharedHandle handle;
};

std::span<const std::byte> bytes_of_invitation(const Invitation& invitation) {
  return std::as_bytes(std::span(&invitation, 1));
}

/// Straight into memory of the other's GPU; a letter says that they are there. That memory has room for two, by turns:
/// who sends the next but one has received what the other sent after it had taken out the last.
class IpcHalo final : public Halo {
 public:
  explicit IpcHalo(const HaloEnds& ends)
      : companions_(ends.companions), other_(ends.other), device_(ends.lane.device), room_(ends.most_bytes) {
    const bool fits = ends.lane.is_gpu() && ends.memory == MemoryKind::device;
    const device::Use use(device_);
    Invitation own;
    ::gethostname(own.machine.data(), own.machine.size() - 1);
    own.on_gpu = fits ? 1 : 0;
    if (fits) {
      stream_.emplace();
      // whole blocks of the driver's, as with a smaller one it would share what else lies there
      constexpr std::size_t block = std::size_t{2} << 20;
      inbox_ = std::make_unique<Buffer>(MemoryKind::device, (2 * room_ + block - 1) / block * block);
      or_refuse([&] { own.handle = device::share(inbox_->device()); });
    }
    companions_.send(other_, bytes_of_invitation(own));
    const std::vector<std::byte> letter = companions_.receive(other_);
    Invitation theirs;
    std::memcpy(&theirs, rest_of(letter).data(), sizeof theirs);
    if (!fits || theirs.on_gpu == 0)
      throw BadInput(fmt::format("--halo ipc: rows go from GPU to GPU in device memory, which rank {} does not use",
                                 fits ? other_ : companions_.rank()));
    if (own.machine != theirs.machine)
      throw BadInput(fmt::format("--halo ipc: rank {} is on another machine, {}; --halo pinned reaches it", other_,
                                 theirs.machine.data()));
    or_refuse([&] { outbox_ = static_cast<std::byte*>(device::open_shared(theirs.handle)); });
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
    companions_.send(other_, std::span<const std::byte>());
  }

  void receive(std::span<const FieldView> planes, Rows rows) override {
    companions_.receive(other_);
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
    companions_.send(other_, std::span<const std::byte>());
    companions_.receive(other_);
  }

 private:
  /// Calls `work()`, in words that say what to do where the driver cannot.
  template <class Work>
  static void or_refuse(Work work) {
    if (const Failure failed = attempt(work))
      throw BadInput(fmt::format("--halo ipc: {}; --halo pinned does without", failed.line));
  }

  Companions& companions_;
  int other_;
  int device_;
  std::size_t room_;
  std::unique_ptr<Buffer> inbox_;
  std::byte* outbox_ = nullptr;  ///< the other's
  std::optional<device::Stream> stream_;
  std::size_t sent_ = 0, received_ = 0;
};

}  // namespace

std::unique_ptr<Halo> open_ipc_halo(const HaloEnds& ends) {
  return std::make_unique<IpcHalo>(ends);
}

}  // namespace heteroscope
