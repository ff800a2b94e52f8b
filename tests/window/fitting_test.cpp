#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/bench/collection.hpp"
#include "app/lessons/measure.hpp"
#include "app/window/features/bench/bench_feature.hpp"
#include "app/window/features/lessons/lesson_feature.hpp"
#include "app/window/features/productions/movie_feature.hpp"
#include "app/window/features/productions/queue_feature.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/model/views/view_target.hpp"
#include "kernels/registry.hpp"
#include "tests/window/sheet.hpp"

namespace heteroscope {
namespace {

class Fitting : public ::testing::TestWithParam<double> {
 protected:
  void SetUp() override {
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  }
};

TEST_P(Fitting, Panels) {
  SheetWindow sheet(GetParam());
  for (const Size window : windows) {
    for (const Workload* each : catalog()) {
      sheet.choose(*each);
      std::set<std::string> found;
      look(sheet, window, found);
      EXPECT_TRUE(found.empty()) << each->id << " at " << name_of(window) << lines(found);
      const Size picture = sheet.view().area.size;
      EXPECT_TRUE(picture.width >= 0.35 * window.width && picture.height >= 0.35 * window.height)
          << each->id << " at " << name_of(window) << " has a picture of " << name_of(picture);
    }
  }
}

TEST_P(Fitting, EveryPresetVariantAndChoice) {
  SheetWindow sheet(GetParam(), ThemeKind::light);
  for (const Workload* each : catalog()) {
    sheet.choose(*each);
    const Settings first = sheet.model().settings();
    std::set<std::string> found;
    for (const Scene& scene : each->scenes) {
      apply_scene(sheet.model().edit()->problem.parameters, *each, scene, {716, 512});
      look(sheet, {1280, 720}, found);
    }
    *sheet.model().edit() = first;
    for (const Stage& stage : each->stages) {
      for (const NamedVariant& variant : stage.variants) {
        const Edit edit = sheet.model().edit();
        auto& chosen = edit->execution.variants[std::string(stage.id)];
        (variant.variant->processor == Processor::cpu ? chosen.cpu : chosen.gpu) = variant.id;
        look(sheet, {1280, 720}, found);
      }
    }
    for (const Parameter& parameter : each->parameters) {
      for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
        *sheet.model().edit() = first;
        sheet.model().edit()->problem.parameters[std::string(parameter.id)] = static_cast<double>(i);
        look(sheet, {1280, 720}, found);
      }
    }
    EXPECT_TRUE(found.empty()) << each->id << lines(found);
  }
}

/// A file's name may be long; its pixels are shown larger or smaller than they are.
TEST_P(Fitting, PicturesAsSources) {
  SheetWindow sheet(GetParam());
  for (const char* const id : {"blur", "histogram"}) {
    sheet.choose(find_workload(catalog(), id));
    for (const Source& source : {Source{.id = "file", .file = "/home/somebody/Pictures/2026-11-27 a long name.jpeg"},
                                 Source{.id = "noise", .number = 1}}) {
      sheet.model().edit()->problem.source = source;
      for (const double zoom : {0.0, 0.0123, 1.0, 255.5}) {
        sheet.model().picture.zoom = zoom;
        std::set<std::string> found;
        for (const Size window : windows) look(sheet, window, found);
        EXPECT_TRUE(found.empty()) << id << " of " << source.id << lines(found);
      }
    }
  }
}

TEST_P(Fitting, OpenedFeatures) {
  SheetWindow sheet(GetParam());
  for (const Action opened : {action::toggle_keys, action::search, action::welcome, action::open, action::toggle_sweep,
                              action::toggle_study, action::toggle_lessons, action::toggle_bench}) {
    for (const Size window : windows) {
      sheet.choose(find_workload(catalog(), "heat"));
      sheet.features().toggle(opened, sheet.window());
      if (opened == action::open || opened == action::toggle_bench) finish(sheet);
      std::set<std::string> found;
      look(sheet, window, found);
      EXPECT_TRUE(found.empty()) << opened.id() << " at " << name_of(window) << lines(found);
      sheet.features().close_top();
    }
  }
}

/// Every page, with what was measured, and the strip under which a lesson's settings are tried.
TEST_P(Fitting, Lessons) {
  SheetWindow sheet(GetParam(), ThemeKind::light);
  sheet.choose(find_workload(catalog(), "mandelbrot"));
  sheet.features().toggle(action::toggle_lessons, sheet.window());
  LessonFeature& lessons = sheet.features().of<LessonFeature>();
  static BenchWatch nobody;
  // of problems so small that it takes no time, once for all sizes of text
  static const Result measured =
      measure_lesson(find_lesson("coalescing", LessonScale::quick), lesson_effort(LessonScale::quick), nobody);
  std::set<std::string> found;
  for (const Lesson& each : all_lessons(LessonScale::quick)) {
    lessons.choose(each.id);
    look_through(sheet, {1280, 720}, "##lessons/page", found);
  }
  lessons.choose("coalescing");
  lessons.explain_from(measured);
  for (const Size window : windows) look_through(sheet, window, "##lessons/page", found);
  for (const Size window : windows) {
    lessons.try_row(sheet.window(), 0);
    look(sheet, window, found);
  }
  // the list, with the answers of a class
  for (const char* name : {"Anna", "Ben with a name that is longer than others", "Carla", "David", "Emil"})
    lessons.add_answers({.name = name, .lessons = {}}, sheet.ui());
  for (const Size window : windows) look(sheet, window, found);
  EXPECT_TRUE(found.empty()) << lines(found);
}

/// What the scope and pictures side by side have as headings begins below the strip.
TEST_P(Fitting, TheStripOfALessonHidesNoHeading) {
  SheetWindow sheet(GetParam());
  sheet.choose(find_workload(catalog(), "mandelbrot"));
  sheet.features().toggle(action::toggle_lessons, sheet.window());
  LessonFeature& lessons = sheet.features().of<LessonFeature>();
  lessons.choose("schedules");
  lessons.try_row(sheet.window(), 1);
  const auto look_for = [&](std::string_view heading) {
    for (const Size window : windows) {
      sheet.draw(window);
      const ImGuiWindow* const strip = ImGui::FindWindowByName("##trying");
      ASSERT_NE(strip, nullptr);
      bool seen = false;
      for (const DrawnWords& each : drawn_words()) {
        if (!each.text.starts_with(heading)) continue;
        seen = true;
        EXPECT_FALSE(strip->Rect().Overlaps({each.low, each.high})) << each.text << " at " << name_of(window);
      }
      EXPECT_TRUE(seen) << heading << " at " << name_of(window);
    }
  };
  sheet.show_scope(TraceColor::processor);
  look_for("Pass ");
  sheet.model().scope.shown = false;
  sheet.model().comparison.with = CompareWith::reference;
  sheet.model().comparison.style = CompareStyle::side;
  look_for("this picture");
}

/// Settings that were saved on a machine with more GPUs; the plan says what is wrong with them.
TEST_P(Fitting, GpusThatAreNotThere) {
  SheetWindow sheet(GetParam());
  sheet.choose(find_workload(catalog(), "heat"));
  for (const Processor processor : {Processor::gpu, Processor::split}) {
    sheet.model().edit()->execution.processor = processor;
    sheet.model().edit()->execution.gpus = {.all = false, .numbers = {9}};
    std::set<std::string> found;
    for (const Size window : windows) look(sheet, window, found);
    EXPECT_TRUE(found.empty()) << lines(found);
  }
}

/// A scheme that is not stable gives such.
TEST_P(Fitting, LongNumbersBelowTheColors) {
  SheetWindow sheet(GetParam());
  sheet.choose(find_workload(catalog(), "heat"));
  ColorMap& map = sheet.view().map.value();
  for (const auto& [low, high] : {std::pair{-5.39e22, 5.42e22}, {-1.5e-300, 2.5e-300}, {0.0, 1.0}}) {
    map.low = low;
    map.high = high;
    std::set<std::string> found;
    for (const Size window : windows) look(sheet, window, found);
    EXPECT_TRUE(found.empty()) << low << " to " << high << lines(found);
  }
}

/// The scope's panel and the lens.
TEST_P(Fitting, Scope) {
  SheetWindow sheet(GetParam(), ThemeKind::light);
  WindowModel& model = sheet.model();
  FrameView& view = sheet.view();
  for (const char* id : {"mandelbrot", "transpose", "blur", "histogram", "heat", "triangle"}) {
    sheet.choose(find_workload(catalog(), id));
    view.readout = {.inside = true, .x = 40, .y = 30};
    for (const Size window : windows) {
      std::set<std::string> found;
      model.scope.shown = true;
      look(sheet, window, found);
      sheet.ui().preferences.scope_costs = false;
      look(sheet, window, found);
      sheet.ui().preferences.scope_costs = true;
      model.scope.shown = false;
      sheet.features().toggle(action::toggle_lens, sheet.window());
      finish(sheet);
      look(sheet, window, found);
      sheet.features().close_top();
      EXPECT_TRUE(found.empty()) << id << " at " << name_of(window) << lines(found);
    }
  }
}

/// Its colors, legends and figures, of pieces that were computed; of a frame without a step why there are none.
TEST_P(Fitting, ScopeAsComputed) {
  SheetWindow sheet(GetParam());
  const auto look_at = [&](const char* id, std::initializer_list<TraceColor> colors) {
    sheet.choose(find_workload(catalog(), id));
    std::set<std::string> found;
    for (const TraceColor color : colors) {
      sheet.show_scope(color);
      for (const Size window : {windows[0], windows[1]}) look(sheet, window, found);
    }
    EXPECT_TRUE(found.empty()) << id << lines(found);
  };
  look_at("mandelbrot", {TraceColor::launch, TraceColor::evenness});
  look_at("heat", {TraceColor::start});
}

/// With all of what it measures.
void look_at_measured(Action opened, double text_size) {
  SheetWindow sheet(text_size);
  sheet.choose(find_workload(catalog(), "heat"));
  sheet.features().toggle(opened, sheet.window());
  finish(sheet);
  for (const Size window : windows) {
    std::set<std::string> found;
    look(sheet, window, found);
    EXPECT_TRUE(found.empty()) << text_size << " at " << name_of(window) << lines(found);
  }
}

TEST(FittingStudy, ItsPlots) {
  for (const double text_size : {1.0, 2.0}) look_at_measured(action::toggle_study, text_size);
}

/// In the largest text, in which a row a variant is the highest.
TEST(FittingSweep, ItsPlotAndTable) {
  look_at_measured(action::toggle_sweep, 2);
}

/// The bars below the picture, of all variants of the workload that has most of them.
TEST(FittingVariants, TheirBarsBelowThePicture) {
  for (const double text_size : {1.0, 2.0}) {
    SheetWindow sheet(text_size);
    sheet.choose(find_workload(catalog(), "mandelbrot"));
    sheet.model().edit()->problem.size = {32, 32};
    sheet.features().toggle(action::toggle_variants, sheet.window());
    finish(sheet);
    sheet.features().close_top();
    for (const Size window : windows) {
      std::set<std::string> found;
      look(sheet, window, found);
      EXPECT_TRUE(found.empty()) << text_size << " at " << name_of(window) << lines(found);
    }
  }
}

/// A poster and a movie that can be made, and orders of which something has become.
TEST_P(Fitting, Productions) {
  SheetWindow sheet(GetParam());
  sheet.choose(find_workload(catalog(), "mandelbrot"));
  OrdersRecollection orders;
  for (const OrderStatus each : {OrderStatus::done, OrderStatus::stopped, OrderStatus::failed}) {
    const auto order = order_of({.settings = sheet.model().settings(), .out = "/home/somebody/a poster.tif"});
    orders.orders.push_back({.order = order, .standing = each, .line = "12 of 64 pieces of /home/somebody/a poster"});
  }
  sheet.features().of<QueueFeature>().put_back(std::move(orders), {}, sheet.ui());
  sheet.features().of<QueueFeature>().on_frame(sheet.window(), {.quiet = true});
  sheet.ui().toasts.clear();
  Settings nearer = sheet.model().settings();
  nearer.problem.parameters["span"] = 0.1;
  sheet.features().of<MovieFeature>().take_recorded({sheet.model().settings(), nearer});
  for (const Action opened : {action::toggle_poster, action::toggle_movie, action::toggle_queue}) {
    sheet.features().toggle(opened, sheet.window());
    for (const Size window : windows) {
      finish(sheet);
      std::set<std::string> found;
      look_through(sheet, window, "##queue", found);
      EXPECT_TRUE(found.empty()) << opened.id() << " at " << name_of(window) << lines(found);
    }
  }
}

/// Whatever stands before it.
TEST_P(Fitting, RemoveHasOnePlaceInTheQueue) {
  SheetWindow sheet(GetParam());
  sheet.choose(find_workload(catalog(), "mandelbrot"));
  OrdersRecollection orders;
  for (const OrderStatus each : {OrderStatus::done, OrderStatus::stopped, OrderStatus::failed}) {
    const auto order = order_of({.settings = sheet.model().settings(), .out = "/home/somebody/a poster.tif"});
    orders.orders.push_back({.order = order, .standing = each, .line = "it ended"});
  }
  sheet.features().of<QueueFeature>().put_back(std::move(orders), {}, sheet.ui());
  sheet.features().of<QueueFeature>().on_frame(sheet.window(), {.quiet = true});
  sheet.features().toggle(action::toggle_queue, sheet.window());
  finish(sheet);
  sheet.draw(windows.back());
  std::vector<float> places;
  float end_of_others = 0;
  for (const DrawnWords& each : drawn_words()) {
    if (each.text == "Remove") places.push_back(each.low.x);
    for (const char* other : {"Copy path", "Resume", "Try again"})
      if (each.text == other) end_of_others = std::max(end_of_others, each.high.x);
  }
  ASSERT_EQ(places.size(), 3U);
  EXPECT_EQ(std::ranges::count(places, places.front()), 3);
  EXPECT_LT(end_of_others, places.front());
}

/// What bench measures of that, in two runs a row.
std::shared_ptr<const BenchViews> measured_by(const std::vector<std::string>& lines) {
  Several asked;
  for (const std::string& each : lines) asked.parts.push_back(outlook_of(each, catalog()).asked.parts.front());
  if (lines.size() > 1) asked.title = "a collection";
  BenchEffort effort;
  effort.sampling.runs = 2;
  BenchWatch nobody;
  std::vector<UnfinishedBench> parts;
  for (const Asked& each : asked.parts) parts.emplace_back(each, effort);
  return std::make_shared<const BenchViews>(
      views_of(measure_several(asked, parts, nobody, [](const Results&) {}), {1}));
}

/// Bars, and curves beside what was published; alone, and of a collection.
TEST(FittingBench, ItsRows) {
  const std::string bars = "heteroscope bench blur --size 64x64 --variant sequential --variant separable_simd";
  const std::string curves = "heteroscope bench cpu-schedules --size 64x64 --set max_iterations=9";
  const std::array views{measured_by({bars}), measured_by({curves}), measured_by({bars, curves})};
  for (const double text_size : text_sizes) {
    SheetWindow sheet(text_size, text_size < 1 ? ThemeKind::light : ThemeKind::dark);
    sheet.choose(find_workload(catalog(), "heat"));
    for (const auto& view : views) {
      sheet.features().of<BenchFeature>().show(view,
                                               "/home/somebody/Documents/heteroscope-bench-cpu-schedules-001.json");
      sheet.features().toggle(action::toggle_bench, sheet.window());
      finish(sheet);
      for (const Size window : windows) {
        std::set<std::string> found;
        look(sheet, window, found);
        EXPECT_TRUE(found.empty()) << text_size << " at " << name_of(window) << lines(found);
      }
      sheet.features().close_top();
    }
  }
}

TEST(FittingBench, ItsButtonsAreSeenWithoutScrolling) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  const auto view = measured_by({"heteroscope bench blur --size 64x64 --variant sequential --variant separable_simd"});
  for (const double text_size : {1.0, 1.3, 1.5}) {
    SheetWindow sheet(text_size);
    sheet.choose(find_workload(catalog(), "heat"));
    sheet.features().of<BenchFeature>().show(view, "/home/somebody/heteroscope-bench-blur-001.json");
    sheet.features().toggle(action::toggle_bench, sheet.window());
    finish(sheet);
    sheet.draw({1280, 720});
    for (const char* const label : {"Save", "Open report"}) {
      const auto all = drawn_words();
      const bool seen = std::ranges::any_of(all, [&](const DrawnWords& each) {
        return each.window.find("##bench") != std::string::npos && each.text == label && !each.cut;
      });
      EXPECT_TRUE(seen) << label << " at " << text_size;
    }
    for (const ImGuiWindow* const each : GImGui->Windows) {
      const std::string_view name = each->Name;
      const bool is_page = name.find("##bench/results_") != name.npos && name.find("/results_") == name.rfind('/');
      if (!is_page || !each->WasActive) continue;
      EXPECT_EQ(each->ScrollMax.y, 0) << "text size " << text_size;
    }
  }
}

