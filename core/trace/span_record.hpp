#pragma once

#include "core/base/freestanding.hpp"

namespace heteroscope {

/// Cells of a pass, which are counted through row by row: from cell `first` on, over `length` of them, runs of the
/// launch's length that begin one launch's stride apart (SpanShape). A `length` of 0: none.
struct Cells {
  std::uint64_t first = 0;
  std::uint64_t length = 0;
  bool operator==(const Cells&) const = default;
};

/// The record that a kernel writes of a span. It is one sector of memory, and every byte of it is written.
struct alignas(32) SpanRecord {
  static constexpr int unit_bits = 16;

  std::uint64_t start_ns = 0;      ///< of the GPU's global timer; 0: the span has not begun
  std::uint64_t end_and_unit = 0;  ///< the end's lowest 48 bits, and the multiprocessor's number
  Cells cells;

  [[nodiscard]] HETEROSCOPE_HD std::uint32_t unit() const { return static_cast<std::uint32_t>(end_and_unit & 0xffffU); }
  /// Spans live for less than 78 hours.
  [[nodiscard]] HETEROSCOPE_HD std::uint64_t end_ns() const {
    constexpr std::uint64_t low = (std::uint64_t{1} << (64 - unit_bits)) - 1;
    const std::uint64_t end = (start_ns & ~low) | (end_and_unit >> unit_bits);
    return end < start_ns ? end + low + 1 : end;
  }
};

/// Where the spans of a launch write their records, each in its own place in device memory. Null: there is no trace.
struct SpanSink {
  SpanRecord* records = nullptr;
  std::uint32_t count = 0;  ///< places; spans beyond leave no record
};

}  // namespace heteroscope
