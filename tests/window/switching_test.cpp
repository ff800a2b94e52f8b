#include "app/window/model/views/switching.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/options/settings_options.hpp"
#include "app/window/model/frame_view.hpp"
#include "core/model/settings/looks.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

const Workload& workload(std::string_view id) {
  return find_workload(catalog(), id);
}

Settings start(std::string_view id) {
  Settings out = default_settings(workload(id));
  complete_source(out, catalog());
  out.look = natural_look(out, catalog());
  out.problem.size = {1000, 500};
  return out;
}

Settings to(const Settings& now, std::string_view id, const SourceMemory& memory = {}) {
  return with_workload(now, workload(id), memory, catalog());
}

Settings taking(const Settings& now, const Source& source, const SourceMemory& memory = {}) {
  return with_source(now, source, memory, catalog());
}

/// After the change of view the scale that follows.
std::string scale_after(std::string_view from, std::string_view to, std::string_view chosen) {
  const Workload& fractal = workload("mandelbrot");
  Settings now = start("mandelbrot");
  const auto show = [&](std::string_view scene) { apply_scene(now, fractal, find_scene(fractal, scene)); };
  show(from);
  const Look natural = natural_look(now, catalog());
  now.look = natural;
  if (!chosen.empty()) {
    now.look.scale = chosen;
    now.look.scale_chosen = true;
  }
  show(to);
  follow_look(now, natural, catalog());
  return now.look.scale;
}

TEST(FollowLook, CountsOfADeepViewAreColoredByRanks) {
  EXPECT_EQ(scale_after("full", "spiral50", ""), "histogram");
  EXPECT_EQ(scale_after("spiral50", "spiral1000", ""), "histogram");
  EXPECT_EQ(scale_after("spiral1000", "seahorses", ""), "log");
  EXPECT_EQ(scale_after("full", "spiral50", "sqrt"), "sqrt");
  EXPECT_EQ(scale_after("spiral50", "full", "cyclic"), "cyclic");
  EXPECT_EQ(scale_after("spiral50", "full", "histogram"), "histogram")
      << "it was chosen, though it suits the deep view";
  EXPECT_EQ(scale_after("full", "spiral50", "log"), "log");
}

/// Also where each orbit is computed by itself.
TEST(NaturalLook, ColorsCountsOfADeepViewByRanks) {
  const auto scale_at = [](const char* span, double method) {
    Settings settings = start("mandelbrot");
    settings.problem.parameters["span"] = Decimal::parse(span);
    settings.problem.parameters["method"] = method;
    return natural_look(settings, catalog()).scale;
  };
  const auto methods = workload("mandelbrot").find_parameter("method")->choices;
  const auto checked = static_cast<double>(std::ranges::find(methods, "checked") - methods.begin());
  EXPECT_EQ(scale_at("1e-5", 0), "log");
  EXPECT_EQ(scale_at("1e-12", 0), "histogram");
  EXPECT_EQ(scale_at("1e-30", 0), "histogram");
  EXPECT_EQ(scale_at("1e-12", checked), "log") << "what is undecided has a color of its own";
}

TEST(FollowLook, SamplesAreOfWhatHasAView) {
  Settings now = start("mandelbrot");
  now.look.samples = 16;
  SourceMemory memory;
  memory.note(now, workload("mandelbrot"));
  const Settings heat = to(now, "heat", memory);
  EXPECT_EQ(heat.look.samples, 1);
  EXPECT_EQ(to(heat, "mandelbrot", memory).look.samples, 16) << "as they were left";
}

TEST(FollowLook, DistancesStayWhereThereAreSome) {
  Settings now = start("mandelbrot");
  now.problem.parameters["smooth"] = 1;
  now.look.scale = "distance";
  const Look natural = natural_look(now, catalog());
  follow_look(now, natural, catalog());
  EXPECT_EQ(now.look.scale, "distance");
  EXPECT_EQ(to(now, "blur").look.scale, natural_look(to(now, "blur"), catalog()).scale);
  now.problem.parameters["smooth"] = 0;
  follow_look(now, natural, catalog());
  EXPECT_EQ(now.look.scale, "log");
}

TEST(SameFrame, IsColoredByDistancesOrNot) {
  const Settings values = start("mandelbrot");
  Settings distances = values;
  distances.look.scale = "distance";
  EXPECT_TRUE(same_frame(distances, distances));
  EXPECT_FALSE(same_frame(values, distances));
  EXPECT_FALSE(same_frame(distances, values));
}

