#include "core/state_planes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace heteroscope {

namespace {

/// Some rows of a view.
struct Piece {
  std::byte* data;
  std::size_t bytes;
};

Piece piece_of(const FieldView& view, Rows rows) {
  const std::size_t row_bytes = static_cast<std::size_t>(view.size.width) * bytes_of(view.precision);
  return {static_cast<std::byte*>(view.data) + row_bytes * static_cast<std::size_t>(rows.begin),
          row_bytes * static_cast<std::size_t>(rows.count())};
}

}  // namespace

StatePlanes::StatePlanes(BufferPool& pool, Extent extent, int state, int spares)
    : pool_(pool), extent_(extent), state_(state), planes_(state + spares) {}

/// Memory of the kind; what the planes of another kind hold is carried over by move_cut's rules, so that it must not be
/// asked for while the side has rows in another kind, unless it is the GPU's: its rows then go to the host first.
void StatePlanes::fill(Side& side, MemoryKind kind) {
  const auto bytes = static_cast<std::size_t>(extent_.size.area()) * bytes_of(extent_.precision);
  side.buffers.clear();
  for (int i = 0; i < planes_; ++i) side.buffers.push_back(pool_.take(kind, bytes));
  order(side);
}

void StatePlanes::order(Side& side) const {
  side.views.resize(side.buffers.size());
  for (std::size_t i = 0; i < side.buffers.size(); ++i) {
    const Buffer& buffer = *side.buffers[i];
    side.views[i] = {&side == &gpu_ ? buffer.device() : buffer.host(), extent_.size, extent_.precision};
  }
}

void StatePlanes::reset() {
  order(host_);
  order(gpu_);
  cut_ = 0;
}

void StatePlanes::refill_gpu(const device::Stream& stream) {
  order(gpu_);
  copy({0, cut_}, device::Direction::to_device, stream);
}

std::span<FieldView> StatePlanes::host(bool page_locked) {
  // page-locked memory serves every later use, ordinary memory is given up when copies begin
  if (host_.buffers.empty()) {
    fill(host_, page_locked ? MemoryKind::pinned : MemoryKind::host);
  } else if (page_locked && host_.buffers.front()->kind() == MemoryKind::host) {
    const Side before = host_;
    fill(host_, MemoryKind::pinned);
    for (int i = 0; i < state_; ++i) {
      const Rows rows{cut_, extent_.size.height};
      const Piece from = piece_of(before.views[static_cast<std::size_t>(i)], rows);
      std::memcpy(piece_of(host_.views[static_cast<std::size_t>(i)], rows).data, from.data, from.bytes);
    }
  }
  return host_.views;
}

std::span<FieldView> StatePlanes::gpu(MemoryKind memory) {
  if (gpu_.buffers.empty() || gpu_.buffers.front()->kind() != memory) {
    const int cut = cut_;
    if (cut > 0) {
      const device::Stream stream;
      host(true);
      move_cut(0, stream);
      fill(gpu_, memory);
      move_cut(cut, stream);
    } else {
      fill(gpu_, memory);
    }
  }
  return gpu_.views;
}

void StatePlanes::copy(Rows rows, device::Direction direction, const device::Stream& stream) {
  if (rows.empty()) return;
  const bool to_host = direction == device::Direction::to_host;
  for (int i = 0; i < state_; ++i) {
    const Piece host = piece_of(host_.views[static_cast<std::size_t>(i)], rows);
    const Piece gpu = piece_of(gpu_.views[static_cast<std::size_t>(i)], rows);
    device::copy(to_host ? host.data : gpu.data, to_host ? gpu.data : host.data, host.bytes, direction, stream);
  }
}

void StatePlanes::move_cut(int cut, const device::Stream& stream) {
  if (cut > cut_) copy({cut_, cut}, device::Direction::to_device, stream);
  if (cut < cut_) copy({cut, cut_}, device::Direction::to_host, stream);
  stream.synchronize();
  cut_ = cut;
}

void StatePlanes::exchange(int rows, const device::Stream& stream) {
  copy({cut_, std::min(cut_ + rows, extent_.size.height)}, device::Direction::to_device, stream);
  copy({std::max(cut_ - rows, 0), cut_}, device::Direction::to_host, stream);
  stream.synchronize();
}

void StatePlanes::fetch(Rows rows, const device::Stream& stream) {
  copy({rows.begin, std::min(rows.end, cut_)}, device::Direction::to_host, stream);
  stream.synchronize();
}

void StatePlanes::put_back(Rows rows, const device::Stream& stream) {
  copy({rows.begin, std::min(rows.end, cut_)}, device::Direction::to_device, stream);
  stream.synchronize();
}

void StatePlanes::spoil() {
  const Rows all{0, extent_.size.height};
  for (const FieldView& view : host_.views) {
    const Piece piece = piece_of(view, all);
    std::memset(piece.data, 0xff, piece.bytes);
  }
  if (gpu_.views.empty()) return;
  const device::Stream stream;
  for (const FieldView& view : gpu_.views) {
    const Piece piece = piece_of(view, all);
    device::copy(piece.data, piece_of(host_.views.front(), all).data, piece.bytes, device::Direction::to_device,
                 stream);
  }
  stream.synchronize();
}

}  // namespace heteroscope
