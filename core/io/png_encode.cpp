#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/io/png.hpp"
#include "core/io/png_strip.hpp"
#include "core/io/share_out.hpp"

// Source of the format: https://www.w3.org/TR/png-3/#11IHDR and #11tEXt.
namespace heteroscope {
namespace {

// Strips are what threads share out, and where compression begins afresh: large enough that this costs no bytes, small
// enough for a core's cache.
constexpr std::size_t strip_bytes = std::size_t{1} << 19;
constexpr std::size_t most_bytes_in_flight = std::size_t{1} << 26;
constexpr int strips_for_each_thread = 8;
constexpr int widest = 1 << 28;  // rows of 1 GiB: a chunk holds one, and 32 bits count its bytes
constexpr std::size_t longest_text = std::size_t{1} << 30;

using Bytes = std::vector<std::byte>;

void add_big_endian(Bytes& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<std::byte>(value >> shift & 255u));
}

void add_text(Bytes& out, std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  out.insert(out.end(), bytes.begin(), bytes.end());
}

Bytes header_chunk(Size size) {
  Bytes data;
  add_big_endian(data, static_cast<std::uint32_t>(size.width));
  add_big_endian(data, static_cast<std::uint32_t>(size.height));
  for (const int each : {8, 6, 0, 0, 0}) data.push_back(static_cast<std::byte>(each));  // RGBA8, not interlaced
  return png_chunk("IHDR", data);
}

Bytes text_chunk(const std::string& text) {
  Bytes data;
  add_text(data, std::string_view("heteroscope\0", 12));
  add_text(data, text);
  return png_chunk("tEXt", data);
}

/// The end of the zlib stream: an empty last block of fixed codes, and the checksum of what was compressed.
Bytes last_data(std::uint32_t adler) {
  Bytes data{std::byte{0x03}, std::byte{0x00}};
  add_big_endian(data, adler);
  return png_chunk("IDAT", data);
}

/// Hands out the rows that are asked for and remembers the last of them, which the next strip's filters look at.
class RowReader {
 public:
  RowReader(Size size, const PictureRows& rows)
      : rows_(rows), width_(static_cast<std::size_t>(size.width)), above_(width_) {}

  std::span<const std::uint32_t> read(Rows rows) {
    if (!pixels_.empty()) std::ranges::copy(pixels_.last(width_), above_.begin());
    pixels_ = rows_(rows);
    return pixels_;
  }
  [[nodiscard]] const std::uint32_t* above() const { return above_.data(); }

 private:
  const PictureRows& rows_;
  std::size_t width_;
  std::vector<std::uint32_t> above_;
  std::span<const std::uint32_t> pixels_;
};

}  // namespace

void encode_png(Size size, const PictureRows& rows, const std::string& text, const Append& append) {
  if (size.width < 1 || size.height < 1 || size.width > widest || text.size() > longest_text) {
    throw BadInput(
        fmt::format("picture: a PNG of {}x{} pixels, with {} bytes of text, is outside 1x1 to {}x{}, {} bytes",
                    size.width, size.height, text.size(), widest, 2147483647, longest_text));
  }
  append(std::as_bytes(std::span(std::string_view("\x89PNG\r\n\x1a\n"))));
  append(header_chunk(size));
  if (!text.empty()) append(text_chunk(text));

  const auto width = static_cast<std::size_t>(size.width);
  const std::size_t row_bytes = width * sizeof(std::uint32_t);
  const int strip_rows = static_cast<int>(std::max<std::size_t>(1, strip_bytes / row_bytes));
  const int strips = (size.height - 1) / strip_rows + 1;
  const int threads = all_threads();
  const std::size_t most_at_once = std::max<std::size_t>(1, most_bytes_in_flight / (row_bytes * strip_rows));
  const int at_once = std::min({strips, strips_for_each_thread * threads, static_cast<int>(most_at_once)});

  RowReader reader(size, rows);
  std::vector<PngStripCoder> coders(static_cast<std::size_t>(std::min(threads, at_once)));
  std::vector<PngStrip> made(static_cast<std::size_t>(at_once));
  std::uint32_t adler = 1;
  for (int from = 0; from < strips; from += at_once) {
    const int count = std::min(at_once, strips - from);
    const int first_row = from * strip_rows;
    const int end_row = from + count == strips ? size.height : first_row + count * strip_rows;
    const auto pixels = reader.read({first_row, end_row});
    share_out(count, static_cast<int>(coders.size()), [&](int index, int worker) {
      const int at = index * strip_rows;
      const std::uint32_t* here = pixels.data() + static_cast<std::size_t>(at) * width;
      const std::uint32_t* above = index == 0 ? reader.above() : here - width;
      coders[static_cast<std::size_t>(worker)].encode(reinterpret_cast<const std::uint8_t*>(here),
                                                      std::min(strip_rows, end_row - first_row - at),
                                                      reinterpret_cast<const std::uint8_t*>(above), row_bytes,
                                                      from + index == 0, made[static_cast<std::size_t>(index)]);
    });
    for (const PngStrip& strip : std::span(made).first(static_cast<std::size_t>(count))) {
      append(std::span(strip.chunk).first(strip.chunk_bytes));
      adler = static_cast<std::uint32_t>(::adler32_combine(adler, strip.adler, static_cast<z_off_t>(strip.raw_bytes)));
    }
  }
  append(last_data(adler));
  append(png_chunk("IEND", {}));
}

}  // namespace heteroscope
