// What is recorded, and what a poster's size says. Without a display.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "app/production/movie/keyframes.hpp"
#include "app/window/features/productions/poster_choice.hpp"
#include "app/window/model/recorder.hpp"
#include "app/window/model/views/switching.hpp"
#include "core/device/device.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope {
namespace {

Settings at(double x) {
  Settings out = default_settings(find_workload(catalog(), "mandelbrot"));
  out.problem.parameters["center_re"] = x;
  return out;
}

TEST(Recorder, NotesWhereOneRests) {
  Recorder recorder;
  recorder.note(at(0), false, 0);
  recorder.note(at(0), false, 9);
  EXPECT_TRUE(recorder.keyframes().empty()) << "it does not record";
  recorder.begin();
  recorder.note(at(0), false, 10);
  EXPECT_TRUE(recorder.waits());
  recorder.note(at(0), false, 10 + Recorder::rest_s / 2);
  EXPECT_TRUE(recorder.keyframes().empty());
  recorder.note(at(0), false, 10.001 + Recorder::rest_s);
  EXPECT_EQ(recorder.keyframes().size(), 1U);
  EXPECT_FALSE(recorder.waits());
  recorder.note(at(0), false, 20);
  EXPECT_EQ(recorder.keyframes().size(), 1U) << "the same view once";
  recorder.note(at(0.1), false, 21);
  recorder.note(at(0.2), false, 21.1);
  recorder.note(at(0.2), true, 25);
  EXPECT_EQ(recorder.keyframes().size(), 1U) << "it is held";
  recorder.note(at(0.2), false, 25.1);
  recorder.note(at(0.2), false, 25.001 + Recorder::rest_s);
  EXPECT_EQ(recorder.keyframes().size(), 2U);
  Settings resized = at(0.2);
  resized.problem.size = {33, 44};
  recorder.note(resized, false, 30);
  recorder.note(resized, false, 40);
  EXPECT_EQ(recorder.keyframes().size(), 2U) << "a window of another size shows no other view";
  Settings recolored = at(0.2);
  recolored.look.scale = "sqrt";
  recolored.execution.threads = 1;
  recorder.note(recolored, false, 40.1);
  recorder.note(recolored, false, 40.2 + Recorder::rest_s);
  EXPECT_EQ(recorder.keyframes().size(), 2U) << "nothing has moved";
  recorder.note(at(0), false, 41);
  const auto all = recorder.end();
  ASSERT_EQ(all.size(), 3U) << "where it ends is a view, too, and one may come back";
  EXPECT_EQ(all[1], at(0.2));
  EXPECT_FALSE(recorder.on());
  EXPECT_TRUE(recorder.keyframes().empty());
}

TEST(Keyframes, AreAListOfSettings) {
  const std::vector<Settings> views{at(0.5), at(-1.25)};
  const auto root = nlohmann::json::parse(keyframes_to_json(views));
  ASSERT_EQ(root.size(), 1U);
  const auto& list = root.at("keyframes");
  ASSERT_EQ(list.size(), views.size());
  for (std::size_t i = 0; i < views.size(); ++i)
    EXPECT_EQ(settings_from_json(list[i].dump(), "a keyframe", catalog()), views[i]);
  EXPECT_EQ(keyframes_from_json(root.dump(), "way.json"), views);
}

TEST(Keyframes, NumbersWithoutQuotesKeepTheirDigits) {
  const std::string digits = "-0.74364388703715870475219150611477";
  std::string one = to_json(at(0.5), catalog());
  const std::size_t from = one.find("\"center_re\": ") + 13;
  one.replace(from, one.find_first_of(",\n", from) - from, digits);
  const auto views = keyframes_from_json(R"({"keyframes": [)" + one + "," + one + "]}", "way.json");
  EXPECT_EQ(views.at(1).problem.parameters.at("center_re").text(), digits);
}

TEST(Keyframes, WhatIsNoneIsRefusedByFileAndNumber) {
  const std::string one = to_json(at(0.5), catalog());
  const std::vector<std::pair<std::string, std::string>> cases{
      {"{", "way.json"},
      {"[]", "way.json: not a file of keyframes"},
      {one, "way.json: not a file of keyframes"},
      {R"({"keyframes": {}})", "way.json: not a file of keyframes"},
      {R"({"keyframes": [], "more": 1})", "way.json: not a file of keyframes"},
      {R"({"keyframes": []})", "the file has 0"},
      {R"({"keyframes": [)" + one + "]}", "the file has 1"},
      {R"({"keyframes": [)" + one + ", 7]}", "way.json: keyframe 2"},
      {R"({"keyframes": [{}, )" + one + "]}", "way.json: keyframe 1"},
      {std::string(longest_keyframes + 1, ' '), "too many"}};
  for (const auto& [text, said] : cases) {
    try {
      (void)keyframes_from_json(text, "way.json");
      ADD_FAILURE() << "taken: " << text.substr(0, 80);
    } catch (const BadInput& wrong) {
      EXPECT_NE(std::string(wrong.what()).find(said), std::string::npos) << wrong.what();
    }
  }
}

TEST(PosterChoice, SaysWhatIsCutOff) {
  EXPECT_EQ(height_as_seen(3840, {1280, 720}), 2160);
  EXPECT_EQ(height_as_seen(1, {1000, 1}), 1);
  EXPECT_EQ(height_as_seen(2147483647, {1, 2}), 2147483647);
  EXPECT_EQ(cut_text({3840, 2160}, {1280, 720}), "Exactly what the window shows.");
  EXPECT_EQ(cut_text({3840, 2161}, {1280, 720}), "Exactly what the window shows.");
  EXPECT_EQ(cut_text({3840, 1080}, {1280, 720}), "As wide as the view; 50 % of its height is cut off.");
  EXPECT_EQ(cut_text({3840, 3840}, {1280, 720}), "As wide as the view, 1.78 times as high: it shows more.");
  EXPECT_EQ(cut_text({100, 5625}, {1280, 720}), "As wide as the view, 100 times as high: it shows more.");
}

TEST(PosterChoice, TheSizeOfAFileAndThatOfAParameterCannotBeChosen) {
  const Workload& blur = find_workload(catalog(), "blur");
  Settings of = default_settings(blur);
  complete_source(of, catalog());
  EXPECT_EQ(why_one_size(of, blur), "") << "of the live fractal";
  of.problem.source = {.id = "file", .file = "/home/anna/holiday.png"};
  EXPECT_EQ(why_one_size(of, blur), "Each pixel of holiday.png becomes one of the poster.");
  const Workload& triangle = find_workload(catalog(), "triangle");
  EXPECT_EQ(why_one_size(default_settings(triangle), triangle), "The parameter \"Side\" sets the size.");
  for (const char* const id : {"mandelbrot", "nbody"}) {
    const Workload& workload = find_workload(catalog(), id);
    EXPECT_EQ(why_one_size(default_settings(workload), workload), "") << id;
  }
}

TEST(PosterChoice, PiecesTakeSomeSeconds) {
  EXPECT_EQ(short_span({16384, 16384}, 32), std::nullopt) << "16 pieces of 4096² of 2 s";
  EXPECT_EQ(short_span({16384, 16384}, 33), (Size{2048, 2048}));
  EXPECT_EQ(short_span({16384, 16384}, 33 * 64), (Size{256, 256}));
  EXPECT_EQ(short_span({16384, 16384}, 1e9), (Size{256, 256})) << "no smaller than a tile of a TIFF";
  Settings settings = at(-0.5);
  settings.problem.size = {64, 48};
  Executor executor;
  const Frame frame = *executor.execute(*plan(settings, catalog(), device::all()).plan, {});
  ASSERT_TRUE(computing_seconds(frame, {64, 48}));
  EXPECT_DOUBLE_EQ(*computing_seconds(frame, {640, 480}), frame.work_ms() / 10);
}

TEST(PosterChoice, NamesAreFree) {
  const testing::TemporaryFolder folder;
  const auto named = [&](const char* name) { return folder.path() / name; };
  EXPECT_EQ(free_path(folder.path(), "a", ".tif", {}), named("a-001.tif"));
  std::ofstream(named("a-001.tif")) << "x";
  std::ofstream(named("a-002.tif.unfinished.json")) << "x";
  EXPECT_EQ(free_path(folder.path(), "a", ".tif", {named("a-003.tif")}), named("a-004.tif"));
  EXPECT_EQ(free_path(folder.path(), "a", ".png", {named("a-003.tif")}), named("a-001.png"));
}

TEST(PosterChoice, BytesAreRough) {
  EXPECT_EQ(rough_bytes(1), "1 kB");
  EXPECT_EQ(rough_bytes(999e3), "999 kB");
  EXPECT_EQ(rough_bytes(1e6), "1 MB");
  EXPECT_EQ(rough_bytes(1.24e9), "1.2 GB");
  EXPECT_EQ(rough_bytes(7.5e13), "75.0 TB");
}

}  // namespace
}  // namespace heteroscope
