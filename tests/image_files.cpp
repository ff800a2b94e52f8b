#include "tests/image_files.hpp"

#include <stb_image_write.h>
#include <zlib.h>

#include <algorithm>
#include <utility>

namespace heteroscope::testing {

Bytes bytes_of_text(std::string_view text) {
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

void append(Bytes& out, const Bytes& more) {
  out.insert(out.end(), more.begin(), more.end());
}

Bytes big_endian(std::uint32_t value, int bytes) {
  Bytes out(static_cast<std::size_t>(bytes));
  for (int i = 0; i < bytes; ++i)
    out[static_cast<std::size_t>(i)] = static_cast<std::byte>(value >> 8 * (bytes - 1 - i) & 255u);
  return out;
}

Bytes little_endian(std::uint32_t value, int bytes) {
  const Bytes reversed = big_endian(value, bytes);
  return {reversed.rbegin(), reversed.rend()};
}

Bytes bytes_of_numbers(std::initializer_list<unsigned> numbers) {
  Bytes out;
  for (const unsigned each : numbers) out.push_back(static_cast<std::byte>(each));
  return out;
}

// ---- PNG

Bytes png_chunk(std::string_view type, const Bytes& data) {
  Bytes body = bytes_of_text(type);
  append(body, data);
  Bytes out = big_endian(static_cast<std::uint32_t>(data.size()));
  append(out, body);
  append(out, big_endian(
                  static_cast<std::uint32_t>(::crc32_z(0, reinterpret_cast<const Bytef*>(body.data()), body.size()))));
  return out;
}

namespace {

Bytes deflated(const Bytes& data) {
  uLongf size = ::compressBound(static_cast<uLong>(data.size()));
  Bytes out(size);
  ::compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(data.data()),
             static_cast<uLong>(data.size()));
  out.resize(size);
  return out;
}

}  // namespace

Bytes png_file(std::uint32_t width, std::uint32_t height, const PngKind& kind, const Bytes& rows) {
  Bytes header = big_endian(width);
  append(header, big_endian(height));
  append(header, bytes_of_numbers({kind.depth, kind.color, 0, 0, kind.interlaced ? 1u : 0u}));
  Bytes out = bytes_of_numbers({0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});
  append(out, png_chunk("IHDR", header));
  if (!kind.palette.empty()) append(out, png_chunk("PLTE", kind.palette));
  append(out, png_chunk("IDAT", deflated(rows)));
  append(out, png_chunk("IEND", {}));
  return out;
}

Bytes with_checksums(Bytes png) {
  const auto number = [&](std::size_t at) {
    std::size_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | std::to_integer<std::size_t>(png[at + i]);
    return value;
  };
  for (std::size_t at = 8; png.size() >= 12 && at <= png.size() - 12;) {
    const std::size_t length = number(at);
    if (length > png.size() - at - 12) break;
    const auto* body = reinterpret_cast<const Bytef*>(png.data() + at + 4);
    const Bytes sum = big_endian(static_cast<std::uint32_t>(::crc32_z(0, body, length + 4)));
    std::copy(sum.begin(), sum.end(), png.begin() + static_cast<std::ptrdiff_t>(at + 8 + length));
    at += length + 12;
  }
  return png;
}

// ---- BMP

Bytes bmp_file(std::int32_t width, std::int32_t height, unsigned bits, const Bytes& rows, const Bytes& extra,
               unsigned compression) {
  const std::size_t offset = 54 + extra.size();
  Bytes out = bytes_of_text("BM");
  append(out, little_endian(static_cast<std::uint32_t>(offset + rows.size())));
  append(out, little_endian(0));
  append(out, little_endian(static_cast<std::uint32_t>(offset)));
  append(out, little_endian(40));
  append(out, little_endian(static_cast<std::uint32_t>(width)));
  append(out, little_endian(static_cast<std::uint32_t>(height)));
  append(out, little_endian(1, 2));
  append(out, little_endian(bits, 2));
  append(out, little_endian(compression));
  for (int i = 0; i < 5; ++i) append(out, little_endian(0));
  append(out, extra);
  append(out, rows);
  return out;
}

// ---- JPEG

Bytes jpeg_file(int width, int height, int channels, const std::vector<unsigned char>& pixels, int quality) {
  Bytes out;
  const auto take = [](void* context, void* data, int size) {
    const auto* from = static_cast<const std::byte*>(data);
    auto& to = *static_cast<Bytes*>(context);
    to.insert(to.end(), from, from + size);
  };
  stbi_write_jpg_to_func(take, &out, width, height, channels, pixels.data(), quality);
  return out;
}

Bytes gray_jpeg(bool progressive) {
  Bytes out = bytes_of_numbers({0xff, 0xd8, 0xff, 0xdb, 0, 67, 0});
  out.insert(out.end(), 64, std::byte{1});
  append(out, bytes_of_numbers({0xff, progressive ? 0xc2u : 0xc0u, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0}));
  for (const auto& [place, symbol] : {std::pair{0x00u, 9u}, std::pair{0x10u, 0u}}) {
    append(out, bytes_of_numbers({0xff, 0xc4, 0, 20, place, 1}));
    out.insert(out.end(), 15, std::byte{0});
    out.push_back(static_cast<std::byte>(symbol));
  }
  if (progressive) {
    append(out, bytes_of_numbers({0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0, 0x40, 0x3f}));
    append(out, bytes_of_numbers({0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0, 0x7f}));
  } else {
    append(out, bytes_of_numbers({0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x40, 0x1f}));
  }
  append(out, bytes_of_numbers({0xff, 0xd9}));
  return out;
}

}  // namespace heteroscope::testing
