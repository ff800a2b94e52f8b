#include "app/window/model/times/frame_section.hpp"

#include <gtest/gtest.h>

#include "app/window/features/roofline/roofline_graph.hpp"
#include "app/window/model/times/frame_history.hpp"
#include "core/device/device.hpp"
#include "core/own/source/own_source.hpp"
#include "core/plan/plan.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

Settings default_start(const char* workload = "mandelbrot") {
  return default_settings(find_workload(catalog(), workload));
}

Settings kept(const Settings& settings) {
  return what_times_belong_to(settings, catalog());
}

FrameSample taking(double ms) {
  FrameSample out;
  out.timing.total = ms;
  return out;
}

TEST(FrameSection, ViewStepsTimeBordersAndLookDoNotMatter) {
  Settings now = default_start();
  now.problem.parameters["span"] = 0.01;
  now.problem.parameters["center_re"] = -1;
  now.execution.shares = {0.9};
  now.look.palette = "gray";
  EXPECT_EQ(kept(now), kept(default_start()));
  now.problem.parameters["max_iterations"] = 7;
  EXPECT_NE(kept(now), kept(default_start()));
  Settings heat = default_start("heat");
  heat.problem.steps = 100;
  heat.problem.strokes.push_back({});
  EXPECT_EQ(kept(heat), kept(default_start("heat")));
  Settings blur = default_start("blur");
  blur.problem.source = {.id = "mandelbrot", .values = {{"span", 1.0}, {"max_iterations", 9.0}}};
  Settings moved = blur;
  moved.problem.source.values["span"] = 2;
  EXPECT_EQ(kept(moved), kept(blur));
  moved.problem.source.values["max_iterations"] = 10;
  EXPECT_NE(kept(moved), kept(blur));
}

TEST(FrameSection, SaysWhatIsNew) {
  const Settings before = default_start();
  Settings now = before;
  now.problem.precision = Precision::fp32;
  EXPECT_EQ(change_text(before, now, catalog()), "fp32");
  now.execution.variants["escape"].cpu = "sequential";
  now.execution.threads = 1;
  EXPECT_EQ(change_text(before, now, catalog()).substr(0, 10), "sequential");
  EXPECT_EQ(change_text(before, now, catalog()), "sequential, fp32, 1 thread");
  now = before;
  now.problem.parameters["max_iterations"] = 1000;
  EXPECT_EQ(change_text(before, now, catalog()), "Max iterations 1000");
  now = before;
  now.problem.parameters["julia"] = 1;
  EXPECT_EQ(change_text(before, now, catalog()), "Julia set on");
  EXPECT_EQ(change_text(before, default_start("heat"), catalog()), "heat");
}

TEST(FrameSection, ChoicesForAnIdleProcessorDoNotMatter) {
  Settings on_cpu = default_start();
  on_cpu.execution.processor = Processor::cpu;
  Settings chosen = on_cpu;
  chosen.execution.variants["escape"].gpu = "cuda_tuned";
  chosen.execution.gpus.all = true;
  chosen.execution.memory = MemoryKind::managed;
  chosen.execution.block = {8, 8};
  chosen.execution.mapping = "some";
  EXPECT_EQ(kept(chosen), kept(on_cpu));
  chosen.execution.processor = Processor::gpu;
  on_cpu.execution.processor = Processor::gpu;
  EXPECT_NE(kept(chosen), kept(on_cpu));
  Settings sequential = on_cpu;
  sequential.execution.variants["escape"].cpu = "sequential";
  EXPECT_EQ(kept(sequential), kept(on_cpu));
}

TEST(FrameSection, NamesWhatNoVariantSays) {
  Settings before = default_start();
  before.execution.processor = Processor::gpu;
  before.execution.tunables["unroll"] = 4;
  Settings now = before;
  now.execution.gpus.numbers = {0, 1};
  EXPECT_EQ(change_text(before, now, catalog()), "gpu:0,1");
  now = before;
  now.execution.tunables.clear();
  EXPECT_EQ(change_text(before, now, catalog()), "default unroll");
  EXPECT_EQ(change_text(now, before, catalog()), "unroll 4");
}

TEST(FrameSection, StatisticsAreOfThePresentSection) {
  FrameHistory history;
  Settings how = default_start();
  for (int i = 0; i < 5; ++i) history.add(taking(100), {how}, catalog());
  how.problem.precision = Precision::fp32;
  for (int i = 0; i < 3; ++i) history.add(taking(1), {how}, catalog());
  EXPECT_EQ(history.times().median, 1);
  EXPECT_EQ(history.times().maximum, 1);
  EXPECT_EQ(history.samples().size(), 8U);
  EXPECT_NE(history.samples().front().section, history.samples().back().section);
  EXPECT_EQ(history.section_label(history.samples().front().section), "");
  EXPECT_EQ(history.section_label(history.samples().back().section), "fp32");
}

