#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/io/deflater.hpp"
#include "core/io/tiff/tiff_layout.hpp"

namespace heteroscope {

/// Cells of a picture or of a part of it: rows that follow each other.
struct TiffCells {
  TiffCell cell = TiffCell::rgba8;
  Size size;
  std::span<const std::byte> bytes;
};

/// Makes tiles of cells and back; one for each thread.
class TiffTileCoder {
 public:
  /// The tile whose first cell is (x, y) of `cells`, with zeros beyond their edge. Returns how many bytes of `out` it
  /// is, from the first on. Throws std::bad_alloc.
  std::size_t encode(const TiffCells& cells, int x, int y, std::vector<std::byte>& out);
  /// The other way round: all of a tile's cells. Throws BadInput, naming `name`, for what is damaged.
  void decode(std::span<const std::byte> tile, TiffCell cell, std::span<std::byte> out, const char* name);

 private:
  Deflater deflater_;
  std::vector<std::uint8_t> raw_;
  std::vector<std::uint8_t> row_;
};

/// Half as many columns and rows, rounded up: each the mean of up to four cells, of colors by their opacity, rounded to
/// the nearest. `out`: room for them. Parallel where `threads` is more than 1.
void halve(const TiffCells& cells, std::span<std::byte> out, int threads);

}  // namespace heteroscope
