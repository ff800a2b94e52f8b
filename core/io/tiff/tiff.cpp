#include "core/io/tiff/tiff.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/parallel.hpp"
#include "core/io/checksum.hpp"
#include "core/io/share_out.hpp"

namespace heteroscope {
namespace {

constexpr int tiles_for_each_thread = 16;

/// The header in front of a tile's bytes; it has no padding, so that a part has the same bytes each time.
struct EncodedTile {
  std::int64_t level = 0, column = 0, row = 0;
  std::uint64_t bytes = 0;
};
static_assert(std::has_unique_object_representations_v<EncodedTile>);

std::uint32_t sum_with(std::uint32_t sum, const TiffLayout::Place& place, std::span<const std::byte> bytes) {
  return crc32(crc32(sum, std::as_bytes(std::span(&place, 1))), bytes);
}

std::size_t bytes_of_cells(Size size, TiffCell cell) {
  return static_cast<std::size_t>(size.area()) * bytes_of(cell);
}

}  // namespace

TiffWriter::TiffWriter(PositionedFile& file, TiffFormat format)
    : file_(file), layout_(std::move(format)), end_(layout_.tiles_begin()) {
  const auto threads = static_cast<std::size_t>(all_threads());
  coders_ = std::vector<TiffTileCoder>(threads);
  made_.resize(threads * tiles_for_each_thread);
  made_bytes_.resize(made_.size());
}

void TiffWriter::begin() {
  layout_.write_head(file_);
  end_ = layout_.tiles_begin();
}

/// A level of a single tile has that tile's place among what is written again.
void TiffWriter::go_on(std::uint64_t end) {
  const TiffTile smallest{.level = layout_.levels() - 1};
  const TiffLayout::Place place = layout_.read_place(file_, smallest);
  layout_.write_head(file_);
  layout_.write_place(file_, smallest, place);
  end_ = end;
}

void TiffWriter::write(const TiffTile& tile, std::span<const std::byte> bytes) {
  const TiffLayout::Place place{end_, bytes.size()};
  file_.write(end_, bytes);
  layout_.write_place(file_, tile, place);
  sum_ = sum_with(sum_, place, bytes);
  end_ += bytes.size();
}

std::optional<TiffWriter::Found> TiffWriter::find(std::span<const TiffTile> tiles, Found from,
                                                  std::uint64_t end) const {
  std::vector<std::byte> bytes;
  for (const TiffTile& tile : tiles) {
    const TiffLayout::Place place = layout_.read_place(file_, tile);
    if (place.at != from.end || place.bytes > end - from.end) return std::nullopt;
    bytes.resize(place.bytes);
    file_.read(place.at, bytes);
    from = {place.at + place.bytes, sum_with(from.sum, place, bytes)};
  }
  return from;
}

void TiffWriter::make(std::span<const Task> tasks, const Sink& sink) {
  while (!tasks.empty()) {
    const auto now = tasks.first(std::min(tasks.size(), made_.size()));
    share_out(static_cast<int>(now.size()), static_cast<int>(coders_.size()), [&](int index, int worker) {
      const auto i = static_cast<std::size_t>(index);
      made_bytes_[i] = coders_[static_cast<std::size_t>(worker)].encode(*now[i].cells, now[i].x, now[i].y, made_[i]);
    });
    for (std::size_t i = 0; i < now.size(); ++i) sink(now[i].tile, std::span(made_[i]).first(made_bytes_[i]));
    tasks = tasks.subspan(now.size());
  }
}

void TiffWriter::put(int x, int y, const TiffCells& cells, int halvings) {
  TiffTile last;
  make_part(x, y, cells, halvings, [&](const TiffTile& tile, auto bytes) { write(last = tile, bytes); });
  make_overviews_after(last);
}

std::vector<std::byte> TiffWriter::encode(int x, int y, const TiffCells& cells, int halvings) {
  std::vector<std::byte> out;
  make_part(x, y, cells, halvings, [&](const TiffTile& tile, std::span<const std::byte> bytes) {
    const EncodedTile head{tile.level, tile.column, tile.row, bytes.size()};
    const auto start = std::as_bytes(std::span(&head, 1));
    out.insert(out.end(), start.begin(), start.end());
    out.insert(out.end(), bytes.begin(), bytes.end());
  });
  return out;
}

void TiffWriter::put_encoded(std::span<const std::byte> tiles) {
  TiffTile tile;
  while (!tiles.empty()) {
    EncodedTile head;
    std::memcpy(&head, tiles.data(), sizeof head);
    tile = {static_cast<int>(head.level), head.column, head.row};
    write(tile, tiles.subspan(sizeof head, head.bytes));
    tiles = tiles.subspan(sizeof head + head.bytes);
  }
  make_overviews_after(tile);
}

void TiffWriter::make_part(int x, int y, const TiffCells& cells, int halvings, const Sink& sink) {
  const int last = std::min(halvings, layout_.levels() - 1);
  std::vector<TiffCells> levels{cells};
  std::vector<std::vector<std::byte>> memory;
  levels.reserve(static_cast<std::size_t>(last) + 1);
  for (int level = 1; level <= last; ++level) {
    const Size size = half_of(levels.back().size);
    memory.emplace_back(bytes_of_cells(size, cells.cell));
    halve(levels.back(), memory.back(), all_threads());
    levels.push_back({cells.cell, size, memory.back()});
  }
  std::vector<Task> tasks;
  for (const TiffTile& tile : layout_.tiles_of_part(x, y, cells.size, halvings)) {
    const auto left = static_cast<int>(tile.column * tiff_tile - (x >> tile.level));
    const auto top = static_cast<int>(tile.row * tiff_tile - (y >> tile.level));
    tasks.push_back({&levels[static_cast<std::size_t>(tile.level)], left, top, tile});
  }
  make(tasks, sink);
}

void TiffWriter::gather(const TiffTile& tile, std::vector<std::byte>& out, Size& size) {
  const TiffCell cell = layout_.format().cell;
  const std::size_t cell_bytes = bytes_of(cell);
  const int before = tile.level - 1;
  const Size whole = layout_.size(before);
  const std::int64_t x0 = 2 * tile.column * tiff_tile;
  const std::int64_t y0 = 2 * tile.row * tiff_tile;
  const Size larger{static_cast<int>(std::min<std::int64_t>(2 * tiff_tile, whole.width - x0)),
                    static_cast<int>(std::min<std::int64_t>(2 * tiff_tile, whole.height - y0))};
  std::vector<std::byte> cells(bytes_of_cells(larger, cell));
  std::vector<std::byte> part(layout_.tile_bytes());
  std::vector<std::byte> coded;
  for (int top = 0; top < larger.height; top += tiff_tile) {
    for (int left = 0; left < larger.width; left += tiff_tile) {
      const auto place =
          layout_.read_place(file_, {before, 2 * tile.column + left / tiff_tile, 2 * tile.row + top / tiff_tile});
      coded.resize(place.bytes);
      file_.read(place.at, coded);
      overview_coder_.decode(coded, cell, part, "an overview");
      const int rows = std::min(tiff_tile, larger.height - top);
      const auto columns = static_cast<std::size_t>(std::min(tiff_tile, larger.width - left));
      for (int row = 0; row < rows; ++row) {
        const std::size_t to = static_cast<std::size_t>(top + row) * static_cast<std::size_t>(larger.width) +
                               static_cast<std::size_t>(left);
        std::memcpy(cells.data() + to * cell_bytes,
                    part.data() + static_cast<std::size_t>(row) * tiff_tile * cell_bytes, columns * cell_bytes);
      }
    }
  }
  size = half_of(larger);
  out.resize(bytes_of_cells(size, cell));
  halve({cell, larger, cells}, out, 1);
}

void TiffWriter::make_overviews_after(const TiffTile& last) {
  std::vector<std::byte> cells;
  Size size;
  for (const TiffTile& tile : layout_.overviews_after(last)) {
    gather(tile, cells, size);
    const std::size_t bytes = overview_coder_.encode({layout_.format().cell, size, cells}, 0, 0, overview_);
    write(tile, std::span(overview_).first(bytes));
  }
}

}  // namespace heteroscope
