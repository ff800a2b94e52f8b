// What the row below the picture says of a run, without a display.
#include "app/window/features/run/transport_bar.hpp"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/window/look/fonts.hpp"
#include "app/window/model/actions/actions.hpp"
#include "core/device/device.hpp"
#include "core/plan/plan.hpp"
#include "kernels/registry.hpp"
#include "tests/watched/drawn_words.hpp"
#include "tests/window/bare_context.hpp"
#include "tests/window/window_parts.hpp"

namespace heteroscope {
namespace {

class TransportBar : public ::testing::TestWithParam<const char*> {
 protected:
  TransportBar() {
    parts_.ui.fonts = load_fonts(1);
    context_.make_letters();
    for (const Action each : {action::toggle_run, action::reset_run, action::step_once})
      actions_.add({{each, "what it does", {}, nullptr}});
    parts_.ui.action_table = &actions_;
    parts_.model.catalog = catalog();
    parts_.model.workload = &find_workload(catalog(), GetParam());
    *parts_.model.edit() = default_settings(*parts_.model.workload);
    parts_.model.running = true;
  }
  void SetUp() override {
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  }
  /// What the row says where it is so wide.
  std::vector<DrawnWords> drawn(float width) {
    ImGui::GetIO().DeltaTime = 1.0F / 60;
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({width, 60});
    ImGui::Begin("row", nullptr, ImGuiWindowFlags_NoDecoration);
    transport_bar(parts_.all());
    ImGui::End();
    ImGui::Render();
    return drawn_words();
  }
  /// Whether the row says that word.
  bool says(const std::string& word) {
    return std::ranges::any_of(drawn(800), [&](const DrawnWords& each) { return each.text == word; });
  }
  /// Whether a row of that width shows the time after so many steps.
  bool shows_time(float width, std::int64_t steps) {
    Frame frame;
    frame.plan = *plan(parts_.model.settings(), catalog(), device::all()).plan;
    frame.steps = steps;
    parts_.view.frame = std::make_shared<const Frame>(std::move(frame));
    return std::ranges::any_of(drawn(width), [](const DrawnWords& each) { return each.text.starts_with("t = "); });
  }

  WindowParts parts_;

 private:
  BareContext context_{{800, 600}};
  ActionTable actions_;
};

TEST_P(TransportBar, SaysThatARunIsPausedOrHeld) {
  EXPECT_FALSE(says("held") || says("paused"));
  parts_.view.progress.failure = {Failure::Kind::variant_fault, "mine.cpp: it was ended"};
  EXPECT_TRUE(says("held")) << "what has failed would fail again";
  parts_.view.progress.busy = true;
  EXPECT_FALSE(says("held")) << "the mended one is computed";
  parts_.view.progress = {};
  parts_.view.refusal = "there is no such GPU";
  EXPECT_TRUE(says("held"));
  parts_.model.running = false;
  EXPECT_TRUE(says("paused"));
}

/// In a row that is almost too narrow for it.
TEST_P(TransportBar, TheTimeDoesNotComeAndGoWithItsDigits) {
  const std::string id(GetParam());
  if (id != "heat") GTEST_SKIP() << "skipped: the other clock has all digits at any time";
  EXPECT_FALSE(shows_time(300, 0));
  EXPECT_TRUE(shows_time(800, 0));
  for (float width = 300; width < 800; width += 4) {
    const bool at_first = shows_time(width, 0);
    for (const std::int64_t steps : {1, 7, 12'345}) EXPECT_EQ(shows_time(width, steps), at_first) << width;
  }
}

/// Its state stands in the place of the time.
TEST_P(TransportBar, TheStateOfARunWithoutTimesDoesNotComeAndGoWithItsWords) {
  if (std::string(GetParam()) != "heat") GTEST_SKIP() << "skipped: a clock has times";
  Workload timeless = *parts_.model.workload;
  std::get<Iteration>(timeless.stages.front().kind).step_time = nullptr;
  parts_.model.workload = &timeless;
  parts_.model.running = false;
  const auto shows = [&](float width, bool ended) {
    parts_.model.run.ended = ended;
    const std::string state = ended ? "last step taken" : "paused";
    return std::ranges::any_of(drawn(width), [&](const DrawnWords& each) { return each.text == state; });
  };
  for (const bool ended : {false, true}) {
    EXPECT_FALSE(shows(300, ended));
    EXPECT_TRUE(shows(800, ended));
  }
  for (float width = 300; width < 800; width += 4) EXPECT_EQ(shows(width, true), shows(width, false)) << width;
}

INSTANTIATE_TEST_SUITE_P(OfStepsAndOfTime, TransportBar, ::testing::Values("heat", "triangle"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace heteroscope
