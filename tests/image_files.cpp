#include "tests/image_files.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstdio>  // jpeglib.h uses FILE without including it
#include <cstdlib>
#include <utility>

#include <jpeglib.h>

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

Bytes deflated_zeros(std::size_t count) {
  z_stream stream{};
  ::deflateInit(&stream, Z_BEST_SPEED);
  std::vector<Bytef> zeros(std::size_t{1} << 16);
  std::vector<Bytef> buffer(std::size_t{1} << 16);
  Bytes out;
  while (true) {
    stream.next_in = zeros.data();
    stream.avail_in = static_cast<uInt>(std::min(count, zeros.size()));
    count -= stream.avail_in;
    do {
      stream.next_out = buffer.data();
      stream.avail_out = static_cast<uInt>(buffer.size());
      ::deflate(&stream, count == 0 ? Z_FINISH : Z_NO_FLUSH);
      const auto* begin = reinterpret_cast<const std::byte*>(buffer.data());
      out.insert(out.end(), begin, begin + (buffer.size() - stream.avail_out));
    } while (stream.avail_out == 0);
    if (count == 0) break;
  }
  ::deflateEnd(&stream);
  return out;
}

Bytes png_file(std::uint32_t width, std::uint32_t height, const PngKind& kind, const Bytes& rows) {
  return png_of_deflated(width, height, kind, deflated(rows));
}

Bytes png_of_deflated(std::uint32_t width, std::uint32_t height, const PngKind& kind, const Bytes& deflated) {
  Bytes header = big_endian(width);
  append(header, big_endian(height));
  append(header, bytes_of_numbers({kind.depth, kind.color, 0, 0, kind.interlaced ? 1u : 0u}));
  Bytes out = bytes_of_numbers({0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});
  append(out, png_chunk("IHDR", header));
  if (!kind.palette.empty()) append(out, png_chunk("PLTE", kind.palette));
  append(out, png_chunk("IDAT", deflated));
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

// ---- JPEG

Bytes jpeg_file(int width, int height, int channels, const std::vector<unsigned char>& pixels, int quality,
                bool progressive) {
  jpeg_error_mgr errors{};
  jpeg_compress_struct info{};
  info.err = ::jpeg_std_error(&errors);
  ::jpeg_create_compress(&info);
  unsigned char* made = nullptr;
  unsigned long bytes = 0;
  ::jpeg_mem_dest(&info, &made, &bytes);
  info.image_width = static_cast<JDIMENSION>(width);
  info.image_height = static_cast<JDIMENSION>(height);
  info.input_components = channels;
  info.in_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_CMYK;
  ::jpeg_set_defaults(&info);
  ::jpeg_set_quality(&info, quality, TRUE);
  if (progressive) ::jpeg_simple_progression(&info);
  ::jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < info.image_height) {
    auto* row = const_cast<unsigned char*>(pixels.data()) +
                std::size_t{info.next_scanline} * static_cast<std::size_t>(width * channels);
    ::jpeg_write_scanlines(&info, &row, 1);
  }
  ::jpeg_finish_compress(&info);
  ::jpeg_destroy_compress(&info);
  const auto* begin = reinterpret_cast<const std::byte*>(made);
  Bytes out(begin, begin + bytes);
  std::free(made);
  return out;
}

Bytes with_segment(const Bytes& jpeg, unsigned marker, const Bytes& content) {
  Bytes out(jpeg.begin(), jpeg.begin() + 2);
  append(out, bytes_of_numbers({0xff, marker}));
  append(out, big_endian(static_cast<std::uint32_t>(content.size() + 2), 2));
  append(out, content);
  out.insert(out.end(), jpeg.begin() + 2, jpeg.end());
  return out;
}

Bytes with_orientation(const Bytes& jpeg, unsigned orientation, bool big, bool as_long) {
  const auto number = [&](std::uint32_t value, int bytes) {
    return big ? big_endian(value, bytes) : little_endian(value, bytes);
  };
  Bytes block = bytes_of_numbers({'E', 'x', 'i', 'f', 0, 0});
  append(block, bytes_of_text(big ? "MM" : "II"));
  append(block, number(42, 2));
  append(block, number(8, 4));  // where the entries begin, counted from the order's letters
  append(block, number(1, 2));
  append(block, number(0x0112, 2));
  append(block, number(as_long ? 4 : 3, 2));
  append(block, number(1, 4));
  append(block, number(orientation, as_long ? 4 : 2));
  if (!as_long) append(block, number(0, 2));
  append(block, number(0, 4));
  constexpr unsigned app1 = 0xe1;
  return with_segment(jpeg, app1, block);
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
