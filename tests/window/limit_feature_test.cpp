#include "app/window/features/limit/limit_feature.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "app/window/picture/panes.hpp"
#include "kernels/registry.hpp"
#include "tests/window/window_parts.hpp"

namespace heteroscope {
namespace {

using namespace std::chrono_literals;

/// The window's parts at the whole set, and the feature, whose frames pass without a display.
class LimitFollows : public ::testing::Test {
 protected:
  LimitFollows() {
    parts_.model.catalog = catalog();
    parts_.model.workload = &find_workload(catalog(), "mandelbrot");
    *parts_.model.edit() = default_settings(*parts_.model.workload);
    parts_.model.edit()->problem.size = {64, 36};
    parts_.view.area.size = {64, 36};
    frame();
  }

  void frame() {
    parts_.ui.now_s += 1;
    feature_.before_engine(parts_.all());
  }
  /// Frames until the feature rests. Waits for the task with patience.
  void settle() {
    frame();
    for (int i = 0; i < 12000 && feature_.activity(parts_.all()).busy; ++i) {
      std::this_thread::sleep_for(5ms);
      frame();
    }
    frame();
    EXPECT_FALSE(feature_.activity(parts_.all()).busy);
  }

  [[nodiscard]] double limit() const { return parts_.model.settings().problem.parameters.at("max_iterations"); }
  void show(const char* id) {
    const Workload& workload = *parts_.model.workload;
    const auto scene = std::ranges::find(workload.scenes, id, &Scene::id);
    Settings settings = parts_.model.settings();
    apply_scene(settings, workload, *scene);
    settings.problem.parameters["max_iterations"] = limit();
    *parts_.model.edit() = settings;
  }
  void leave() { parts_.model.views.leave(left_view(parts_.all()), parts_.ui.now_s); }

  WindowParts parts_;
  LimitFeature feature_{catalog()};
};

TEST_F(LimitFollows, IsRaisedAtADeepViewAndLoweredAgain) {
  show("spiral50");
  settle();
  EXPECT_EQ(limit(), 16000);
  ASSERT_TRUE(parts_.model.limit.found);
  EXPECT_EQ(parts_.model.limit.found->why, LimitFinding::Why::raised);
  show("full");
  settle();
  EXPECT_EQ(limit(), 500);
}

TEST_F(LimitFollows, OneThatComesWithItsViewStaysUntilTheViewMoves) {
  show("spiral50");
  parts_.model.edit()->problem.parameters["max_iterations"] = 39000;
  settle();
  EXPECT_EQ(limit(), 39000);
  EXPECT_TRUE(parts_.model.limit.held);
  move_view(parts_.all(), {0.1, 0}, 1);
  settle();
  EXPECT_FALSE(parts_.model.limit.held);
  EXPECT_LT(limit(), 39000);
  EXPECT_GT(limit(), 500);
}

TEST_F(LimitFollows, OneThatCameWithItsViewStaysWhereOnlyTheLookOfItsCountsChanges) {
  show("spiral50");
  parts_.model.edit()->problem.parameters["max_iterations"] = 39000;
  settle();
  parts_.model.edit()->problem.parameters["smooth"] = 1;
  parts_.model.edit()->problem.size = {80, 36};
  settle();
  EXPECT_EQ(limit(), 39000);
}

TEST_F(LimitFollows, ASavedViewsLimitDoesNotStayAfterGoingBack) {
  leave();
  show("spiral50");
  parts_.model.edit()->problem.parameters["max_iterations"] = 39000;
  settle();
  return_to(parts_.all(), *parts_.model.views.back());
  EXPECT_EQ(limit(), 500) << "at once, not only when one has been found";
  settle();
  EXPECT_EQ(limit(), 500);
}

TEST_F(LimitFollows, GoingBackReturnsALimitByHand) {
  parts_.ui.preferences.automatic_limit = false;
  parts_.model.edit()->problem.parameters["max_iterations"] = 777;
  settle();
  leave();
  show("spiral50");
  parts_.model.edit()->problem.parameters["max_iterations"] = 39000;
  settle();
  EXPECT_EQ(limit(), 39000);
  return_to(parts_.all(), *parts_.model.views.back());
  settle();
  EXPECT_EQ(limit(), 777);
}

TEST_F(LimitFollows, WaitsWhileTimesAreMeasured) {
  parts_.view.activity.measuring = true;
  show("spiral50");
  for (int i = 0; i < 10; ++i) frame();
  EXPECT_FALSE(feature_.activity(parts_.all()).busy);
  EXPECT_EQ(limit(), 500);
  parts_.view.activity.measuring = false;
  settle();
  EXPECT_EQ(limit(), 16000);
}

TEST_F(LimitFollows, WhatItDoesByItselfIsNothingToUndo) {
  const Workload& workload = *parts_.model.workload;
  const auto note = [&] {
    parts_.model.undo.note(parts_.model.settings(), workload, false, false, parts_.ui.now_s,
                           following_limit(parts_.ui, parts_.model));
  };
  note();
  show("spiral50");
  parts_.ui.now_s += 10;
  frame();
  note();
  settle();
  EXPECT_EQ(limit(), 16000);
  parts_.ui.now_s += 10;
  note();
  const auto before = parts_.model.undo.back();
  ASSERT_TRUE(before);
  EXPECT_EQ(before->problem.parameters.at("max_iterations"), 500.0) << "one step leads back to the view before";
  EXPECT_FALSE(parts_.model.undo.can_go_back());
}

}  // namespace
}  // namespace heteroscope
