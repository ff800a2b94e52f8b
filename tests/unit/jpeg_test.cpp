#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/io/image/image.hpp"
#include "tests/image_files.hpp"
#include "tests/unit/fake_workload.hpp"
#include "tests/unit/refused_image.hpp"

namespace heteroscope {
namespace {

using testing::append;
using testing::Bytes;
using testing::bytes_of_numbers;
using testing::gray_jpeg;
using testing::jpeg_file;
using testing::with_orientation;
using testing::wrong_image;

Field decode_jpeg(const Bytes& bytes) {
  return decode_image(bytes, "p.img").field;
}

constexpr int block = 8;

/// A gray image of three by two blocks of one value each: A B C above D E F.
Bytes blocks_file(bool progressive = false) {
  constexpr int columns = 3;
  constexpr int rows = 2;
  std::vector<unsigned char> pixels;
  for (int y = 0; y < rows * block; ++y) {
    for (int x = 0; x < columns * block; ++x) {
      pixels.push_back(static_cast<unsigned char>(40 * (1 + x / block + columns * (y / block))));
    }
  }
  return jpeg_file(columns * block, rows * block, 1, pixels, 100, progressive);
}

/// The letters of the blocks, row by row; every pixel of a block must have its value.
std::string letters(const Field& field) {
  std::string out;
  for (int y = 0; y < field.size().height; y += block) {
    if (y > 0) out += '/';
    for (int x = 0; x < field.size().width; x += block) {
      const double value = field.value(x, y);
      for (int i = 0; i < block * block; ++i) EXPECT_EQ(field.value(x + i % block, y + i / block), value);
      out += static_cast<char>('A' + static_cast<int>(value / 40 - 0.5));
    }
  }
  return out;
}

TEST(Jpeg, GrayByHand) {
  for (const bool progressive : {false, true}) {
    const Field field = decode_jpeg(gray_jpeg(progressive));
    ASSERT_EQ(field.size(), (Size{8, 8}));
    for (int i = 0; i < 64; ++i) EXPECT_EQ(field.value(i % 8, i / 8), 160);
  }
}

TEST(Jpeg, ColorsAreClose) {
  const int width = 33;
  const int height = 17;
  std::vector<unsigned char> pixels;
  for (int i = 0; i < width * height; ++i) {
    for (const int value : {i % width * 7, 100, 200 - i % width * 3})
      pixels.push_back(static_cast<unsigned char>(value));
  }
  for (const bool progressive : {false, true}) {
    const Field field = decode_jpeg(jpeg_file(width, height, 3, pixels, 95, progressive));
    ASSERT_EQ(field.size(), (Size{width, height}));
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        EXPECT_NEAR(field.value(x, y), 0.2126 * 7 * x + 0.7152 * 100 + 0.0722 * (200 - 3 * x), 6) << x << ' ' << y;
      }
    }
  }
}

TEST(Jpeg, InksBecomeLight) {
  // 8x8 pixels of one color: the mean alone is coded, and kept to half a step.
  const auto of = [](std::initializer_list<unsigned char> inks) {
    std::vector<unsigned char> pixels;
    for (int i = 0; i < 64; ++i) pixels.insert(pixels.end(), inks);
    return decode_jpeg(jpeg_file(8, 8, 4, pixels, 100)).value(3, 3);
  };
  EXPECT_NEAR(of({255, 255, 255, 255}), 255, 1.5);
  EXPECT_NEAR(of({255, 255, 255, 0}), 0, 1.5);
  EXPECT_NEAR(of({255, 0, 0, 255}), 0.2126 * 255, 1.5);
  EXPECT_NEAR(of({0, 255, 0, 128}), 0.7152 * 128, 1.5);
}

constexpr std::pair<unsigned, const char*> oriented[] = {{1, "ABC/DEF"},  {2, "CBA/FED"},  {3, "FED/CBA"},
                                                         {4, "DEF/ABC"},  {5, "AD/BE/CF"}, {6, "DA/EB/FC"},
                                                         {7, "FC/EB/DA"}, {8, "CF/BE/AD"}};

