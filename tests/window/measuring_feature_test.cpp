// When a feature that measures begins, and what it says of the present settings; its files. Without a display.
#include "app/window/feature/measuring_feature.hpp"
#include "tests/window/window_parts.hpp"

#include <gtest/gtest.h>
#include <imgui.h>

#include <functional>
#include <optional>
#include <string>

#include "app/measures/times_chart.hpp"
#include "app/window/feature/measured_files.hpp"
#include "app/window/features/sweep/sweep_feature.hpp"
#include "app/window/features/variants/variants_feature.hpp"
#include "core/base/error.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

/// Measures nothing, and ends when it is told to.
struct FakeTask {
  void start(const Settings& settings, Catalog, const std::vector<device::Facts>&) {
    of = settings;
    is_running = true;
    found = false;
    ++starts;
  }
  void give_up() {}
  void end(bool with_times) {
    is_running = false;
    found = with_times;
  }
  [[nodiscard]] bool running() const { return is_running; }
  [[nodiscard]] double share() const { return 0; }
  [[nodiscard]] const std::optional<Settings>& settings() const { return of; }
  [[nodiscard]] bool has_times() const { return found; }
  [[nodiscard]] std::string failure() const { return {}; }

  std::optional<Settings> of;
  bool is_running = false;
  bool found = false;
  int starts = 0;
};

class FakeFeature final : public MeasuringFeature<FakeTask> {
 public:
  [[nodiscard]] Action opened_by() const override { return action::toggle_variants; }
  FakeTask& fake() { return const_cast<FakeTask&>(task()); }
  int compared = 0;

 protected:
  void draw_measured(const Window&, OverlaySpace&) override {}
  [[nodiscard]] Settings measured(const Window& window) const override {
    ++const_cast<FakeFeature*>(this)->compared;
    return {.problem = window.model.settings().problem, .execution = {}, .look = {}};
  }
};

class MeasuringFeatures : public ::testing::Test {
 protected:
  MeasuringFeatures() {
    parts.model.catalog = catalog();
    choose("mandelbrot");
  }
  void choose(const char* id) {
    parts.model.workload = &find_workload(catalog(), id);
    *parts.model.edit() = default_settings(*parts.model.workload);
  }
  void draw() {
    OverlaySpace space;
    feature.overlay(parts.all(), space);
  }

  WindowParts parts;
  FakeFeature feature;
};

TEST_F(MeasuringFeatures, SayWhatIsKnownOfThePresentSettings) {
  EXPECT_EQ(feature.measurement_state(parts.all()), MeasurementState::none);
  feature.open(parts.all());
  EXPECT_EQ(feature.measurement_state(parts.all()), MeasurementState::running);
  feature.fake().end(true);
  EXPECT_EQ(feature.measurement_state(parts.all()), MeasurementState::done);
  parts.model.edit()->execution.shares = {0.1};
  EXPECT_EQ(feature.measurement_state(parts.all()), MeasurementState::done);
  parts.model.edit()->problem.precision = Precision::fp32;
  EXPECT_EQ(feature.measurement_state(parts.all()), MeasurementState::changed);
  choose("blur");
  feature.leave_workload();
  EXPECT_EQ(feature.measurement_state(parts.all()), MeasurementState::none);
  choose("mandelbrot");
  EXPECT_EQ(feature.measurement_state(parts.all()), MeasurementState::done);
}

TEST_F(MeasuringFeatures, WhatEndsWithoutATimeSaysNothing) {
  feature.open(parts.all());
  feature.fake().end(false);
  EXPECT_EQ(feature.measurement_state(parts.all()), MeasurementState::none);
}

TEST_F(MeasuringFeatures, BeginWhereThePresentSettingsWereNotMeasured) {
  feature.open(parts.all());
  EXPECT_EQ(feature.fake().starts, 1);
  feature.fake().end(true);
  feature.close();
  feature.open(parts.all());
  EXPECT_EQ(feature.fake().starts, 1);
  feature.close();
  parts.model.edit()->problem.precision = Precision::fp32;
  feature.open(parts.all());
  EXPECT_EQ(feature.fake().starts, 2);
  EXPECT_EQ(feature.measurement_state(parts.all()), MeasurementState::running);
}

TEST_F(MeasuringFeatures, WaitForWhatWasGivenUp) {
  feature.open(parts.all());
  feature.close();
  feature.open(parts.all());
  draw();
  EXPECT_EQ(feature.fake().starts, 1);
  feature.fake().end(false);
  EXPECT_TRUE(feature.activity(parts.all()).busy);
  draw();
  EXPECT_EQ(feature.fake().starts, 2);
  feature.close();
  feature.fake().end(false);
  draw();
  EXPECT_EQ(feature.fake().starts, 2);
}

TEST_F(MeasuringFeatures, CompareOnlyWhatHasChanged) {
  feature.open(parts.all());
  (void)feature.measurement_state(parts.all());
  const int before = feature.compared;
  for (int i = 0; i < 5; ++i) (void)feature.measurement_state(parts.all());
  EXPECT_EQ(feature.compared, before);
}

/// ImGui without a display.
class Drawn {
 public:
  Drawn() : context_(ImGui::CreateContext()) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {800, 600};
    io.DeltaTime = 1.0F / 60;
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  }
  ~Drawn() { ImGui::DestroyContext(context_); }
  Drawn(const Drawn&) = delete;
  Drawn& operator=(const Drawn&) = delete;

 private:
  ImGuiContext* context_;
};

