#include "core/trace/recording.hpp"

#include "core/trace/gpu_clock.hpp"

namespace heteroscope {

namespace {

constexpr std::uint32_t most_records = 1U << 22;

std::shared_ptr<Buffer> zeroed_records(BufferPool& pool, const device::Stream& stream) {
  std::shared_ptr<Buffer> out = pool.take(MemoryKind::device, most_records * sizeof(PieceRecord));
  device::fill_zero(out->device(), out->bytes(), stream);
  return out;
}

}  // namespace

Recording::Recording(BufferPool& pool, const device::Stream& stream)
    : records_(zeroed_records(pool, stream)),
      noted_time_(pool.take(MemoryKind::pinned, sizeof(std::uint64_t))),
      writer_(static_cast<PieceRecord*>(records_->device()), most_records) {}

Trace Recording::collect(const device::Stream* stream) const {
  if (records_ == nullptr) return writer_.collect();
  std::vector<PieceRecord> records(writer_.records_used());
  device::copy(records.data(), records_->device(), records.size() * sizeof(PieceRecord), device::Direction::to_host,
               *stream);
  stream->synchronize();
  Trace out = writer_.collect(records);
  const device::Use use(stream->device());
  const device::ClockOffset offset = device::clock_offset(*noted_time_, *stream);
  out.clock_error_ns = offset.error_ns;
  for (Piece& each : out.pieces) {
    each.start_ns -= static_cast<std::uint64_t>(offset.ahead_ns);
    each.end_ns -= static_cast<std::uint64_t>(offset.ahead_ns);
  }
  return out;
}

}  // namespace heteroscope
