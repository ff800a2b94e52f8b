#pragma once

#include <cstdint>
#include <vector>

#include "app/window/cover/index.hpp"
#include "core/trace/trace.hpp"

namespace heteroscope {

/// What a cover's picture is made of: its blocks by number, and after them the CPU's rows.
struct CoverPieces {
  std::int64_t blocks = 0;
  Rows rows;  ///< of the result, that the CPU computes
  [[nodiscard]] std::int64_t count() const { return blocks + rows.count(); }
  [[nodiscard]] bool is_block(std::int64_t piece) const { return piece < blocks; }
  [[nodiscard]] int row_of(std::int64_t piece) const { return rows.begin + static_cast<int>(piece - blocks); }
  [[nodiscard]] std::int64_t of_row(int row) const { return blocks + row - rows.begin; }
  bool operator==(const CoverPieces&) const = default;
};

/// When each piece ran, and where. Observed: in µs, each side from its own first start. Else a piece begins when the
/// one before it ends, and takes a time of 1.
struct CoverTimes {
  static constexpr float unrecorded = -1;

  bool observed = false;
  std::vector<float> start;  ///< by piece; `unrecorded` where nothing says; empty if not observed
  std::vector<float> end;
  std::vector<std::uint16_t> unit;  ///< multiprocessor or CPU thread
  double span = 0;                  ///< the last end
  int multiprocessors = 0;          ///< the highest number that was seen, and 1
  int threads = 0;
  std::int64_t missing = 0;   ///< blocks without a record
  std::uint64_t dropped = 0;  ///< records that did not fit the trace

  [[nodiscard]] bool recorded(std::int64_t piece) const {
    return observed && start[static_cast<std::size_t>(piece)] != unrecorded;
  }
  [[nodiscard]] double start_of(std::int64_t piece) const {
    return observed ? start[static_cast<std::size_t>(piece)] : static_cast<double>(piece);
  }
  [[nodiscard]] double end_of(std::int64_t piece) const {
    return observed ? end[static_cast<std::size_t>(piece)] : static_cast<double>(piece) + 1;
  }
};

/// The order of the numbers, launch after launch.
CoverTimes times_by_number(const CoverPieces& pieces);
/// From what a GPU and the CPU recorded; what is of launches, blocks and rows that the pieces do not have is left out.
/// `index`: of the blocks; null where there are none.
CoverTimes observed_times(const CoverPieces& pieces, const CoverIndex* index, const Trace& of_gpu, const Trace& of_cpu);

}  // namespace heteroscope