TEST(FrameSection, EachSaveOfAPersonsFileHasASectionOfItsOwn) {
  Variant first;
  Variant second;
  FrameWay how{default_start()};
  FrameHistory history;
  const auto add = [&](const Variant* save, double ms) {
    how.own = {save};
    for (int i = 0; i < 3; ++i) history.add(taking(ms), how, catalog());
    return history.samples().back().section;
  };
  const std::uint64_t before = add(&first, 100);
  const std::uint64_t after = add(&second, 1);
  EXPECT_NE(before, after);
  EXPECT_EQ(history.times().maximum, 1) << "not of the save before";
  EXPECT_EQ(history.section_label(after), "another save") << "its number is not known yet";
  const SaveNumbers saves{{&first, 1}, {&second, 2}};
  EXPECT_EQ(history.section_label(after, saves), "save 2");
  EXPECT_EQ(history.section_label(before, saves), "") << "of the first section";
  EXPECT_EQ(history.section_label(add(&first, 100), saves), "save 1") << "which a person has gone back to";
}

TEST(FrameSection, ASaveIsNamedBesideWhatElseIsNew) {
  Variant one;
  one.own_id = "one.cpp";
  Variant other;
  other.own_id = "other.cpp";
  const SaveNumbers saves{{&one, 1}, {&other, 7}};
  FrameWay how{default_start()};
  FrameHistory history;
  history.add(taking(1), how, catalog());
  how.settings.problem.precision = Precision::fp32;
  how.own = {&one};
  history.add(taking(1), how, catalog());
  EXPECT_EQ(history.section_label(history.samples().back().section, saves), "fp32, save 1");
  how.own = {&one, &other};
  history.add(taking(1), how, catalog());
  EXPECT_EQ(history.section_label(history.samples().back().section, saves), "save 7 of other.cpp");
}

TEST(FrameSection, SaysWhatThePresentFramesHaveThatOthersDoNot) {
  Variant first;
  Variant second;
  FrameWay how{default_start()};
  FrameHistory history;
  const auto present = [&] {
    history.add(taking(1), how, catalog());
    return history.present_text();
  };
  EXPECT_EQ(history.present_text(), "") << "there is no frame";
  EXPECT_EQ(present(), "");
  how.own = {&first};
  how.settings.execution.variants["escape"].cpu = "mine.cpp";
  EXPECT_EQ(present(), "present settings") << "the file was chosen";
  history.clear();
  EXPECT_EQ(present(), "");
  how.own = {&second};
  EXPECT_EQ(present(), "present save");
  how.settings.problem.precision = Precision::fp32;
  EXPECT_EQ(present(), "present settings");
  how.own = {&first};
  EXPECT_EQ(present(), "present section");
}

TEST(FrameSection, ARooflinePointNamesItsSave) {
  Settings settings = default_start();
  settings.execution.processor = Processor::cpu;
  settings.execution.variants["escape"].cpu = "sequential";
  settings.problem.precision = Precision::fp64;
  Plan planned = *plan(settings, catalog(), device::all()).plan;
  EXPECT_EQ(RooflineGraph::label_of(planned, {}), "sequential, fp64");
  const OwnSource file{.path = "my_escape.cpp", .source = SourceText("my_escape.cpp", "")};
  Variant first = *planned.stages.back().cpu;
  first.own_id = "my_escape.cpp";
  first.own = &file;
  Variant second = first;
  const SaveNumbers saves{{&first, 1}, {&second, 2}};
  // neither is in the workload's list, as an earlier save is not
  planned.stages.back().cpu = &first;
  EXPECT_EQ(RooflineGraph::label_of(planned, saves), "my_escape.cpp, fp64, save 1");
  planned.stages.back().cpu = &second;
  EXPECT_EQ(RooflineGraph::label_of(planned, saves), "my_escape.cpp, fp64, save 2");
  EXPECT_EQ(RooflineGraph::label_of(planned, {}), "my_escape.cpp, fp64") << "its number is not known yet";
}

TEST(FrameSection, LabelsLastAsLongAsTheirFrames) {
  FrameHistory history;
  Settings how = default_start();
  for (std::size_t i = 0; i < 3 * FrameHistory::longest; ++i) {
    how.execution.threads = static_cast<int>(i % 7);
    history.add(taking(1), {how}, catalog());
    EXPECT_NO_THROW(std::ignore = history.section_label(history.samples().front().section));
    EXPECT_NO_THROW(std::ignore = history.section_label(history.samples().back().section));
  }
  EXPECT_THROW(std::ignore = history.section_label(0), std::out_of_range);
}

}  // namespace
}  // namespace heteroscope