TEST(Jpeg, OrientationIsHonored) {
  for (const bool progressive : {false, true}) {
    const Bytes file = blocks_file(progressive);
    EXPECT_EQ(letters(decode_jpeg(file)), "ABC/DEF");
    for (const auto& [orientation, blocks] : oriented) {
      for (const bool as_long : {false, true}) {
        EXPECT_EQ(letters(decode_jpeg(with_orientation(file, orientation, true, as_long))), blocks) << orientation;
        EXPECT_EQ(letters(decode_jpeg(with_orientation(file, orientation, false, as_long))), blocks) << orientation;
      }
    }
  }
  for (const unsigned none : {0u, 9u, 65535u, 65537u, 0xffffffffu}) {
    for (const bool as_long : {none > 65535, true})
      EXPECT_EQ(letters(decode_jpeg(with_orientation(blocks_file(), none, true, as_long))), "ABC/DEF") << none;
  }
}

TEST(Jpeg, OrientationIsReadAsEveryTypeOfWholeNumber) {
  constexpr unsigned byte = 1, signed_byte = 6, signed_short = 8, signed_long = 9;  // TIFF's numbers of them
  constexpr std::size_t type = 2 + 4 + 6 + 8 + 2 + 2;  // behind the markers, "Exif", the order, a count and the tag
  for (const bool big : {false, true}) {
    const auto as = [&](unsigned number, unsigned orientation) {
      Bytes file = with_orientation(blocks_file(), orientation, big, number == signed_long);
      file[type + (big ? 1 : 0)] = std::byte(number);
      if (big && (number == byte || number == signed_byte)) std::swap(file[type + 6], file[type + 7]);
      return letters(decode_jpeg(file));
    };
    for (const unsigned number : {byte, signed_byte, signed_short, signed_long}) {
      for (const auto& [orientation, blocks] : oriented) EXPECT_EQ(as(number, orientation), blocks) << number << big;
    }
    EXPECT_EQ(as(signed_byte, 0xff), "ABC/DEF");
    EXPECT_EQ(as(signed_short, 0xfffa), "ABC/DEF");
    EXPECT_EQ(as(signed_long, 0xfffffffa), "ABC/DEF");
  }
}

TEST(Jpeg, OrientationIsFoundBehindEveryKindOfSegment) {
  const Bytes file = blocks_file();
  // COM, APP0 to APP15 (APP1 also with other things than EXIF), a DQT and a DRI: what may stand before the frame
  std::vector<std::pair<unsigned, Bytes>> segments{{0xfe, testing::bytes_of_text("a comment with \xff\xe1 in it")},
                                                   {0xfe, {}},
                                                   {0xe1, testing::bytes_of_text("http://ns.adobe.com/xap/1.0/")},
                                                   {0xdd, bytes_of_numbers({0, 0})}};
  for (unsigned marker = 0xe0; marker <= 0xef; ++marker)
    segments.emplace_back(marker, testing::bytes_of_text("Ducky, Photoshop 3.0 and so on"));
  Bytes table = bytes_of_numbers({3});
  table.insert(table.end(), 64, std::byte{1});
  segments.emplace_back(0xdb, table);
  for (const auto& [orientation, blocks] : oriented) {
    for (const bool as_long : {false, true}) {
      const Bytes turned = with_orientation(file, orientation, orientation % 2 == 0, as_long);
      Bytes behind_all = turned;
      for (const auto& [marker, content] : segments) {
        EXPECT_EQ(letters(decode_jpeg(testing::with_segment(turned, marker, content))), blocks)
            << orientation << marker;
        behind_all = testing::with_segment(behind_all, marker, content);
      }
      EXPECT_EQ(letters(decode_jpeg(behind_all)), blocks) << orientation;
      behind_all.insert(behind_all.begin() + 2, 3, std::byte{0xff});  // bytes that fill the room before a marker
      EXPECT_EQ(letters(decode_jpeg(behind_all)), blocks) << orientation;
    }
  }
}

