#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/io/positioned_file.hpp"
#include "core/types/basic_types.hpp"

namespace heteroscope {

/// The type of a TIFF's cells.
enum class TiffCell { rgba8, fp32, fp64 };

constexpr std::size_t bytes_of(TiffCell cell) {
  return cell == TiffCell::fp64 ? 8 : 4;
}

struct TiffFormat {
  Size size;
  TiffCell cell = TiffCell::rgba8;
  std::string description;  ///< without zeros; empty: none
};

/// Columns and rows of a tile.
inline constexpr int tiff_tile = 256;

/// A tile's place: its level's, and its column's and row's numbers.
struct TiffTile {
  int level = 0;
  std::int64_t column = 0;
  std::int64_t row = 0;
};

/// Rows and columns of the smaller copy.
constexpr Size half_of(Size size) {
  return {size.width / 2 + size.width % 2, size.height / 2 + size.height % 2};
}

/// The layout of a BigTIFF with tiles and overviews, each overview half as wide and high as the one before, until one
/// is a single tile. Everything but the tiles comes first, at offsets that follow from the format alone; the offset of
/// each tile is written there once it is known. So several processes may write tiles one after the other. Tiles follow
/// each other in one order, in whatever order they are computed: quarter by quarter of the picture (Z-order), with each
/// tile of an overview after the last of those that it is made of. Sources: TIFF 6.0,
/// https://www.awaresystems.be/imaging/tiff/bigtiff.html
class TiffLayout {
 public:
  explicit TiffLayout(TiffFormat format);

  [[nodiscard]] const TiffFormat& format() const { return format_; }
  [[nodiscard]] int levels() const { return static_cast<int>(levels_.size()); }
  [[nodiscard]] Size size(int level) const { return levels_[static_cast<std::size_t>(level)].size; }
  [[nodiscard]] std::int64_t columns(int level) const;
  [[nodiscard]] std::int64_t rows(int level) const;
  [[nodiscard]] std::size_t tile_bytes() const;
  /// The offset at which the tiles begin.
  [[nodiscard]] std::uint64_t tiles_begin() const { return tiles_begin_; }
  /// The tiles of a part whose first cell is (x, y), and of its so many overviews, in their order.
  [[nodiscard]] std::vector<TiffTile> tiles_of_part(int x, int y, Size part, int halvings) const;
  /// The tiles of overviews that can be made once this tile and all before it are there.
  [[nodiscard]] std::vector<TiffTile> overviews_after(TiffTile last) const;
  /// No picture of this format takes more.
  [[nodiscard]] double most_bytes() const;

  /// Writes all that comes before the tiles but for where these lie.
  void write_head(PositionedFile& file) const;
  /// The place of a tile.
  struct Place {
    std::uint64_t at = 0;
    std::uint64_t bytes = 0;
  };
  void write_place(PositionedFile& file, const TiffTile& tile, const Place& place) const;
  [[nodiscard]] Place read_place(const PositionedFile& file, const TiffTile& tile) const;

 private:
  struct Level {
    Size size;
    std::uint64_t directory = 0;
    std::uint64_t offsets = 0, counts = 0;  ///< where the tiles' places and their bytes are listed
  };
  [[nodiscard]] std::vector<std::byte> directory(int level) const;
  [[nodiscard]] std::uint64_t number(const TiffTile& tile) const;
  void add_tiles(const TiffTile& tile, const TiffTile& end, std::vector<TiffTile>& out) const;

  TiffFormat format_;
  std::vector<Level> levels_;
  std::uint64_t description_ = 0;
  std::uint64_t tiles_begin_ = 0;
};

}  // namespace heteroscope
