#include "core/trace/recording.hpp"

#include <algorithm>
#include <array>

#include "core/trace/gpu_clock.hpp"

namespace heteroscope {

namespace {

constexpr std::uint32_t most_records = 1U << 22;

std::string_view words_of_direction(device::Direction direction) {
  switch (direction) {
    case device::Direction::to_host:
      return "to host";
    case device::Direction::to_device:
      return "to device";
    case device::Direction::on_device:
      return "on device";
  }
  return {};
}

/// When they were, by the events around them and one whose time is known.
std::vector<TracedCopy> copies_before(const std::vector<std::shared_ptr<device::TappedCopy>>& copies,
                                      const device::Event& mark, std::uint64_t marked_ns) {
  std::vector<TracedCopy> out;
  const auto at = [&](const device::Event& event) {
    event.synchronize();
    return marked_ns - static_cast<std::uint64_t>(std::max(0.0, device::Event::elapsed_ms(event, mark)) * 1e6);
  };
  for (const auto& each : copies) {
    if (each->ended)
      out.push_back({std::string(words_of_direction(each->direction)), each->bytes, at(each->begin), at(each->end)});
  }
  std::ranges::sort(out, {}, &TracedCopy::start_ns);
  return out;
}

}  // namespace

Recording::Recording(BufferPool& pool, const device::Stream& stream, const device::Stream& copy_stream)
    : records_(pool.take_zeroed(most_records * sizeof(SpanRecord), stream)),
      noted_time_(pool.take(MemoryKind::pinned, sizeof(std::uint64_t))),
      copies_(std::make_unique<device::CopyTap>(std::array{&stream, &copy_stream})),
      writer_(static_cast<SpanRecord*>(records_->device()), most_records) {}

Trace Recording::collect(const device::Stream* stream) {
  if (records_ == nullptr) return writer_.collect();
  const auto copies = copies_->close();
  std::vector<SpanRecord> records(writer_.records_used());
  const std::size_t bytes = records.size() * sizeof(SpanRecord);
  device::copy(records.data(), records_->device(), bytes, device::Direction::to_host, *stream);
  // Here, and not before the next frame's kernels, which would find the L2 cache full of zeros.
  device::fill_zero(records_->device(), bytes, *stream);
  stream->synchronize();
  records_->set_zeroed(true);
  Trace out = writer_.collect(records);
  const device::Use use(stream->device());
  device::Event mark;
  const device::ClockOffset offset = device::clock_offset(*noted_time_, *stream, mark);
  out.clock_error_ns = offset.error_ns;
  for (TracedSpan& each : out.spans) {
    each.start_ns -= static_cast<std::uint64_t>(offset.ahead_ns);
    each.end_ns -= static_cast<std::uint64_t>(offset.ahead_ns);
  }
  out.copies = copies_before(copies, mark, offset.marked_ns);
  return out;
}

}  // namespace heteroscope
