#include "core/movie/key_frames.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/registry.hpp"
#include "tests/unit/fake_workload.hpp"

namespace heteroscope {
namespace {

using testing::refusal;
using testing::Refused;

Settings zoom_at(double span, double limit = 500) {
  Settings out = default_settings(find_workload(catalog(), "mandelbrot"));
  out.problem.parameters["span"] = span;
  out.problem.parameters["max_iterations"] = limit;
  return out;
}

Settings heat_at(std::int64_t steps, double fourier) {
  Settings out = default_settings(find_workload(catalog(), "heat"));
  out.problem.steps = steps;
  out.problem.parameters["fourier"] = fourier;
  return out;
}

KeyFrames keys_of(const std::vector<Settings>& settings) {
  std::vector<KeyFrame> out;
  out.reserve(settings.size());
  for (const Settings& each : settings) out.push_back({"key " + std::to_string(out.size()), each});
  return {out, catalog()};
}

Value value_in(const Settings& settings, const char* id) {
  return settings.problem.parameters.find(id)->second;
}

TEST(KeyFrames, LegsArePassedWithOneSpeed) {
  const KeyFrames keys = keys_of({zoom_at(1), zoom_at(1e-2), zoom_at(1e-5), zoom_at(1e-4)});
  constexpr std::int64_t count = 13;
  for (std::int64_t i = 0; i < count; ++i) {
    const double power = i <= 10 ? static_cast<double>(i) / 2 : 10 - static_cast<double>(i) / 2;
    EXPECT_NEAR(std::log10(value_in(keys.frame(i, count), "span")), -power, 1e-9) << i;
  }
  EXPECT_EQ(keys.frame(0, 7), zoom_at(1));
  EXPECT_EQ(keys.frame(6, 7), zoom_at(1e-4));
  EXPECT_EQ(keys.frame(1, 2), zoom_at(1e-4));
}

TEST(KeyFrames, OtherNumbersMoveWithTheView) {
  const KeyFrames keys = keys_of({zoom_at(1, 100), zoom_at(1e-4, 10000)});
  const double limits[] = {100, 316, 1000, 3162, 10000};
  for (std::int64_t i = 0; i < 5; ++i) EXPECT_EQ(value_in(keys.frame(i, 5), "max_iterations"), limits[i]);
  EXPECT_EQ(value_in(keys.frame(2, 5), "center_re"), -0.75) << "what is the same stays as it is, digit by digit";
}

TEST(KeyFrames, StepsAndTimes) {
  const KeyFrames keys = keys_of({heat_at(0, 0.1), heat_at(1000, 0.2)});
  EXPECT_EQ(keys.frame(1, 4).problem.steps, 333);
  EXPECT_EQ(keys.frame(2, 4).problem.steps, 667);
  EXPECT_EQ(keys.frame(1, 3).problem.steps, 500);
  EXPECT_NEAR(value_in(keys.frame(1, 3), "fourier"), 0.15, 1e-15);
  // as fast in the second leg as in the first
  EXPECT_EQ(keys_of({heat_at(0, 0.1), heat_at(100, 0.1), heat_at(400, 0.1)}).frame(2, 5).problem.steps, 200);
  // where no number moves in all legs, each takes as long
  EXPECT_EQ(keys_of({heat_at(0, 0.1), heat_at(100, 0.1), heat_at(100, 0.2)}).frame(1, 5).problem.steps, 50);
}

TEST(KeyFrames, SourceFliesToo) {
  Settings blur = default_settings(find_workload(catalog(), "blur"));
  blur.problem.source.id = "mandelbrot";
  Settings near = blur;
  near.problem.source.values["span"] = 1e-3;
  blur.problem.source.values["span"] = 10;
  const Settings middle = keys_of({blur, near}).frame(1, 3);
  EXPECT_NEAR(middle.problem.source.values.find("span")->second, 0.1, 1e-12);
}

TEST(KeyFrames, RefusesWhatCannotMove) {
  const auto refused = [](const Settings& from, const Settings& to) {
    return refusal([&] { (void)keys_of({from, to}); });
  };
  const Settings first = zoom_at(1);
  const auto changed = [&](auto change) {
    Settings out = zoom_at(0.5);
    change(out.problem);
    return refused(first, out);
  };
  const std::string who = "between key 0 and key 1: ";
  const auto named = [&](const Settings& from, const Settings& to) {
    return testing::refused([&] { (void)keys_of({from, to}); }, who);
  };
  EXPECT_EQ(testing::refused([&] { (void)keys_of({first}); }), (Refused{Wrong::missing, "key frames"}));
  EXPECT_EQ(refused(first, first), who + "nothing changes");
  EXPECT_EQ(refused(first, heat_at(1, 0.1)), who + "mandelbrot becomes heat");
  EXPECT_EQ(changed([](Problem& p) { p.size = {3, 2}; }), who + "the size differs");
  EXPECT_EQ(changed([](Problem& p) { p.precision = Precision::fp32; }), who + "the precision differs");
  Settings smooth = zoom_at(0.5);
  smooth.problem.parameters["smooth"] = 1;
  EXPECT_EQ(named(first, smooth), (Refused{Wrong::kind, "smooth"}));
  EXPECT_EQ(named(heat_at(2, 0.1), heat_at(1, 0.1)), (Refused{Wrong::value, "steps"}));
  Settings large = heat_at(1, 0.1);
  large.problem.parameters["n"] = 65;
  EXPECT_EQ(named(heat_at(0, 0.1), large), (Refused{Wrong::value, "n"}));
  Settings painted = heat_at(1, 0.1);
  painted.problem.strokes.push_back({});
  EXPECT_EQ(refused(heat_at(0, 0.1), painted), who + "the strokes differ");
  Settings blur = default_settings(find_workload(catalog(), "blur"));
  Settings other = blur;
  other.problem.source.id = "zone_plate";
  blur.problem.source.id = "noise";
  EXPECT_EQ(refused(blur, other), who + "the source differs");
}

}  // namespace
}  // namespace heteroscope
