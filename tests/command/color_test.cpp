#include <cmath>

#include "core/io/file.hpp"
#include "core/io/npy.hpp"
#include "core/io/png/png.hpp"
#include "core/io/png/png_reader.hpp"
#include "tests/command/program.hpp"
#include "tests/other_image_files.hpp"

/// Pictures in color on the command line: each channel has the bits of a gray picture of that channel.
namespace heteroscope::testing {
namespace {

class InColor : public Program {
 protected:
  static constexpr Size size{37, 21};

  void SetUp() override {
    std::vector<unsigned char> pixels;
    for (int i = 0; i < 3 * size.width * size.height; ++i) pixels.push_back(static_cast<unsigned char>(i * i / 7 + i));
    for (std::size_t c = 0; c < 3; ++c) {
      std::string gray = "P5 37 21 255\n";
      for (std::size_t i = c; i < pixels.size(); i += 3) gray.push_back(static_cast<char>(pixels[i]));
      write_text(file(std::string(channels[c]) + ".pgm"), gray);
    }
    write_text(file("color.ppm"), "P6 37 21 255\n" + std::string(pixels.begin(), pixels.end()));
    put("color.bmp", bmp_file(size.width, size.height, pixels));
    put("color.webp", webp_file(size.width, size.height, pixels, true));
    put("color.tif", tiff_file(size.width, size.height, {.compression = 5}, pixels));
  }
  void put(const std::string& name, const Bytes& bytes) const {
    write_text(file(name), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  [[nodiscard]] std::vector<std::uint8_t> bytes_of(const std::string& png) const {
    Size found;
    auto out = decode_png_samples<std::uint8_t>(read_file(file(png)), png, found);
    EXPECT_EQ(out.size(), static_cast<std::size_t>(4 * found.area()));
    return out;
  }

  static constexpr std::array<const char*, 3> channels{"red", "green", "blue"};
};

TEST_F(InColor, EachChannelIsComputedAsAGrayPictureOfIt) {
  for (const std::string workload : {"blur", "transpose"}) {
    const Result made = expect_success("render " + workload + " --source color.ppm --out color.png");
    EXPECT_NE(made.out.find("; red, green and blue: compute "), std::string::npos) << made.out;
    const std::vector<std::uint8_t> colors = bytes_of("color.png");
    for (std::size_t c = 0; c < channels.size(); ++c) {
      const std::string name = channels.at(c);
      expect_success("render " + workload + " --source color.ppm --channel " + name + " --out a.npy");
      expect_success("render " + workload + " --source " + name + ".pgm --out b.npy");
      EXPECT_EQ(read_text(file("a.npy")), read_text(file("b.npy"))) << workload << ' ' << name;
      const Field values = decode_npy(read_file(file("a.npy")), "a.npy");
      for (int y = 0; y < values.size().height; ++y) {
        for (int x = 0; x < values.size().width; ++x) {
          const auto at = 4 * static_cast<std::size_t>(y * values.size().width + x) + c;
          ASSERT_EQ(colors[at], std::floor(values.value(x, y) + 0.5))
              << workload << ' ' << name << ' ' << x << ' ' << y;
        }
      }
    }
  }
}

TEST_F(InColor, AllFormatsAndPiecesHaveTheSameColors) {
  expect_success("render blur --source color.ppm --out color.png");
  const std::vector<std::uint8_t> colors = bytes_of("color.png");
  for (const std::string source : {"color.bmp", "color.webp", "color.tif"}) {
    expect_success("render blur --source " + source + " --out other.png");
    EXPECT_EQ(bytes_of("other.png"), colors) << source;
  }
  expect_success("render blur --source color.ppm --tile 16x8 --out pieces.png");
  EXPECT_EQ(bytes_of("pieces.png"), colors);
  // settings keep the channel, and a picture opens with its colors
  expect_success("render --settings color.png --out again.png");
  EXPECT_EQ(bytes_of("again.png"), colors);
  expect_success("render blur --source color.ppm --channel green --out green.png");
  expect_success("render --settings green.png --out again.npy");
  expect_success("render blur --source green.pgm --out gray.npy");
  EXPECT_EQ(read_text(file("again.npy")), read_text(file("gray.npy")));
}

TEST_F(InColor, ValuesAndOtherWorkloadsAreOfTheLuma) {
  const Result values = expect_success("render blur --source color.ppm --out values.npy");
  EXPECT_NE(values.out.find("values of the luma (--channel red, green or blue writes those)"), std::string::npos)
      << values.out;
  expect_success("render blur --source color.ppm --channel luma --out luma.npy");
  EXPECT_EQ(read_text(file("values.npy")), read_text(file("luma.npy")));
  expect_success("render binarize --source color.ppm --out a.npy");
  expect_success("render binarize --source color.ppm --channel luma --out b.npy");
  EXPECT_EQ(read_text(file("a.npy")), read_text(file("b.npy")));
  expect_success("render histogram --source color.ppm --channel blue --out a.npy");
  expect_success("render histogram --source blue.pgm --out b.npy");
  EXPECT_EQ(read_text(file("a.npy")), read_text(file("b.npy")));
}

TEST_F(InColor, WhatWouldChangeNothingIsRefused) {
  const std::string blur = "render blur --out out.png ";
  expect_refused(blur + "--source red.pgm --channel red", "--channel 'red' changes nothing: \"red.pgm\" has no colors");
  expect_refused(blur + "--source noise:1 --channel red", "--channel 'red' changes nothing: \"noise:1\" has no colors");
  expect_refused("render mandelbrot --out out.png --channel red", "mandelbrot reads no picture");
  expect_refused(
      blur + "--source color.ppm --palette ember",
      "--palette 'ember' changes nothing: blur keeps the colors of \"color.ppm\"; with --channel luma it does");
  expect_refused(blur + "--source color.ppm --channel pink",
                 "--channel 'pink' is unknown; known: color, luma, red, green, blue");
  expect_success(blur + "--source color.ppm --channel luma --palette ember");
}

}  // namespace
}  // namespace heteroscope::testing
