#include "core/io/image.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/io/png.hpp"
#include "tests/image_files.hpp"
#include "tests/unit/fake_workload.hpp"

namespace heteroscope {
namespace {

using testing::append;
using testing::big_endian;
using testing::bmp_file;
using testing::Bytes;
using testing::bytes_of_numbers;
using testing::bytes_of_text;
using testing::gray_jpeg;
using testing::jpeg_file;
using testing::little_endian;
using testing::png_chunk;
using testing::png_file;
using testing::refusal;
using testing::with_checksums;

Field decode(const Bytes& bytes) {
  return decode_image(bytes, "p.img");
}

std::string wrong(const Bytes& bytes) {
  return refusal([&] { decode(bytes); });
}

std::vector<double> values(const Field& field) {
  std::vector<double> out;
  for (int y = 0; y < field.size().height; ++y) {
    for (int x = 0; x < field.size().width; ++x) out.push_back(field.value(x, y));
  }
  return out;
}

// Rec. 709, worked out by hand: 0.2126 * 255, 0.7152 * 255, 0.0722 * 255.
constexpr float red_luma = 54.213f;
constexpr float green_luma = 182.376f;
constexpr float blue_luma = 18.411f;

TEST(Image, LumaOfKnownColors) {
  // Red in the lowest byte; transparency is ignored.
  const Picture picture{{3, 2}, {0xff0000ff, 0xff00ff00, 0xffff0000, 0xff000000, 0xffffffff, 0x00070707}};
  const Field field = decode(encode_png(picture, ""));
  EXPECT_EQ(field.size(), (Size{3, 2}));
  EXPECT_EQ(field.precision(), Precision::fp32);
  EXPECT_EQ(values(field), (std::vector<double>{red_luma, green_luma, blue_luma, 0, 255, 7}));
}

TEST(Image, GrayPngsOfEveryDepth) {
  // Sixteen pixels of one bit: 0xa5 0x0f. stb_image and the format spread smaller depths over 0 to 255.
  std::vector<double> expected;
  for (const int bit : {1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 1, 1, 1}) expected.push_back(255 * bit);
  EXPECT_EQ(values(decode(png_file(16, 1, {1, 0}, bytes_of_numbers({0, 0xa5, 0x0f})))), expected);
  EXPECT_EQ(values(decode(png_file(4, 1, {2, 0}, bytes_of_numbers({0, 0x1b})))),
            (std::vector<double>{0, 85, 170, 255}));
  EXPECT_EQ(values(decode(png_file(3, 1, {4, 0}, bytes_of_numbers({0, 0x1f, 0x80})))),
            (std::vector<double>{17, 255, 136}));
  EXPECT_EQ(values(decode(png_file(2, 2, {8, 0}, bytes_of_numbers({0, 1, 2, 0, 3, 254})))),
            (std::vector<double>{1, 2, 3, 254}));
}

TEST(Image, SixteenBitsKeepTheirFractions) {
  // 65535 is 255, so v is v / 257: 257, 1 and 65535 in turn.
  const Field gray = decode(png_file(3, 1, {16, 0}, bytes_of_numbers({0, 1, 1, 0, 1, 0xff, 0xff})));
  EXPECT_EQ(values(gray), (std::vector<double>{1, 1.0f / 257, 255}));
  const Field color = decode(png_file(1, 1, {16, 2}, bytes_of_numbers({0, 0xff, 0xff, 0, 0, 0, 0})));
  EXPECT_EQ(color.value(0, 0), red_luma);
}

TEST(Image, PalettesAndTransparency) {
  const Bytes palette = bytes_of_numbers({255, 0, 0, 0, 255, 0, 9, 9, 9});
  EXPECT_EQ(values(decode(png_file(4, 1, {2, 3, false, palette}, bytes_of_numbers({0, 0x18})))),
            (std::vector<double>{red_luma, green_luma, 9, red_luma}));
  // The fourth color is not there: black, and not what happens to lie in memory.
  EXPECT_EQ(values(decode(png_file(4, 1, {2, 3, false, palette}, bytes_of_numbers({0, 0x1b})))),
            (std::vector<double>{red_luma, green_luma, 9, 0}));
  EXPECT_EQ(values(decode(png_file(2, 1, {8, 4}, bytes_of_numbers({0, 50, 255, 60, 0})))),
            (std::vector<double>{50, 60}));
}

TEST(Image, InterlacedPngs) {
  // 2x2 pixels are three of Adam7's passes: the pixel at (0, 0), that at (1, 0), and the row below.
  EXPECT_EQ(values(decode(png_file(2, 2, {8, 0, true}, bytes_of_numbers({0, 10, 0, 20, 0, 30, 40})))),
            (std::vector<double>{10, 20, 30, 40}));
}

TEST(Image, Bmps) {
  // Two columns and two rows of blue, green, red bytes, the lower row first, each row filled up to eight bytes.
  const Bytes rows = bytes_of_numbers({255, 0, 0, 0, 255, 0, 0, 0, 0, 0, 255, 5, 5, 5, 0, 0});
  EXPECT_EQ(values(decode(bmp_file(2, 2, 24, rows))), (std::vector<double>{red_luma, 5, blue_luma, green_luma}));
  EXPECT_EQ(values(decode(bmp_file(2, -2, 24, rows))), (std::vector<double>{blue_luma, green_luma, red_luma, 5}));
  const Bytes palette = bytes_of_numbers({0, 0, 255, 0, 8, 8, 8, 0});
  EXPECT_EQ(values(decode(bmp_file(3, 1, 8, bytes_of_numbers({0, 1, 0, 0}), palette))),
            (std::vector<double>{red_luma, 8, red_luma}));
  EXPECT_EQ(values(decode(bmp_file(3, 1, 1, bytes_of_numbers({0x40, 0, 0, 0}), palette))),
            (std::vector<double>{red_luma, 8, red_luma}));
}

TEST(Image, BinaryNetpbm) {
  EXPECT_EQ(values(decode(bytes_of_text("P5\n3 2\n255\nABCDEF"))), (std::vector<double>{65, 66, 67, 68, 69, 70}));
  // Scaled by the largest value, here 'z' = 122: 61 is half of it.
  EXPECT_EQ(values(decode(bytes_of_text("P5 2 1 122\nz="))), (std::vector<double>{255, 127.5}));
  EXPECT_EQ(values(decode(bytes_of_text("P6 # red\n#and\n1 1\t255\n\xff\x01\x01"))),
            (std::vector<double>{static_cast<float>(0.2126 * 255 + 0.7152 + 0.0722)}));
  // Two bytes a sample, the higher one first: 0x0101 of 65535 is 1.
  EXPECT_EQ(values(decode(bytes_of_text("P5 2 1 65535\n\x01\x01\xff\xff"))), (std::vector<double>{1, 255}));
}

TEST(Image, GrayJpegsByHand) {
  for (const bool progressive : {false, true}) {
    EXPECT_EQ(values(decode(gray_jpeg(progressive))), std::vector<double>(64, 160)) << progressive;
  }
}

TEST(Image, ColoredJpegIsClose) {
  const int width = 33;
  const int height = 17;
  std::vector<unsigned char> pixels;
  for (int i = 0; i < width * height; ++i) {
    for (const int value : {i % width * 7, 100, 200 - i % width * 3})
      pixels.push_back(static_cast<unsigned char>(value));
  }
  for (const int quality : {90, 100}) {
    const Field field = decode(jpeg_file(width, height, 3, pixels, quality));
    ASSERT_EQ(field.size(), (Size{width, height}));
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        EXPECT_NEAR(field.value(x, y), 0.2126 * 7 * x + 0.7152 * 100 + 0.0722 * (200 - 3 * x), 6) << x << ' ' << y;
      }
    }
  }
}

