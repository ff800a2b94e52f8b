#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "core/color/colorize.hpp"
#include "core/color/oklab.hpp"
#include "core/color/palette.hpp"
#include "core/color/value_quantiles.hpp"
#include "core/model/settings/looks.hpp"
#include "tests/unit/fake_workload.hpp"
#include "tests/unit/made_fields.hpp"

namespace heteroscope {
namespace {

using testing::fake_workload;
using testing::infinity;
using testing::nan;
using testing::refusal;

constexpr std::uint32_t rgb(std::uint32_t hex) {
  return (hex >> 16 & 255u) | (hex & 0xff00u) | (hex & 255u) << 16 | 0xff000000u;
}

double distance(const OkLab& a, const OkLab& b) {
  return std::hypot(a.lightness - b.lightness, a.a - b.a, a.b - b.b);
}

// Pinned values from the table in the source of the formulas.
TEST(OkLab, KnowsThePrimaries) {
  const OkLab red = oklab_from_srgb(rgb(0xff0000));
  EXPECT_NEAR(red.lightness, 0.627955, 1e-5);
  EXPECT_NEAR(red.a, 0.224863, 1e-5);
  EXPECT_NEAR(red.b, 0.125846, 1e-5);
  const OkLab white = oklab_from_srgb(rgb(0xffffff));
  EXPECT_NEAR(white.lightness, 1, 1e-5);
  EXPECT_NEAR(white.a, 0, 1e-5);
  EXPECT_NEAR(white.b, 0, 1e-5);
}

TEST(OkLab, RoundTripsEveryGrayAndACubeOfColors) {
  for (std::uint32_t v = 0; v < 256; ++v)
    EXPECT_EQ(srgb_from_oklab(oklab_from_srgb(rgb(v * 0x010101))), rgb(v * 0x010101));
  for (std::uint32_t i = 0; i < 6 * 6 * 6; ++i) {
    const std::uint32_t color = rgb((i / 36 << 16 | i / 6 % 6 << 8 | i % 6) * 51);
    EXPECT_EQ(srgb_from_oklab(oklab_from_srgb(color)), color);
  }
}

TEST(OkLab, ClipsWhatIsOutsideTheGamut) {
  EXPECT_EQ(srgb_from_oklab({1.5, 0, 0}), rgb(0xffffff));
  EXPECT_EQ(srgb_from_oklab({-0.5, 0, 0}), rgb(0x000000));
}

TEST(Palettes, AreTheOnesPromised) {
  std::vector<std::string> names;
  std::set<std::uint64_t> serials;
  for (const Palette& palette : palettes()) {
    names.push_back(palette.id);
    serials.insert(palette.serial);
    EXPECT_FALSE(palette.label.empty());
    for (const std::uint32_t color : palette.table) EXPECT_EQ(color >> 24, 255u);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"dusk", "lagoon", "sand", "gray", "ember", "cycle"}));
  EXPECT_EQ(serials.size(), names.size());
  EXPECT_EQ(serials.count(0), 0u);
  EXPECT_EQ(find_palette(Look{}.palette).id, "dusk");
  EXPECT_EQ(refusal([] { find_palette("neon"); }),
            "palette: \"neon\" is unknown (known: dusk, lagoon, sand, gray, ember, cycle)");
}

TEST(Palettes, HaveTheirGoldenColors) {
  struct Golden {
    const char* id;
    std::uint32_t first, middle, last;
  };
  for (const Golden& golden :
       {Golden{"dusk", 0x080224, 0xc51e84, 0xfcf7cd}, Golden{"lagoon", 0x040931, 0x1a8287, 0xe2fa75},
        Golden{"sand", 0x010d33, 0x6f757c, 0xfeed8c}, Golden{"gray", 0x000000, 0x636363, 0xffffff},
        Golden{"ember", 0x000000, 0xb71814, 0xffffff}, Golden{"cycle", 0x311852, 0xccdaa3, 0x311852}}) {
    const auto& table = find_palette(golden.id).table;
    const auto near = [&](std::uint32_t color, std::uint32_t hex) {
      for (int shift = 0; shift < 24; shift += 8) {
        const int difference = static_cast<int>(color >> shift & 255u) - static_cast<int>(rgb(hex) >> shift & 255u);
        EXPECT_LE(std::abs(difference), 2) << golden.id << " " << std::hex << color << " " << rgb(hex);
      }
    };
    near(table.front(), golden.first);
    near(table[palette_entries / 2], golden.middle);
    near(table.back(), golden.last);
  }
}

// 8 bits are coarse near black: the first step of sRGB is 0.067 of lightness.
TEST(Palettes, LightnessRisesEvenly) {
  for (const Palette& palette : palettes()) {
    if (palette.cyclic) continue;
    std::array<double, palette_entries> lightness{};
    for (std::size_t i = 0; i < lightness.size(); ++i) lightness[i] = oklab_from_srgb(palette.table[i]).lightness;
    const double rise = lightness.back() - lightness.front();
    EXPECT_GT(rise, 0.7) << palette.id;
    for (std::size_t i = 0; i < lightness.size(); ++i) {
      const double line = lightness.front() + rise * static_cast<double>(i) / (palette_entries - 1);
      EXPECT_NEAR(lightness[i], line, line < 0.15 ? 0.055 : 0.01) << palette.id << " " << i;
      if (i >= 16 && lightness[i] > 0.15) {
        EXPECT_GT(lightness[i], lightness[i - 16]) << palette.id << " " << i;
      }
    }
  }
}

