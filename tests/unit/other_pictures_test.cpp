#include "core/io/image/other_pictures.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <span>

#include "core/base/error.hpp"
#include "core/io/file.hpp"
#include "core/io/image/image.hpp"
#include "core/summary/sample.hpp"
#include "tests/unit/fake_workload.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope {
namespace {

using testing::refusal;

void write_jpeg(const std::filesystem::path& path, const Picture& picture) {
  write_file(path, [&](const Append& append) { make_jpeg(picture, append); });
}

void write_bmp(const std::filesystem::path& path, const Picture& picture) {
  write_file(path, [&](const Append& append) { make_bmp(picture, append); });
}

std::int64_t write_hdr(const std::filesystem::path& path, const FieldView& view) {
  std::int64_t changed = 0;
  write_file(path, [&](const Append& append) { changed = make_hdr(view, append); });
  return changed;
}

class OtherPictures : public ::testing::Test {
 protected:
  std::filesystem::path file(const std::string& name) const { return folder_.path() / name; }
  std::vector<int> bytes_of(const std::string& name) const {
    std::vector<int> out;
    for (const std::byte each : read_file(file(name))) out.push_back(std::to_integer<int>(each));
    return out;
  }
  /// The pixels of an .hdr that is fewer than eight wide, which is not compressed: four bytes each.
  std::vector<int> hdr_pixels(std::size_t count) const {
    const std::vector<int> bytes = bytes_of("a.hdr");
    EXPECT_GT(bytes.size(), 4 * count);
    return {bytes.end() - static_cast<std::ptrdiff_t>(4 * count), bytes.end()};
  }

