
#include "core/base/error.hpp"
#include "core/io/image/image.hpp"
#include "core/io/image/image_limits.hpp"
#include "core/io/png/png.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/image_files.hpp"
#include "tests/other_image_files.hpp"

namespace heteroscope::testing {
namespace {

void check(const Field& field, std::size_t size) {
  // a byte of JPEG has at most 8 blocks of 64
  if (field.size().area() > most_pixels_of_byte * static_cast<std::int64_t>(size))
    fuzz_failure("more pixels than data");
  const float* values = field.host_view().row<float>(0);
  for (std::int64_t i = 0; i < field.size().area(); ++i) {
    if (!(values[i] >= 0 && values[i] <= 255)) fuzz_failure("a value outside 0 to 255");
  }
}

/// Calls a reader, which may refuse the file, with one line.
template <class Reader>
void decode_by(Reader reader) {
  try {
    reader();
  } catch (const BadInput& wrong) {
    const std::string_view line = wrong.what();
    if (!line.starts_with("file: ") || line.find('\n') != line.npos)
      fuzz_failure("a message of a wrong form:", wrong.what());
  }
}

void decode(const Bytes& bytes) {
  decode_by([&] { check(decode_image(bytes, "file").field, bytes.size()); });
  decode_by([&] { check(decode_image(bytes, "file", ImageChannel::blue).field, bytes.size()); });
  if (bytes.empty() || bytes[0] != std::byte{0x89}) return;
  // What `diff` and the settings do with a PNG.
  decode_by([&] {
    Size size;
    const auto samples = decode_png_samples<std::uint16_t>(bytes, "file", size);
    if (samples.size() != 4 * static_cast<std::size_t>(size.area())) fuzz_failure("samples and size differ");
  });
  decode_by([&] { png_text(bytes, "file"); });
}

/// Some values that all differ.
Bytes ramp(std::size_t size) {
  Bytes out(size);
  for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<std::byte>(i * 37);
  return out;
}

/// Rows of so many bytes, with filters 0 to 4 in turn.
Bytes filtered(std::size_t row_bytes, std::size_t rows) {
  Bytes out;
  for (std::size_t y = 0; y < rows; ++y) {
    out.push_back(static_cast<std::byte>(y % 5));
    append(out, ramp(row_bytes));
  }
  return out;
}

void add_pngs(std::vector<Bytes>& out) {
  out.push_back(encode_png({{3, 2}, {1, 0xff00ff00, 0xffffffff, 4, 5, 6}}, "text"));
  for (const unsigned color : {0u, 2u, 4u, 6u}) {
    const std::size_t samples = color == 0 ? 1 : color == 2 ? 3 : color == 4 ? 2 : 4;
    out.push_back(png_file(7, 5, {8, color}, filtered(7 * samples, 5)));
    out.push_back(png_file(5, 3, {16, color}, filtered(10 * samples, 3)));
  }
  for (const unsigned depth : {1u, 2u, 4u, 8u}) {
    const std::size_t row_bytes = (9 * depth + 7) / 8;
    out.push_back(png_file(9, 2, {depth, 3, false, ramp(3)}, Bytes(2 * (1 + row_bytes))));
    out.push_back(png_file(9, 2, {depth, 0}, Bytes(2 * (1 + row_bytes))));
  }
  // Adam7 of 8x8 gray bytes: passes of 1x1, 1x1, 2x1, 2x2, 4x2, 4x4 and 8x4 pixels, 15 rows in all.
  out.push_back(png_file(8, 8, {8, 0, true}, Bytes(64 + 15)));
}

void add_jpegs(std::vector<Bytes>& out) {
  std::vector<unsigned char> pixels(std::size_t{19} * 17 * 3);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<unsigned char>(i * i / 7);
  out.push_back(jpeg_file(19, 17, 3, pixels, 60));
  out.push_back(jpeg_file(19, 17, 3, pixels, 95));
  out.push_back(jpeg_file(8, 8, 1, pixels, 80));
  out.push_back(jpeg_file(19, 17, 3, pixels, 60, true));
  out.push_back(jpeg_file(9, 15, 4, pixels, 60));
  for (const unsigned orientation : {2u, 6u}) {
    out.push_back(with_orientation(jpeg_file(9, 5, 1, pixels, 60), orientation, orientation == 2));
  }
  out.push_back(gray_jpeg(false));
  out.push_back(gray_jpeg(true));
}

void add_others(std::vector<Bytes>& out) {
  std::vector<unsigned char> pixels(std::size_t{19} * 17 * 6);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<unsigned char>(i * i / 7);
  const auto first = [&](std::size_t count) {
    return std::vector<unsigned char>(pixels.begin(), pixels.begin() + static_cast<std::ptrdiff_t>(count));
  };
  for (const bool lossless : {false, true}) out.push_back(webp_file(19, 17, pixels, lossless));
  std::vector<unsigned char> indices(std::size_t{19} * 17);
  for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = static_cast<unsigned char>(i * 7 / 3 % 4);
  out.push_back(gif_file({19, 17}, 19, 17, indices));
  out.push_back(gif_file({25, 20, 3, 2, true, true}, 19, 17, indices));
  out.push_back(bmp_file(19, 17, pixels));
  const std::size_t rgb = std::size_t{19} * 17 * 3;
  for (const int compression : {1, 5, 8, 32773})
    out.push_back(tiff_file(19, 17, {.compression = compression}, first(rgb)));
  out.push_back(tiff_file(19, 17, {.bits = 16, .compression = 8}, first(2 * rgb)));
  out.push_back(tiff_file(19, 17, {.samples = 1, .photometric = 1, .orientation = 6}, first(rgb / 3)));
  out.push_back(tiff_file(24, 16, {.bits = 1, .samples = 1, .compression = 4, .photometric = 0}, first(3 * 16)));
  out.push_back(tiff_file(32, 32, {.compression = 5, .tile = 16}, first(std::size_t{16} * 16 * 3)));
}

}  // namespace

std::vector<Bytes> fuzz_seeds() {
  std::vector<Bytes> out;
  add_others(out);
  add_pngs(out);
  add_jpegs(out);
  for (const char* text :
       {"P5\n3 2\n255\nabcdef", "P6 # red\n1 2 100\nabcABC", "P5 2 1 65535\nabcd", "P2 1 1 9 5", "GIF89a", ""}) {
    out.push_back(bytes_of_text(text));
  }
  return out;
}

}  // namespace heteroscope::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heteroscope::testing;
  const auto* begin = reinterpret_cast<const std::byte*>(data);
  const Bytes bytes(begin, begin + size);
  decode(bytes);
  // Behind the checksums, which nearly every change breaks, more may be wrong.
  if (size > 0 && data[0] == 0x89) decode(with_checksums(bytes));
  return 0;
}
