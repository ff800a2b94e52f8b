#include "core/io/tiff/tiff.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/parallel.hpp"
#include "core/io/share_out.hpp"

namespace heteroscope {
namespace {

constexpr int tiles_for_each_thread = 16;

Size half_of(Size size) {
  return {size.width / 2 + size.width % 2, size.height / 2 + size.height % 2};
}

/// What comes before a tile that is on its way to the file.
struct EncodedTile {
  TiffTile tile;
  std::size_t bytes = 0;
};

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

void TiffWriter::write(const TiffTile& tile, std::span<const std::byte> bytes) {
  file_.write(end_, bytes);
  layout_.write_place(file_, tile, {end_, bytes.size()});
  end_ += bytes.size();
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

std::uint64_t TiffWriter::end_of_part(const Cutout& part, int halvings) const {
  const int level = std::min(halvings, layout_.levels() - 1);
  const int last_x = (part.x + part.size.width - 1) >> level;
  const int last_y = (part.y + part.size.height - 1) >> level;
  const auto place = layout_.read_place(file_, {level, last_x / tiff_tile, last_y / tiff_tile});
  return place.at + place.bytes;
}

void TiffWriter::put(int x, int y, const TiffCells& cells, int halvings) {
  make_part(x, y, cells, halvings, [this](const TiffTile& tile, auto bytes) { write(tile, bytes); });
}

std::vector<std::byte> TiffWriter::encode(int x, int y, const TiffCells& cells, int halvings) {
  std::vector<std::byte> out;
  make_part(x, y, cells, halvings, [&](const TiffTile& tile, std::span<const std::byte> bytes) {
    const EncodedTile head{tile, bytes.size()};
    const auto start = std::as_bytes(std::span(&head, 1));
    out.insert(out.end(), start.begin(), start.end());
    out.insert(out.end(), bytes.begin(), bytes.end());
  });
  return out;
}

void TiffWriter::put_encoded(std::span<const std::byte> tiles) {
  while (!tiles.empty()) {
    EncodedTile head;
    std::memcpy(&head, tiles.data(), sizeof head);
    write(head.tile, tiles.subspan(sizeof head, head.bytes));
    tiles = tiles.subspan(sizeof head + head.bytes);
  }
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
  for (int level = 0; level <= last; ++level) {
    const TiffCells& here = levels[static_cast<std::size_t>(level)];
    for (int top = 0; top < here.size.height; top += tiff_tile) {
      for (int left = 0; left < here.size.width; left += tiff_tile) {
        tasks.push_back(
            {&here,
             left,
             top,
             {level, (x >> level) / tiff_tile + left / tiff_tile, (y >> level) / tiff_tile + top / tiff_tile}});
      }
    }
  }
  make(tasks, sink);
}

void TiffWriter::gather(const TiffTile& tile, TiffTileCoder& coder, std::vector<std::byte>& out, Size& size) const {
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
      coder.decode(coded, cell, part, "an overview");
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

void TiffWriter::finish(int halvings) {
  struct Made {
    std::vector<std::byte> memory;
    TiffCells cells;
  };
  std::vector<Made> made(made_.size());
  for (int level = std::min(halvings, layout_.levels() - 1) + 1; level < layout_.levels(); ++level) {
    const std::int64_t tiles = layout_.columns(level) * layout_.rows(level);
    for (std::int64_t first = 0; first < tiles; first += static_cast<std::int64_t>(made.size())) {
      const auto count = std::min<std::int64_t>(static_cast<std::int64_t>(made.size()), tiles - first);
      std::vector<Task> tasks;
      for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t number = first + i;
        tasks.push_back({&made[static_cast<std::size_t>(i)].cells,
                         0,
                         0,
                         {level, number % layout_.columns(level), number / layout_.columns(level)}});
      }
      share_out(static_cast<int>(count), static_cast<int>(coders_.size()), [&](int index, int worker) {
        const auto i = static_cast<std::size_t>(index);
        Size size;
        gather(tasks[i].tile, coders_[static_cast<std::size_t>(worker)], made[i].memory, size);
        made[i].cells = {layout_.format().cell, size, made[i].memory};
      });
      make(tasks, [this](const TiffTile& tile, auto bytes) { write(tile, bytes); });
    }
  }
}

}  // namespace heteroscope
