#include <zlib.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/base/wrong.hpp"
#include "core/io/deflater.hpp"
#include "core/io/png/png.hpp"
#include "core/io/png/png_stream.hpp"
#include "core/io/png/png_strip.hpp"
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

std::size_t row_bytes_of(Size size) {
  return static_cast<std::size_t>(size.width) * sizeof(std::uint32_t);
}

}  // namespace

PngStream::PngStream(Size size, std::string text) : size_(size), text_(std::move(text)) {
  if (size.width < 1 || size.height < 1 || size.width > widest || text_.size() > longest_text) {
    throw wrong_file(Wrong::value, "picture",
                     "a PNG of {}x{} pixels, with {} bytes of text, is outside 1x1 to {}x{}, {} bytes", size.width,
                     size.height, text_.size(), widest, 2147483647, longest_text);
  }
  const std::size_t row_bytes = row_bytes_of(size);
  strip_rows_ = static_cast<int>(std::max<std::size_t>(1, strip_bytes / row_bytes));
  const int strips = (size.height - 1) / strip_rows_ + 1;
  const int threads = all_threads();
  const std::size_t most_at_once = std::max<std::size_t>(1, most_bytes_in_flight / (row_bytes * strip_rows_));
  const int at_once = std::min({strips, strips_for_each_thread * threads, static_cast<int>(most_at_once)});
  coders_ = std::vector<PngStripCoder>(static_cast<std::size_t>(std::min(threads, at_once)));
  made_.resize(static_cast<std::size_t>(at_once));
  above_.resize(static_cast<std::size_t>(size.width));
}

PngStream::~PngStream() = default;

Rows PngStream::next_rows() const {
  const std::int64_t end = std::int64_t{place_.row} + std::int64_t{strip_rows_} * static_cast<int>(made_.size());
  return {place_.row, static_cast<int>(std::min<std::int64_t>(end, size_.height))};
}

double PngStream::most_bytes() const {
  const double strips = (size_.height - 1) / strip_rows_ + 1;
  const std::size_t raw = static_cast<std::size_t>(strip_rows_) * (row_bytes_of(size_) + 1);
  constexpr double around_strip = 16;
  constexpr double around_all = 128;
  return strips * (static_cast<double>(most_deflated(raw)) + around_strip) + static_cast<double>(text_.size()) +
         around_all;
}

void PngStream::begin(const Append& append) {
  place_ = {};
  std::ranges::fill(above_, 0u);
  append(std::as_bytes(std::span(std::string_view("\x89PNG\r\n\x1a\n"))));
  append(header_chunk(size_));
  if (!text_.empty()) append(text_chunk(text_));
}

void PngStream::go_on(const Place& place, std::span<const std::uint32_t> above) {
  place_ = place;
  std::ranges::copy(above, above_.begin());
}

void PngStream::put(std::span<const std::uint32_t> pixels, const Append& append) {
  const std::size_t row_bytes = row_bytes_of(size_);
  const auto width = static_cast<std::size_t>(size_.width);
  while (!pixels.empty()) {
    const int rows = std::min(next_rows().count(), static_cast<int>(pixels.size() / width));
    const int count = (rows - 1) / strip_rows_ + 1;
    const bool begins = place_.row == 0;
    share_out(count, static_cast<int>(coders_.size()), [&](int index, int worker) {
      const int at = index * strip_rows_;
      const std::uint32_t* here = pixels.data() + static_cast<std::size_t>(at) * width;
      const std::uint32_t* above = index == 0 ? above_.data() : here - width;
      coders_[static_cast<std::size_t>(worker)].encode(reinterpret_cast<const std::uint8_t*>(here),
                                                       std::min(strip_rows_, rows - at),
                                                       reinterpret_cast<const std::uint8_t*>(above), row_bytes,
                                                       begins && index == 0, made_[static_cast<std::size_t>(index)]);
    });
    for (const PngStrip& strip : std::span(made_).first(static_cast<std::size_t>(count))) {
      append(std::span(strip.chunk).first(strip.chunk_bytes));
      place_.adler = static_cast<std::uint32_t>(
          ::adler32_combine(place_.adler, strip.adler, static_cast<z_off_t>(strip.raw_bytes)));
    }
    const auto done = pixels.first(static_cast<std::size_t>(rows) * width);
    std::ranges::copy(done.last(width), above_.begin());
    place_.row += rows;
    pixels = pixels.subspan(done.size());
  }
}

PngStream::Made PngStream::make(Size size, int row, std::span<const std::uint32_t> above,
                                std::span<const std::uint32_t> pixels) {
  PngStream stream(size, {});
  stream.go_on({.row = row}, above);
  Made out;
  stream.put(pixels,
             [&](std::span<const std::byte> bytes) { out.bytes.insert(out.bytes.end(), bytes.begin(), bytes.end()); });
  out.adler = stream.place_.adler;
  out.rows = stream.place_.row - row;
  return out;
}

void PngStream::put(const Made& made, const Append& append) {
  append(made.bytes);
  const auto raw = static_cast<z_off_t>(made.rows) * static_cast<z_off_t>(row_bytes_of(size_) + 1);
  place_.adler = static_cast<std::uint32_t>(::adler32_combine(place_.adler, made.adler, raw));
  place_.row += made.rows;
}

void PngStream::end(const Append& append) {
  append(last_data(place_.adler));
  append(png_chunk("IEND", {}));
}

void encode_png(Size size, const PictureRows& rows, const std::string& text, const Append& append) {
  PngStream stream(size, text);
  stream.begin(append);
  while (!stream.next_rows().empty()) stream.put(rows(stream.next_rows()), append);
  stream.end(append);
}

}  // namespace heteroscope
