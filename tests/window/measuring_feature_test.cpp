// When a feature that measures begins, and what it says of the present settings; its files. Without a display.
#include "app/window/feature/measuring_feature.hpp"
#include "tests/window/bare_context.hpp"
#include "tests/window/window_parts.hpp"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/measures/times_chart.hpp"
#include "app/plot/svg.hpp"
#include "app/window/feature/measured_files.hpp"
#include "app/window/feature/measuring_task.hpp"
#include "app/window/features/sweep/sweep_feature.hpp"
#include "app/window/features/variants/variants_feature.hpp"
#include "app/window/look/fonts.hpp"
#include "core/base/error.hpp"
#include "core/io/png/png.hpp"
#include "kernels/registry.hpp"
#include "tests/watched/drawn_words.hpp"

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
  [[nodiscard]] static std::string now() { return "noise of 2 threads"; }
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
  std::vector<const Variant*> own;

 protected:
  [[nodiscard]] std::vector<const Variant*> own_measured(const Window&) const override { return own; }
  void draw_measured(const Window&, OverlaySpace&) override {}
  [[nodiscard]] Settings measured(const Window& window) const override {
    ++const_cast<FakeFeature*>(this)->compared;
    return {.problem = window.model.settings().problem, .execution = {}, .look = {}};
  }
};

/// Says how far it is, as it is told to.
class ToldTask final : public MeasuringTask<int> {
 public:
  ~ToldTask() { stop(); }
  void start(std::vector<double> shares) {
    begin({}, 0, "", [this, shares = std::move(shares)] {
      for (const double each : shares) set_share(each);
    });
    while (running()) std::this_thread::yield();
  }
};

// What fails together is measured again: less of it is there for a while.
TEST(MeasuringTasks, NeverTellLessThanBefore) {
  ToldTask task;
  task.start({0.5, 0.25});
  EXPECT_EQ(task.share(), 0.5);
  task.start({0.125});
  EXPECT_EQ(task.share(), 0.125) << "another measurement begins anew";
}

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

TEST_F(MeasuringFeatures, SayWhetherTheSettingsOrASaveHaveChanged) {
  feature.open(parts.all());
  feature.fake().end(true);
  EXPECT_EQ(feature.what_changed(parts.all()), "");
  const Variant save;
  feature.own = {&save};
  EXPECT_EQ(feature.measurement_state(parts.all()), MeasurementState::changed);
  EXPECT_EQ(feature.what_changed(parts.all()), "your file has changed");
  parts.model.edit()->problem.precision = Precision::fp32;
  EXPECT_EQ(feature.what_changed(parts.all()), "the settings have changed");
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
class DrawnFrames {
 public:
  DrawnFrames() {
    ImGui::GetIO().DeltaTime = 1.0F / 60;
    context_.make_letters();
  }

 private:
  BareContext context_{{800, 600}};
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
  const DrawnFrames imgui;
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

/// The menu in a window of ImGui's, used by a mouse.
class SaveMenu : public ::testing::Test {
 protected:
  SaveMenu() {
    parts.ui.fonts = load_fonts(1);
    context_.make_letters();
    for (int i = 0; i < 3; ++i) frame();
  }

  void frame() {
    ImGui::GetIO().DeltaTime = 1.0F / 60;
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::Begin("saving", nullptr, ImGuiWindowFlags_NoDecoration);
    save_menu(parts.ui, {.stem = "stem", .figure = figure, .csv = text});
    ImGui::End();
    ImGui::Render();
  }
  void click(const std::string& words) {
    const std::vector<DrawnWords> all = drawn_words();
    const auto found = std::ranges::find_if(all, [&](const DrawnWords& each) { return each.text.starts_with(words); });
    ASSERT_NE(found, all.end()) << words;
    ImGui::GetIO().MousePos = {found->low.x + 2, found->low.y + 4};
    frame();
    for (const bool down : {true, false}) {
      ImGui::GetIO().MouseDown[0] = down;
      frame();
    }
    for (int i = 0; i < 3; ++i) frame();
  }
  void choose(const std::string& words) {
    ASSERT_NO_FATAL_FAILURE(click("save"));
    ASSERT_NO_FATAL_FAILURE(click(words));
  }
  static std::vector<std::byte> contents(const FileRequest& file) {
    std::vector<std::byte> out;
    file.make([&](std::span<const std::byte> bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); });
    return out;
  }

  WindowParts parts;
  std::function<std::string()> text = [] { return "text"; };
  std::function<PlotFigure()> figure = [] {
    return PlotFigure{.title = "a graph", .width = 40, .height = 30, .pictures = {}, .drawing = {}};
  };

 private:
  BareContext context_{{600, 400}};
};

TEST_F(SaveMenu, WritesTheNumbers) {
  choose("CSV");
  ASSERT_EQ(parts.ui.files.size(), 1U);
  EXPECT_EQ(parts.ui.files.front().extension, ".csv");
  EXPECT_EQ(contents(parts.ui.files.front()).size(), 4U);
}

TEST_F(SaveMenu, WritesTheFigureAsSvg) {
  choose("SVG");
  ASSERT_EQ(parts.ui.files.size(), 1U);
  EXPECT_EQ(parts.ui.files.front().extension, ".svg");
  const std::vector<std::byte> bytes = contents(parts.ui.files.front());
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  EXPECT_NE(text.find("<title>a graph</title>"), std::string::npos);
}

TEST_F(SaveMenu, WritesTheFigureAsPicturesOfOneToFourTimes) {
  for (int times = 1; times <= 4; ++times) {
    parts.ui.files.clear();
    choose("PNG " + std::to_string(times));
    ASSERT_EQ(parts.ui.files.size(), 1U) << times;
    EXPECT_EQ(parts.ui.files.front().extension, ".png");
    const Picture picture = decode_png(contents(parts.ui.files.front()), "of the menu");
    EXPECT_EQ(picture.size, (Size{40 * times, 30 * times}));
  }
}

TEST_F(SaveMenu, SaysWhyThereIsNothingToWrite) {
  text = []() -> std::string { throw BadInput("omega: 2 is too much"); };
  choose("CSV");
  EXPECT_TRUE(parts.ui.files.empty());
  ASSERT_EQ(parts.ui.toasts.all().size(), 1U);
  EXPECT_EQ(parts.ui.toasts.all().front().text, "omega: 2 is too much");
  EXPECT_TRUE(parts.ui.toasts.all().front().failure);
}

TEST(MeasuredFiles, NameTheMachineThatMeasured) {
  const Machine machine{.date_utc = "2020-02-20T20:20:20Z", .cpu = "a CPU", .cpu_threads = 3};
  EXPECT_EQ(measured_csv(machine, "heteroscope bench heat", "a,b\n"),
            "# a CPU, 3 threads; 2020-02-20T20:20:20Z\n# heteroscope bench heat\na,b\n");
  EXPECT_NE(svg(measured_figure(machine, BarChart{}, "title")).find("2020-02-20T20:20:20Z"), std::string::npos);
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
