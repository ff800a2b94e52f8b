// A study under way ends with its page. Without a display.
#include "app/window/features/study/study_feature.hpp"

#include <gtest/gtest.h>
#include <imgui.h>

#include <atomic>
#include <thread>
#include <vector>

#include "tests/window/bare_context.hpp"
#include "tests/window/driven_program.hpp"
#include "tests/window/window_parts.hpp"

namespace heteroscope {
namespace {

std::atomic<int> begun{0};
std::atomic<int> ended{0};

/// Ends only once it is given up.
std::vector<Study> endless(const Waiter& waiter) {
  ++begun;
  while (!waiter.asked()) std::this_thread::yield();
  ++ended;
  return {};
}

class StudyPage : public ::testing::Test {
 protected:
  StudyPage() {
    context_.make_letters();
    workload_.id = "studied";
    workload_.study = ErrorStudy{.make = endless};
    parts_.model.workload = &workload_;
  }
  void draw() {
    ImGui::GetIO().DeltaTime = 1.0F / 60;
    ImGui::NewFrame();
    OverlaySpace space;
    space.room = {{0, 0}, {800, 600}};
    feature_.overlay(parts_.all(), space);
    ImGui::EndFrame();
  }

  Workload workload_;
  WindowParts parts_;
  StudyFeature feature_;

 private:
  BareContext context_{{800, 600}};
};

TEST_F(StudyPage, EndsTheStudyWhenItIsClosedAndBeginsAnewWhenItIsOpened) {
  feature_.open(parts_.all());
  draw();
  ASSERT_TRUE(wait_for([] { return begun == 1; }));
  feature_.close();
  ASSERT_TRUE(wait_for([] { return ended == 1; }));
  feature_.open(parts_.all());
  draw();
  EXPECT_EQ(feature_.result(), nullptr) << "nothing of what was given up";
  ASSERT_TRUE(wait_for([] { return begun == 2; }));
}

}  // namespace
}  // namespace heteroscope
