#include "core/io/image/image.hpp"

#include <gtest/gtest.h>

#include "core/io/png/png.hpp"
#include "tests/image_files.hpp"
#include "tests/unit/fake_workload.hpp"
#include "tests/unit/refused_image.hpp"

namespace heteroscope {
namespace {

using testing::Bytes;
using testing::bytes_of_numbers;
using testing::bytes_of_text;
using testing::png_file;
using testing::refusal;
using testing::wrong_image;

Field decode(const Bytes& bytes) {
  return decode_image(bytes, "p.img").field;
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
  // Sixteen pixels of one bit: 0xa5 0x0f. Smaller depths are spread over 0 to 255.
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
  const Field with_alpha = decode(png_file(1, 1, {16, 4}, bytes_of_numbers({0, 1, 2, 0, 0})));
  EXPECT_EQ(with_alpha.value(0, 0), 258.0f / 257);
  const Field all = decode(png_file(1, 1, {16, 6}, bytes_of_numbers({0, 0, 1, 0, 1, 0, 1, 0, 0})));
  EXPECT_FLOAT_EQ(static_cast<float>(all.value(0, 0)), 1.0f / 257);
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
  // All seven passes of 8x8 pixels, each with its number as its value.
  Bytes rows;
  const std::pair<int, int> shapes[] = {{1, 1}, {1, 1}, {2, 1}, {2, 2}, {4, 2}, {4, 4}, {8, 4}};
  for (int pass = 1; pass <= 7; ++pass) {
    for (int y = 0; y < shapes[pass - 1].second; ++y) {
      rows.push_back(std::byte{0});
      rows.insert(rows.end(), static_cast<std::size_t>(shapes[pass - 1].first), static_cast<std::byte>(pass));
    }
  }
  const std::string expected =
      "16462646"
      "77777777"
      "56565656"
      "77777777"
      "36463646"
      "77777777"
      "56565656"
      "77777777";
  std::string seen;
  for (const double value : values(decode(png_file(8, 8, {8, 0, true}, rows)))) {
    seen += static_cast<char>('0' + static_cast<int>(value));
  }
  EXPECT_EQ(seen, expected);
  // One column is the passes 1, 3, 5 and 7: rows 0, 4, 2, and 1, 3.
  EXPECT_EQ(
      values(decode(png_file(1, 5, {16, 0, true}, bytes_of_numbers({0, 1, 1, 0, 5, 5, 0, 3, 3, 0, 2, 2, 0, 4, 4})))),
      (std::vector<double>{1, 2, 3, 4, 5}));
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

/// As netpbm's programs read them: a comment reads as the end of its line.
TEST(Image, CommentsOfNetpbmStandAnywhere) {
  const std::vector<double> pixels{65, 66, 67, 68, 69, 70};
  for (const char* header :
       {"P5\n# LF\n3 2\n255\n", "P5\n# CR\r3 2\r255\r", "P5\r\n# both\r\n3 2\r\n255\n", "P5#at once\n3 2 255 ",
        "P5 3#sticks\n2#too\r255\n", "P5 3 2\n255#behind the last\n", "P5 3 2\n255#behind the last\r",
        "P5\n#one\n#another\r#\n3 #\n 2\n255\n", "P5 # 3 2 255\n3 2 255\t"}) {
    EXPECT_EQ(values(decode(bytes_of_text(std::string(header) + "ABCDEF"))), pixels) << header;
  }
  // One character alone ends the last number: what follows is a pixel, also where it is a comment's sign.
  EXPECT_EQ(values(decode(bytes_of_text("P5 2 1 255 #\n"))), (std::vector<double>{'#', '\n'}));
}

TEST(Image, EmptyAndStrangeFiles) {
  EXPECT_EQ(wrong_image({}), Wrong::damaged);
  for (const char* text : {"not an image", "P2\n1 1\n255\n7\n", "8BPS", "#?RADIANCE\n", "RIFF1234WAVE", "....ftypavif",
                           "II*", "%PDF-1.7"}) {
    EXPECT_EQ(wrong_image(bytes_of_text(text)), Wrong::kind) << text;
    // what can be read is said instead
    EXPECT_NE(refusal([&] { decode(bytes_of_text(text)); }).find(text[0] == 'P' ? "P5 and P6 can" : "PNG, JPEG, WebP"),
              std::string::npos)
        << text;
  }
  for (const char* text : {"BM1234", "RIFF1234WEBPVP8 ", "GIF89a"})
    EXPECT_EQ(wrong_image(bytes_of_text(text)), Wrong::damaged) << text;
  // A Targa file has no signature: an uncompressed one of 1x1.
  EXPECT_EQ(wrong_image(bytes_of_numbers({0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0, 1, 2, 3})),
            Wrong::kind);
}

TEST(Image, AbsurdDimensionsAreRefusedBeforeAnythingIsMade) {
  EXPECT_EQ(wrong_image(png_file(70000, 10, {8, 0}, {})), Wrong::value);
  EXPECT_EQ(wrong_image(png_file(10, 0x7fffffff, {8, 0}, {})), Wrong::value);
  EXPECT_EQ(wrong_image(png_file(65536, 65536, {8, 0}, {})), Wrong::value);
  EXPECT_EQ(wrong_image(png_file(10, 0xffffffff, {8, 0}, {})), Wrong::damaged);
  EXPECT_EQ(wrong_image(png_file(0, 10, {8, 0}, {})), Wrong::damaged);
  EXPECT_EQ(wrong_image(bytes_of_text("P5 99999999999999999999 1 255\n")), Wrong::value);
  EXPECT_EQ(wrong_image(bytes_of_text("P5 0 1 255\n")), Wrong::value);
}

TEST(Image, DamagedNetpbm) {
  for (const char* text :
       {"P5", "P5 # no end", "P5 x", "P5 1 -1 255\n", "P5 1 1 255A", "P5 1x1 255\nA", "P5 1 1 60\nA", "P5 2 1 255\nA"})
    EXPECT_EQ(wrong_image(bytes_of_text(text)), Wrong::damaged) << text;
  for (const char* text : {"P5 1 1 0\nA", "P5 1 1 65536\nAA"})
    EXPECT_EQ(wrong_image(bytes_of_text(text)), Wrong::value) << text;
}

}  // namespace
}  // namespace heteroscope
