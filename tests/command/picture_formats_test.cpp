#include <algorithm>

#include "core/io/file.hpp"
#include "core/io/image/image.hpp"
#include "tests/command/program.hpp"
#include "tests/image_files.hpp"

namespace heteroscope {
namespace {

using testing::bytes_of_numbers;
using testing::png_file;
using testing::read_text;

class PictureFormats : public testing::Program {
 protected:
  void put(const std::string& name, const testing::Bytes& bytes) const { write_file(file(name), bytes); }
};

TEST_F(PictureFormats, EachIsWritten) {
  expect_success("render mandelbrot --size 40x30 --out a.png");
  expect_success("render mandelbrot --size 40x30 --out a.jpg");
  expect_success("render mandelbrot --size 40x30 --out a.jpeg");
  expect_success("render mandelbrot --size 40x30 --out a.bmp");
  expect_success("render mandelbrot --size 40x30 --out a.hdr");
  EXPECT_EQ(read_text(file("a.jpg")), read_text(file("a.jpeg")));
  EXPECT_TRUE(read_text(file("a.bmp")).starts_with("BM"));
  EXPECT_TRUE(read_text(file("a.hdr")).starts_with("#?RADIANCE"));
  const Field exact = decode_image(read_file(file("a.png")), "a.png").field;
  const Field close = decode_image(read_file(file("a.jpg")), "a.jpg").field;
  ASSERT_EQ(close.size(), exact.size());
  double error = 0;
  for (int i = 0; i < 1200; ++i) error += std::abs(close.value(i % 40, i / 40) - exact.value(i % 40, i / 40)) / 1200;
  EXPECT_LT(error, 12);
}

/// A name's end says what a file is, in capitals as well, wherever a file is written or read.
TEST_F(PictureFormats, EndsAreTakenInCapitals) {
  const std::string command = "render mandelbrot --size 40x30 --set max_iterations=60 --out ";
  for (const std::string each : {"png", "jpg", "jpeg", "bmp", "hdr", "npy", "tif", "tiff"}) {
    std::string capitals = each;
    std::ranges::transform(capitals, capitals.begin(), [](char c) { return static_cast<char>(c - 32); });
    std::string mixed = each;
    mixed.back() = capitals.back();
    expect_success(command + "a." + each);
    expect_success(command + "B." + capitals);
    expect_success(command + "c." + mixed);
    EXPECT_EQ(read_text(file("B." + capitals)), read_text(file("a." + each)));
    EXPECT_EQ(read_text(file("c." + mixed)), read_text(file("a." + each)));
  }
  for (const std::string end : {"png", "tif", "npy"}) {
    std::string capitals = end;
    std::ranges::transform(capitals, capitals.begin(), [](char c) { return static_cast<char>(c - 32); });
    const std::string poster = "render mandelbrot --size 40x30 --set max_iterations=60 --tile 16x16 --out ";
    expect_success(poster + "poster." + end);
    expect_success(poster + "POSTER." + capitals);
    EXPECT_EQ(read_text(file("POSTER." + capitals)), read_text(file("poster." + end)));
  }
  expect_refused(command + "B.NPY --palette sand", ".npy files contain values without colors");
  expect_success("diff B.PNG a.png --out D.PNG");
  expect_success("diff B.NPY a.npy");
  expect_success("render --settings B.PNG --out again.png");
  expect_success("render binarize --source B.JPG --out of_capitals.npy");
  expect_success("movie mandelbrot --from B.PNG --to span=2 --frames 2 --size 40x30 --out F%02d.PNG");
  EXPECT_TRUE(std::filesystem::exists(file("F01.PNG")));
  expect_success("movie mandelbrot --from full --to span=2 --size 40x30 --map M.PNG");
  expect_success("trace mandelbrot --size 40x30 --picture start=S.PNG --out T.JSON");
}

TEST_F(PictureFormats, EachTakesTheMeanOfSeveralSamples) {
  const std::string command = "render mandelbrot --size 60x40 --set max_iterations=60 ";
  expect_success(command + "--out plain.png");
  expect_success(command + "--samples 1 --out one.png");
  EXPECT_EQ(read_text(file("one.png")), read_text(file("plain.png"))) << "one sample is the picture that it was";
  const testing::Result said = run(command + "--samples 4 --out four.png");
  EXPECT_NE(said.out.find("; 3 more samples in "), std::string::npos) << said.out;
  EXPECT_NE(read_text(file("four.png")).find("\"samples\": 4"), std::string::npos);
  expect_success("render --settings four.png --out again.png");
  EXPECT_EQ(read_text(file("again.png")), read_text(file("four.png"))) << "a picture says how it was made";
  expect_success("render --settings four.png --variant omp_dynamic --threads 3 --out other.png");
  expect_success("diff four.png other.png");
  EXPECT_EQ(run("diff four.png plain.png").code, 1);
  for (const char* name : {"four.bmp", "four.jpg", "four.tif"})
    expect_success(command + "--samples 4 --out " + std::string(name));
  expect_success(command + "--out plain.bmp");
  EXPECT_NE(read_text(file("four.bmp")), read_text(file("plain.bmp")));
  expect_success(command + "--samples 1 --out plain.tif");
  EXPECT_NE(read_text(file("four.tif")), read_text(file("plain.tif")));
  expect_success("render --settings four.png --out four.npy");
  expect_success(command + "--out plain.npy");
  EXPECT_EQ(read_text(file("four.npy")), read_text(file("plain.npy"))) << "values are those of the first sample";
}

TEST_F(PictureFormats, HdrSaysWhatWasClipped) {
  const testing::Result fine = run("render mandelbrot --size 8x8 --out a.hdr");
  EXPECT_EQ(fine.error.find("a.hdr"), std::string::npos) << fine.error;
  const testing::Result grown =
      run("render heat --set n=33 --set initial=noise --set fourier=0.5 --allow-unstable --steps 1500 --precision fp32 "
          "--out a.hdr");
  EXPECT_EQ(grown.code, 0) << grown.error;
  EXPECT_NE(grown.error.find("values that a.hdr cannot store (NaN, below 0, above 1.7e38) were replaced"),
            std::string::npos)
      << grown.error;
}

TEST_F(PictureFormats, DiffSeesSixteenBits) {
  put("a.png", png_file(2, 1, {16, 0}, bytes_of_numbers({0, 7, 7, 128, 1})));
  put("b.png", png_file(2, 1, {16, 0}, bytes_of_numbers({0, 7, 7, 128, 2})));
  put("c.png", png_file(2, 1, {8, 0}, bytes_of_numbers({0, 7, 128})));
  put("d.png", png_file(2, 1, {16, 0}, bytes_of_numbers({0, 7, 7, 128, 128})));
  expect_success("diff a.png a.png");
  const testing::Result result = run("diff a.png b.png");
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(result.out.starts_with("1 of 2 pixels differ, the first at x 1, y 0\nmax error   0.003891\n"))
      << result.out;
  expect_success("diff a.png b.png --tolerance 0.004");
  expect_success("diff c.png d.png");
}

TEST_F(PictureFormats, DiffOfMoreThanAPngClaims) {
  put("bomb.png", testing::png_of_deflated(1, 1, {8, 0}, testing::deflated_zeros(std::size_t{1} << 27)));
  expect_success("diff bomb.png bomb.png");
}

}  // namespace
}  // namespace heteroscope
