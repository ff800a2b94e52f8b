#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

/// Image files made byte by byte, for the tests of their readers.
namespace heteroscope::testing {

using Bytes = std::vector<std::byte>;

Bytes bytes_of_text(std::string_view text);
Bytes bytes_of_numbers(std::initializer_list<unsigned> numbers);
Bytes big_endian(std::uint32_t value, int bytes = 4);
Bytes little_endian(std::uint32_t value, int bytes = 4);
void append(Bytes& out, const Bytes& more);

struct PngKind {
  unsigned depth = 8, color = 0;
  bool interlaced = false;
  Bytes palette = {};
};
/// `rows`: what is compressed, each row behind its filter's number.
Bytes png_file(std::uint32_t width, std::uint32_t height, const PngKind& kind, const Bytes& rows);
/// The same of what is compressed already.
Bytes png_of_deflated(std::uint32_t width, std::uint32_t height, const PngKind& kind, const Bytes& deflated);
/// Zeros, compressed without being held.
Bytes deflated_zeros(std::size_t count);
Bytes png_chunk(std::string_view type, const Bytes& data);
/// The file with the right checksum in every chunk that is all there.
Bytes with_checksums(Bytes png);

/// By libjpeg: 1 channel is gray, 3 are red, green and blue, 4 the inks of CMYK as Adobe's programs store them (255 is
/// no ink).
Bytes jpeg_file(int width, int height, int channels, const std::vector<unsigned char>& pixels, int quality,
                bool progressive = false);
/// The JPEG with an EXIF block of one entry: this orientation, in either order of bytes, as a short or a long.
Bytes with_orientation(const Bytes& jpeg, unsigned orientation, bool big = true, bool as_long = false);
/// The JPEG with a segment before all that it has.
Bytes with_segment(const Bytes& jpeg, unsigned marker, const Bytes& content);
/// 8x8 pixels of 160 in one gray component: with quantization 1 the mean's coefficient is 8 (160 - 128) = 256, of nine
/// bits (ITU-T T.81, F.1.2.1); each Huffman table has one code, a zero bit.
Bytes gray_jpeg(bool progressive);

}  // namespace heteroscope::testing
