#include <gtest/gtest.h>
#include <tiff.h>

#include "core/io/image/image.hpp"
#include "core/io/image/image_limits.hpp"
#include "tests/other_image_files.hpp"
#include "tests/unit/refused.hpp"

/// WebP, GIF, BMP and TIFF, and the channels of all formats.
namespace heteroscope {
namespace {

using testing::bmp_file;
using testing::Bytes;
using testing::bytes_of_text;
using testing::gif_file;
using testing::tiff_file;
using testing::TiffKind;
using testing::webp_file;

/// Two rows: red, green, blue; black, white, and a color of its own.
const std::vector<unsigned char> six_colors{255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 10, 20, 30};

std::vector<double> values_of_file(const Bytes& bytes, ImageChannel channel = ImageChannel::luma) {
  const DecodedImage image = decode_image(bytes, "p.img", channel);
  std::vector<double> out;
  for (int y = 0; y < image.field.size().height; ++y) {
    for (int x = 0; x < image.field.size().width; ++x) out.push_back(image.field.value(x, y));
  }
  return out;
}

/// The code of the error; the file is what it names, in a line.
Wrong wrong_of_file(const Bytes& bytes) {
  const testing::Refused out = testing::refused([&] { decode_image(bytes, "p.img"); });
  EXPECT_TRUE(out.thing == "p.img" || out.thing == "(nothing thrown)") << out.thing;
  return out.wrong;
}

/// The file has the six_colors colors, and names the channels of each.
void expect_six(const Bytes& file, const char* what) {
  EXPECT_EQ(values_of_file(file, ImageChannel::red), (std::vector<double>{255, 0, 0, 0, 255, 10})) << what;
  EXPECT_EQ(values_of_file(file, ImageChannel::green), (std::vector<double>{0, 255, 0, 0, 255, 20})) << what;
  EXPECT_EQ(values_of_file(file, ImageChannel::blue), (std::vector<double>{0, 0, 255, 0, 255, 30})) << what;
  const std::vector<double> lumas = values_of_file(file);
  ASSERT_EQ(lumas.size(), 6U) << what;
  EXPECT_EQ(lumas[0], static_cast<float>(luma(255, 0, 0))) << what;
  EXPECT_EQ(lumas[5], static_cast<float>(luma(10, 20, 30))) << what;
  EXPECT_EQ(values_of_file(file, ImageChannel::color), lumas) << what;
  EXPECT_TRUE(decode_image(file, "p.img").colored) << what;
}

TEST(ImageFormats, HaveTheirChannels) {
  expect_six(webp_file(3, 2, six_colors, true), "WebP");
  expect_six(bmp_file(3, 2, six_colors), "BMP");
  expect_six(tiff_file(3, 2, {}, six_colors), "TIFF");
  expect_six(tiff_file(3, 2, {.compression = COMPRESSION_LZW}, six_colors), "TIFF, LZW");
  expect_six(tiff_file(3, 2, {.compression = COMPRESSION_ADOBE_DEFLATE}, six_colors), "TIFF, deflate");
  expect_six(bytes_of_text("P6 3 2 255\n" + std::string(six_colors.begin(), six_colors.end())), "PPM");
}

TEST(ImageFormats, GrayFilesHaveNoColors) {
  const std::vector<unsigned char> gray{1, 2, 3, 4, 5, 250};
  const Bytes tiff = tiff_file(3, 2, {.samples = 1, .photometric = PHOTOMETRIC_MINISBLACK}, gray);
  EXPECT_EQ(values_of_file(tiff, ImageChannel::red), (std::vector<double>{1, 2, 3, 4, 5, 250}));
  EXPECT_FALSE(decode_image(tiff, "p.img").colored);
  EXPECT_FALSE(decode_image(bytes_of_text("P5 1 1 255\nA"), "p.img").colored);
}

TEST(ImageFormats, LossyWebP) {
  std::vector<unsigned char> flat;
  for (int i = 0; i < 32 * 32; ++i) flat.insert(flat.end(), {200, 100, 50});
  for (const double value : values_of_file(webp_file(32, 32, flat, false), ImageChannel::red))
    EXPECT_NEAR(value, 200, 4);
}

TEST(ImageFormats, AGifsFirstPictureLiesOnItsCanvas) {
  // red, green; blue, black: on a blue canvas of 4 × 3, from (1, 1) on
  const std::vector<double> red =
      values_of_file(gif_file({4, 3, 1, 1, false, true}, 2, 2, {1, 2, 3, 0}), ImageChannel::red);
  EXPECT_EQ(red, (std::vector<double>{0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0}));
  const std::vector<double> blue =
      values_of_file(gif_file({4, 3, 1, 1, false, true}, 2, 2, {1, 2, 3, 0}), ImageChannel::blue);
  EXPECT_EQ(blue, (std::vector<double>{255, 255, 255, 255, 255, 0, 0, 255, 255, 255, 0, 255}));
}

TEST(ImageFormats, InterlacedGifsHaveTheirRowsInPlace) {
  for (const int rows : {1, 2, 3, 5, 8, 17}) {
    std::vector<unsigned char> indices;
    for (int y = 0; y < rows; ++y) indices.push_back(static_cast<unsigned char>(y % 3));
    const auto plain = values_of_file(gif_file({1, rows}, 1, rows, indices), ImageChannel::green);
    EXPECT_EQ(values_of_file(gif_file({1, rows, 0, 0, true}, 1, rows, indices), ImageChannel::green), plain) << rows;
    EXPECT_EQ(plain[static_cast<std::size_t>(rows - 1)], (rows - 1) % 3 == 2 ? 255 : 0) << rows;
  }
}

TEST(ImageFormats, TiffsOfOtherKinds) {
  const TiffKind wide{.bits = 16, .samples = 1, .photometric = PHOTOMETRIC_MINISBLACK};
  EXPECT_EQ(values_of_file(tiff_file(3, 1, wide, {1, 1, 1, 0, 255, 255})), (std::vector<double>{1, 1.0f / 257, 255}));
  const TiffKind turned{.samples = 1, .photometric = PHOTOMETRIC_MINISBLACK, .orientation = ORIENTATION_RIGHTTOP};
  EXPECT_EQ(values_of_file(tiff_file(3, 2, turned, {1, 2, 3, 4, 5, 6})), (std::vector<double>{4, 1, 5, 2, 6, 3}));
  const TiffKind bits{
      .bits = 1, .samples = 1, .compression = COMPRESSION_CCITTFAX4, .photometric = PHOTOMETRIC_MINISBLACK};
  EXPECT_EQ(values_of_file(tiff_file(8, 1, bits, {0xa0})), (std::vector<double>{255, 0, 255, 0, 0, 0, 0, 0}));
  EXPECT_EQ(values_of_file(tiff_file(16, 16, {.tile = 16}, std::vector<unsigned char>(std::size_t{16} * 16 * 3, 7))),
            std::vector<double>(256, 7));
  EXPECT_EQ(wrong_of_file(tiff_file(1, 1, {.bits = 32, .samples = 1, .photometric = 1, .format = 3}, {0, 0, 0, 0})),
            Wrong::kind);
  EXPECT_EQ(values_of_file(
                tiff_file(20, 18, {.bits = 16, .tile = 16}, std::vector<unsigned char>(std::size_t{16} * 16 * 6, 9))),
            std::vector<double>(360, 9));
  EXPECT_EQ(wrong_of_file(tiff_file(1, 1, {.bits = 16, .samples = 4, .photometric = PHOTOMETRIC_SEPARATED},
                                    std::vector<unsigned char>(8))),
            Wrong::kind);
  // transparency is ignored
  EXPECT_EQ(values_of_file(tiff_file(1, 1, {.samples = 4}, {10, 20, 30, 0}), ImageChannel::green),
            std::vector<double>{20});
}

TEST(ImageFormats, CutShortOrDamagedTheyAreRefusedInALine) {
  std::vector<unsigned char> noise;
  for (int i = 0; i < 40 * 30 * 3; ++i) noise.push_back(static_cast<unsigned char>(i * i / 7));
  const std::vector<unsigned char> indices(std::size_t{40} * 30, 2);
  const Bytes files[] = {webp_file(40, 30, noise, true), webp_file(40, 30, noise, false),
                         bmp_file(40, 30, noise),        gif_file({40, 30}, 40, 30, indices),
                         tiff_file(40, 30, {}, noise),   tiff_file(40, 30, {.compression = COMPRESSION_LZW}, noise)};
  for (const Bytes& file : files) {
    EXPECT_EQ(wrong_of_file(file), Wrong::unsaid);
    for (const std::size_t length : {file.size() / 2, file.size() / 4, std::size_t{16}, std::size_t{13}})
      EXPECT_EQ(wrong_of_file(Bytes(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(length))), Wrong::damaged);
  }
}

TEST(ImageFormats, AbsurdSizesAreRefusedBeforeAnythingIsMade) {
  Bytes bmp = bmp_file(2, 2, std::vector<unsigned char>(12));
  bmp[20] = std::byte{1};  // 65538 columns
  EXPECT_EQ(wrong_of_file(bmp), Wrong::value);
  bmp[20] = std::byte{0};
  bmp[19] = std::byte{0x70};  // 28674 columns, of which the file has 2
  EXPECT_EQ(wrong_of_file(bmp), Wrong::damaged);
  Bytes gif = gif_file({1, 1}, 1, 1, {1});
  gif[7] = gif[9] = std::byte{0x30};  // 12289 × 12289
  EXPECT_EQ(wrong_of_file(gif), Wrong::value);
  gif[7] = gif[9] = gif[6] = std::byte{0};
  EXPECT_EQ(wrong_of_file(gif), Wrong::value) << "no pixels";
}

TEST(ImageFormats, NamesOfFilesThatCanBeRead) {
  for (const char* const each :
       {"a.png", "a.JPG", "a.jpeg", "a.webp", "a.gif", "a.bmp", "a.tif", "a.TIFF", "a.pgm", "a.ppm"})
    EXPECT_TRUE(has_image_extension(each)) << each;
  for (const char* const each : {"a", "a.tga", "a.psd", "a.hdr", "a.json", "a.", "png", ".png"})
    EXPECT_FALSE(has_image_extension(each)) << each;
}

}  // namespace
}  // namespace heteroscope
