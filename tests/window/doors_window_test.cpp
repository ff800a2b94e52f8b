// The first start, what is opened by name, and the view by keys, in the real program.
#include <algorithm>
#include <fstream>

#include "app/window/features/files/remember.hpp"
#include "app/window/model/render_command.hpp"
#include "core/model/settings/looks.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class DoorsWindow : public DrivenWindow {
 protected:
  double span() {
    const auto now = program().exported();
    return now ? static_cast<double>(now->problem.parameters.at("span")) : 0;
  }
};

TEST_F(DoorsWindow, TheFirstStartHasDoorsAndTheyDoNotComeBack) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  program().show_doors();
  ASSERT_TRUE(program().start()) << program().words();
  const auto watch = words("Watch", "##welcome");
  ASSERT_TRUE(watch) << program().words();
  // its picture is above the word
  const auto is_hot = [&] {
    for (int x = watch->left; x < watch->left + 120; ++x) {
      if (program().pixel(x, watch->top - 45)[0] > 200) return true;
    }
    return false;
  };
  EXPECT_TRUE(wait_for(is_hot));
  click(watch);  // plays heat
  program().key("Tab");
  program().key("r");
  const auto heat = program().exported();
  ASSERT_TRUE(heat) << program().words();
  EXPECT_EQ(heat->problem.workload, "heat");
  program().key("ctrl+q");
  ASSERT_TRUE(program().wait_end());
  std::ifstream memory(program().memory());
  const std::string text{std::istreambuf_iterator<char>(memory), {}};
  EXPECT_NE(text.find("\"welcome\": false"), std::string::npos) << text;
}

TEST_F(DoorsWindow, InALectureTheyLieOverNoNumbers) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  program().show_doors();
  ASSERT_TRUE(program().start()) << program().words();
  ASSERT_TRUE(words("Watch", "##welcome")) << program().words();
  program().key("F11");
  EXPECT_TRUE(wait_for([&] {
    return std::ranges::none_of(program().shown(), [](const ShownWords& each) { return each.text == "Watch"; });
  })) << program().words();
}

TEST_F(DoorsWindow, WhatIsOpenInTheirPlaceIsNamed) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  ASSERT_NO_FATAL_FAILURE(start());
  program().key("b");
  program().key("F2");
  EXPECT_TRUE(words("close first: Who computed what, and when (B)")) << program().words();
}

TEST_F(DoorsWindow, KeysMoveTheView) {
  ASSERT_NO_FATAL_FAILURE(start());
  const Settings before = initial();
  program().key("plus");
  program().key("Right");
  const auto after = program().exported();
  ASSERT_TRUE(after);
  const double wide = before.problem.parameters.at("span");
  EXPECT_NEAR(after->problem.parameters.at("span"), 0.75 * wide, 1e-6);
  EXPECT_NEAR(after->problem.parameters.at("center_re") - before.problem.parameters.at("center_re"), 0.075 * wide,
              1e-6);
  program().key("minus");
  EXPECT_NEAR(span(), wide, 1e-6);
}

TEST_F(DoorsWindow, WhilePanelsAreGoneThroughArrowsAreTheirs) {
  ASSERT_NO_FATAL_FAILURE(start());
  const auto middle = [](const Settings& of) { return static_cast<double>(of.problem.parameters.at("center_re")); };
  program().key("F6");
  program().key("Right");
  program().key("Escape");
  const auto after = program().exported();
  ASSERT_TRUE(after) << program().words();
  EXPECT_NEAR(middle(*after), middle(initial()), 1e-6) << "the view has not moved";
  EXPECT_LT(after->problem.size.width, whole_window.width) << "the panels are shown for it";
  program().key("Right");
  const auto moved = program().exported();
  ASSERT_TRUE(moved) << program().words();
  EXPECT_GT(middle(*moved), middle(initial()) + 0.1) << "arrows are the view's again";
}

TEST_F(DoorsWindow, ACommandLineThatIsTypedIsOpened) {
  ASSERT_NO_FATAL_FAILURE(start());
  Settings wanted = default_settings(find_workload(catalog(), "mandelbrot"));
  wanted.look = natural_look(wanted, catalog());
  wanted.problem.parameters["span"] = 0.0625;
  wanted.problem.precision = Precision::fp32;
  program().key("ctrl+o");
  program().type(render_command(wanted, catalog()));
  program().key("Return");
  ASSERT_TRUE(wait_for([&] { return span() == 0.0625; })) << program().words();
  EXPECT_EQ(program().exported()->problem.precision, Precision::fp32);
  // what is no command line and no file is said, changes nothing, and can be typed anew
  program().key("ctrl+o");
  program().type("nothing.png");
  program().key("Return");
  Settings next = wanted;
  next.problem.parameters["max_iterations"] = 321;
  program().key("ctrl+a");
  program().type(render_command(next, catalog()));
  program().key("Return");
  ASSERT_TRUE(wait_for([&] {
    const auto now = program().exported();
    return now && now->problem.parameters.at("max_iterations") == 321;
  })) << program().words();
  EXPECT_EQ(span(), 0.0625);
}

