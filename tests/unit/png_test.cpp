#include "core/io/png/png.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string_view>

#include "core/io/file.hpp"
#include "tests/unit/fake_workload.hpp"
#include "tests/unit/refused.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope {
namespace {

using testing::refusal;
using testing::refused;
using testing::Refused;

Picture sample_picture(int width, int height) {
  Picture picture{{width, height}, {}};
  for (int i = 0; i < width * height; ++i) picture.pixels.push_back(static_cast<std::uint32_t>(i) * 2654435761u);
  return picture;
}

TEST(Png, RoundTripsPixels) {
  for (const Size size : {Size{1, 1}, Size{37, 21}, Size{3, 100}}) {
    const Picture picture = sample_picture(size.width, size.height);
    const Picture back = decode_png(encode_png(picture, ""), "a.png");
    EXPECT_EQ(back.size, size);
    EXPECT_EQ(back.pixels, picture.pixels);
  }
}

TEST(Png, CarriesText) {
  const std::string text = "{\"heteroscope\": 1,\n \"a\": \"" + std::string(5000, 'z') + "\"}";
  const auto png = encode_png(sample_picture(8, 5), text);
  EXPECT_EQ(png_text(png, "a.png"), text);
  EXPECT_EQ(decode_png(png, "a.png").pixels, sample_picture(8, 5).pixels);
  // The chunk follows the header: length, then "tEXt", the keyword and its NUL.
  EXPECT_EQ(std::memcmp(png.data() + 37, "tEXtheteroscope\0{", 17), 0);
}

TEST(Png, CarriesTextOfAnyBytes) {
  // A file's name in the settings is UTF-8, where a tEXt chunk is said to be Latin-1.
  const std::string text = "{\"file\": \"gr\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80.png\", \"tab\": \"\t\"}\r\n";
  EXPECT_EQ(png_text(encode_png(sample_picture(1, 1), text), "a.png"), text);
}

TEST(Png, WithoutTextHasNone) {
  EXPECT_EQ(png_text(encode_png(sample_picture(2, 2), ""), "a.png"), std::nullopt);
}

// The format's checksum, bit by bit as its specification defines it.
std::uint32_t crc(std::span<const std::byte> bytes) {
  std::uint32_t rest = 0xffffffffu;
  for (const std::byte byte : bytes) {
    rest ^= std::to_integer<std::uint32_t>(byte);
    for (int bit = 0; bit < 8; ++bit) rest = rest >> 1 ^ (0xedb88320u & (0u - (rest & 1u)));
  }
  return ~rest;
}

TEST(Png, OtherTextIsNotOurs) {
  const auto ours = encode_png(sample_picture(2, 2), "abc");
  const std::size_t data = 41;  // behind the signature, the header's chunk, and the text chunk's length and type
  for (const auto& [at, letter] : {std::pair{data, 'H'}, std::pair{data + 11, 's'}}) {
    auto png = ours;
    png[at] = static_cast<std::byte>(letter);
    EXPECT_EQ(refused([&] { png_text(png, "a.png"); }, "a.png: "), (Refused{Wrong::damaged, "a.png"}));
    const std::uint32_t sum = crc(std::span(png).subspan(data - 4, 4 + 15));
    for (std::size_t i = 0; i < 4; ++i) png[data + 15 + i] = static_cast<std::byte>(sum >> (24 - 8 * i) & 255u);
    EXPECT_EQ(png_text(png, "a.png"), std::nullopt) << letter;
    EXPECT_EQ(decode_png(png, "a.png").size, (Size{2, 2}));
  }
}

constexpr std::string_view idat = "IDAT";
constexpr std::size_t end_checksum = 4;  // of the last chunk, which is empty: nothing depends on it

TEST(Png, CutAtAnyLengthIsRefused) {
  const auto png = encode_png(sample_picture(9, 7), "settings");
  const auto pixels = std::string_view(reinterpret_cast<const char*>(png.data()), png.size()).find(idat);
  for (std::size_t length = 0; length < png.size() - end_checksum; ++length) {
    const auto part = std::span(png).first(length);
    const Refused expected{length < 8 ? Wrong::kind : Wrong::damaged, "a.png"};
    if (length < pixels) {
      EXPECT_EQ(refused([&] { png_text(part, "a.png"); }, "a.png: "), expected) << length;
    }
    EXPECT_EQ(refused([&] { decode_png(part, "a.png"); }, "a.png: "), expected) << length;
  }
}

TEST(Png, AnyFlippedBitIsNoticed) {
  const auto png = encode_png(sample_picture(4, 4), "settings");
  const auto pixels = std::string_view(reinterpret_cast<const char*>(png.data()), png.size()).find(idat);
  for (std::size_t i = 0; i < png.size() - end_checksum; ++i) {
    auto damaged = png;
    damaged[i] ^= std::byte{0x10};
    EXPECT_NE(refusal([&] { decode_png(damaged, "a.png"); }), "(nothing thrown)") << i;
    // The text is read up to the pixels, which it does without.
    const std::string line = refusal([&] { png_text(damaged, "a.png"); });
    if (i + 4 < pixels) {  // in front of the length of their chunk
      EXPECT_NE(line, "(nothing thrown)") << i;
    }
  }
}

TEST(Png, ChunkThatLiesAboutItsLengthIsRefused) {
  auto png = encode_png(sample_picture(4, 4), "settings");
  png[33] = std::byte{0x7f};
  EXPECT_EQ(refused([&] { png_text(png, "a.png"); }, "a.png: "), (Refused{Wrong::damaged, "a.png"}));
}

TEST(Png, RefusesImpossibleSizes) {
  for (const Size size : {Size{0, 5}, Size{(1 << 28) + 1, 1}})
    EXPECT_EQ(refused([&] { encode_png({size, {}}, ""); }), (Refused{Wrong::value, "picture"}));
}

TEST(Png, RefusesOtherFiles) {
  const std::string text = "GIF89a and some more";
  EXPECT_EQ(refused([&] { decode_png(std::as_bytes(std::span(text)), "a.gif"); }, "a.gif: "),
            (Refused{Wrong::kind, "a.gif"}));
}

TEST(Png, GoesThroughFiles) {
  const testing::TemporaryFolder folder;
  const auto path = folder.path() / "a.png";
  write_png(path, sample_picture(6, 4), "note");
  const auto bytes = read_file(path);
  EXPECT_EQ(png_text(bytes, "a.png"), "note");
  EXPECT_EQ(decode_png(bytes, "a.png").pixels, sample_picture(6, 4).pixels);
}

}  // namespace
}  // namespace heteroscope
