#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heteroscope {

/// The checksum (CRC-32) of pieces that follow each other in a poster's file.
struct PiecesSum {
  std::int64_t pieces = 0;  ///< the pieces below this number that the sums before it do not have
  std::uint64_t bytes = 0;  ///< of the file with these pieces
  std::uint32_t sum = 0;
  bool operator==(const PiecesSum&) const = default;
};

/// How much of a poster is finished: all that a process must know to continue the file.
struct Kept {
  std::int64_t pieces = 0;
  std::uint64_t bytes = 0;      ///< of the file; what comes after them is worth nothing
  std::uint32_t sum = 1;        ///< a checksum so far, where the format has one over all of it
  std::vector<PiecesSum> sums;  ///< of all pieces
  bool operator==(const Kept&) const = default;

  /// The number of pieces, out of `count`, that have a checksum together: one, unless there are very many.
  static std::int64_t together(std::int64_t count) {
    constexpr std::int64_t most_sums = 4096;
    return std::max<std::int64_t>(1, (count - 1) / most_sums + 1);
  }
  /// The checksum that the next piece continues; 0: it begins one.
  [[nodiscard]] std::uint32_t sum_before(std::int64_t count) const { return is_open(count) ? sums.back().sum : 0; }
  /// So many more pieces of `count` are there, up to that byte; `with`: the checksum that has them.
  void add(std::int64_t more, std::uint64_t end, std::uint32_t with, std::int64_t count) {
    if (!is_open(count)) sums.emplace_back();
    pieces += more;
    bytes = end;
    sums.back() = {pieces, bytes, with};
  }
  /// The state before the pieces of a checksum.
  [[nodiscard]] Kept before(std::size_t index) const {
    Kept out;
    out.sums.assign(sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(index));
    if (index == 0) return out;
    out.pieces = out.sums.back().pieces;
    out.bytes = out.sums.back().bytes;
    return out;
  }

 private:
  /// The last checksum is still of fewer pieces than it may be.
  [[nodiscard]] bool is_open(std::int64_t count) const {
    if (sums.empty()) return false;
    const std::int64_t first = sums.size() > 1 ? sums[sums.size() - 2].pieces : 0;
    return pieces - first < together(count);
  }
};

}  // namespace heteroscope
