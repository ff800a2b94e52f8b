#include "core/io/tiff/tiff_layout.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>

#include "core/base/ceil_div.hpp"
#include "core/io/deflater.hpp"

namespace heteroscope {
namespace {

static_assert(std::endian::native == std::endian::little, "a TIFF's numbers are written as they lie in memory");

enum class Type : std::uint16_t { ascii = 2, small = 3, medium = 4, large = 16 };

constexpr std::uint64_t header_bytes = 16;
constexpr std::uint64_t entry_bytes = 20;
constexpr std::uint64_t bytes_of_count = 8;  // of a directory's entries, and of its follower's place

template <class T>
void add(std::vector<std::byte>& out, T value) {
  const auto bytes = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
  out.insert(out.end(), bytes.begin(), bytes.end());
}

/// Entries in the order of their tags, which the format asks for.
class Directory {
 public:
  void number(std::uint16_t tag, Type type, std::uint64_t value, std::uint64_t count = 1) {
    add(entries_, tag);
    add(entries_, type);
    add(entries_, count);
    add(entries_, value);  // a smaller number's bytes come first
  }
  /// All samples have this one.
  void each_sample(std::uint16_t tag, std::uint64_t value, int samples) {
    std::uint64_t all = 0;
    for (int i = 0; i < samples; ++i) all |= value << (16 * i);
    number(tag, Type::small, all, static_cast<std::uint64_t>(samples));
  }
  [[nodiscard]] std::vector<std::byte> bytes(std::uint64_t next) const {
    std::vector<std::byte> out;
    add(out, std::uint64_t{entries_.size() / entry_bytes});
    out.insert(out.end(), entries_.begin(), entries_.end());
    add(out, next);
    return out;
  }

