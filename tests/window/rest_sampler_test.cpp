#include "app/window/picture/rest_sampler.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/compute/compute.hpp"
#include "kernels/registry.hpp"
#include "tests/window/window_parts.hpp"

namespace heteroscope {
namespace {

using namespace std::chrono_literals;

/// A window without one: a picture has come and rests.
class RestSamplerTest : public ::testing::Test {
 protected:
  RestSamplerTest() {
    parts.model.catalog = catalog();
    parts.model.workload = &find_workload(catalog(), "mandelbrot");
    *parts.model.edit() = default_settings(*parts.model.workload);
    parts.model.edit()->problem.size = {64, 40};
    parts.model.edit()->look.samples = 4;
    show();
  }

  /// The picture of the settings has been computed.
  void show() { parts.view.frame = std::make_shared<const Frame>(compute(parts.model.settings())); }
  /// A moment later.
  void step(double seconds, bool may = true) {
    parts.ui.now_s += seconds;
    sampler.update(parts.ui, parts.model, parts.view, may);
  }
  [[nodiscard]] int shown() const {
    return shown_mean(parts.model, parts.view) == nullptr ? 1 : shown_mean(parts.model, parts.view)->samples;
  }
  /// Goes on in steps of so long until it is there: samples are computed behind all others, which may take a while.
  template <class There>
  void step_until(There there, double seconds, bool may = true) {
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (!there() && std::chrono::steady_clock::now() < end) {
      step(seconds, may);
      std::this_thread::sleep_for(1ms);
    }
  }
  void rest() {
    step_until([&] { return !sampler.working(); }, 0.01);
  }

  WindowParts parts;
  RestSampler sampler{catalog()};
};

TEST_F(RestSamplerTest, TakesAsManySamplesAsAreWantedOnceThePictureRests) {
  step(0);
  EXPECT_TRUE(sampler.working());
  step(0.1);
  EXPECT_FALSE(parts.view.sampling) << "it may still move";
  EXPECT_EQ(shown(), 1);
  step(1);
  EXPECT_TRUE(parts.view.sampling || shown() > 1);
  rest();
  EXPECT_FALSE(sampler.working());
  ASSERT_EQ(shown(), 4);
  EXPECT_EQ(parts.view.mean->pixels, compute_samples(*parts.view.frame)) << "as `render --samples` has it";
  step(1);
  EXPECT_EQ(shown(), 4);
  EXPECT_FALSE(parts.view.sampling);
}

TEST_F(RestSamplerTest, AnyChangeBeginsAnew) {
  step(0);
  rest();
  ASSERT_EQ(shown(), 4);
  parts.model.edit()->problem.parameters["span"] = 1.0;
  EXPECT_EQ(shown(), 4) << "the picture that is seen is still the one before";
  step(0.01);
  EXPECT_FALSE(sampler.working()) << "it moves";
  show();
  step(0.01);
  EXPECT_EQ(shown(), 1) << "another frame's samples are not its";
  rest();
  EXPECT_EQ(shown(), 4);
  parts.model.edit()->look.palette = "gray";
  EXPECT_EQ(shown(), 1) << "other colors";
  step(0);
  EXPECT_TRUE(sampler.working());
  rest();
  EXPECT_EQ(shown(), 4);
  EXPECT_EQ(parts.view.mean->look.palette, "gray");
  parts.model.edit()->look.samples = 2;
  step(0);
  EXPECT_EQ(shown(), 1);
  rest();
  EXPECT_EQ(shown(), 2);
  parts.model.edit()->look.samples = 1;
  step(0);
  EXPECT_EQ(shown(), 1);
  EXPECT_FALSE(sampler.working());
}

TEST_F(RestSamplerTest, ValuesAreComparedInSingleSamples) {
  step(0);
  rest();
  ASSERT_EQ(shown(), 4);
  parts.model.comparison.with = CompareWith::reference;
  step(1);
  EXPECT_EQ(shown(), 1);
  EXPECT_FALSE(sampler.working());
  parts.model.comparison.with = CompareWith::nothing;
  parts.model.scope.shown = true;
  EXPECT_EQ(shown(), 1);
  parts.model.scope.shown = false;
  step(0);
  EXPECT_EQ(shown(), 4) << "they are still there";
  EXPECT_FALSE(sampler.working());
}

TEST_F(RestSamplerTest, GivesWayToWhatIsMeasured) {
  parts.model.edit()->look.samples = 256;
  parts.model.edit()->problem.size = {640, 400};
  show();
  step(0);
  step_until([&] { return shown() >= 3; }, 1);
  const int before = shown();
  ASSERT_GE(before, 3);
  ASSERT_LT(before, 256);
  step(0, false);
  EXPECT_FALSE(sampler.working());
  step_until([&] { return !parts.view.sampling; }, 0.01, false);
  EXPECT_FALSE(parts.view.sampling);
  EXPECT_EQ(shown(), before) << "what has come stays";
  step(0);
  step(1);
  EXPECT_GE(shown(), before) << "until there is more";
}

TEST_F(RestSamplerTest, RestsWhereThePictureDoesNot) {
  parts.model.running = true;
  step(1);
  EXPECT_FALSE(sampler.working()) << "it is computed again and again";
  parts.model.running = false;
  parts.view.coarse = true;
  step(1);
  EXPECT_FALSE(sampler.working()) << "a preview";
  parts.view.coarse = false;
  parts.view.refusal = "no";
  step(1);
  EXPECT_FALSE(sampler.working());
  parts.view.refusal.clear();
  step(1);
  EXPECT_TRUE(sampler.working());
}

}  // namespace
}  // namespace heteroscope
