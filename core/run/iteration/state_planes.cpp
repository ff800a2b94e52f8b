#include "core/run/iteration/state_planes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <random>

#include "core/run/iteration/plane_rows.hpp"
#include "core/run/manner.hpp"
#include "core/run/other_values.hpp"

namespace heteroscope {

namespace {

using device::Direction;

const Participant the_host{Processor::cpu};

/// `stream`: of the GPU whose memory it is; none: it is the host's.
void fill_with_nans(void* data, std::size_t bytes, const std::optional<device::Stream>& stream) {
  if (stream) {
    device::fill_ones(data, bytes, *stream);
  } else {
    std::memset(data, 0xff, bytes);
  }
}

}  // namespace

StatePlanes::StatePlanes(BufferPool& pool, Extent extent, Rows held, int state, int spares, bool spoil)
    : pool_(pool), extent_(extent), held_(held), state_(state), planes_(state + spares), spoil_(spoil) {
  sides_.emplace_back().participant = the_host;
  bands_ = {{the_host, held_}};
}

/// Vectors of a row may begin before it, or end behind it.
Rows StatePlanes::with_memory() const {
  return {std::max(held_.begin - 1, 0), std::min(held_.end + 1, extent_.size.height)};
}

StatePlanes::Side& StatePlanes::side(const Participant& participant) {
  for (Side& each : sides_) {
    if (each.participant == participant) return each;
  }
  const device::Use use(participant.device);
  Side& made = sides_.emplace_back();
  made.participant = participant;
  made.stream.emplace();
  return made;
}

const StatePlanes::Side& StatePlanes::known(const Participant& participant) const {
  return *std::ranges::find(sides_, participant, &Side::participant);
}

const FieldView& StatePlanes::plane(const Participant& participant, int i) const {
  return known(participant).views[static_cast<std::size_t>(i)];
}

void StatePlanes::fill(Side& side, MemoryKind kind) {
  const std::size_t bytes = extent_.row_bytes() * static_cast<std::size_t>(with_memory().count());
  const device::Use use(side.participant.device);
  side.buffers.clear();
  for (int i = 0; i < planes_; ++i) side.buffers.push_back(pool_.take(kind, bytes));
  if (spoil_) {
    for (const std::shared_ptr<Buffer>& each : side.buffers)
      fill_with_nans(side.stream ? each->device() : each->host(), each->bytes(), side.stream);
    if (side.stream) side.stream->synchronize();
  }
  order(side);
}

void StatePlanes::order(Side& side) const {
  side.views.resize(side.buffers.size());
  for (std::size_t i = 0; i < side.buffers.size(); ++i) {
    const Buffer& buffer = *side.buffers[i];
    side.views[i] =
        view_of_rows(side.participant.is_gpu() ? buffer.device() : buffer.host(), extent_, with_memory().begin);
  }
}

/// Calls visit(rows, stream) for each spare plane of each participant; waits.
template <class Visit>
void StatePlanes::for_each_spare(Visit visit) {
  for (const Side& each : sides_) {
    const device::Use use(each.participant.device);
    for (std::size_t i = static_cast<std::size_t>(state_); i < each.views.size(); ++i)
      visit(rows_of_plane(each.views[i], with_memory()), each.stream);
  }
  wait();
}

void StatePlanes::spoil_spares() {
  for_each_spare([](const RowsOfPlane& spare, const auto& stream) { fill_with_nans(spare.data, spare.bytes, stream); });
}

void StatePlanes::spoil_some_of_spares() {
  constexpr int numbers = spoiled_places / 4;
  const std::size_t bytes = bytes_of(extent_.precision);
  for_each_spare([&](const RowsOfPlane& spare, const auto& stream) {
    if (spare.bytes < bytes) return;
    std::uniform_int_distribution<std::size_t> cell(0, spare.bytes / bytes - 1);
    for (int i = 0; i < numbers + spoiled_places; ++i) {
      std::byte* const at = static_cast<std::byte*>(spare.data) + cell(unforeseen()) * bytes;
      if (i < numbers) {
        const ValueBits number = large_number(extent_.precision);
        copy_value(at, &number, bytes, Direction::to_device, stream ? &*stream : nullptr);
      } else {
        fill_with_nans(at, bytes, stream);
      }
    }
  });
}

void StatePlanes::change_state(OtherValues others) {
  for (int i = 0; i < state_; ++i) {
    FieldView rows = sides_.front().views[static_cast<std::size_t>(i)];
    rows.data = rows_of_plane(rows, held_).data;
    rows.size.height = held_.count();
    others.change(rows);
  }
}

void StatePlanes::wait() const {
  for (const Side& each : sides_) {
    if (each.stream) each.stream->synchronize();
  }
}

bool StatePlanes::host_has_rows() const {
  return std::ranges::any_of(bands_,
                             [](const Band& each) { return each.participant == the_host && !each.rows.empty(); });
}

void StatePlanes::reset() {
  for (Side& each : sides_) order(each);
  bands_ = {{the_host, held_}};
}

void StatePlanes::refill(const device::Stream& stream) {
  Side& gpu = side(bands_.front().participant);
  order(gpu);
  for (int i = 0; i < state_; ++i) {
    const RowsOfPlane from = rows_of_plane(plane(the_host, i), bands_.front().rows);
    device::copy(rows_of_plane(gpu.views[static_cast<std::size_t>(i)], bands_.front().rows).data, from.data, from.bytes,
                 Direction::to_device, stream);
  }
}

std::span<FieldView> StatePlanes::host(bool page_locked) {
  Side& host = sides_.front();
  // page-locked memory serves every later use, ordinary memory is given up when copies begin
  if (host.buffers.empty()) {
    fill(host, page_locked ? MemoryKind::pinned : MemoryKind::host);
  } else if (page_locked && host.buffers.front()->kind() == MemoryKind::host) {
    const std::vector<std::shared_ptr<Buffer>> buffers = host.buffers;
    const std::vector<FieldView> views = host.views;
    fill(host, MemoryKind::pinned);
    for (const Band& each : bands_) {
      if (each.participant != the_host) continue;
      for (std::size_t i = 0; i < static_cast<std::size_t>(state_); ++i) {
        const RowsOfPlane from = rows_of_plane(views[i], each.rows);
        std::memcpy(rows_of_plane(host.views[i], each.rows).data, from.data, from.bytes);
      }
    }
  }
  return host.views;
}

std::span<FieldView> StatePlanes::gpu(int device, MemoryKind memory) {
  Side& gpu = side({Processor::gpu, device});
  if (!gpu.buffers.empty() && gpu.buffers.front()->kind() == memory) return gpu.views;
  const std::vector<Band> bands = bands_;
  const bool has_rows = std::ranges::find(bands, gpu.participant, &Band::participant) != bands.end();
  if (has_rows && !gpu.buffers.empty()) {
    // by way of the host
    share_out(std::span(&the_host, 1), {held_});
    fill(gpu, memory);
    std::vector<Participant> participants;
    Parts parts;
    for (const Band& each : bands) {
      participants.push_back(each.participant);
      parts.push_back(each.rows);
    }
    share_out(participants, parts);
  } else {
    fill(gpu, memory);
  }
  return gpu.views;
}

void StatePlanes::copy(const Side& from, const Side& to, Rows rows) const {
  if (rows.empty()) return;
  const Side& gpu = from.participant.is_gpu() ? from : to;
  const Direction direction = !to.participant.is_gpu()     ? Direction::to_host
                              : !from.participant.is_gpu() ? Direction::to_device
                                                           : Direction::on_device;
  for (std::size_t i = 0; i < static_cast<std::size_t>(state_); ++i) {
    const RowsOfPlane piece = rows_of_plane(from.views[i], rows);
    device::copy(rows_of_plane(to.views[i], rows).data, piece.data, piece.bytes, direction, *gpu.stream);
  }
}

void StatePlanes::share_out(std::span<const Participant> participants, const Parts& parts) {
  std::vector<Band> wanted;
  for (std::size_t i = 0; i < participants.size(); ++i) {
    if (!parts[i].empty()) wanted.push_back({participants[i], parts[i]});
  }
  if (wanted == bands_) return;
  const bool to_host = std::ranges::find(wanted, the_host, &Band::participant) != wanted.end();
  const auto is_gpu = [](const Band& each) { return each.participant.is_gpu(); };
  const bool gpus = std::ranges::any_of(wanted, is_gpu) || std::ranges::any_of(bands_, is_gpu);
  if (to_host || host_has_rows()) host(gpus);
  for (const Band& to : wanted) {
    for (const Band& from : bands_) {
      if (from.participant != to.participant)
        copy(side(from.participant), side(to.participant), common(from.rows, to.rows));
    }
  }
  wait();
  bands_ = std::move(wanted);
}

void StatePlanes::exchange(int rows) {
  for (const Band& to : bands_) {
    const Rows above{std::max(to.rows.begin - rows, held_.begin), to.rows.begin};
    const Rows below{to.rows.end, std::min(to.rows.end + rows, held_.end)};
    for (const Band& from : bands_) {
      if (from.participant == to.participant) continue;
      copy(side(from.participant), side(to.participant), common(from.rows, above));
      copy(side(from.participant), side(to.participant), common(from.rows, below));
    }
  }
  wait();
}

void StatePlanes::fetch(Rows rows) {
  for (const Band& each : bands_) {
    if (each.participant.is_gpu()) copy(side(each.participant), sides_.front(), common(each.rows, rows));
  }
  wait();
}

void StatePlanes::put_back(Rows rows) {
  for (const Band& each : bands_) {
    if (each.participant.is_gpu()) copy(sides_.front(), side(each.participant), common(each.rows, rows));
  }
  wait();
}

void StatePlanes::gather(int plane, void* to, bool on_device) {
  const FieldView all{to, extent_.size, extent_.precision};
  std::optional<device::Stream> own;  // for the host's rows
  for (const Band& each : bands_) {
    const Side& from = side(each.participant);
    const RowsOfPlane piece = rows_of_plane(from.views[static_cast<std::size_t>(plane)], each.rows);
    void* const place = rows_of_plane(all, each.rows).data;
    if (each.participant.is_gpu()) {
      device::copy(place, piece.data, piece.bytes, on_device ? Direction::on_device : Direction::to_host, *from.stream);
    } else if (on_device) {
      if (!own) own.emplace();
      device::copy(place, piece.data, piece.bytes, Direction::to_device, *own);
    } else {
      std::memcpy(place, piece.data, piece.bytes);
    }
  }
  if (own) own->synchronize();
  wait();
}

}  // namespace heteroscope
