#include <fmt/format.h>

#include <array>
#include <cstring>
#include <memory>
#include <optional>

#include "core/base/error.hpp"
#include "core/run/ranks/halo_ways.hpp"
#include "core/world/world.hpp"

namespace heteroscope {

namespace {

/// From memory and into memory that MPI is given, a GPU's where the lane is one. There are two rooms for what goes and
/// two for what comes, by turns, as rows may be overwritten before MPI is done with them. As many rows come as go.
class MpiHalo final : public Halo {
 public:
  explicit MpiHalo(const HaloEnds& ends)
      : companions_(ends.companions),
        mover_(companions_.world().mover()),
        other_(ends.other),
        device_(ends.lane.device) {
    if (mover_ == nullptr)
      throw BadInput("the MPI that runs here takes no GPU's memory, as it says itself (MPIX_Query_cuda_support)");
    const bool on_gpu = ends.lane.is_gpu();
    if (on_gpu && ends.memory != MemoryKind::device)
      throw BadInput(fmt::format("rows go in device memory, which rank {} does not use", companions_.rank()));
    const device::Use use(device_);
    if (on_gpu) stream_.emplace();
    const MemoryKind kind = on_gpu ? MemoryKind::device : MemoryKind::host;
    for (Turn& each : turns_) {
      each.out = ends.pool.take(kind, ends.most_bytes);
      each.in = ends.pool.take(kind, ends.most_bytes);
    }
  }

  void send(std::span<const FieldView> planes, Rows rows) override {
    const device::Use use(device_);
    Turn& turn = turns_[sent_++ % turns_.size()];
    await(turn.going);
    std::size_t bytes = 0;
    for (const FieldView& each : planes) {
      const RowsOfPlane from = rows_of_plane(each, rows);
      copy(place(turn.out, bytes), from.data, from.bytes);
      bytes += from.bytes;
    }
    if (stream_) stream_->synchronize();
    turn.coming = mover_->move_from(other_, std::shared_ptr<void>(turn.in, place(turn.in, 0)), bytes);
    turn.going = mover_->move_to(other_, std::shared_ptr<const void>(turn.out, place(turn.out, 0)), bytes);
  }

  void receive(std::span<const FieldView> planes, Rows rows) override {
    const device::Use use(device_);
    Turn& turn = turns_[received_++ % turns_.size()];
    await(turn.coming);
    await(turn.going);  // so that it need not go on while this rank computes
    std::size_t bytes = 0;
    for (const FieldView& each : planes) {
      const RowsOfPlane to = rows_of_plane(each, rows);
      copy(to.data, place(turn.in, bytes), to.bytes);
      bytes += to.bytes;
    }
    if (stream_) stream_->synchronize();
  }

 private:
  struct Turn {
    std::shared_ptr<Buffer> out, in;
    std::optional<Mover::Move> going, coming;
  };

  void await(std::optional<Mover::Move>& move) {
    if (move) companions_.await(other_, [&](bool) { return mover_->has_moved(*move); });
    move.reset();
  }
  [[nodiscard]] std::byte* place(const std::shared_ptr<Buffer>& buffer, std::size_t at) const {
    return static_cast<std::byte*>(stream_ ? buffer->device() : buffer->host()) + at;
  }
  void copy(std::byte* to, const std::byte* from, std::size_t bytes) const {
    if (stream_) {
      device::copy(to, from, bytes, device::Direction::on_device, *stream_);
    } else {
      std::memcpy(to, from, bytes);
    }
  }

  Companions& companions_;
  Mover* mover_;
  int other_;
  int device_;
  std::array<Turn, 2> turns_;
  std::optional<device::Stream> stream_;  ///< of a GPU
  std::size_t sent_ = 0, received_ = 0;
};

}  // namespace

std::unique_ptr<Halo> make_mpi_halo(const HaloEnds& ends) {
  return std::make_unique<MpiHalo>(ends);
}

}  // namespace heteroscope
