#pragma once

#include <memory>
#include <optional>

#include "core/device/copies.hpp"
#include "core/device/device.hpp"
#include "core/memory/buffer.hpp"
#include "core/trace/writer.hpp"

namespace heteroscope {

/// The trace of one participant while a frame is computed, with the memory that its GPU writes records to.
class Recording {
 public:
  /// Records so many threads of the CPU.
  explicit Recording(int threads) : writer_(threads) {}
  /// Records the current GPU, which computes and copies on these streams.
  Recording(BufferPool& pool, const device::Stream& stream, const device::Stream& copy_stream);

  [[nodiscard]] TraceWriter& writer() { return writer_; }
  /// When all is computed; of a GPU on its stream.
  [[nodiscard]] Trace collect(const device::Stream* stream);

 private:
  std::shared_ptr<Buffer> records_;
  std::shared_ptr<Buffer> noted_time_;
  std::unique_ptr<device::CopyTap> copies_;
  TraceWriter writer_;
};

}  // namespace heteroscope
