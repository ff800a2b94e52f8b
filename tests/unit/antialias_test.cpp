#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "core/antialias/antialiased.hpp"
#include "core/color/colorize.hpp"
#include "core/color/oklab.hpp"
#include "core/device/device.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/model/settings/problem_view.hpp"
#include "core/model/settings/shift.hpp"
#include "core/run/frame_colors.hpp"
#include "kernels/registry.hpp"
#include "tests/fakes/stop.hpp"

namespace heteroscope {
namespace {

TEST(Shift, LiesInThePixelAndNowhereTwice) {
  EXPECT_EQ(shift_of(0), (Shift{0, 0})) << "the first sample is the picture itself";
  std::set<std::pair<double, double>> all;
  double x = 0;
  double y = 0;
  for (int i = 0; i < most_samples; ++i) {
    const Shift shift = shift_of(i);
    EXPECT_LT(std::abs(shift.x), 0.5) << i;
    EXPECT_LT(std::abs(shift.y), 0.5) << i;
    all.emplace(shift.x, shift.y);
    x += shift.x;
    y += shift.y;
    EXPECT_LT(std::abs(x), 0.5) << "a sample is balanced by the next: after " << i;
    EXPECT_LT(std::abs(y), 0.5) << i;
  }
  EXPECT_EQ(all.size(), static_cast<std::size_t>(most_samples));
}

/// Of 16 samples each quarter of a pixel has three to five, of 256 each sixteenth 13 to 19.
TEST(Shift, IsSpreadEvenly) {
  for (const auto& [count, side, least, most] : {std::tuple(16, 2, 3, 5), std::tuple(256, 4, 13, 19)}) {
    std::vector<int> cells(static_cast<std::size_t>(side * side));
    for (int i = 0; i < count; ++i) {
      const Shift shift = shift_of(i);
      const int column = static_cast<int>((shift.x + 0.5) * side);
      const int row = static_cast<int>((shift.y + 0.5) * side);
      ++cells[static_cast<std::size_t>(row * side + column)];
    }
    for (const int each : cells) {
      EXPECT_GE(each, least) << count;
      EXPECT_LE(each, most) << count;
    }
  }
}

TEST(Shift, MovesAViewByAShareOfAPixelAtAnyDepth) {
  Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  settings.problem.size = {640, 360};
  const Decimal center = Decimal::parse("-1.7499576837060935036022145060706997072711057972625207793024282");
  for (const char* span : {"2.5", "1e-20", "3.7e-400"}) {
    settings.problem.parameters["center_re"] = center;
    settings.problem.parameters["center_im"] = 0.5;
    settings.problem.parameters["span"] = Decimal::parse(span);
    const View moved = view_of(shifted(settings.problem, {0.25, -0.375}, catalog()), catalog());
    const Decimal pixel = moved.span * (1.0 / 640);
    EXPECT_EQ(moved.span, Decimal::parse(span));
    EXPECT_NEAR(ratio(moved.x - center, pixel), 0.25, 1e-8) << span;
    EXPECT_NEAR(ratio(moved.y - Decimal(0.5), pixel), 0.375, 1e-8) << "up is up: " << span;
    EXPECT_EQ(shifted(settings.problem, {}, catalog()), settings.problem) << span;
  }
}

TEST(MeanColor, IsThatOfLightInDoublePrecision) {
  constexpr int pictures = 100;
  constexpr std::size_t pixels = 999;
  MeanColor mean(pixels);
  std::vector<std::array<double, 3>> exact(pixels);
  std::uint32_t state = 1;
  for (int k = 0; k < pictures; ++k) {
    Pixels each(pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
      state = state * 1664525U + 1013904223U;
      // dark ones, too, where a step of the byte is small in light
      each[i] = 0xFF000000U | (i % 2 == 0 ? state >> 8 : state >> 8 & 0x0F0F0FU);
      for (std::size_t c = 0; c < 3; ++c) exact[i][c] += srgb_decode((each[i] >> (8 * c) & 0xFFU) / 255.0) / pictures;
    }
    mean.add(each);
  }
  EXPECT_EQ(mean.count(), pictures);
  const Pixels got = mean.mean();
  int off = 0;
  for (std::size_t i = 0; i < pixels; ++i) {
    EXPECT_EQ(got[i] >> 24, 0xFFU);
    for (std::size_t c = 0; c < 3; ++c) {
      const double wanted = 255 * srgb_encode(exact[i][c]);
      const double byte = got[i] >> (8 * c) & 0xFFU;
      EXPECT_NEAR(byte, wanted, 0.501);
      if (byte != std::round(wanted)) ++off;
    }
  }
  EXPECT_LE(off, 1) << "at a half alone";
}

TEST(MeanColor, OfEqualColorsIsThatColor) {
  Pixels all(256);
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = 0xFF000000U | i | (255 - i) << 8 | i << 16;
  MeanColor mean(all.size());
  for (int k = 0; k < most_samples; ++k) {
    mean.add(all);
    if (k == 0 || k == 2 || k == most_samples - 1) {
      EXPECT_EQ(mean.mean(), all) << k;
    }
  }
}

TEST(MeanColor, IsBrighterThanTheMeanOfBytes) {
  MeanColor mean(1);
  mean.add(Pixels{0xFF0000FFU});
  mean.add(Pixels{0xFF000000U});
  EXPECT_EQ(mean.mean(), (Pixels{0xFF0000BCU})) << "half the light of 255 is 188";
}

Frame executed(const Settings& settings) {
  Executor executor;
  return executor.execute(plan(settings, catalog(), device::all()).plan.value(), {}).value();
}

Settings edges() {
  Settings out = default_settings(find_workload(catalog(), "mandelbrot"));
  out.problem.parameters["max_iterations"] = 60;
  out.problem.size = {72, 40};
  return out;
}

TEST(Antialiased, HasTheFramesColorsAsItsFirstSample) {
  for (const char* scale : {"log", "histogram"}) {
    Settings settings = edges();
    settings.look.scale = scale;
    const Frame frame = executed(settings);
    const Antialiased picture(frame, settings.look, catalog());
    EXPECT_EQ(picture.samples(), 1);
    EXPECT_EQ(picture.pixels(), colorize(frame.field.host_view(), color_map(settings.look, frame))) << scale;
  }
}

TEST(Antialiased, IsTheMeanOfPicturesWhoseCentersAreMoved) {
  constexpr int samples = 5;
  Settings settings = edges();
  const Frame first = executed(settings);
  const ColorMap map = color_map(settings.look, first);
  Antialiased picture(first, settings.look, catalog());
  std::vector<std::array<double, 3>> light(static_cast<std::size_t>(first.field.size().area()));
  for (int k = 0; k < samples; ++k) {
    const double pixel = 2.5 / 72;
    settings.problem.parameters["center_re"] = -0.75 + shift_of(k).x * pixel;
    settings.problem.parameters["center_im"] = 0 - shift_of(k).y * pixel;
    const Frame moved = executed(settings);
    const Pixels colors = colorize(moved.field.host_view(), map);
    for (std::size_t i = 0; i < colors.size(); ++i) {
      for (std::size_t c = 0; c < 3; ++c) light[i][c] += srgb_decode((colors[i] >> (8 * c) & 0xFFU) / 255.0) / samples;
    }
  }
  Executor executor;
  while (picture.samples() < samples) ASSERT_TRUE(picture.add_sample(executor));
  const Pixels got = picture.pixels();
  int others = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_NEAR(got[i] >> (8 * c) & 0xFFU, 255 * srgb_encode(light[i][c]), 0.51) << i;
    if (got[i] != colorize(first.field.host_view(), map)[i]) ++others;
  }
  EXPECT_GT(others, 200) << "edges are softer";
}

TEST(Antialiased, ACancelledSampleIsNotInIt) {
  const Settings settings = edges();
  Antialiased picture(executed(settings), settings.look, catalog());
  const Pixels before = picture.pixels();
  Executor executor;
  EXPECT_FALSE(picture.add_sample(executor, testing::requested_stop()));
  EXPECT_EQ(picture.samples(), 1);
  EXPECT_EQ(picture.pixels(), before);
}

TEST(Antialiased, IsRefusedWhereNoViewCanBeMoved) {
  for (const Workload* each : catalog()) {
    Settings settings = default_settings(*each);
    settings.look.samples = 4;
    const std::string refusal = plan(settings, catalog(), device::all()).refusal;
    EXPECT_EQ(refusal, each->id == "mandelbrot"
                           ? std::string()
                           : "samples: " + std::string(each->id) + " supports only one sample per pixel");
  }
}

TEST(Antialiased, ItsNumberOfSamplesIsSavedWhereItIsNotOne) {
  Settings settings = edges();
  EXPECT_EQ(to_json(settings, catalog()).find("samples"), std::string::npos) << "files are as they were";
  settings.look.samples = 16;
  const std::string text = to_json(settings, catalog());
  EXPECT_EQ(settings_from_json(text, "a.json", catalog()), settings);
  for (const char* wrong : {"0", "257", "2.5", "\"16\""}) {
    std::string changed = text;
    const std::string is = "\"samples\": 16";
    changed.replace(changed.find(is), is.size(), std::string("\"samples\": ") + wrong);
    EXPECT_THROW(settings_from_json(changed, "a.json", catalog()), BadInput) << wrong;
  }
}

}  // namespace
}  // namespace heteroscope
