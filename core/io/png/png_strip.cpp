#include "core/io/png/png_strip.hpp"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <cstring>

#include "core/io/checksum.hpp"
#include "core/io/deflater.hpp"
#include "core/io/png/png_filter.hpp"

// Sources of the formats: https://www.w3.org/TR/png-3/#5Chunk-layout, RFC 1950 (zlib), RFC 1951 (deflate)
namespace heteroscope {
namespace {

constexpr std::size_t head_bytes = 8;  // length and type
constexpr std::size_t sum_bytes = 4;
constexpr unsigned char zlib_head[] = {0x78, 0x01};  // deflate, a window of 32 KiB, the fastest of four classes

void put_big_endian(std::byte* at, std::uint32_t value) {
  for (int i = 0; i < 4; ++i) at[i] = static_cast<std::byte>(value >> (24 - 8 * i) & 255u);
}

/// Fills in what stands around `data_bytes` bytes of data that are at `chunk + head_bytes`.
void frame(std::byte* chunk, const char* type, std::size_t data_bytes) {
  put_big_endian(chunk, static_cast<std::uint32_t>(data_bytes));
  std::memcpy(chunk + 4, type, 4);
  put_big_endian(chunk + head_bytes + data_bytes, crc32(0, {chunk + 4, 4 + data_bytes}));
}

}  // namespace

std::vector<std::byte> png_chunk(const char* type, std::span<const std::byte> data) {
  std::vector<std::byte> chunk(head_bytes + data.size() + sum_bytes);
  std::ranges::copy(data, chunk.begin() + head_bytes);
  frame(chunk.data(), type, data.size());
  return chunk;
}

struct PngStripCoder::State {
  Deflater deflater;
  std::vector<std::uint8_t> filtered;
};

PngStripCoder::PngStripCoder() : state_(std::make_unique<State>()) {}
PngStripCoder::~PngStripCoder() = default;

void PngStripCoder::encode(const std::uint8_t* pixels, int rows, const std::uint8_t* above, std::size_t row_bytes,
                           bool first, PngStrip& out) {
  const std::size_t raw_bytes = static_cast<std::size_t>(rows) * (row_bytes + 1);
  auto& filtered = state_->filtered;
  if (filtered.size() < raw_bytes) filtered.resize(raw_bytes);
  for (int y = 0; y < rows; ++y) {
    const std::uint8_t* row = pixels + static_cast<std::size_t>(y) * row_bytes;
    filter_png_row(row, y == 0 ? above : row - row_bytes, row_bytes,
                   filtered.data() + static_cast<std::size_t>(y) * (row_bytes + 1));
  }
  out.raw_bytes = raw_bytes;
  out.adler = ::isal_adler32(1, filtered.data(), raw_bytes);

  const std::size_t before = head_bytes + (first ? sizeof(zlib_head) : 0);
  const std::size_t deflated =
      state_->deflater.deflate({filtered.data(), raw_bytes}, Deflater::Form::part, before, sum_bytes, out.chunk);
  std::memcpy(out.chunk.data() + head_bytes, zlib_head, before - head_bytes);
  const std::size_t data_bytes = before - head_bytes + deflated;
  frame(out.chunk.data(), "IDAT", data_bytes);
  out.chunk_bytes = head_bytes + data_bytes + sum_bytes;
}

}  // namespace heteroscope
