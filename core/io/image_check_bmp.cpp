#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/error.hpp"
#include "core/io/image_check.hpp"

// Source of the format: https://learn.microsoft.com/windows/win32/gdi/bitmap-storage
namespace heteroscope {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::size_t file_header = 14;

std::int64_t little_endian(Bytes bytes, std::size_t at, std::size_t count) {
  std::int64_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value |= std::to_integer<std::int64_t>(bytes[at + i]) << 8 * i;
  return value;
}

std::int64_t signed_32(Bytes bytes, std::size_t at) {
  return static_cast<std::int32_t>(little_endian(bytes, at, 4));
}

/// The largest index into the palette that a pixel has.
unsigned largest_index(Bytes pixels, Size size, std::size_t stride, unsigned bits) {
  const unsigned mask = (1u << bits) - 1;
  unsigned largest = 0;
  for (int y = 0; y < size.height; ++y) {
    const Bytes row = pixels.subspan(stride * static_cast<std::size_t>(y));
    for (int x = 0; x < size.width; ++x) {
      const std::size_t bit = static_cast<std::size_t>(x) * bits;
      const auto shift = static_cast<unsigned>(8 - bits - bit % 8);
      largest = std::max(largest, std::to_integer<unsigned>(row[bit / 8]) >> shift & mask);
    }
  }
  return largest;
}

}  // namespace

ImageFacts check_bmp(Bytes bytes, const std::string& name) {
  const auto cut_short = [&] { return BadInput(fmt::format("{}: this BMP is cut short", name)); };
  const auto unknown = [&](const std::string& what) {
    return BadInput(fmt::format("{}: this BMP cannot be read: {}", name, what));
  };
  if (bytes.size() < file_header + 4) throw cut_short();
  const auto offset = static_cast<std::size_t>(little_endian(bytes, 10, 4));
  const auto header = static_cast<std::size_t>(little_endian(bytes, file_header, 4));
  if (header != 40 && header != 56 && header != 108 && header != 124) {
    throw unknown(fmt::format("a header of {} bytes (40, 56, 108 or 124 can be)", header));
  }
  if (bytes.size() < file_header + header) throw cut_short();

  const std::int64_t height = signed_32(bytes, 22);  // below 0: the first row is the top one
  const Size size = check_image_size(signed_32(bytes, 18), std::abs(height), name);
  const auto planes = little_endian(bytes, 26, 2);
  const auto bits = static_cast<unsigned>(little_endian(bytes, 28, 2));
  const auto compression = little_endian(bytes, 30, 4);
  constexpr unsigned known_bits[] = {1, 4, 8, 16, 24, 32};
  if (planes != 1 || std::find(std::begin(known_bits), std::end(known_bits), bits) == std::end(known_bits)) {
    throw unknown(fmt::format("{} bits a pixel in {} planes", bits, planes));
  }
  if (compression != 0 && compression != 3) throw unknown("it is compressed; save it uncompressed");

  const std::size_t row_bytes = (static_cast<std::size_t>(size.width) * bits + 7) / 8;
  const std::size_t stride = (row_bytes + 3) / 4 * 4;
  const std::size_t wanted = stride * static_cast<std::size_t>(size.height - 1) + row_bytes;
  if (offset < file_header + header) throw unknown(fmt::format("its pixels begin at byte {}, in its header", offset));
  if (offset > bytes.size() || bytes.size() - offset < wanted) {
    throw BadInput(fmt::format("{}: this BMP is cut short: {} bytes of pixels, but {}x{} take {}", name,
                               offset > bytes.size() ? 0 : bytes.size() - offset, size.width, size.height, wanted));
  }
  if (bits <= 8) {
    const std::size_t colors = (offset - file_header - header) / 4;
    const unsigned index = largest_index(bytes.subspan(offset), size, stride, bits);
    if (index >= colors) throw unknown(fmt::format("a pixel has color {}, but the palette {}", index, colors));
  }
  return {size, false};
}

}  // namespace heteroscope