 private:
  std::vector<std::byte> entries_;
};

std::int64_t tiles_over(int cells) {
  return ceil_div(std::int64_t{cells}, tiff_tile);
}

constexpr std::uint64_t padded(std::uint64_t bytes) {
  return (bytes + 7) / 8 * 8;
}

/// Numbers of a level's tags, and of its directory: those of colors have one more, and those of a description.
std::uint64_t entries_of(const TiffFormat& format, int level) {
  constexpr std::uint64_t always = 13;
  return always + (format.cell == TiffCell::rgba8 ? 1 : 0) + (level == 0 && !format.description.empty() ? 1 : 0);
}

}  // namespace

TiffLayout::TiffLayout(TiffFormat format) : format_(std::move(format)) {
  std::uint64_t at = header_bytes;
  const auto take = [&at](std::uint64_t bytes) {
    const std::uint64_t here = at;
    at += padded(bytes);
    return here;
  };
  if (!format_.description.empty()) description_ = take(format_.description.size() + 1);
  for (Size size = format_.size;; size = half_of(size)) {
    levels_.push_back({.size = size});
    if (size.width <= tiff_tile && size.height <= tiff_tile) break;
  }
  for (int i = 0; i < levels(); ++i) {
    Level& level = levels_[static_cast<std::size_t>(i)];
    const std::uint64_t entries = entries_of(format_, i);
    level.directory = take(2 * bytes_of_count + entries * entry_bytes);
    const auto tiles = static_cast<std::uint64_t>(columns(i)) * static_cast<std::uint64_t>(rows(i));
    if (tiles > 1) {
      level.offsets = take(tiles * sizeof(std::uint64_t));
      level.counts = take(tiles * sizeof(std::uint64_t));
      continue;
    }
    // a single number stands in its entry; after the two come what samples are, and of colors what alpha is
    const std::uint64_t after = format_.cell == TiffCell::rgba8 ? 2 : 1;
    const std::uint64_t end = level.directory + bytes_of_count + (entries - after) * entry_bytes;
    level.counts = end - sizeof(std::uint64_t);
    level.offsets = level.counts - entry_bytes;
  }
  tiles_begin_ = at;
}

std::int64_t TiffLayout::columns(int level) const {
  return tiles_over(size(level).width);
}

std::int64_t TiffLayout::rows(int level) const {
  return tiles_over(size(level).height);
}

std::size_t TiffLayout::tile_bytes() const {
  return std::size_t{tiff_tile} * tiff_tile * bytes_of(format_.cell);
}

double TiffLayout::most_bytes() const {
  double tiles = 0;
  for (int i = 0; i < levels(); ++i) tiles += static_cast<double>(columns(i)) * static_cast<double>(rows(i));
  return static_cast<double>(tiles_begin_) + tiles * static_cast<double>(most_deflated(tile_bytes()));
}

std::vector<std::byte> TiffLayout::directory(int index) const {
  const Level& level = levels_[static_cast<std::size_t>(index)];
  const auto tiles = static_cast<std::uint64_t>(columns(index)) * static_cast<std::uint64_t>(rows(index));
  const bool colors = format_.cell == TiffCell::rgba8;
  const int samples = colors ? 4 : 1;
  Directory out;
  out.number(254, Type::medium, index == 0 ? 0 : 1);  // an overview
  out.number(256, Type::medium, static_cast<std::uint64_t>(level.size.width));
  out.number(257, Type::medium, static_cast<std::uint64_t>(level.size.height));
  out.each_sample(258, colors ? 8 : 8 * bytes_of(format_.cell), samples);
  out.number(259, Type::small, 8);               // deflate
  out.number(262, Type::small, colors ? 2 : 1);  // red, green, blue; or 0 is black
  if (index == 0 && description_ != 0) out.number(270, Type::ascii, description_, format_.description.size() + 1);
  out.number(277, Type::small, static_cast<std::uint64_t>(samples));
  out.number(317, Type::small, colors ? 2 : 3);  // differences of samples, or of floats' bytes
  out.number(322, Type::medium, tiff_tile);
  out.number(323, Type::medium, tiff_tile);
  out.number(324, Type::large, tiles > 1 ? level.offsets : 0, tiles);
  out.number(325, Type::large, tiles > 1 ? level.counts : 0, tiles);
  if (colors) out.number(338, Type::small, 2);  // alpha, by which the colors are not multiplied
  out.each_sample(339, colors ? 1 : 3, samples);
  return out.bytes(index + 1 < levels() ? levels_[static_cast<std::size_t>(index) + 1].directory : 0);
}

void TiffLayout::write_head(PositionedFile& file) const {
  std::vector<std::byte> header{std::byte{'I'}, std::byte{'I'}};
  add(header, std::uint16_t{43});
  add(header, std::uint16_t{8});  // of offsets
  add(header, std::uint16_t{0});
  add(header, levels_.front().directory);
  file.write(0, header);
  if (description_ != 0) {
    const auto text = std::as_bytes(std::span(format_.description));
    std::vector<std::byte> description(text.begin(), text.end());
    description.resize(padded(text.size() + 1));
    file.write(description_, description);
  }
  for (int i = 0; i < levels(); ++i) {
    std::vector<std::byte> bytes = directory(i);
    bytes.resize(padded(bytes.size()));
    file.write(levels_[static_cast<std::size_t>(i)].directory, bytes);
  }
}

/// `end`: the first column and row of the tile's level that are not the part's.
void TiffLayout::add_tiles(const TiffTile& tile, const TiffTile& end, std::vector<TiffTile>& out) const {
  if (tile.column >= end.column || tile.row >= end.row) return;
  if (tile.level > 0) {
    const TiffTile below{tile.level - 1, std::min(2 * end.column, columns(tile.level - 1)),
                         std::min(2 * end.row, rows(tile.level - 1))};
    for (int quarter = 0; quarter < 4; ++quarter)
      add_tiles({tile.level - 1, 2 * tile.column + quarter % 2, 2 * tile.row + quarter / 2}, below, out);
  }
  out.push_back(tile);
}

std::vector<TiffTile> TiffLayout::tiles_of_part(int x, int y, Size part, int halvings) const {
  const int level = std::min(halvings, levels() - 1);
  const auto tile_of = [level](int cell) { return std::int64_t{cell >> level} / tiff_tile; };
  std::vector<TiffTile> out;
  add_tiles({level, tile_of(x), tile_of(y)}, {level, tile_of(x + part.width - 1) + 1, tile_of(y + part.height - 1) + 1},
            out);
  return out;
}

std::vector<TiffTile> TiffLayout::overviews_after(TiffTile last) const {
  const auto ends = [](std::int64_t place, std::int64_t count) { return place % 2 == 1 || place == count - 1; };
  std::vector<TiffTile> out;
  while (last.level + 1 < levels() && ends(last.column, columns(last.level)) && ends(last.row, rows(last.level))) {
    last = {last.level + 1, last.column / 2, last.row / 2};
    out.push_back(last);
  }
  return out;
}

std::uint64_t TiffLayout::number(const TiffTile& tile) const {
  return static_cast<std::uint64_t>(tile.row) * static_cast<std::uint64_t>(columns(tile.level)) +
         static_cast<std::uint64_t>(tile.column);
}

void TiffLayout::write_place(PositionedFile& file, const TiffTile& tile, const Place& place) const {
  const Level& level = levels_[static_cast<std::size_t>(tile.level)];
  const std::uint64_t from = number(tile) * sizeof(std::uint64_t);
  file.write(level.offsets + from, std::as_bytes(std::span(&place.at, 1)));
  file.write(level.counts + from, std::as_bytes(std::span(&place.bytes, 1)));
}

TiffLayout::Place TiffLayout::read_place(const PositionedFile& file, const TiffTile& tile) const {
  const Level& level = levels_[static_cast<std::size_t>(tile.level)];
  const std::uint64_t from = number(tile) * sizeof(std::uint64_t);
  Place out;
  file.read(level.offsets + from, std::as_writable_bytes(std::span(&out.at, 1)));
  file.read(level.counts + from, std::as_writable_bytes(std::span(&out.bytes, 1)));
  return out;
}

}  // namespace heteroscope