TEST(Image, EmptyAndStrangeFiles) {
  EXPECT_EQ(wrong({}), "p.img: the file is empty");
  EXPECT_EQ(wrong(bytes_of_text("GIF89a\1\0\1\0")),
            "p.img: a GIF cannot be read; PNG, JPEG, BMP, binary PGM or PPM, and .npy can be");
  EXPECT_EQ(wrong(bytes_of_text("not an image")),
            "p.img: this is no image that can be read; PNG, JPEG, BMP, binary PGM or PPM, and .npy can be");
  EXPECT_EQ(wrong(bytes_of_text("P2\n1 1\n255\n7\n")),
            "p.img: a Netpbm image of kind P2 cannot be read; binary P5 and P6 can");
  for (const char* start : {"8BPS", "#?RADIANCE\n", "RIFF1234WEBPVP8 ", "....ftypavif", "II*", "%PDF-1.7"}) {
    EXPECT_NE(wrong(bytes_of_text(start)).find("can be"), std::string::npos) << start;
  }
  // A Targa file has no signature: an uncompressed one of 1x1.
  EXPECT_NE(wrong(bytes_of_numbers({0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0, 1, 2, 3})),
            "(nothing thrown)");
}

TEST(Image, CutAtAnyLengthIsRefused) {
  std::vector<unsigned char> pixels(std::size_t{3} * 20 * 20, 77);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<unsigned char>(i * 13);
  const Bytes files[] = {
      encode_png({{3, 2}, {1, 2, 3, 4, 5, 6}}, ""),
      jpeg_file(20, 20, 3, pixels, 80),
      gray_jpeg(true),
      bmp_file(2, 2, 24, Bytes(14)),  // without the last row's filling, which may be left out
      bytes_of_text("P5\n3 2\n255\nABCDEF"),
  };
  for (const Bytes& file : files) {
    EXPECT_EQ(wrong(file), "(nothing thrown)");
    for (std::size_t length = 0; length < file.size(); ++length) {
      const std::string line = wrong({file.begin(), file.begin() + static_cast<std::ptrdiff_t>(length)});
      EXPECT_TRUE(line.starts_with("p.img: ")) << length << line;
      if (length > 8) {
        EXPECT_NE(line.find("cut short"), std::string::npos) << length << line;
      }
    }
  }
}

