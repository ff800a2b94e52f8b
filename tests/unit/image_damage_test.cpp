#include <gtest/gtest.h>

#include <random>
#include <string>

#include "core/base/error.hpp"
#include "core/io/image/image.hpp"
#include "core/io/png/png.hpp"
#include "tests/image_files.hpp"
#include "tests/unit/fake_workload.hpp"
#include "tests/unit/refused_image.hpp"
#include "tests/unit/resident.hpp"

// Files that are cut short, damaged, or lie. tests/fuzz/image_fuzz.cpp does the same at length.
namespace heteroscope {
namespace {

using testing::append;
using testing::Bytes;
using testing::bytes_of_numbers;
using testing::bytes_of_text;
using testing::deflated_zeros;
using testing::expect_grown_by_at_most;
using testing::gray_jpeg;
using testing::jpeg_file;
using testing::most_resident;
using testing::png_chunk;
using testing::png_file;
using testing::png_of_deflated;
using testing::refusal;
using testing::refused;
using testing::with_checksums;
using testing::with_orientation;
using testing::wrong_image;

std::vector<unsigned char> some_pixels(std::size_t count) {
  std::vector<unsigned char> pixels(count);
  for (std::size_t i = 0; i < count; ++i) pixels[i] = static_cast<unsigned char>(i * i / 7);
  return pixels;
}

std::vector<Bytes> small_files() {
  const auto pixels = some_pixels(std::size_t{4} * 20 * 20);
  return {encode_png({{3, 2}, {1, 2, 3, 4, 5, 6}}, "text"),
          png_file(8, 8, {8, 0, true}, Bytes(64 + 15)),
          png_file(5, 3, {16, 2}, Bytes(std::size_t{3} * 31)),
          png_file(9, 2, {2, 3, false, bytes_of_numbers({1, 2, 3, 4, 5, 6})}, Bytes(8)),
          jpeg_file(20, 20, 3, pixels, 80),
          jpeg_file(20, 20, 3, pixels, 80, true),
          jpeg_file(9, 17, 4, pixels, 80),
          with_orientation(jpeg_file(9, 7, 1, pixels, 80), 5),
          gray_jpeg(true),
          bytes_of_text("P5\n3 2\n255\nABCDEF"),
          bytes_of_text("P6 1 1 65535\nABCDEF")};
}

TEST(ImageDamage, CutAtAnyLengthIsRefused) {
  for (const Bytes& file : small_files()) {
    EXPECT_NO_THROW(decode_image(file, "p.img"));
    // The checksum of a PNG's last chunk, which is empty, may be missing.
    const std::size_t end = file.size() - (file[0] == std::byte{0x89} ? 4 : 0);
    for (std::size_t length = 0; length < end; ++length) {
      const Wrong code = wrong_image({file.begin(), file.begin() + static_cast<std::ptrdiff_t>(length)});
      if (length > 8) {
        EXPECT_EQ(code, Wrong::damaged) << length;
      }
    }
  }
}

TEST(ImageDamage, ChangedBytesGiveAnImageOrARefusal) {
  const long before = most_resident();
  std::mt19937 random(11);
  const auto below = [&](std::size_t limit) { return random() % limit; };
  int refused = 0;
  int read = 0;
  const auto attempt = [&](auto reader) {
    try {
      reader();
      ++read;
    } catch (const BadInput& line) {
      EXPECT_TRUE(std::string_view(line.what()).starts_with("p.img: ")) << line.what();
      ++refused;
    }
  };
  for (const Bytes& whole : small_files()) {
    for (int round = 0; round < 1500; ++round) {
      Bytes file = whole;
      for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
        const std::size_t at = below(file.size());
        const std::size_t bit = below(16);
        file[at] = bit < 8 ? file[at] ^ static_cast<std::byte>(1u << bit) : static_cast<std::byte>(random() & 255u);
      }
      if (below(8) == 0) file.resize(below(file.size()));
      if (below(2) == 0 && !file.empty() && file[0] == std::byte{0x89}) file = with_checksums(file);
      attempt([&] { decode_image(file, "p.img"); });
      attempt([&] { decode_png(file, "p.img"); });
      attempt([&] { png_text(file, "p.img"); });
    }
  }
  EXPECT_GT(refused, 10000);
  EXPECT_GT(read, 1000);
  expect_grown_by_at_most(64, before);
}

TEST(ImageDamage, AFileThatUnpacksToMoreThanItClaimsTakesNoMemory) {
  const Bytes zeros = deflated_zeros(std::size_t{1} << 28);
  EXPECT_LT(zeros.size(), std::size_t{2} << 20);
  const long before = most_resident();
  // Behind its one pixel come 256 MiB that nobody asked for.
  const Bytes bomb = png_of_deflated(1, 1, {8, 0}, zeros);
  EXPECT_NO_THROW(decode_image(bomb, "p.img"));
  EXPECT_EQ(decode_png(bomb, "p.img").pixels, (Pixels{0xff000000}));
  expect_grown_by_at_most(32, before);
  // As much compressed text.
  Bytes text = bytes_of_text("name");
  text.resize(text.size() + 2);
  append(text, zeros);
  const Bytes packed = png_chunk("zTXt", text);
  Bytes file = png_file(1, 1, {8, 0}, Bytes(2));
  constexpr std::ptrdiff_t end_of_header = 33;
  file.insert(file.begin() + end_of_header, packed.begin(), packed.end());
  EXPECT_EQ(wrong_image(file), Wrong::damaged);
  EXPECT_NE(refusal([&] { png_text(file, "p.img"); }).find("larger than 67108864 bytes when unpacked"),
            std::string::npos);
  expect_grown_by_at_most(160, before);
}

TEST(ImageDamage, PixelsThatAPngOnlyClaims) {
  EXPECT_EQ(wrong_image(png_file(16384, 16384, {8, 0}, Bytes(100))), Wrong::damaged);
  EXPECT_EQ(wrong_image(png_file(100, 100, {8, 0}, Bytes(100))), Wrong::damaged);
}

TEST(ImageDamage, Pngs) {
  Bytes png = png_file(2, 2, {8, 0}, Bytes(6));
  png[19] ^= std::byte{1};
  EXPECT_EQ(wrong_image(png), Wrong::damaged);
  const auto unreadable = [](const Bytes& bytes) { return wrong_image(bytes) == Wrong::damaged; };
  EXPECT_TRUE(unreadable(png_file(2, 2, {3, 0}, Bytes(6))));
  EXPECT_TRUE(unreadable(png_file(2, 2, {16, 3}, Bytes(6))));
  // Filter 9 is none; a palette that is not there.
  EXPECT_TRUE(unreadable(png_file(1, 1, {8, 0}, bytes_of_numbers({9, 1}))));
  EXPECT_TRUE(unreadable(png_file(4, 1, {2, 3}, Bytes(2))));
  // What does not inflate, with a checksum that fits: a bit of the last block's type is changed.
  Bytes broken = png_file(2, 2, {8, 0}, Bytes(6));
  broken[43] ^= std::byte{0x06};
  EXPECT_TRUE(unreadable(with_checksums(broken)));
}

}  // namespace
}  // namespace heteroscope