TEST(Jpeg, DamagedExifLeavesTheImageUpright) {
  const Bytes whole = with_orientation(blocks_file(), 6);
  constexpr std::size_t begin = 2 + 4 + 6;  // behind the file's and the segment's markers and "Exif"
  for (std::size_t at = begin; at < begin + 26; ++at) {
    Bytes file = whole;
    file[at] = std::byte{0xff};
    const std::string seen = letters(decode_jpeg(file));
    EXPECT_TRUE(seen == "ABC/DEF" || seen == "DA/EB/FC") << at << ' ' << seen;
  }
}

/// The hand-made JPEG with other bytes in its frame header, which follows the marker by `offset`.
Bytes jpeg_with(std::size_t offset, std::initializer_list<unsigned> numbers) {
  Bytes jpeg = gray_jpeg(false);
  constexpr std::size_t frame = 2 + 69;  // behind the start marker and the quantization table
  const Bytes changed = bytes_of_numbers(numbers);
  std::copy(changed.begin(), changed.end(), jpeg.begin() + static_cast<std::ptrdiff_t>(frame + offset));
  return jpeg;
}

TEST(Jpeg, DimensionsThatAFileOnlyClaims) {
  EXPECT_EQ(wrong_image(jpeg_with(5, {0xff, 0xdc, 0xff, 0xdc})), Wrong::value);
  EXPECT_EQ(wrong_image(jpeg_with(5, {0x20, 0, 0x20, 0})), Wrong::damaged);
  EXPECT_EQ(wrong_image(jpeg_with(5, {0, 0, 0, 8})), Wrong::damaged);
  // Of a file that has the bytes for its blocks, but not the values.
  EXPECT_EQ(wrong_image(jpeg_with(5, {0, 64, 0, 64})), Wrong::damaged);
}

TEST(Jpeg, KindsThatCannotBeRead) {
  EXPECT_EQ(wrong_image(jpeg_with(1, {0xc3})), Wrong::damaged);
  EXPECT_EQ(wrong_image(jpeg_with(1, {0xc9})), Wrong::kind);
  EXPECT_EQ(wrong_image(jpeg_with(4, {12})), Wrong::damaged);
  EXPECT_EQ(wrong_image(jpeg_with(5, {0, 8, 0, 8, 1, 1, 0x50})), Wrong::damaged);
  EXPECT_EQ(wrong_image(bytes_of_numbers({0xff, 0xd8, 0xff, 0xd9})), Wrong::damaged);
  // A Huffman table of more codes than there can be.
  Bytes crowded = bytes_of_numbers({0xff, 0xd8, 0xff, 0xc4, 0x03, 0x00, 0x00});
  crowded.insert(crowded.end(), 16, std::byte{40});
  crowded.resize(2000);
  EXPECT_EQ(wrong_image(crowded), Wrong::damaged);
}

TEST(Jpeg, TooManyScansAreRefused) {
  // Scans that say of all coefficients that nothing follows, each over the whole image.
  Bytes file = gray_jpeg(true);
  file.resize(file.size() - 2);
  const Bytes scan = bytes_of_numbers({0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0, 0x7f});
  Bytes few = file;
  for (int i = 0; i < 200; ++i) append(file, scan);
  append(file, bytes_of_numbers({0xff, 0xd9}));
  EXPECT_EQ(wrong_image(file), Wrong::value);
  for (int i = 0; i < 50; ++i) append(few, scan);
  append(few, bytes_of_numbers({0xff, 0xd9}));
  EXPECT_EQ(decode_jpeg(few).value(0, 0), 160);
}

}  // namespace
}  // namespace heteroscope