TEST(Image, NamesWhatIsCutShort) {
  EXPECT_EQ(wrong(bytes_of_text("P5\n3 2\n255\nABCDE")),
            "p.img: 5 bytes of pixels, but 3x2 take 6: the file is cut short");
  EXPECT_EQ(wrong(bmp_file(2, 2, 24, Bytes(13))), "p.img: this BMP is cut short: 13 bytes of pixels, but 2x2 take 14");
  Bytes jpeg = gray_jpeg(false);
  jpeg.resize(jpeg.size() - 2);
  EXPECT_EQ(wrong(jpeg), "p.img: this JPEG is cut short: its end marker is missing");
  Bytes png = png_file(2, 2, {8, 0}, Bytes(6));
  png.resize(png.size() - 12);
  EXPECT_EQ(wrong(png), "p.img: this PNG is cut short");
}

TEST(Image, AbsurdDimensionsAreRefusedBeforeAnythingIsMade) {
  EXPECT_EQ(wrong(png_file(70000, 10, {8, 0}, {})), "p.img: 70000x10 pixels are more than 65536 on a side");
  EXPECT_EQ(wrong(png_file(10, 0xffffffff, {8, 0}, {})), "p.img: 10x4294967295 pixels are more than 65536 on a side");
  EXPECT_EQ(wrong(png_file(65536, 65536, {8, 0}, {})), "p.img: 65536x65536 are more than 268435456 pixels");
  EXPECT_EQ(wrong(png_file(0, 10, {8, 0}, {})), "p.img: an image of 0x10 has no pixels");
  EXPECT_EQ(wrong(bmp_file(100000, 1, 24, {})), "p.img: 100000x1 pixels are more than 65536 on a side");
  EXPECT_EQ(wrong(bmp_file(-3, 1, 24, {})), "p.img: an image of -3x1 has no pixels");
  EXPECT_EQ(wrong(bmp_file(1, std::numeric_limits<std::int32_t>::min(), 24, {})),
            "p.img: 1x2147483648 pixels are more than 65536 on a side");
  EXPECT_EQ(wrong(bytes_of_text("P5 99999999999999999999 1 255\n")).substr(0, 10), "p.img: 999");
  EXPECT_EQ(wrong(bytes_of_text("P5 0 1 255\n")), "p.img: an image of 0x1 has no pixels");
}