TEST(Palettes, ColorStepsAreEven) {
  for (const Palette& palette : palettes()) {
    double least = infinity, most = 0;
    for (std::size_t i = 0; i + 64 < palette.table.size(); i += 16) {
      const OkLab from = oklab_from_srgb(palette.table[i]);
      if (from.lightness < 0.15) continue;  // 8 bits are too coarse there
      const double step = distance(from, oklab_from_srgb(palette.table[i + 64]));
      least = std::min(least, step);
      most = std::max(most, step);
    }
    EXPECT_LT(most / least, 1.8) << palette.id;
  }
}

TEST(Palettes, TheCyclicOneJoins) {
  const Palette& cycle = find_palette("cycle");
  EXPECT_TRUE(cycle.cyclic);
  double widest = 0;
  for (std::size_t i = 1; i < cycle.table.size(); ++i) {
    widest = std::max(widest, distance(oklab_from_srgb(cycle.table[i - 1]), oklab_from_srgb(cycle.table[i])));
  }
  EXPECT_LE(distance(oklab_from_srgb(cycle.table.back()), oklab_from_srgb(cycle.table.front())), widest);
  EXPECT_LT(widest, 0.02);
}

ColorMap map_of(ColorScale scale, double low, double high) {
  ColorMap map;
  map.table = find_palette("gray").table.data();
  map.scale = scale;
  map.low = low;
  map.high = high;
  return map;
}

TEST(Colorize, PlacesValuesOnEveryScale) {
  const ColorMap linear = map_of(ColorScale::linear, 10, 30);
  EXPECT_EQ(palette_place(10, linear), 0);
  EXPECT_EQ(palette_place(15, linear), 0.25);
  EXPECT_EQ(palette_place(30, linear), 1);
  EXPECT_EQ(palette_place(-infinity, linear), 0);
  EXPECT_EQ(palette_place(infinity, linear), 1);
  EXPECT_EQ(palette_place(15, map_of(ColorScale::sqrt, 10, 30)), 0.5);
  const ColorMap log = map_of(ColorScale::log, 0, 255);
  EXPECT_EQ(palette_place(0, log), 0);
  EXPECT_EQ(palette_place(1, log), 0.125);
  EXPECT_EQ(palette_place(15, log), 0.5);
  EXPECT_EQ(palette_place(255, log), 1);
}

TEST(Colorize, TheCircleHasNoEnds) {
  const ColorMap cyclic = map_of(ColorScale::cyclic, 1, 65);
  EXPECT_EQ(palette_place(1, cyclic), 0);
  EXPECT_EQ(palette_place(33, cyclic), 0.5);
  EXPECT_EQ(palette_place(65, cyclic), 0);
  EXPECT_EQ(palette_place(-15, cyclic), 0.75);
  EXPECT_EQ(palette_place(infinity, cyclic), 0);
}

TEST(Colorize, AnEmptyRangeIsThePalettesStart) {
  EXPECT_EQ(palette_place(5, map_of(ColorScale::linear, 5, 5)), 0);
  EXPECT_EQ(palette_place(5, map_of(ColorScale::linear, 6, 5)), 0);
}

TEST(Colorize, ColorsWholeFieldsInBothPrecisions) {
  ColorMap map = map_of(ColorScale::linear, 0, 4);
  map.zero_is_special = true;
  map.zero_color = rgb(0x123456);
  std::vector<double> wide{0, 1, 2, 4, 5, nan};
  std::vector<float> narrow(wide.begin(), wide.end());
  const Pixels expected{rgb(0x123456), map.table[256], map.table[512], map.table[1023], map.table[1023], map.nan_color};
  EXPECT_EQ(colorize({wide.data(), {3, 2}, Precision::fp64}, map), expected);
  EXPECT_EQ(colorize({narrow.data(), {2, 3}, Precision::fp32}, map), expected);
  map.zero_is_special = false;
  EXPECT_EQ(colorize({wide.data(), {6, 1}, Precision::fp64}, map)[0], rgb(0x000000));
}

TEST(Colorize, InfinitiesHaveAColor) {
  std::vector<double> values{infinity, -infinity};
  for (const ColorScale scale : {ColorScale::linear, ColorScale::sqrt, ColorScale::log, ColorScale::cyclic}) {
    const ColorMap map = map_of(scale, 0, 1);
    EXPECT_EQ(colorize({values.data(), {2, 1}, Precision::fp64}, map)[1], map.table[0]);
    // The result's own maximum may be infinite.
    EXPECT_EQ(colorize({values.data(), {2, 1}, Precision::fp64}, map_of(scale, 0, infinity))[0], map.table[0]);
  }
}

