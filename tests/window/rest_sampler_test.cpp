#include "app/window/picture/rest_sampler.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/compute/compute.hpp"
#include "app/window/model/state.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

using namespace std::chrono_literals;

/// A window without one: a picture has come and rests.
class RestSamplerTest : public ::testing::Test {
 protected:
  RestSamplerTest() {
    state.catalog = catalog();
    state.workload = &find_workload(catalog(), "mandelbrot");
    state.settings = default_settings(*state.workload);
    state.settings.problem.size = {64, 40};
    state.settings.look.samples = 4;
    show();
  }

  /// The picture of the settings has been computed.
  void show() { state.frame = std::make_shared<const Frame>(compute(state.settings, catalog())); }
  /// A moment later.
  void step(double seconds, bool may = true) {
    state.now_s += seconds;
    sampler.update(state, may);
  }
  [[nodiscard]] int shown() const { return shown_mean(state) == nullptr ? 1 : shown_mean(state)->samples; }
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

  State state;
  RestSampler sampler{catalog()};
};

TEST_F(RestSamplerTest, TakesAsManySamplesAsAreWantedOnceThePictureRests) {
  step(0);
  EXPECT_TRUE(sampler.working());
  step(0.1);
  EXPECT_FALSE(state.sampling) << "it may still move";
  EXPECT_EQ(shown(), 1);
  step(1);
  EXPECT_TRUE(state.sampling || shown() > 1);
  rest();
  EXPECT_FALSE(sampler.working());
  ASSERT_EQ(shown(), 4);
  EXPECT_EQ(state.mean->pixels, compute_samples(*state.frame, catalog())) << "as `render --samples` has it";
  step(1);
  EXPECT_EQ(shown(), 4);
  EXPECT_FALSE(state.sampling);
}

TEST_F(RestSamplerTest, AnyChangeBeginsAnew) {
  step(0);
  rest();
  ASSERT_EQ(shown(), 4);
  state.settings.problem.parameters["span"] = 1.0;
  EXPECT_EQ(shown(), 4) << "the picture that is seen is still the one before";
  step(0.01);
  EXPECT_FALSE(sampler.working()) << "it moves";
  show();
  step(0.01);
  EXPECT_EQ(shown(), 1) << "another frame's samples are not its";
  rest();
  EXPECT_EQ(shown(), 4);
  state.settings.look.palette = "gray";
  EXPECT_EQ(shown(), 1) << "other colors";
  step(0);
  EXPECT_TRUE(sampler.working());
  rest();
  EXPECT_EQ(shown(), 4);
  EXPECT_EQ(state.mean->look.palette, "gray");
  state.settings.look.samples = 2;
  step(0);
  EXPECT_EQ(shown(), 1);
  rest();
  EXPECT_EQ(shown(), 2);
  state.settings.look.samples = 1;
  step(0);
  EXPECT_EQ(shown(), 1);
  EXPECT_FALSE(sampler.working());
}

TEST_F(RestSamplerTest, ValuesAreComparedInSingleSamples) {
  step(0);
  rest();
  ASSERT_EQ(shown(), 4);
  state.comparison.with = CompareWith::reference;
  step(1);
  EXPECT_EQ(shown(), 1);
  EXPECT_FALSE(sampler.working());
  state.comparison.with = CompareWith::nothing;
  state.cover.shown = true;
  EXPECT_EQ(shown(), 1);
  state.cover.shown = false;
  step(0);
  EXPECT_EQ(shown(), 4) << "they are still there";
  EXPECT_FALSE(sampler.working());
}

TEST_F(RestSamplerTest, GivesWayToWhatIsMeasured) {
  state.settings.look.samples = 256;
  state.settings.problem.size = {640, 400};
  show();
  step(0);
  step_until([&] { return shown() >= 3; }, 1);
  const int before = shown();
  ASSERT_GE(before, 3);
  ASSERT_LT(before, 256);
  step(0, false);
  EXPECT_FALSE(sampler.working());
  step_until([&] { return !state.sampling; }, 0.01, false);
  EXPECT_FALSE(state.sampling);
  EXPECT_EQ(shown(), before) << "what has come stays";
  step(0);
  step(1);
  EXPECT_GE(shown(), before) << "until there is more";
}

TEST_F(RestSamplerTest, RestsWhereThePictureDoesNot) {
  state.running = true;
  step(1);
  EXPECT_FALSE(sampler.working()) << "it is computed again and again";
  state.running = false;
  state.coarse = true;
  step(1);
  EXPECT_FALSE(sampler.working()) << "a preview";
  state.coarse = false;
  state.refusal = "no";
  step(1);
  EXPECT_FALSE(sampler.working());
  state.refusal.clear();
  step(1);
  EXPECT_TRUE(sampler.working());
}

}  // namespace
}  // namespace heteroscope