TEST_P(Fitting, Comparing) {
  SheetWindow sheet(GetParam());
  for (const char* id : {"mandelbrot", "blur", "histogram"}) {
    sheet.choose(find_workload(catalog(), id));
    Comparison& comparison = sheet.model().comparison;
    for (int i = 0; i < 3; ++i) {
      sheet.compute();
      comparison.kept.keep(sheet.view().frame);
    }
    comparison.with = CompareWith::kept;
    comparison.other = comparison.kept.chosen()->frame;
    comparison.result = CompareResult{.diff = {.values = 100'000'000,
                                               .differing = 12'345'678,
                                               .max_error = 4999,
                                               .mean_error = 0.0123456,
                                               .psnr_db = 34.09}};
    comparison.result_is_current = true;
    for (const CompareStyle style : {CompareStyle::mask, CompareStyle::heat, CompareStyle::wipe, CompareStyle::side}) {
      comparison.style = style;
      for (const Size window : windows) {
        std::set<std::string> found;
        look(sheet, window, found);
        EXPECT_TRUE(found.empty()) << id << " at " << name_of(window) << lines(found);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(TextSizes, Fitting, ::testing::ValuesIn(text_sizes),
                         [](const auto& each) { return fmt::format("Percent{:.0f}", each.param * 100); });

}  // namespace
}  // namespace heteroscope
