#include "app/window/features/files/open_file.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "core/base/error.hpp"
#include "core/io/png/png.hpp"
#include "core/model/schema/settings_json.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope {
namespace {

class OpenFile : public ::testing::Test {
 protected:
  std::filesystem::path put(const std::string& name, const std::string& bytes) const {
    const std::filesystem::path path = folder_.path() / name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  std::filesystem::path put_png(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = folder_.path() / name;
    write_png(path, {{3, 2}, Pixels(6, 0xff808080U)}, text);
    return path;
  }
  static Settings plane() { return default_settings(find_workload(catalog(), "mandelbrot")); }
  static Opened open(const std::filesystem::path& path, const Settings& now) {
    return open_file(path, now, {}, catalog());
  }

 private:
  testing::TemporaryFolder folder_;
};

TEST_F(OpenFile, AnImageBecomesTheSource) {
  const auto path = put("a.pgm", "P5 3 2 255\nabcdef");
  Settings now = default_settings(find_workload(catalog(), "transpose"));
  now.execution.threads = 2;
  const Opened opened = open(path, now);
  EXPECT_TRUE(opened.as_source);
  EXPECT_EQ(opened.settings.problem.workload, "transpose");
  EXPECT_EQ(opened.settings.execution.threads, 2);
  EXPECT_EQ(opened.settings.problem.source.id, "file");
  EXPECT_EQ(opened.settings.problem.source.file, path.string());
  EXPECT_EQ(opened.settings.problem.size, (Size{3, 2}));
}

TEST_F(OpenFile, WhereNoImageIsTakenAWorkloadThatTakesOneFollows) {
  const auto path = put("a.pgm", "P5 3 2 255\nabcdef");
  EXPECT_EQ(open(path, plane()).settings.problem.workload, "blur");
  SourceMemory memory;
  memory.image_workload = "histogram";
  EXPECT_EQ(open_file(path, plane(), memory, catalog()).settings.problem.workload, "histogram");
}

TEST_F(OpenFile, AWorkloadsIdChoosesTheWorkload) {
  Settings now = plane();
  now.problem.parameters["span"] = 0.25;
  now.execution.threads = 2;
  EXPECT_EQ(open_named("mandelbrot", now, {}, catalog()).settings, now) << "it is shown as it was left";
  const Opened opened = open_named("heat", now, {}, catalog());
  EXPECT_EQ(opened.settings.problem.workload, "heat");
  EXPECT_EQ(opened.settings.execution.threads, 2);
  const auto path = put("a.pgm", "P5 3 2 255\nabcdef");
  EXPECT_TRUE(open_named(path, now, {}, catalog()).as_source);
  EXPECT_THROW(open_named("heatt", now, {}, catalog()), BadInput);
}

TEST_F(OpenFile, AnswersToLessonsAreOfAClass) {
  const Answers written{.name = "Anna", .lessons = {{.id = "own", .title = "Mine", .questions = {}, .measured = {}}}};
  const Settings now = plane();
  const Opened opened = open(put("anna.json", answers_json(written)), now);
  ASSERT_NE(opened.answers, nullptr);
  EXPECT_EQ(opened.answers->name, "Anna");
  EXPECT_EQ(opened.answers->lessons.size(), 1U);
  EXPECT_EQ(opened.settings, now);
  EXPECT_THROW(open(put("bad.json", "{\"heteroscope_answers\": 99}"), now), BadInput);
}

TEST_F(OpenFile, APngWithoutSettingsIsAnImage) {
  const Opened opened = open(put_png("a.png", {}), plane());
  EXPECT_TRUE(opened.as_source);
  EXPECT_EQ(opened.settings.look.palette, "gray");
}

TEST_F(OpenFile, APngWithSettingsOpensThem) {
  Settings saved = plane();
  saved.problem.parameters["span"] = 0.25;
  const auto path = put_png("a.png", to_json(saved, catalog()));
  const Opened opened = open(path, default_settings(find_workload(catalog(), "transpose")));
  EXPECT_FALSE(opened.as_source);
  EXPECT_EQ(opened.settings, saved);
  // asked for as a source it is one all the same
  EXPECT_EQ(with_image_file(path, plane(), {}, catalog()).problem.source.file, path.string());
}

TEST_F(OpenFile, SettingsTakeTheirSourceAlong) {
  Settings saved = default_settings(find_workload(catalog(), "histogram"));
  saved.problem.source = {.id = "noise", .number = 7};
  EXPECT_EQ(open(put("a.json", to_json(saved, catalog())), plane()).settings.problem.source, saved.problem.source);
}

/// A location of Kalles Fraktaler at the edge of the set, with that zoom.
std::string location_with_zoom(const std::string& zoom) {
  return "Re: -1.7499\nIm: 0\nZoom: " + zoom + "\nIterations: 2000\n";
}

TEST_F(OpenFile, ALocationKeepsTheScaleThatWasChosen) {
  const auto near = put("near.kfr", location_with_zoom("2e0"));
  const auto deep = put("deep.kfr", location_with_zoom("1e30"));
  const auto scale_at = [&](const std::filesystem::path& path, Settings now, const char* chosen) {
    now.look.scale = chosen;
    now.look.scale_chosen = true;
    return open(path, now).settings.look.scale;
  };
  const Settings deep_view = open(deep, plane()).settings;
  EXPECT_EQ(deep_view.look.scale, "histogram") << "a logarithmic scale would give it one color";
  EXPECT_EQ(open(near, deep_view).settings.look.scale, "log") << "nobody has chosen one";
  EXPECT_EQ(scale_at(near, deep_view, "histogram"), "histogram");
  EXPECT_EQ(scale_at(near, deep_view, "cyclic"), "cyclic");
  EXPECT_EQ(scale_at(near, plane(), "histogram"), "histogram");
  EXPECT_EQ(scale_at(near, plane(), "log"), "log");
}

TEST_F(OpenFile, ALocationHasTheColorsWithWhichItsWorkloadWasLeft) {
  Settings left = plane();
  left.look.scale = "cyclic";
  left.look.palette = "gray";
  SourceMemory memory;
  memory.note(left, find_workload(catalog(), "mandelbrot"));
  Settings now = with_workload(left, find_workload(catalog(), "heat"), memory, catalog());
  now.execution.threads = 2;
  const auto path = put("a.kfr", location_with_zoom("1e30"));
  const Settings at = open_file(path, now, memory, catalog()).settings;
  EXPECT_EQ(at.problem.workload, "mandelbrot");
  EXPECT_EQ(at.look.scale, "cyclic");
  EXPECT_EQ(at.look.palette, "gray");
  EXPECT_EQ(at.execution.threads, 2);
}

TEST_F(OpenFile, WhatIsNeitherIsNamedInOneLine) {
  const auto huge = put("huge.pgm", "P5 60000 60000 255\nabc");
  const auto broken = put("broken.png", std::string("\x89PNG\n\x1a\n") + "and then nothing");
  const auto other = put("notes.txt", "hello");
  const auto empty = put("empty.jpg", "");
  const auto settings = put("broken.json", "{");
  const auto absent = huge.parent_path() / "absent.png";
  for (const auto& path : {huge, broken, other, empty, settings, absent, huge.parent_path()}) {
    try {
      open(path, plane());
      ADD_FAILURE() << "accepted: " << path;
    } catch (const BadInput& wrong) {
      const std::string line = wrong.what();
      EXPECT_NE(line.find(path.filename().string()), std::string::npos) << line;
      EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    }
  }
}

}  // namespace
}  // namespace heteroscope
