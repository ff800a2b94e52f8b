#include "core/run/engine/engine.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/plan/preview.hpp"
#include "core/run/compare.hpp"
#include "kernels/registry.hpp"
#include "tests/eventually.hpp"

namespace heteroscope {
namespace {

using testing::eventually;

using namespace std::chrono_literals;

Settings view(double span, Size size = {320, 200}) {
  Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  settings.problem.parameters["span"] = span;
  settings.problem.size = size;
  return settings;
}

bool shows(const Engine& engine, const Settings& settings) {
  const EngineProgress progress = engine.progress();
  return progress.frame != nullptr && !progress.coarse && !progress.busy && progress.frame->plan.settings == settings;
}

TEST(Engine, ComputesWhatIsAsked) {
  Engine engine(catalog());
  engine.request({.settings = view(2.5)});
  EXPECT_TRUE(eventually([&] { return shows(engine, view(2.5)); }));
  EXPECT_EQ(engine.progress().refusal, "");
}

TEST(Engine, APictureCanBeWaitedFor) {
  constexpr double as_long_as_it_takes_ms = 600'000;
  Engine engine(catalog());
  engine.wait_for_picture(as_long_as_it_takes_ms);  // nothing has been asked for
  for (const double span : {2.5, 0.5}) {
    engine.request({.settings = view(span)});
    engine.wait_for_picture(as_long_as_it_takes_ms);
    ASSERT_NE(engine.progress().frame, nullptr);
    EXPECT_EQ(engine.progress().frame->plan.settings.problem.parameters, view(span).problem.parameters);
  }
  engine.request({.settings = view(0)});
  engine.wait_for_picture(as_long_as_it_takes_ms);
  EXPECT_NE(engine.progress().refusal, "");
}

TEST(Engine, AWaitForAPictureIsBounded) {
  Engine engine(catalog());
  Settings slow = view(1.5, {1600, 1200});
  slow.execution.variants["escape"].cpu = "sequential";
  slow.problem.parameters["max_iterations"] = 200'000;
  engine.request({.settings = slow});
  engine.wait_for_picture(0);
  EXPECT_EQ(engine.progress().frame, nullptr);
}

TEST(Engine, TheNewestRequestWins) {
  Engine engine(catalog());
  for (int i = 0; i < 50; ++i) engine.request({.settings = view(1.0 + i)});
  EXPECT_TRUE(eventually([&] { return shows(engine, view(50.0)); }));
}

TEST(Engine, APictureOfBeforeIsShownInPlaceOfWhatIsComputed) {
  Engine engine(catalog());
  engine.request({.settings = view(2.5)});
  ASSERT_TRUE(eventually([&] { return shows(engine, view(2.5)); }));
  const auto kept = engine.progress().frame;
  Settings slow = view(1.5, {1600, 1200});
  slow.execution.variants["escape"].cpu = "sequential";
  slow.problem.parameters["max_iterations"] = 20'000;
  engine.request({.settings = slow});
  ASSERT_TRUE(eventually([&] { return engine.progress().busy; }));
  engine.show(kept);
  EXPECT_EQ(engine.progress().frame, kept);
  EXPECT_TRUE(eventually([&] { return !engine.progress().busy; }));
  EXPECT_EQ(engine.progress().frame, kept) << "what was computed meanwhile does not take its place";
  EXPECT_FALSE(engine.progress().coarse);
  engine.request({.settings = view(0.5)});
  EXPECT_TRUE(eventually([&] { return shows(engine, view(0.5)); }));
}

TEST(Engine, ShowsACoarsePictureFirstWhenTheFullOneIsSlow) {
  Engine engine(catalog());
  Settings slow = view(2.5, {1600, 1200});
  slow.execution.variants["escape"].cpu = "sequential";
  slow.problem.parameters["max_iterations"] = 20'000;
  engine.request({.settings = slow});
  EXPECT_TRUE(eventually([&] { return engine.progress().coarse; }));
  const EngineProgress progress = engine.progress();
  ASSERT_NE(progress.frame, nullptr);
  EXPECT_LT(progress.frame->field.size().width, 1600);
  EXPECT_TRUE(progress.busy);
}

/// The scope shows no coarse picture: what computed it need not be recorded, or cross a link.
TEST(Engine, ACoarsePictureHasNoTrace) {
  Engine engine(catalog());
  Settings slow = view(2.5, {1600, 1200});
  slow.execution.variants["escape"].cpu = "sequential";
  slow.problem.parameters["max_iterations"] = 20'000;
  engine.request({.settings = slow, .trace = true});
  EXPECT_TRUE(eventually([&] { return engine.progress().coarse; }));
  EXPECT_FALSE(engine.progress().frame->traced);
  engine.request({.settings = view(2.5), .trace = true});
  EXPECT_TRUE(eventually([&] { return shows(engine, view(2.5)); }));
  EXPECT_TRUE(engine.progress().frame->traced);
}

TEST(Engine, ASecondPreviewComesWhereTheFullPictureTakesLong) {
  const Plan full = *plan(view(2.5, {1600, 1200}), catalog(), device::all()).plan;
  const auto taking_ms = [&](double ms) { return ms / static_cast<double>(full.extent().area()); };
  EXPECT_EQ(finer_preview_factor(full, 8, taking_ms(10'000)), 4);
  EXPECT_EQ(finer_preview_factor(full, 8, taking_ms(300)), 1) << "the full one is soon there";
  EXPECT_EQ(finer_preview_factor(full, 4, taking_ms(10'000)), 1) << "it would be the first one again";
}

/// What crosses a link is counted by the pixel, and the way there and back is not: fewer pixels would not shorten it.
TEST(Engine, APictureOfAMachineElsewhereIsCoarseByWhatCrosses) {
  Plan there = *plan(view(2.5, {1600, 1200}), catalog(), device::all()).plan;
  there.settings.execution.machine = "there";
  there.settings.execution.processor = Processor::gpu;
  EXPECT_GT(preview_factor(there, 0), 1) << "its link is not known";
  const double pixels = static_cast<double>(there.extent().area());
  EXPECT_EQ(preview_factor(there, 30 / pixels), 1);
  EXPECT_EQ(preview_factor(there, 512 / pixels), 8);
  EXPECT_EQ(preview_factor(there, 2048 / pixels), 16);
  EXPECT_EQ(preview_factor(there, 30 / pixels, pixels), 1);
  EXPECT_EQ(preview_factor(there, 30 / pixels, pixels / 100), 10) << "more would be another way there and back";
  EXPECT_EQ(preview_factor(there, 2048 / pixels, pixels / 100), 16);
  EXPECT_EQ(preview_factor(there, 30 / pixels, 1), 32) << "no picture is coarser";
}

TEST(Engine, APictureOfFewerBytesHasFewerPixels) {
  EXPECT_NEAR(pixels_within(1000, 8000, 1600), 100, 1e-6);
  EXPECT_NEAR(pixels_within(8000, 1000, 100), 1600, 1e-6);
  EXPECT_GT(pixels_within(1, 0, 100), 1e300) << "nothing has crossed";
}

/// What a pixel took elsewhere says nothing.
TEST(Engine, TellsViewsThatTakeAlike) {
  const auto planned = [](const Settings& settings) { return *plan(settings, catalog(), device::all()).plan; };
  const Plan here = planned(view(0.1));
  const auto moved = [&](const char* id, const char* to, double span = 0.1) {
    Settings out = view(span);
    out.problem.parameters[id] = Decimal::parse(to);
    return takes_alike(here, planned(out));
  };
  const Decimal re = here.problem.parameters.at("center_re").decimal();
  EXPECT_TRUE(takes_alike(here, planned(view(0.1, {300, 200}))));
  EXPECT_TRUE(takes_alike(here, planned(view(0.7))));
  EXPECT_FALSE(takes_alike(here, planned(view(0.9))));
  EXPECT_FALSE(takes_alike(here, planned(view(0.01))));
  EXPECT_TRUE(moved("center_re", (re + Decimal::parse("0.09")).text().c_str()));
  EXPECT_FALSE(moved("center_re", (re + Decimal::parse("0.11")).text().c_str()));
  EXPECT_FALSE(moved("span", "1e-1000"));
  EXPECT_TRUE(moved("max_iterations", "77"));
  EXPECT_FALSE(takes_alike(here, planned(default_settings(find_workload(catalog(), "heat")))));
}

TEST(Engine, AFinishedPictureStaysWhileItIsComputedInAnotherWay) {
  Engine engine(catalog());
  Settings slow = view(2.5, {300, 200});
  slow.problem.parameters["max_iterations"] = 4000;
  slow.execution.variants["escape"].cpu = "sequential";
  engine.request({.settings = slow});
  ASSERT_TRUE(eventually([&] { return shows(engine, slow); }));
  const auto first = engine.progress().frame;
  const double pixel_ms = first->timing.total / static_cast<double>(first->plan.extent().area());
  ASSERT_GT(preview_factor(first->plan, pixel_ms), 1) << "it is slow enough for a coarse one to come first";
  slow.execution.variants["escape"].cpu = "omp_static";
  slow.execution.threads = 1;
  engine.request({.settings = slow});
  bool coarse = false;
  EXPECT_TRUE(eventually([&] {
    coarse = coarse || engine.progress().coarse;
    return shows(engine, slow);
  }));
  EXPECT_FALSE(coarse);
}

TEST(Engine, CancelKeepsTheLastPictureAndStops) {
  Engine engine(catalog());
  engine.request({.settings = view(2.5)});
  ASSERT_TRUE(eventually([&] { return shows(engine, view(2.5)); }));
  Settings slow = view(2.0, {2000, 2000});
  slow.execution.variants["escape"].cpu = "sequential";
  slow.problem.parameters["max_iterations"] = 100'000;
  engine.request({.settings = slow});
  ASSERT_TRUE(eventually([&] { return engine.progress().busy_ms > 30; }));
  engine.cancel();
  EXPECT_TRUE(eventually([&] { return !engine.progress().busy; }));
  EXPECT_NE(engine.progress().frame, nullptr);
}

/// The computation would take hours.
TEST(Engine, DestructionDuringAComputationDoesNotWaitForIt) {
  {
    Engine engine(catalog());
    Settings slow = view(0.2, {4000, 4000});
    slow.execution.variants["escape"].cpu = "sequential";
    slow.problem.parameters["max_iterations"] = 1'000'000;
    engine.request({.settings = slow});
    ASSERT_TRUE(eventually([&] { return engine.progress().busy; }));
  }
}

TEST(Engine, RefusalsAreReportedAndTheFrameStays) {
  Engine engine(catalog());
  engine.request({.settings = view(2.5)});
  ASSERT_TRUE(eventually([&] { return shows(engine, view(2.5)); }));
  engine.request({.settings = view(0)});
  EXPECT_TRUE(eventually([&] { return engine.progress().refusal.find("span") != std::string::npos; }));
  EXPECT_NE(engine.progress().frame, nullptr);
  engine.request({.settings = view(3)});
  EXPECT_TRUE(eventually([&] { return shows(engine, view(3)); }));
  EXPECT_EQ(engine.progress().refusal, "");
}

TEST(Engine, GivesTheReferenceOfAFrame) {
  Engine engine(catalog());
  engine.request({.settings = view(2.5)});
  ASSERT_TRUE(eventually([&] { return shows(engine, view(2.5)); }));
  const auto frame = engine.progress().frame;
  std::shared_ptr<const Frame> reference;
  ASSERT_TRUE(eventually([&] { return (reference = engine.reference_of(frame).frame) != nullptr; }));
  EXPECT_EQ(reference->plan.settings.execution.variants.at("escape").cpu, "sequential");
  EXPECT_TRUE(compare(reference->field.host_view(), frame->field.host_view()).equal());
}

TEST(Engine, ComputesAFrameOnceMoreWithItsOwnVariantsBesideItsReference) {
  Engine engine(catalog());
  Settings settings = default_settings(find_workload(catalog(), "heat"));
  settings.problem.parameters["n"] = 17;
  settings.problem.steps = 5;
  settings.execution.processor = Processor::cpu;
  settings.execution.variants["advance"].cpu = "omp";
  engine.request({.settings = settings});
  ASSERT_TRUE(eventually([&] { return shows(engine, settings); }));
  const auto frame = engine.progress().frame;
  std::shared_ptr<const Frame> checked;
  std::shared_ptr<const Frame> reference;
  ASSERT_TRUE(eventually([&] { return (checked = engine.checked_of(frame).frame) != nullptr; }));
  ASSERT_TRUE(eventually([&] { return (reference = engine.reference_of(frame).frame) != nullptr; }));
  EXPECT_EQ(checked->plan.settings, settings);
  EXPECT_EQ(checked->steps, 5);
  EXPECT_TRUE(compare(checked->field.host_view(), frame->field.host_view()).equal());
  EXPECT_EQ(reference->plan.settings.execution.variants.at("advance").cpu, "sequential");
  EXPECT_EQ(engine.reference_of(frame).frame, reference) << "it is kept";
  EXPECT_EQ(engine.progress().frame, frame) << "the picture stays";
}

TEST(Engine, SaysWhyThereIsNoReference) {
  const auto folder = std::filesystem::path(::testing::TempDir());
  const std::string file = (folder / "engine_reference.pgm").string();
  std::ofstream(file, std::ios::binary) << "P5 2 2 255\n"
                                        << "abcd";
  Settings settings = default_settings(find_workload(catalog(), "blur"));
  settings.problem.source = {.id = "file", .file = file};
  Engine engine(catalog());
  engine.request({.settings = settings});
  ASSERT_TRUE(eventually([&] { return engine.progress().frame != nullptr && !engine.progress().busy; }));
  const auto frame = engine.progress().frame;
  std::filesystem::remove(file);
  Reference reference;
  ASSERT_TRUE(eventually([&] { return !(reference = engine.reference_of(frame)).why_not.empty(); }));
  EXPECT_EQ(reference.frame, nullptr);
  EXPECT_NE(reference.why_not.find("engine_reference.pgm"), std::string::npos) << reference.why_not;
  EXPECT_FALSE(engine.progress().failure) << "the picture itself has not failed";
}

}  // namespace
}  // namespace heteroscope
