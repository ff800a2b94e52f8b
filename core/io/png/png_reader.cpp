#include "core/io/png/png_reader.hpp"

#include <fmt/format.h>
#include <spng.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/wrong.hpp"
#include "core/io/image/image_limits.hpp"

// Documentation of the library: https://libspng.org/docs/decode/
namespace heteroscope {
namespace {

/// The most memory that chunks beside the pixels, texts and color profiles, may take when unpacked.
constexpr std::size_t most_chunk_bytes = std::size_t{1} << 26;
/// Deflate makes at most 1032 bytes of one (258 of two bits; https://zlib.net/zlib_tech.html, "Maximum Compression
/// Factor").
constexpr std::int64_t most_inflation = 1032;

/// Where the passes of an interlaced file begin, and the distance between their columns
/// (https://www.w3.org/TR/png-3/#8Interlace).
struct Pass {
  int first, step;
};
constexpr Pass passes[] = {{0, 8}, {4, 8}, {0, 4}, {2, 4}, {0, 2}, {1, 2}, {0, 1}};

}  // namespace

PngReader::PngReader(std::span<const std::byte> bytes, std::string name)
    : bytes_(bytes), name_(std::move(name)), context_(::spng_ctx_new(0), &::spng_ctx_free) {
  if (context_ == nullptr) throw std::bad_alloc();
  // The library's own default would skip a chunk of text whose checksum is wrong.
  check(::spng_set_crc_action(context_.get(), SPNG_CRC_ERROR, SPNG_CRC_ERROR));
  check(::spng_set_chunk_limits(context_.get(), most_chunk_bytes, most_chunk_bytes));
  check(::spng_set_png_buffer(context_.get(), bytes.data(), bytes.size()));
  spng_ihdr header{};
  check(::spng_get_ihdr(context_.get(), &header));
  facts_ = {
      .width = header.width,
      .height = header.height,
      .wide = header.bit_depth == 16,
      .gray = header.color_type == SPNG_COLOR_TYPE_GRAYSCALE || header.color_type == SPNG_COLOR_TYPE_GRAYSCALE_ALPHA};
  constexpr int samples[] = {1, 0, 3, 1, 2, 0, 4};  // by color type
  const std::int64_t row_bits = facts_.width * samples[header.color_type] * header.bit_depth;
  raw_bytes_ = (row_bits + 7) / 8 * facts_.height;
}

PngReader::~PngReader() = default;

void PngReader::check(int code) const {
  if (code == SPNG_OK) return;
  if (code == SPNG_EMEM || code == SPNG_EZLIB_INIT) throw std::bad_alloc();
  constexpr std::string_view signature = "\x89PNG\r\n\x1a\n";
  const std::string_view start(reinterpret_cast<const char*>(bytes_.data()), std::min(bytes_.size(), signature.size()));
  if (start != signature) {  // of a short file the library says that it ends
    throw wrong_file(Wrong::kind, name_, "not a PNG file");
  }
  if (code == SPNG_IO_EOF || code == SPNG_EIDAT_TOO_SHORT || code == SPNG_EIO || code == SPNG_IO_ERROR) {
    throw wrong_file(Wrong::damaged, name_, "this PNG file is cut short");
  }
  if (code == SPNG_ECHUNK_CRC) {
    throw wrong_file(Wrong::damaged, name_, "this PNG file is damaged: a checksum is wrong");
  }
  const std::string reason = code == SPNG_ECHUNK_LIMITS
                                 ? fmt::format("a chunk is larger than {} bytes when unpacked", most_chunk_bytes)
                                 : ::spng_strerror(code);
  throw wrong_file(Wrong::damaged, name_, "this PNG file cannot be read: {}", reason);
}

Size PngReader::checked_size() const {
  const Size size = check_image_size(facts_.width, facts_.height, name_);
  if (raw_bytes_ <= most_inflation * static_cast<std::int64_t>(bytes_.size())) return size;
  throw wrong_file(Wrong::damaged, name_, "this PNG file is cut short: its {} bytes are not enough for {}x{} pixels",
                   bytes_.size(), size.width, size.height);
}

std::optional<std::string> PngReader::text(const char* keyword) {
  std::uint32_t count = 0;
  const int code = ::spng_get_text(context_.get(), nullptr, &count);
  if (code == SPNG_ECHUNKAVAIL) return std::nullopt;
  check(code);
  std::vector<spng_text> texts(count);
  check(::spng_get_text(context_.get(), texts.data(), &count));
  for (const spng_text& each : texts)
    if (std::strcmp(each.keyword, keyword) == 0) return std::string(each.text, each.length);
  return std::nullopt;
}

void PngReader::read_rows(bool wide, const std::function<void(const PngRow&)>& take) {
  const int format = wide ? SPNG_FMT_RGBA16 : SPNG_FMT_RGBA8;
  check(::spng_decode_image(context_.get(), nullptr, 0, format, SPNG_DECODE_PROGRESSIVE | SPNG_DECODE_TRNS));
  spng_ihdr header{};
  check(::spng_get_ihdr(context_.get(), &header));
  std::vector<std::uint64_t> pixels(static_cast<std::size_t>(facts_.width));  // aligned for both depths
  spng_row_info info{};
  while (::spng_get_row_info(context_.get(), &info) == SPNG_OK) {
    const int code = ::spng_decode_row(context_.get(), pixels.data(), pixels.size() * sizeof(pixels[0]));
    if (code != SPNG_EOI) check(code);
    const Pass pass = header.interlace_method == SPNG_INTERLACE_NONE ? Pass{0, 1} : passes[info.pass];
    take({.y = static_cast<int>(info.row_num), .first = pass.first, .step = pass.step, .rgba = pixels.data()});
  }
  // The chunks after the pixels have checksums, too, and there must be an end.
  check(::spng_decode_chunks(context_.get()));
}

}  // namespace heteroscope
