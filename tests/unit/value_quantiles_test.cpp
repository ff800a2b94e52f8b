#include "core/color/value_quantiles.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <set>

#include "core/color/colorize.hpp"
#include "core/device/device.hpp"
#include "core/plan/plan.hpp"
#include "core/run/execute.hpp"
#include "core/run/frame_colors.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

Frame mandelbrot(double span, double limit, Size size = {320, 240}) {
  Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  settings.problem.size = size;
  settings.problem.parameters["center_re"] = -0.743643887037151;
  settings.problem.parameters["center_im"] = 0.131825904205330;
  settings.problem.parameters["span"] = span;
  settings.problem.parameters["max_iterations"] = limit;
  settings.look.scale = "histogram";
  Executor executor;
  return executor.execute(*plan(settings, catalog(), device::all()).plan, {}).value();
}

Pixels colored(const Frame& frame) {
  return colorize(frame.field.host_view(), color_map(frame.plan.settings.look, frame));
}

TEST(ValueQuantiles, EachPartOfThePaletteHasAsManyValues) {
  for (const double span : {2.5, 0.01}) {
    const Frame frame = mandelbrot(span, 2000);
    ASSERT_NE(frame.quantiles, nullptr);
    const ColorMap map = color_map(frame.plan.settings.look, frame);
    constexpr int parts = 4;
    std::array<int, parts> counts{};
    int all = 0;
    int inside = 0;
    const FieldView view = frame.field.host_view();
    int largest_group = 0;  // values that are alike cannot be told apart
    std::map<double, int> groups;
    for (int y = 0; y < view.size.height; ++y) {
      for (int x = 0; x < view.size.width; ++x) {
        const double value = view.row<double>(y)[x];
        ++all;
        if (value == 0) {
          ++inside;
          continue;
        }
        largest_group = std::max(largest_group, ++groups[value]);
        ++counts.at(static_cast<std::size_t>(std::min(shown_place(value, map) * parts, parts - 1.0)));
      }
    }
    // points inside stand above all others: they take the palette's end
    counts.back() += inside;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const bool inside_alone =
          (i + 1) * static_cast<std::size_t>(all) / parts > static_cast<std::size_t>(all - inside);
      if (inside_alone) continue;
      EXPECT_NEAR(counts.at(i), static_cast<double>(all) / parts, largest_group + 0.03 * all) << span;
    }
  }
}

TEST(ValueQuantiles, MoreIterationsLeaveTheColorsAsTheyAre) {
  const Frame few = mandelbrot(0.01, 1000);
  const Frame more = mandelbrot(0.01, 4000);
  const Pixels a = colored(few);
  const Pixels b = colored(more);
  const auto far = [](std::uint32_t p, std::uint32_t q) {
    int out = 0;
    for (const int shift : {0, 8, 16})
      out = std::max(out, std::abs(int((p >> shift) & 255u) - int((q >> shift) & 255u)));
    return out;
  };
  std::size_t changed = 0;
  std::size_t compared = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == 0xff000000u) continue;
    ++compared;
    if (far(a[i], b[i]) > 12) ++changed;
  }
  EXPECT_GT(compared, 1000U);
  EXPECT_LT(static_cast<double>(changed), 0.01 * static_cast<double>(compared));
  // the logarithm does recolor
  Look log = few.plan.settings.look;
  log.scale = "log";
  const Pixels c = colorize(few.field.host_view(), color_map(log, few));
  const Pixels d = colorize(more.field.host_view(), color_map(log, more));
  std::size_t recolored = 0;
  for (std::size_t i = 0; i < c.size(); ++i) recolored += far(c[i], d[i]) > 12 ? 1 : 0;
  EXPECT_GT(recolored, compared / 2);
}

TEST(ValueQuantiles, ADeepViewHasManyColors) {
  const Frame frame = mandelbrot(1e-6, 5000);
  const Pixels by_rank = colored(frame);
  EXPECT_GT(std::set<std::uint32_t>(by_rank.begin(), by_rank.end()).size(), 40U);
}

TEST(ValueQuantiles, PlacesGrowWithTheValues) {
  const Frame frame = mandelbrot(0.5, 500);
  const ColorMap map = color_map(frame.plan.settings.look, frame);
  double before = 0;
  for (int i = 2; i <= 1000; ++i) {
    const double place = shown_place(0.5 * i, map);
    EXPECT_GE(place, before);
    before = place;
  }
  EXPECT_LE(before, 1);
}

TEST(ValueQuantiles, ValuesThatAreAllAlikeHaveAColor) {
  Settings settings = default_settings(find_workload(catalog(), "heat"));
  settings.problem.parameters["n"] = 33;
  settings.look.scale = "histogram";
  Executor executor;
  const Frame frame = executor.execute(*plan(settings, catalog(), device::all()).plan, {}).value();
  for (const std::uint32_t pixel : colored(frame)) EXPECT_EQ(pixel >> 24, 255u);
}

TEST(ValueQuantiles, AreThoseOfTheSourceWhereTheResultIsNumbers) {
  for (const Workload* workload : catalog()) {
    if (!workload->gives_numbers()) continue;
    Settings settings = default_settings(*workload);
    settings.problem.size = {160, 120};
    settings.look.scale = "histogram";
    Executor executor;
    const Frame frame = executor.execute(*plan(settings, catalog(), device::all()).plan, {}).value();
    ASSERT_NE(frame.quantiles, nullptr) << workload->id;
    const ColorMap by_quantiles = input_color_map(settings.look, frame);
    Look linear = settings.look;
    linear.scale = "linear";
    EXPECT_NE(colorize(frame.input.host_view(), by_quantiles),
              colorize(frame.input.host_view(), input_color_map(linear, frame)))
        << workload->id;
  }
}

TEST(ValueQuantiles, HaveNoEnds) {
  Frame frame = mandelbrot(0.5, 500);
  const Pixels with_all = colored(frame);
  frame.plan.settings.look.automatic = false;
  frame.plan.settings.look.low = 3;
  frame.plan.settings.look.high = 4;
  EXPECT_EQ(colored(frame), with_all);
}

}  // namespace
}  // namespace heteroscope