TEST_F(DoorsWindow, APathIsTypedWithoutADialogAndCompleted) {
  ASSERT_NO_FATAL_FAILURE(start());
  const auto folder = program().folder() / "pictures";
  std::filesystem::create_directories(folder / "inner");
  std::ofstream(folder / "inner" / "first.pgm", std::ios::binary) << "P5 3 2 255\nabcdef";
  std::ofstream(folder / "inner" / "second.pgm", std::ios::binary) << "P5 4 1 255\nabcd";
  std::ofstream(folder / "inner" / "second.txt") << "not shown";
  const auto source_is = [&](const std::filesystem::path& file) {
    return wait_for([&] {
      const auto now = program().exported();
      return now && now->problem.source.file == file.string();
    });
  };
  // Tab completes the only folder, Enter takes the only name that begins so
  program().type(folder.string() + "/in");
  program().key("Tab");
  program().type("se");
  program().key("Return");
  ASSERT_TRUE(source_is(folder / "inner" / "second.pgm")) << program().words();
  const auto opened = program().exported();
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->problem.workload, "blur");
  EXPECT_EQ(opened->problem.size, (Size{4, 1}));
  EXPECT_EQ(opened->execution, default_settings(find_workload(catalog(), "blur")).execution)
      << "no letter was a command";
  // the dialog stays after an error; below, the folder above stands first, then the files: an arrow chooses
  program().key("ctrl+shift+o");
  program().type((folder / "absent.pgm").string());
  program().key("Return");
  program().key("ctrl+a");
  program().type((folder / "inner" / "").string());
  program().key("Down");
  program().key("Down");
  program().key("Return");
  EXPECT_TRUE(source_is(folder / "inner" / "first.pgm")) << program().words();
}

TEST_F(DoorsWindow, StepsAndStrokesComeBackWithTheNextStart) {
  Settings heat = default_settings(find_workload(catalog(), "heat"));
  heat.problem.parameters["n"] = 65;
  heat.problem.steps = 40;
  heat.problem.strokes.push_back({.step = 7, .x = 0.5, .y = 0.25, .radius = 0.1, .amount = 0.5});
  ASSERT_NO_FATAL_FAILURE(start({saved(heat)}));
  program().key("period");
  const auto before = program().exported();
  ASSERT_TRUE(before);
  EXPECT_EQ(before->problem.strokes.size(), 1U);
  EXPECT_EQ(before->problem.steps, 41);
  program().key("ctrl+q");
  ASSERT_TRUE(program().wait_end());
  const auto [kept, trouble] = load_memory(program().memory(), catalog());
  ASSERT_TRUE(kept.settings) << trouble << program().memory();
  EXPECT_EQ(kept.settings->problem.steps, 41);
  EXPECT_EQ(kept.settings->problem.strokes, before->problem.strokes);
  ASSERT_TRUE(program().start()) << program().words();
  program().key("Tab");
  program().key("r");
  const auto again = program().exported();
  ASSERT_TRUE(again);
  EXPECT_EQ(again->problem.strokes, before->problem.strokes);
  EXPECT_GE(again->problem.steps, before->problem.steps);
}

TEST_F(DoorsWindow, TheDialogBeginsInTheFolderOfTheLastFile) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  ASSERT_NO_FATAL_FAILURE(start());
  const auto folder = program().folder() / "pictures";
  std::filesystem::create_directories(folder);
  for (const char* const each : {"first.pgm", "second.pgm"})
    std::ofstream(folder / each, std::ios::binary) << "P5 3 2 255\nabcdef";
  const auto source_is = [&](const char* name) {
    return wait_for([&] {
      const auto now = program().exported();
      return now && now->problem.source.file == (folder / name).string();
    });
  };
  program().key("ctrl+o");
  program().type((folder / "first.pgm").string());
  program().key("Return");
  ASSERT_TRUE(source_is("first.pgm")) << program().words();
  program().key("ctrl+o");
  EXPECT_TRUE(words("second.pgm", "##open")) << program().words();
  program().type("third");
  EXPECT_TRUE(words("no name begins with \"third\"", "##open")) << program().words();
  program().key("ctrl+a");
  program().type("sec");
  program().key("Return");
  EXPECT_TRUE(source_is("second.pgm")) << program().words();
}

TEST_F(DoorsWindow, EachWorkloadKeepsItsPictures) {
  ASSERT_NO_FATAL_FAILURE(start());
  program().key("k");
  ASSERT_TRUE(program().exported());
  const std::string binarize = "heteroscope render binarize";
  const std::string mandelbrot = "heteroscope render mandelbrot";
  for (const std::string& each : {binarize, mandelbrot}) {
    program().key("ctrl+o");
    program().type(each);
    program().key("Return");
    const std::string id = each.substr(each.rfind(' ') + 1);
    ASSERT_TRUE(wait_for([&] {
      const auto now = program().exported();
      return now && now->problem.workload == id;
    }));
  }
  // off, the reference, A: a comparison with what was kept before has a diff picture
  program().key("d");
  program().key("d");
  ASSERT_TRUE(wait_for([&] {
    program().key("ctrl+shift+e");
    return std::ranges::any_of(program().exports(".png"), [](const std::filesystem::path& each) {
      return each.filename().string().find("diff") != std::string::npos;
    });
  }));
}

}  // namespace
}  // namespace heteroscope
