#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/io/tiff/tiff_layout.hpp"
#include "core/io/tiff/tiff_tile.hpp"

namespace heteroscope {

/// A BigTIFF of deflated tiles with overviews, written part by part and never held whole. Its bytes depend on the
/// format and the cells alone, not on the parts, nor on the number of threads, nor on whether another process went on
/// with it.
class TiffWriter {
 public:
  /// The file is the writer's from its first byte on.
  TiffWriter(PositionedFile& file, TiffFormat format);

  [[nodiscard]] const TiffLayout& layout() const { return layout_; }
  /// A new file, without tiles.
  void begin();
  /// Goes on with one that was written up to there; what follows from the format alone is written again.
  void go_on(std::uint64_t end);
  /// The offset of the next tile.
  [[nodiscard]] std::uint64_t end() const { return end_; }
  /// A checksum of the tiles that are written from now on, and of their places, goes on from there.
  void set_sum(std::uint32_t sum) { sum_ = sum; }
  [[nodiscard]] std::uint32_t sum() const { return sum_; }
  /// The tiles that the file has from that byte to `end`, with their checksum, which continues `sum`; nothing if they
  /// do not follow each other there.
  struct Found {
    std::uint64_t end = 0;
    std::uint32_t sum = 0;
  };
  [[nodiscard]] std::optional<Found> find(std::span<const TiffTile> tiles, Found from, std::uint64_t end) const;

  /// The part whose first cell is (x, y), which are multiples of tiff_tile << halvings, as its sides are unless the
  /// picture ends there; so many overviews are made of it, too, and those above them that have all of their cells with
  /// it. Parts of one size come in the order of their tiles (TiffLayout). Throws BadInput, std::system_error and
  /// std::bad_alloc.
  void put(int x, int y, const TiffCells& cells, int halvings);
  /// put() in two steps: the part's tiles and those of its overviews are encoded, which any process may do, and then
  /// written, which the process with the file does. One thread may encode parts while another writes encoded ones.
  /// Throws likewise.
  [[nodiscard]] std::vector<std::byte> encode(int x, int y, const TiffCells& cells, int halvings);
  void put_encoded(std::span<const std::byte> tiles);

 private:
  struct Task {
    const TiffCells* cells = nullptr;
    int x = 0, y = 0;
    TiffTile tile;
  };
  using Sink = std::function<void(const TiffTile&, std::span<const std::byte>)>;
  /// Encodes them at the same time and hands them over in their order.
  void make(std::span<const Task> tasks, const Sink& sink);
  void make_part(int x, int y, const TiffCells& cells, int halvings, const Sink& sink);
  void write(const TiffTile& tile, std::span<const std::byte> bytes);
  /// Makes the further overviews that have all of their cells with this tile.
  void make_overviews_after(const TiffTile& last);
  /// The cells of an overview's tile, from the level before.
  void gather(const TiffTile& tile, std::vector<std::byte>& out, Size& size);

  PositionedFile& file_;
  TiffLayout layout_;
  std::uint64_t end_ = 0;
  std::uint32_t sum_ = 0;
  // of parts
  std::vector<TiffTileCoder> coders_;
  std::vector<std::vector<std::byte>> made_;
  std::vector<std::size_t> made_bytes_;
  // of overviews that are made while the next part is
  TiffTileCoder overview_coder_;
  std::vector<std::byte> overview_;
};

}  // namespace heteroscope