/// The hand-made JPEG with other bytes in its frame header, which follows the marker by `offset`.
Bytes jpeg_with(std::size_t offset, std::initializer_list<unsigned> numbers) {
  Bytes jpeg = gray_jpeg(false);
  constexpr std::size_t frame = 2 + 69;  // behind the start marker and the quantization table
  const Bytes changed = bytes_of_numbers(numbers);
  std::copy(changed.begin(), changed.end(), jpeg.begin() + static_cast<std::ptrdiff_t>(frame + offset));
  return jpeg;
}

TEST(Image, DimensionsThatAFileOnlyClaims) {
  EXPECT_EQ(wrong(jpeg_with(5, {0xff, 0xff, 0xff, 0xff})), "p.img: 65535x65535 are more than 268435456 pixels");
  EXPECT_EQ(wrong(jpeg_with(5, {0x20, 0, 0x20, 0})),
            "p.img: this JPEG is cut short: 2 bytes of values cannot make 8192x8192 pixels");
  EXPECT_EQ(wrong(jpeg_with(5, {0, 0, 0, 8})), "p.img: an image of 8x0 has no pixels");
  EXPECT_EQ(wrong(png_file(16384, 16384, {8, 0}, Bytes(100))),
            "p.img: its pixels are fewer than the 268451840 bytes that 16384x16384 take: this PNG is cut short");
  // A few kilobytes that would become 64 MiB.
  const Bytes bomb = png_file(1, 1, {8, 0}, Bytes(std::size_t{1} << 26));
  EXPECT_LT(bomb.size(), 100000u);
  EXPECT_EQ(wrong(bomb), "p.img: its pixels are more than the 2 bytes that 1x1 take: its header lies");
}

TEST(Image, DamagedPngs) {
  Bytes png = png_file(2, 2, {8, 0}, Bytes(6));
  png[20] ^= std::byte{1};
  EXPECT_EQ(wrong(png), "p.img: this PNG is damaged: the checksum of the chunk at byte 8 is wrong");
  EXPECT_EQ(wrong(png_file(2, 2, {3, 0}, Bytes(6))),
            "p.img: this PNG is of no kind that there is: 3 bits of color type 0");
  EXPECT_EQ(wrong(png_file(2, 2, {16, 3}, Bytes(6))),
            "p.img: this PNG is of no kind that there is: 16 bits of color type 3");
  // Filter 9 is none.
  EXPECT_TRUE(wrong(png_file(1, 1, {8, 0}, bytes_of_numbers({9, 1}))).starts_with("p.img: this PNG cannot be read: "));
  EXPECT_TRUE(wrong(png_file(4, 1, {2, 3}, Bytes(2))).starts_with("p.img: this PNG cannot be read: "));
  // What does not inflate, with a checksum that fits: a bit of the last block's type is changed.
  Bytes broken = png_file(2, 2, {8, 0}, Bytes(6));
  broken[43] ^= std::byte{0x06};
  EXPECT_EQ(wrong(with_checksums(broken)), "p.img: this PNG is damaged: its pixels do not inflate");
}