TEST(WithWorkload, KeepsHowThingsAreComputed) {
  Settings now = start("mandelbrot");
  now.execution.processor = Processor::split;
  now.execution.memory = MemoryKind::pinned;
  now.execution.threads = 3;
  now.execution.shares = {0.7};
  const Settings next = to(now, "histogram");
  EXPECT_EQ(next.problem.workload, "histogram");
  EXPECT_EQ(next.execution.processor, Processor::split);
  EXPECT_EQ(next.execution.memory, MemoryKind::pinned);
  EXPECT_EQ(next.execution.threads, 3);
  EXPECT_EQ(next.execution.shares, std::vector{0.7});
  EXPECT_EQ(next.problem.size, now.problem.size);
}

TEST(WithWorkload, PrecisionBelongsToIt) {
  SourceMemory memory;
  Settings now = start("histogram");
  now.problem.precision = Precision::int32;
  memory.note(now, workload("histogram"));
  Settings blur = to(now, "blur", memory);
  EXPECT_EQ(blur.problem.precision, Precision::fp64);
  blur.problem.precision = Precision::fp32;
  memory.note(blur, workload("blur"));
  const Settings back = to(blur, "histogram", memory);
  EXPECT_EQ(back.problem.precision, Precision::int32);
  EXPECT_EQ(to(back, "transpose", memory).problem.precision, Precision::fp64) << "its own default at first";
  EXPECT_EQ(to(back, "blur", memory).problem.precision, Precision::fp32);
}

TEST(WithWorkload, TheViewGoesAlongAndComesBack) {
  Settings now = start("mandelbrot");
  now.problem.parameters["center_re"] = -1.25;
  now.problem.parameters["span"] = 0.01;
  now.problem.parameters["smooth"] = 1;
  Settings next = to(now, "binarize");
  EXPECT_EQ(next.problem.source.id, "mandelbrot");
  EXPECT_EQ(next.problem.source.values, now.problem.parameters);
  next.problem.source.values["span"] = 0.005;
  const Settings back = to(next, "mandelbrot");
  EXPECT_EQ(back.problem.parameters, next.problem.source.values);
  EXPECT_TRUE(back.problem.source.id.empty());
}

TEST(WithWorkload, ImageWorkloadsShareTheSource) {
  const Settings now = taking(start("binarize"), {.id = "noise", .number = 42});
  EXPECT_EQ(to(now, "transpose").problem.source, now.problem.source);
  Settings red = now;
  red.problem.channel = ImageChannel::red;
  EXPECT_EQ(to(red, "transpose").problem.channel, ImageChannel::red);
}

TEST(WithWorkload, APictureStaysTheSourceBeyondWorkloadsThatTakeNone) {
  for (const Source& chosen : {Source{.id = "file", .file = "x.png"}, Source{.id = "noise", .number = 42}}) {
    SourceMemory memory;
    Settings blur = taking(start("blur"), chosen);
    blur.problem.size = {720, 477};
    blur.problem.channel = ImageChannel::green;
    memory.note(blur, workload("blur"));
    Settings plane = to(blur, "mandelbrot", memory);
    plane.problem.size = {800, 600};
    memory.note(plane, workload("mandelbrot"));
    for (const char* const each : {"blur", "transpose"}) {
      const Settings back = to(plane, each, memory);
      EXPECT_EQ(back.problem.source, chosen) << each;
      EXPECT_EQ(back.problem.channel, ImageChannel::green) << each;
      EXPECT_EQ(back.problem.size, chosen.id == "file" ? blur.problem.size : plane.problem.size) << each;
    }
  }
}

TEST(WithWorkload, ALiveSourceFollowsThePlane) {
  SourceMemory memory;
  const Settings blur = start("blur");
  memory.note(blur, workload("blur"));
  Settings plane = to(blur, "mandelbrot", memory);
  plane.problem.parameters["span"] = 0.25;
  memory.note(plane, workload("mandelbrot"));
  EXPECT_EQ(to(plane, "blur", memory).problem.source.values, plane.problem.parameters);
}

TEST(WithWorkload, BackFromAPatternThePlaneIsWhereItWasLast) {
  SourceMemory memory;
  Settings now = start("binarize");
  now.problem.source.values["span"] = 0.125;
  memory.note(now, workload("binarize"));
  now = taking(now, {.id = "zone_plate"}, memory);
  memory.note(now, workload("binarize"));
  EXPECT_EQ(to(now, "mandelbrot", memory).problem.parameters.at("span"), 0.125);
  EXPECT_EQ(taking(now, {.id = "mandelbrot"}, memory).problem.source.values.at("span"), 0.125);
}