/// laplace with an omega that cannot be bound.
WindowParts refused_state() {
  WindowParts out;
  out.model.catalog = catalog();
  out.model.workload = &find_workload(catalog(), "laplace");
  *out.model.edit() = default_settings(*out.model.workload);
  out.model.edit()->problem.parameters["omega"] = 2;
  return out;
}

template <class Kind>
void expect_drawn() {
  const Drawn imgui;
  WindowParts parts = refused_state();
  ASSERT_THROW(parts.model.workload->bind(parts.model.settings().problem.parameters), BadInput);
  Kind feature;
  feature.open(parts.all());
  for (int i = 0; i < 2; ++i) {
    ImGui::NewFrame();
    OverlaySpace space;
    EXPECT_NO_THROW(feature.overlay(parts.all(), space));
    EXPECT_EQ(space.covered.size(), 1U);
    ImGui::EndFrame();
  }
}

TEST(MeasuringFeaturesOfWhatIsRefused, AreDrawn) {
  expect_drawn<VariantsFeature>();
  expect_drawn<SweepFeature>();
}

/// The buttons in a window of ImGui's, with the mouse where it is wanted.
class SaveButtons : public ::testing::Test {
 protected:
  /// Returns whether a tooltip was drawn.
  bool frame() {
    parts.ui.now_s += 1;
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::Begin("saving", nullptr, ImGuiWindowFlags_NoDecoration);
    first_ = {ImGui::GetCursorScreenPos().x + ImGui::CalcTextSize("Save as").x + ImGui::GetStyle().ItemSpacing.x,
              ImGui::GetCursorScreenPos().y};
    save_buttons(parts.ui, "stem", text, text);
    ImGui::End();
    ImGui::Render();
    return ImGui::GetDrawData()->CmdListsCount > 1;
  }
  /// Points into the i-th button, as wide as three letters are.
  void point(int i) {
    const ImGuiStyle& style = ImGui::GetStyle();
    float x = first_.x;
    for (const char* const each : {"PNG", "SVG", "CSV"}) {
      const float width = ImGui::CalcTextSize(each).x + 2 * style.FramePadding.x;
      if (i-- == 0) ImGui::GetIO().MousePos = {x + width / 2, first_.y + 8};
      x += width + style.ItemSpacing.x;
    }
  }
  void press(bool down) { ImGui::GetIO().MouseDown[0] = down; }
  void click(int i) {
    frame();
    point(i);
    frame();
    press(true);
    frame();
    press(false);
  }

  WindowParts parts;
  std::function<std::string()> text = [] { return "text"; };

 private:
  Drawn imgui_;
  ImVec2 first_;
};

TEST_F(SaveButtons, APictureIsWithoutItsButtonsTooltip) {
  frame();
  point(0);
  for (int i = 0; i < 4; ++i) frame();
  ASSERT_TRUE(frame()) << "nothing is said of the button";
  press(true);
  frame();
  press(false);
  EXPECT_FALSE(frame());
  EXPECT_TRUE(parts.ui.capture);
}

TEST_F(SaveButtons, WriteWhatTheyAreGiven) {
  click(1);
  frame();
  ASSERT_EQ(parts.ui.files.size(), 1U);
  EXPECT_EQ(parts.ui.files.front().extension, ".svg");
  EXPECT_EQ(parts.ui.files.front().text, "text");
}

TEST_F(SaveButtons, SayWhyThereIsNothingToWrite) {
  text = []() -> std::string { throw BadInput("omega: 2 is too much"); };
  click(2);
  ASSERT_NO_THROW(frame());
  EXPECT_TRUE(parts.ui.files.empty());
  ASSERT_EQ(parts.ui.toasts.all().size(), 1U);
  EXPECT_EQ(parts.ui.toasts.all().front().text, "omega: 2 is too much");
  EXPECT_TRUE(parts.ui.toasts.all().front().failure);
}

TEST(MeasuredFiles, NameTheMachineThatMeasured) {
  const Machine machine{.date_utc = "2020-02-20T20:20:20Z", .cpu = "a CPU", .cpu_threads = 3};
  EXPECT_EQ(measured_csv(machine, "heteroscope bench heat", "a,b\n"),
            "# a CPU, 3 threads; 2020-02-20T20:20:20Z\n# heteroscope bench heat\na,b\n");
  EXPECT_NE(measured_svg(machine, BarChart{}, "title").find("2020-02-20T20:20:20Z"), std::string::npos);
}

TEST(TimesChart, GroupsInTheirOrderOnAnAxisThatHasRoomForAll) {
  const auto chart = times_chart(
      "time", {{"b", {.name = "x", .value = 1}}, {"a", {.name = "y", .value = 30}}, {"b", {.name = "z", .value = 0}}});
  ASSERT_EQ(chart.groups.size(), 2U);
  EXPECT_EQ(chart.groups[0].name, "b");
  EXPECT_EQ(chart.groups[0].bars.size(), 2U);
  EXPECT_FALSE(chart.logarithmic);
  EXPECT_EQ(chart.axis, "time, ms");
  const auto wide = times_chart("time", {{"a", {.value = 1}}, {"a", {.value = 31}}});
  EXPECT_TRUE(wide.logarithmic);
  EXPECT_EQ(wide.axis, "time, ms (logarithmic)");
  EXPECT_TRUE(times_chart("time", {{"a", {.value = 1}}}, true).logarithmic);
  EXPECT_FALSE(times_chart("time", {{"a", {.value = 0}}}, true).logarithmic);
}

}  // namespace
}  // namespace heteroscope