TEST(Image, DamagedJpegs) {
  EXPECT_EQ(wrong(jpeg_with(1, {0xc3})),
            "p.img: this kind of JPEG (lossless, hierarchical or arithmetic) cannot be read");
  EXPECT_EQ(wrong(jpeg_with(4, {12})), "p.img: a JPEG of 12 bits cannot be read, only 8");
  EXPECT_EQ(wrong(jpeg_with(5, {0, 8, 0, 8, 1, 1, 0x50})),
            "p.img: this JPEG is damaged near byte 84: a sampling factor outside 1 to 4");
  EXPECT_EQ(wrong(bytes_of_numbers({0xff, 0xd8, 0xff, 0xd9})),
            "p.img: this JPEG is damaged near byte 4: it ends before its frame begins");
  // A Huffman table of more codes than there can be would be written past its end in stb_image 2.27.
  Bytes crowded = bytes_of_numbers({0xff, 0xd8, 0xff, 0xc4, 0x03, 0x00, 0x00});
  crowded.insert(crowded.end(), 16, std::byte{40});
  crowded.resize(2000);
  EXPECT_NE(wrong(crowded).find("a Huffman table of 640 codes"), std::string::npos);
  // A scan whose table was never defined.
  Bytes bare = gray_jpeg(false);
  bare.erase(bare.begin() + 84, bare.begin() + 84 + 22);
  EXPECT_NE(wrong(bare).find("a scan without its Huffman table"), std::string::npos);
}

TEST(Image, DamagedBmps) {
  const Bytes palette = bytes_of_numbers({1, 1, 1, 0, 2, 2, 2, 0});
  EXPECT_EQ(wrong(bmp_file(3, 1, 8, bytes_of_numbers({0, 2, 1, 0}), palette)),
            "p.img: this BMP cannot be read: a pixel has color 2, but the palette 2");
  EXPECT_EQ(wrong(bmp_file(3, 1, 8, Bytes(4), palette, 1)),
            "p.img: this BMP cannot be read: it is compressed; save it uncompressed");
  EXPECT_EQ(wrong(bmp_file(3, 1, 7, Bytes(4), palette)), "p.img: this BMP cannot be read: 7 bits a pixel in 1 planes");
  Bytes old = bmp_file(1, 1, 24, Bytes(4));
  old[14] = std::byte{12};
  EXPECT_EQ(wrong(old), "p.img: this BMP cannot be read: a header of 12 bytes (40, 56, 108 or 124 can be)");
  Bytes inside = bmp_file(1, 1, 24, Bytes(4));
  inside[10] = std::byte{20};
  EXPECT_EQ(wrong(inside), "p.img: this BMP cannot be read: its pixels begin at byte 20, in its header");
}

TEST(Image, DamagedNetpbm) {
  EXPECT_EQ(wrong(bytes_of_text("P5")), "p.img: its header is cut short");
  EXPECT_EQ(wrong(bytes_of_text("P5 # no end")), "p.img: its header is cut short");
  EXPECT_EQ(wrong(bytes_of_text("P5 x")), "p.img: its header has no width");
  EXPECT_EQ(wrong(bytes_of_text("P5 1 -1 255\n")), "p.img: its header has no height");
  EXPECT_EQ(wrong(bytes_of_text("P5 1 1 0\nA")), "p.img: its largest value is 0, which is outside 1 to 65535");
  EXPECT_EQ(wrong(bytes_of_text("P5 1 1 65536\nAA")), "p.img: its largest value is 65536, which is outside 1 to 65535");
  EXPECT_EQ(wrong(bytes_of_text("P5 1 1 255A")), "p.img: its header does not end in a space");
  EXPECT_EQ(wrong(bytes_of_text("P5 1 1 60\nA")), "p.img: a pixel has 65, but the file's largest value is 60");
}

}  // namespace
}  // namespace heteroscope
