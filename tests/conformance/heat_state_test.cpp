#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/device/device.hpp"
#include "tests/conformance/heat_frames.hpp"
#include "tests/fakes/stop.hpp"

/// That a state is the same however it was reached.
namespace heteroscope::heat {
namespace {

using testing::computed;
using testing::integrators;
using testing::name_of;
using testing::same_bits;
using testing::settings_of;

/// Every variant that can run here, as settings of it.
std::vector<Settings> everywhere(const Settings& settings) {
  std::vector<Settings> out;
  for (const NamedVariant& each : workload.stages.front().variants) {
    Settings with = settings;
    with.execution.processor = each.variant->processor;
    choose_variant(with, workload, each.id);
    if (plan(with, catalog(), device::facts())) out.push_back(with);
  }
  return out;
}

std::string variant_of(const Settings& settings) {
  const StageChoice& choice = settings.execution.variants.at("advance");
  return settings.execution.processor == Processor::gpu ? choice.gpu : choice.cpu;
}

TEST(HeatState, GoesOnFromTheSameBits) {
  for (const Integrator integrator : integrators) {
    const Settings whole = settings_of(61, integrator, Initial::noise, 0, 13);
    const Frame expected = computed(whole);
    for (const Settings& first : everywhere(whole)) {
      for (const Settings& second : everywhere(whole)) {
        Executor executor;
        Settings part = first;
        part.problem.steps = 5;
        EXPECT_EQ(computed(executor, part).steps, 5);
        const Frame found = computed(executor, second);
        EXPECT_EQ(found.timing.steps, 8);  // it did not start over
        ASSERT_TRUE(same_bits(found, expected)) << name_of(integrator);
      }
    }
  }
}

/// Every variant by turns, the GPU's with a launch ahead and in every kind of memory, all from one kept state.
TEST(HeatState, RestartsGiveTheSameBitsWhateverWasThereBefore) {
  for (const Integrator integrator : integrators) {
    const Settings whole = settings_of(61, integrator, Initial::noise, 0, 13);
    const Frame expected = computed(whole);
    Executor executor;
    for (const Settings& settings : everywhere(whole)) {
      for (const MemoryKind memory : all_memory_kinds) {
        Settings with = settings;
        with.execution.memory = memory;
        const Planned planned = plan(with, catalog(), device::facts());
        if (!planned) continue;
        const bool gpu = planned.plan->uses_gpu();
        for (int i = 0; i < 2; ++i) {
          const auto found =
              executor.execute(*planned.plan, TimedRun{.caches = gpu ? CacheState::led_in : CacheState::as_it_is});
          EXPECT_EQ(found->timing.steps, 13);
          ASSERT_TRUE(same_bits(*found, expected)) << name_of(integrator) << ' ' << variant_of(with);
        }
        EXPECT_EQ(computed(executor, with).timing.steps, 0) << "the state is that of the settings";
      }
    }
  }
}

TEST(HeatState, GoesBackByStartingOver) {
  const Settings late = settings_of(33, Integrator::ab3, Initial::noise, 0, 9);
  Settings early = late;
  early.problem.steps = 4;
  Executor executor;
  computed(executor, late);
  EXPECT_TRUE(same_bits(computed(executor, early), computed(early)));
}

TEST(HeatState, PaintIsTheSameHoweverTheStepsAreCut) {
  for (const Integrator integrator : integrators) {
    Settings plain = settings_of(61, integrator, Initial::noise, 0, 13);
    Settings painted = plain;
    painted.problem.strokes = {{.step = 0, .x = 0.3, .y = 0.4, .radius = 0.2, .amount = 1},
                               {.step = 3, .x = 0.9, .y = 0.1, .radius = 0.3, .amount = -2},
                               {.step = 3, .x = 0.5, .y = 0.5, .radius = 0.1, .amount = 0.5},
                               {.step = 8, .x = 0, .y = 0.7, .radius = 0.25, .amount = 1}};
    const Frame expected = computed(painted);
    EXPECT_FALSE(same_bits(expected, computed(plain)));
    Executor executor;
    for (const int steps : {2, 3, 4, 8, 9, 13}) {
      Settings part = painted;
      part.problem.steps = steps;
      const Frame found = computed(executor, part);
      if (steps == 13) {
        EXPECT_TRUE(same_bits(found, expected)) << name_of(integrator);
      }
    }
    // each stroke comes when its step has been reached, as with a brush
    Executor live;
    Settings now = plain;
    for (const Stroke& stroke : painted.problem.strokes) {
      now.problem.steps = stroke.step;
      computed(live, now);
      now.problem.strokes.push_back(stroke);
    }
    now.problem.steps = 13;
    const Frame found = computed(live, now);
    EXPECT_EQ(found.timing.steps, 5);
    EXPECT_TRUE(same_bits(found, expected)) << name_of(integrator);
  }
}

TEST(HeatState, SurvivesACancel) {
  const Settings settings = settings_of(203, Integrator::rk4, Initial::noise, 0, 21);
  Executor executor;
  Settings part = settings;
  part.problem.steps = 6;
  computed(executor, part);
  const Planned planned = plan(settings, catalog(), device::facts());
  ASSERT_TRUE(planned);
  EXPECT_FALSE(
      executor.execute(*planned.plan, InteractiveRun{.waiter = {.stop = heteroscope::testing::requested_stop()}})
          .has_value());
  EXPECT_TRUE(same_bits(computed(executor, settings), computed(settings)));
}

}  // namespace
}  // namespace heteroscope::heat