TEST(WithWorkload, ComesBackAsItWasLeft) {
  SourceMemory memory;
  Settings heat = start("heat");
  heat.problem.parameters["n"] = 300;
  heat.execution.variants["advance"].cpu = "sequential";
  heat.execution.sharing = Sharing::automatic;
  heat.look.palette = "ember";
  heat.problem.steps = 500;
  memory.note(heat, workload("heat"));
  Settings now = to(heat, "mandelbrot", memory);
  now.execution.threads = 3;
  memory.note(now, workload("mandelbrot"));
  const Settings back = to(now, "heat", memory);
  EXPECT_EQ(back.problem.parameters, heat.problem.parameters);
  EXPECT_EQ(back.execution.variants, heat.execution.variants);
  EXPECT_EQ(back.look, heat.look);
  EXPECT_EQ(back.execution.threads, 3) << "the machine is used as it is now";
  EXPECT_EQ(back.problem.steps, 0) << "a run starts anew";
}

TEST(WithSource, ANewLivePlaneIsFitted) {
  const Settings next = taking(taking(start("binarize"), {.id = "zone_plate"}), {.id = "mandelbrot"});
  EXPECT_EQ(next.problem.source.values.at("span"), 5);  // 2.5 along the shorter side of 1000 × 500
  EXPECT_EQ(next.problem.source.values.at("max_iterations"), 500);
}

TEST(NaturalLook, FollowsWhatIsShown) {
  const Settings plane = start("mandelbrot");
  EXPECT_EQ(plane.look.scale, "log");
  const Settings turned = to(plane, "transpose");  // looks like its source
  EXPECT_EQ(turned.look, plane.look);
  const Settings file = taking(turned, {.id = "file", .file = "x.png"});
  EXPECT_EQ(file.look.scale, "linear");
  EXPECT_EQ(file.look.palette, "gray");
  EXPECT_EQ(taking(file, {.id = "mandelbrot"}).look, plane.look);
  EXPECT_EQ(to(plane, "binarize").look.scale, "linear");  // has colors of its own
  EXPECT_EQ(to(to(plane, "binarize"), "histogram").look, plane.look);
}

TEST(NaturalLook, WhatWasChosenByHandStays) {
  Settings now = start("mandelbrot");
  now.look.palette = "ember";
  const Settings next = taking(to(now, "transpose"), {.id = "zone_plate"});
  EXPECT_EQ(next.look.palette, "ember");
  EXPECT_EQ(next.look.scale, "linear");
}

TEST(NaturalLook, EndsOfOtherValuesAreLeft) {
  Settings now = start("mandelbrot");
  now.look.automatic = false;
  EXPECT_FALSE(to(now, "transpose").look.automatic);
  EXPECT_TRUE(taking(to(now, "transpose"), {.id = "zone_plate"}).look.automatic);
}

TEST(CompleteSource, FillsInWhatIsMissing) {
  Settings settings = start("binarize");
  settings.problem.source = {};
  complete_source(settings, catalog());
  EXPECT_EQ(settings.problem.source.id, "mandelbrot");
  EXPECT_EQ(settings.problem.source.values.at("span"), 2.5);
  settings.problem.source.values["span"] = 1;
  complete_source(settings, catalog());
  EXPECT_EQ(settings.problem.source.values.at("span"), 1);
}

TEST(SourceMemory, KeepsTheNewestFilesFirstAndOnce) {
  SourceMemory memory;
  Settings settings = start("binarize");
  for (const char* name : {"a", "b", "a", "c"}) {
    settings.problem.source = {.id = "file", .file = name};
    memory.note(settings, workload("binarize"));
    memory.note(settings, workload("binarize"));
  }
  EXPECT_EQ(memory.files, (std::vector<std::string>{"c", "a", "b"}));
  for (int i = 0; i < 20; ++i) {
    settings.problem.source.file = std::to_string(i);
    memory.note(settings, workload("binarize"));
  }
  EXPECT_EQ(memory.files.size(), 8U);
  EXPECT_EQ(memory.files.front(), "19");
}

TEST(ImageWorkload, IsThePresentOneElseTheLastElseTheBlur) {
  SourceMemory memory;
  EXPECT_EQ(image_workload(start("transpose"), memory, catalog()).id, "transpose");
  EXPECT_EQ(image_workload(start("mandelbrot"), memory, catalog()).id, "blur");
  memory.note(start("histogram"), workload("histogram"));
  EXPECT_EQ(image_workload(start("mandelbrot"), memory, catalog()).id, "histogram");
}

}  // namespace
}  // namespace heteroscope