 private:
  testing::TemporaryFolder folder_;
};

TEST_F(OtherPictures, HdrHoldsValuesUnderAnExponent) {
  // Mantissa and exponent: 1 = 128/256 * 2^1, 3 = 192/256 * 2^2, 0.75 = 192/256 * 2^0, 1000 = 250/256 * 2^10.
  std::vector<double> values{1, 3, 0.75, 1000, 0, 255};
  const FieldView view{values.data(), {3, 2}, Precision::fp64};
  EXPECT_EQ(write_hdr(file("a.hdr"), view), 0);
  EXPECT_EQ(hdr_pixels(6), (std::vector<int>{128, 128, 128, 129, 192, 192, 192, 130, 192, 192, 192, 128,  //
                                             250, 250, 250, 138, 0,   0,   0,   0,   255, 255, 255, 136}));
  const std::vector<std::byte> bytes = read_file(file("a.hdr"));
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  EXPECT_TRUE(text.starts_with("#?RADIANCE\n"));
  EXPECT_NE(text.find("FORMAT=32-bit_rle_rgbe\n"), text.npos);
  EXPECT_NE(text.find("-Y 2 +X 3\n"), text.npos);
}

TEST_F(OtherPictures, HdrSaysWhatItCannotHold) {
  constexpr float infinite = std::numeric_limits<float>::infinity();
  std::vector<float> values{-1, std::nanf(""), infinite, 2, -infinite, 3e38f};
  EXPECT_EQ(write_hdr(file("a.hdr"), {values.data(), {6, 1}, Precision::fp32}), 5);
  EXPECT_EQ(hdr_pixels(6), (std::vector<int>{0,   0,   0,   0,   0, 0, 0, 0, 255, 255, 255, 255,  //
                                             128, 128, 128, 130, 0, 0, 0, 0, 255, 255, 255, 255}));
  // Cells without a value are 0, whatever lies there.
  std::vector<float> square(4, -5.0f);
  std::iota(square.begin(), square.end(), 1.0f);
  EXPECT_EQ(write_hdr(file("a.hdr"), {square.data(), {2, 2}, Precision::fp32, Domain::lower_triangle}), 0);
  EXPECT_EQ(hdr_pixels(4), (std::vector<int>{128, 128, 128, 129, 0, 0, 0, 0, 192, 192, 192, 130, 128, 128, 128, 131}));
}

TEST_F(OtherPictures, BmpKeepsEveryPixel) {
  write_bmp(file("a.bmp"), {{2, 1}, {0x44332211u, 0x88776655u}});
  const std::vector<int> bytes = bytes_of("a.bmp");
  EXPECT_EQ(bytes[0], 'B');
  EXPECT_EQ(bytes[18], 2);
  EXPECT_EQ(bytes[22], 1);
  EXPECT_EQ(bytes[28], 32);
  // Blue, green, red, alpha.
  EXPECT_EQ((std::vector<int>{bytes.end() - 8, bytes.end()}),
            (std::vector<int>{0x33, 0x22, 0x11, 0x44, 0x77, 0x66, 0x55, 0x88}));
}

TEST_F(OtherPictures, JpegIsClose) {
  Picture picture{{40, 30}, {}};
  for (int i = 0; i < 1200; ++i) picture.pixels.push_back(0xff000000u + 0x010101u * static_cast<std::uint32_t>(i / 5));
  write_jpeg(file("a.jpg"), picture);
  const Field back = decode_image(read_file(file("a.jpg")), "a.jpg").field;
  ASSERT_EQ(back.size(), picture.size);
  for (int i = 0; i < 1200; ++i) {
    const int gray = i / 5;
    EXPECT_NEAR(back.value(i % 40, i / 40), gray, 3) << i;
  }
}

TEST_F(OtherPictures, AFullDiskIsNamed) {
  // Enough for several writes, so that more follow the one that fails.
  const Picture picture{{600, 600}, Pixels(std::size_t{600} * 600, 0xff123456u)};
  const std::string line = "No space left on device";
  const Append full = [&](std::span<const std::byte>) { throw BadInput(line); };
  EXPECT_EQ(refusal([&] { make_bmp(picture, full); }), line);
  EXPECT_EQ(refusal([&] { make_jpeg(picture, full); }), line);
  std::vector<float> values(std::size_t{600} * 600, 1.0f);
  EXPECT_EQ(refusal([&] { make_hdr({values.data(), {600, 600}, Precision::fp32}, full); }), line);
}

TEST_F(OtherPictures, SizesThatDoNotFit) {
  check_other_picture({65500, 4000}, "a.jpg");
  check_other_picture({65536, 4096}, "a.bmp");
  check_other_picture({16384, 16384}, "a.hdr");
  const auto of = [](Size size, const char* name) {
    return testing::refused([&] { check_other_picture(size, name); }, std::string(name) + ": ");
  };
  EXPECT_EQ(of({1, 65501}, "a.jpeg"), (testing::Refused{Wrong::value, "a.jpeg"}));
  EXPECT_EQ(of({16384, 16385}, "a.hdr"), (testing::Refused{Wrong::value, "a.hdr"}));
}

TEST_F(OtherPictures, NoneHasFewerBytesThanTheLeast) {
  write_bmp(file("a.bmp"), {{5, 3}, Pixels(15, 0xff123456u)});
  EXPECT_EQ(least_bytes_of_other_picture({5, 3}, "a.bmp"), static_cast<double>(bytes_of("a.bmp").size()));
  std::vector<float> values(100'000, 1.0f);
  constexpr double head = 128;
  for (const Size size : {Size{7, 100}, {8, 100}, {1000, 100}, {32767, 3}, {32768, 3}}) {
    write_hdr(file("a.hdr"), {values.data(), size, Precision::fp32});
    const auto bytes = static_cast<double>(bytes_of("a.hdr").size());
    const double least = least_bytes_of_other_picture(size, "a.hdr");
    EXPECT_LE(least, bytes);
    EXPECT_GE(least, 0.8 * (bytes - head - 12 * size.height)) << size.width << " x " << size.height;
  }
  EXPECT_EQ(least_bytes_of_other_picture({5, 3}, "a.jpg"), 0);
}

}  // namespace
}  // namespace heteroscope