TEST(ColorMap, AutomaticEndsAreTheWorkloads) {
  Summary summary;
  summary.maximum = 77;
  Look look;
  look.scale = "sqrt";
  ColorMap map = color_map(look, fake_workload(), {{"count", 250}}, summary);
  EXPECT_EQ(map.low, 1);
  EXPECT_EQ(map.high, 250);
  EXPECT_EQ(map.scale, ColorScale::sqrt);
  EXPECT_TRUE(map.zero_is_special);
  EXPECT_EQ(map.table, find_palette("dusk").table.data());
  EXPECT_EQ(map.table_serial, find_palette("dusk").serial);
  EXPECT_EQ(color_map(look, fake_workload(), {}, summary).high, 500);

  Workload own = fake_workload();
  own.coloring.high_parameter = {};
  EXPECT_EQ(color_map(look, own, {}, summary).high, 77);

  look.scale = "cyclic";
  map = color_map(look, fake_workload(), {{"count", 250}}, summary);
  EXPECT_EQ(map.low, 1);
  EXPECT_EQ(map.high, 65);
}

TEST(ColorMap, FixedEndsGiveWayToValuesBeyondThem) {
  Workload fixed = fake_workload();
  fixed.coloring = {.low = 0, .high_parameter = "", .high = 1, .palette = "dusk"};
  const Look look{.palette = "dusk", .scale = "linear", .automatic = true, .low = 0, .high = 1};
  const auto ends = [&](double minimum, double maximum) {
    const ColorMap map = color_map(look, fixed, {}, {.minimum = minimum, .maximum = maximum});
    return std::pair(map.low, map.high);
  };
  EXPECT_EQ(ends(0.25, 0.5), std::pair(0.0, 1.0));
  EXPECT_EQ(ends(-2, 0.5), std::pair(-2.0, 1.0));
  EXPECT_EQ(ends(0, 7), std::pair(0.0, 7.0));
  EXPECT_EQ(ends(-std::numeric_limits<double>::infinity(), 3), std::pair(0.0, 3.0));
}

TEST(ColorMap, IsWidenedWhereItsEndsAreAutomatic) {
  Workload fixed = fake_workload();
  fixed.coloring = {.low = 0, .high_parameter = "", .high = 1, .palette = "dusk"};
  Look look{.palette = "dusk", .scale = "linear"};
  const auto ends = [&](double before_minimum, double before_maximum, double maximum) {
    const ColorMap before = color_map(look, fixed, {}, {.minimum = before_minimum, .maximum = before_maximum});
    ColorMap map = color_map(look, fixed, {}, {.minimum = 0, .maximum = maximum});
    widen_ends(map, look, before);
    return std::pair(map.low, map.high);
  };
  EXPECT_EQ(ends(0, 7, 3), std::pair(0.0, 7.0));
  EXPECT_EQ(ends(-2, 1, 3), std::pair(-2.0, 3.0));
  look.scale = "log";
  ColorMap map = color_map(look, fixed, {}, {.minimum = 0, .maximum = 3});
  const ColorMap before = color_map(look, fixed, {}, {.minimum = 0, .maximum = 900});
  widen_ends(map, look, before);
  EXPECT_EQ(map.log_span, before.log_span);
  EXPECT_EQ(map.log_factor, before.log_factor);
  look.scale = "cyclic";
  EXPECT_EQ(ends(-2, 7, 3), std::pair(0.0, cyclic_period));
  look = {.palette = "dusk", .scale = "linear", .automatic = false, .low = -1, .high = 2};
  EXPECT_EQ(ends(-2, 7, 3), std::pair(-1.0, 2.0));
}

TEST(ColorMap, ExplicitEndsAreTheUsers) {
  const ColorMap map = color_map({.palette = "ember", .scale = "log", .automatic = false, .low = -3, .high = 12},
                                 fake_workload(), {}, {});
  EXPECT_EQ(map.low, -3);
  EXPECT_EQ(map.high, 12);
  EXPECT_EQ(map.scale, ColorScale::log);
  EXPECT_EQ(map.table, find_palette("ember").table.data());
}

TEST(ColorMap, RefusesUnknownNames) {
  EXPECT_NE(refusal([] {
              color_map({.palette = "neon", .scale = "log"}, fake_workload(), {}, {});
            }).find("palette: \"neon\""),
            std::string::npos);
  EXPECT_EQ(refusal([] { color_map({.palette = "dusk", .scale = "cubic"}, fake_workload(), {}, {}); }),
            "scale: \"cubic\" is unknown (known: linear, sqrt, log, cyclic, histogram, distance)");
}

TEST(Quantiles, CountsThatAreNotCertainAreLeftOut) {
  ValueSample sample({4, 1}, true);
  const double row[] = {-961, 400, 0, 500};
  sample.add(row, Cutout{.size = {4, 1}, .whole = {4, 1}});
  EXPECT_EQ(sample.values(), (std::vector<double>{400, 500}));
  EXPECT_EQ(sample.above(), 1);
  EXPECT_EQ(ValueQuantiles(sample).shares().low, 400);
}

}  // namespace
}  // namespace heteroscope
