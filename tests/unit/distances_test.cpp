#include "core/color/distances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <optional>
#include <vector>

#include "core/color/colorize.hpp"
#include "core/color/palette.hpp"
#include "core/device/device.hpp"
#include "core/plan/plan.hpp"
#include "core/run/execute.hpp"
#include "core/run/frame_colors.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/made_fields.hpp"

namespace heteroscope {
namespace {

using testing::infinity;

/// Of counts, row-major, up to a limit of 100.
std::vector<float> distances_of(Size size, const std::vector<double>& counts) {
  BufferPool pool;
  const auto buffer = pool.take(MemoryKind::host, counts.size() * sizeof(double));
  std::ranges::copy(counts, static_cast<double*>(buffer->host()));
  const Field found = distances({size, Precision::fp64, buffer, nullptr}, 100, pool);
  const float* const first = found.host_view().row<float>(0);
  return {first, first + size.area()};
}

TEST(Distances, OfAnEvenSlopeAreTheSameUpToTheEdges) {
  std::vector<double> counts;
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 5; ++x) counts.push_back(10 + 0.3 * x - 0.4 * y);
  for (const float each : distances_of({5, 4}, counts)) EXPECT_NEAR(each, 1 / (std::log(2.0) * 0.5), 1e-6);
}

TEST(Distances, OfPixelsInTheSetAreZeroAndBesideItAtMostOne) {
  // −100 is an uncertain 0, −9 an uncertain 9
  const std::vector<float> found = distances_of({7, 1}, {0, 9, 9.01, -9.02, 9.03, 9.04, -100});
  EXPECT_EQ(found[0], 0);
  EXPECT_EQ(found[1], 1);
  for (const std::size_t x : {2U, 3U, 4U}) EXPECT_NEAR(found[x], 1 / (std::log(2.0) * 0.01), 1e-2) << x;
  EXPECT_EQ(found[5], 1);
  EXPECT_EQ(found[6], 0);
}

TEST(Distances, AreKnownWherePixelsHaveNoNeighborsOutside) {
  EXPECT_EQ(distances_of({3, 1}, {0, 9, 0})[1], 1);
  EXPECT_EQ(distances_of({1, 1}, {9})[0], infinity);
  EXPECT_EQ(distances_of({2, 1}, {9, 9})[0], infinity);
  EXPECT_EQ(distances_of({1, 1}, {0})[0], 0);
}

/// A hair between two even sides: its own pixel is not far from it.
TEST(Distances, OnAHairAreSmall) {
  EXPECT_LT(distances_of({3, 1}, {20, 80, 20})[1], 0.1);
}

Settings settings_of(double re, double im, double span, double limit) {
  Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  settings.problem.size = {96, 72};
  settings.problem.parameters["center_re"] = re;
  settings.problem.parameters["center_im"] = im;
  settings.problem.parameters["span"] = span;
  settings.problem.parameters["max_iterations"] = limit;
  settings.problem.parameters["smooth"] = 1;
  settings.look.scale = distance_scale;
  return settings;
}

Frame frame_of(const Settings& settings) {
  Executor executor;
  return executor.execute(*plan(settings, catalog(), device::all()).plan, {}).value();
}

/// |z| ln|z| / |dz/dc| by the derivative, which is half of 2 |z| ln|z| / |dz/dc|, the estimate that is never too small
/// by more than its error. Nothing for what has not escaped.
std::optional<double> analytic_distance(std::complex<double> c, int limit) {
  std::complex<double> z = 0;
  std::complex<double> dz = 0;
  for (int k = 0; k < limit; ++k) {
    dz = 2.0 * z * dz + 1.0;
    z = z * z + c;
    if (std::norm(z) > 1e20) return std::abs(z) * std::log(std::abs(z)) / std::abs(dz);
  }
  return std::nullopt;
}

/// Shallow views: differences over a pixel are as good as derivatives to about (1 / distance)².
TEST(Distances, AreThoseByTheDerivative) {
  struct Place {
    double re, im, span;
  };
  int all = 0;
  double worst_from_4 = 0;
  double worst_from_16 = 0;
  for (const auto& [re, im, span] : {Place{-0.75, 0, 3}, Place{-0.7463, 0.1102, 0.005}, Place{0.2865, 0.0122, 0.012},
                                     Place{-1.7687, 0.0017, 0.012}}) {
    const Frame frame = frame_of(settings_of(re, im, span, 2000));
    const auto [width, height] = frame.field.size();
    ASSERT_EQ(frame.distances.size(), frame.field.size());
    const double step = span / width;
    for (int y = 1; y + 1 < height; ++y) {
      for (int x = 1; x + 1 < width; ++x) {
        const std::complex<double> c(re + (x + 0.5 - 0.5 * width) * step, im - (y + 0.5 - 0.5 * height) * step);
        const auto exact = analytic_distance(c, 2000);
        if (!exact || *exact < 4 * step || *exact > 40 * step) continue;
        ++all;
        const double error = std::fabs(frame.distances.value(x, y) * step / *exact - 1);
        worst_from_4 = std::max(worst_from_4, error);
        if (*exact > 16 * step) worst_from_16 = std::max(worst_from_16, error);
      }
    }
  }
  EXPECT_GT(all, 1000);
  EXPECT_LT(worst_from_4, 0.08);
  EXPECT_LT(worst_from_16, 0.01);
}

TEST(Distances, OfPerturbedAndExtendedOrbitsAreThoseOfPlainOnes) {
  Settings settings = settings_of(-0.7463, 0.1102, 0.005, 2000);
  const Frame plain = frame_of(settings);
  for (const double method : {2, 3}) {
    settings.problem.parameters["method"] = method;
    const Frame deep = frame_of(settings);
    int all = 0;
    for (int y = 0; y < 72; ++y) {
      for (int x = 0; x < 96; ++x) {
        const double a = plain.distances.value(x, y);
        const double b = deep.distances.value(x, y);
        if (!(a > 1)) continue;  // counts so close to the set depend on rounding
        ++all;
        EXPECT_NEAR(b, a, 1e-3 * a) << x << ' ' << y;
      }
    }
    EXPECT_GT(all, 1000) << method;
  }
}

TEST(Distances, ColorWhatIsFarAsThePalettesEndAndTheSetByItself) {
  const Frame frame = frame_of(settings_of(-0.75, 0, 3, 200));
  const ColorMap map = color_map(frame.plan.settings.look, frame);
  const Pixels pixels = colorize(frame.colored().host_view(), map);
  const auto at = [&](int x, int y) { return pixels[static_cast<std::size_t>(y * 96 + x)]; };
  EXPECT_EQ(at(48, 36), map.zero_color);
  EXPECT_EQ(at(0, 0), map.table[palette_entries - 1]);
  for (int y = 0; y < 72; ++y)
    for (int x = 0; x < 96; ++x) EXPECT_EQ(at(x, y) == map.zero_color, frame.field.value(x, y) == 0) << x << ' ' << y;
}

TEST(Distances, NeedFractionalCountsOfASet) {
  Settings settings = settings_of(-0.75, 0, 3, 200);
  settings.problem.parameters["smooth"] = 0;
  EXPECT_EQ(plan(settings, catalog(), device::all()).refusal, "scale distance needs fractional counts: smooth=1");
  Settings blur = default_settings(find_workload(catalog(), "blur"));
  blur.look.scale = distance_scale;
  EXPECT_EQ(plan(blur, catalog(), device::all()).refusal,
            "scale distance: blur has no set from which a distance could be shown");
}

}  // namespace
}  // namespace heteroscope
