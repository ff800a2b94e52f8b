// Variants of one's own in the real program: write, save, error, mend, fault, mend.
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "app/window/features/files/remember.hpp"
#include "core/own/compile/cpu_compiler.hpp"
#include "core/process/find_program.hpp"
#include "kernels/registry.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

constexpr At left{60, 400};
constexpr At right{1220, 400};

/// A function that gives the left half of the picture one count, and the right half the other.
std::string halves(int on_the_left, int on_the_right) {
  return "picture.out(x, y) = T(x < picture.width / 2 ? " + std::to_string(on_the_left) + " : " +
         std::to_string(on_the_right) + ");";
}

class OwnWindow : public DrivenWindow {
 protected:
  void SetUp() override {
    DrivenWindow::SetUp();
    if (CpuCompiler::installed().empty()) GTEST_SKIP() << "skipped: there is no C++ compiler";
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  }
  [[nodiscard]] std::filesystem::path file() { return program().folder() / "mine.cpp"; }
  void save(const std::string& statement) { save(statement, file()); }
  /// Saves a variant whose innermost statement, in line 9, is that one; as an editor that writes a new file of the old
  /// name.
  static void save(const std::string& statement, const std::filesystem::path& path) {
    const std::filesystem::path beside = path.string() + ".new";
    std::ofstream(beside) << "#include \"kernels/mandelbrot/own.hpp\"\n"
                             "using namespace heteroscope::mandelbrot;\n"
                             "HETEROSCOPE_VARIANT(mandelbrot)\n"
                             "#include <cstdlib>\n"
                             "template <class T>\n"
                             "void draw(const Picture<T>& picture) {\n"
                             "  for (int y = picture.rows.begin; y < picture.rows.end; ++y)\n"
                             "    for (int x = 0; x < picture.width; ++x) {\n"
                             "      "
                          << statement << "\n    }\n}\n";
    std::filesystem::rename(beside, path);
  }
  /// This process, which reads the settings of exported pictures, knows the variant, too.
  static void make_known(const std::filesystem::path& path) {
    const Workload& workload = find_workload(catalog(), "mandelbrot");
    if (workload.stages.front().find(path.filename().string()) == nullptr)
      own_variants().add(read_own_source(path, catalog()));
  }
  /// Starts with a picture whose halves differ.
  void start_with_halves() {
    save(halves(1, 100));
    make_known(file());
    ASSERT_NO_FATAL_FAILURE(start({file().string()}));
    ASSERT_EQ(initial().execution.variants.at("escape").cpu, "mine.cpp");
    colors_ = {color(left), color(right)};
    ASSERT_NE(colors_[0], colors_[1]);
  }
  std::array<int, 3> color(At at) { return program().pixel(at.x, at.y); }
  /// A picture whose halves differ is on the screen, or becomes it: the one of the start from then on.
  bool begins_with_halves() {
    constexpr At left_of_middle{560, 380};  // where the set is otherwise
    constexpr At right_of_middle{800, 380};
    return wait_for([&] {
      colors_ = {color(left), color(right)};
      return colors_[0] != colors_[1] && color(left_of_middle) == colors_[0] && color(right_of_middle) == colors_[1];
    });
  }
  /// The picture of the start is on the screen, or becomes it.
  bool shows_start() { return shows_start(program()); }
  bool shows_start(DrivenProgram& in) const { return shows(in, 0, 1); }
  /// The halves have changed sides.
  bool shows_swapped() { return shows_swapped(program()); }
  bool shows_swapped(DrivenProgram& in) const { return shows(in, 1, 0); }

 private:
  bool shows(DrivenProgram& in, std::size_t on_the_left, std::size_t on_the_right) const {
    return wait_for([&] {
      return in.pixel(left.x, left.y) == colors_[on_the_left] && in.pixel(right.x, right.y) == colors_[on_the_right];
    });
  }

  std::array<std::array<int, 3>, 2> colors_{};
};

TEST_F(OwnWindow, ASaveIsTheNextPicture) {
  ASSERT_NO_FATAL_FAILURE(start_with_halves());
  save(halves(100, 1));
  EXPECT_TRUE(shows_swapped()) << program().words();
  save(halves(1, 100));
  EXPECT_TRUE(shows_start()) << program().words();
}

/// Each save is compared with the reference in the background.
TEST_F(OwnWindow, ASaveThatDiffersFromTheReferenceIsSaid) {
  ASSERT_NO_FATAL_FAILURE(start_with_halves());
  EXPECT_TRUE(words("mine.cpp: in a small case of \"verify\" (fp32, ")) << program().words();
  save(
      "const auto point = picture.point(x, y); const auto c = picture.c(point); auto z = picture.first(point);"
      "int k = 1; for (; k < picture.limit && norm(z) < T(4); ++k) z = next(z, c);"
      "picture.out(x, y) = picture.value(z, c, k);");
  program().key("F5");
  EXPECT_TRUE(at_rest([](const std::vector<ShownWords>& all) -> std::optional<ShownWords> {
    for (const ShownWords& each : all) {
      // in as many as there was time for
      const bool agrees = each.text.starts_with("agrees in ") && each.text.find(" small case") != std::string::npos;
      if (each.window.find("##own") != std::string::npos && agrees) return each;
    }
    return std::nullopt;
  })) << program().words();
  EXPECT_TRUE(words("differs", "##own")) << program().words();
}

/// None of them stays without a comparison, however soon the next has come.
TEST_F(OwnWindow, EachOfTheSavesInQuickSuccessionIsCompared) {
  ASSERT_NO_FATAL_FAILURE(start_with_halves());
  save(halves(100, 1));
  ASSERT_TRUE(shows_swapped()) << program().words();
  save(halves(1, 100) + " // again");
  ASSERT_TRUE(shows_start()) << program().words();
  program().key("F5");
  EXPECT_TRUE(wait_for([&] {
    const std::vector<ShownWords> all = program().shown();
    const auto count = [&](const std::string& text) {
      return std::ranges::count_if(
          all, [&](const ShownWords& each) { return each.text == text && each.window.find("##own") == 0; });
    };
    return count("computes") == 1 && count("Go back") == 2 && count("differs") == 3;
  })) << program().words();
}

/// The next window begins where no file is open: settings that name one would be of no use, and all that is kept beside
/// them would be lost.
TEST_F(OwnWindow, TheNextWindowBeginsWithAVariantOfTheProgram) {
  ASSERT_NO_FATAL_FAILURE(start_with_halves());
  program().key("Right");  // what has not changed is not kept
  ASSERT_TRUE(program().exported());
  program().key("ctrl+q");
  ASSERT_TRUE(program().wait_end());
  const auto [kept, trouble] = load_memory(program().memory(), catalog());
  EXPECT_EQ(trouble, "");
  ASSERT_TRUE(kept.settings);
  EXPECT_EQ(kept.settings->execution.variants.at("escape").cpu,
            find_workload(catalog(), "mandelbrot").stages.front().default_cpu);
}

TEST_F(OwnWindow, AnErrorIsShownWithItsLineAndThePictureStaysUntilItIsMended) {
  ASSERT_NO_FATAL_FAILURE(start_with_halves());
  save("picture.out(x, y) = nothing_of_that_name;");
  ASSERT_TRUE(words("mine.cpp does not compile", "##own_errors")) << program().words();
  EXPECT_TRUE(words("picture.out(x, y) = nothing_of_that_name;", "##own_errors")) << program().words();
  const std::vector<ShownWords> all = program().shown();
  EXPECT_EQ(std::ranges::count_if(
                all, [](const ShownWords& each) { return each.text.find("does not compile") != std::string::npos; }),
            1)
      << "it is said once";
  ASSERT_TRUE(click_words("Close", "##own_errors")) << program().words();
  EXPECT_TRUE(words("mine.cpp does not compile: line 9: ")) << program().words();
  EXPECT_TRUE(shows_start());
  save(halves(100, 1));
  EXPECT_TRUE(shows_swapped()) << program().words();
  program().key("ctrl+q");
  const auto ended = program().wait_end();
  ASSERT_TRUE(ended);
  EXPECT_NE(ended->output.find("mine.cpp:9:"), std::string::npos) << ended->output;
  EXPECT_NE(ended->output.find("\n" + std::string(28, ' ') + "^"), std::string::npos) << "the caret: " << ended->output;
}

TEST_F(OwnWindow, AVariantThatCrashesEndsItsWorkerAlone) {
  ASSERT_NO_FATAL_FAILURE(start_with_halves());
  save("volatile int* nowhere = nullptr; *nowhere = 1;");
  ASSERT_TRUE(words(stopped_in("mine.cpp", 9))) << program().words();
  EXPECT_TRUE(shows_start()) << "the last picture is kept";
  save(halves(100, 1));
  EXPECT_TRUE(shows_swapped()) << program().words();
  EXPECT_TRUE(program().exported()) << program().words();
}

/// What a person does, in one sitting.
TEST_F(OwnWindow, OneIsWrittenSavedWrongMendedFaultyAndMended) {
  const testing::NotedOpener opener = put_opener();
  ASSERT_NO_FATAL_FAILURE(start());
  program().key("ctrl+shift+n");
  ASSERT_TRUE(words("my_mandelbrot.cpp ")) << program().words();
  ASSERT_EQ(program().exports(".cpp").size(), 1U);
  const std::filesystem::path written = program().exports(".cpp").front();
  make_known(written);
  save(halves(1, 100), written);
  ASSERT_TRUE(begins_with_halves()) << program().words();
  save("picture.out(x, y) = nothing_of_that_name;", written);
  ASSERT_TRUE(words("my_mandelbrot.cpp does not compile", "##own_errors")) << program().words();
  EXPECT_TRUE(shows_start()) << "the last picture is kept";
  save(halves(100, 1), written);
  ASSERT_TRUE(shows_swapped()) << program().words();
  save("volatile int* nowhere = nullptr; *nowhere = 1;", written);
  ASSERT_TRUE(words(stopped_in("my_mandelbrot.cpp", 9))) << program().words();
  EXPECT_TRUE(shows_swapped()) << "the last picture is kept";
  save(halves(1, 100), written);
  EXPECT_TRUE(shows_start()) << program().words();
  const auto settings = program().exported();
  ASSERT_TRUE(settings) << program().words();
  EXPECT_EQ(settings->problem, initial().problem);
  EXPECT_EQ(settings->execution.variants.at("escape").cpu, "my_mandelbrot.cpp");
}

/// The fault is one window's alone, which a variable of its surroundings has.
TEST_F(OwnWindow, TwoWindowsOnOneFileLiveOnWhereItFaultsInOne) {
  program().set("OWN_FAULTS", "yes");
  ASSERT_NO_FATAL_FAILURE(start_with_halves());
  DrivenProgram other;
  other.use(HETEROSCOPE_WATCHED);
  ASSERT_TRUE(other.start({file().string()})) << other.words();
  other.key("Tab");
  ASSERT_TRUE(shows_start(other)) << other.words();
  save(halves(100, 1));
  EXPECT_TRUE(shows_swapped()) << program().words();
  EXPECT_TRUE(shows_swapped(other)) << other.words();
  save("volatile int* nowhere = nullptr; if (std::getenv(\"OWN_FAULTS\") != nullptr) *nowhere = 1; " + halves(1, 100));
  ASSERT_TRUE(words(stopped_in("mine.cpp", 9))) << program().words();
  EXPECT_TRUE(shows_swapped()) << "the last picture is kept";
  EXPECT_TRUE(shows_start(other)) << other.words();
  save(halves(100, 1) + " // mended");
  EXPECT_TRUE(shows_swapped(other)) << other.words();
  EXPECT_TRUE(wait_for([&] {
    const std::vector<ShownWords> all = program().shown();
    return std::ranges::none_of(all, [](const ShownWords& each) { return each.text.starts_with("mine.cpp: it was"); });
  })) << program().words();
  for (DrivenProgram* const each : {&program(), &other}) {
    const auto settings = each->exported();
    ASSERT_TRUE(settings) << each->words();
    EXPECT_EQ(settings->execution.variants.at("escape").cpu, "mine.cpp");
  }
}

TEST_F(OwnWindow, WhatAVariantPrintsStandsOnItsPage) {
  ASSERT_NO_FATAL_FAILURE(start_with_halves());
  save("if (x == 0 && y == 0) __builtin_printf(\"hello \\033[31m\\n\"); " + halves(100, 1));
  ASSERT_TRUE(shows_swapped()) << program().words();
  program().key("F5");
  EXPECT_TRUE(words("mine.cpp prints:", "##own")) << program().words();
  EXPECT_TRUE(words("hello \\x1b[31m", "##own")) << program().words();
}

TEST_F(OwnWindow, ADeletedFileIsSaidAndTakenUpAgain) {
  ASSERT_NO_FATAL_FAILURE(start_with_halves());
  std::filesystem::remove(file());
  ASSERT_TRUE(words(file().string() + " is gone")) << program().words();
  EXPECT_TRUE(shows_start());
  save(halves(100, 1));
  EXPECT_TRUE(shows_swapped()) << program().words();
}

TEST_F(OwnWindow, OneGoesBackToASaveAndTheFileStays) {
  ASSERT_NO_FATAL_FAILURE(start_with_halves());
  save(halves(100, 1));
  ASSERT_TRUE(shows_swapped()) << program().words();
  program().key("F5");
  ASSERT_TRUE(click_words("Go back", "##own")) << program().words();
  program().key("Escape");
  EXPECT_TRUE(shows_start()) << program().words();
  std::ifstream kept(file());
  const std::string text{std::istreambuf_iterator<char>(kept), {}};
  EXPECT_NE(text.find(halves(100, 1)), std::string::npos);
}

TEST_F(OwnWindow, TheCodeOfASaveIsListed) {
  ASSERT_NO_FATAL_FAILURE(start_with_halves());
  program().key("F5");
  EXPECT_TRUE(words("A frame may take 10 s", "##own")) << program().words();
  ASSERT_TRUE(click_words("Code", "##own")) << program().words();
  EXPECT_TRUE(words("Code of mine.cpp", "##own_code")) << program().words();
  const bool lists = !find_program("objdump").empty();
  EXPECT_TRUE(words(lists ? "Machine code, by objdump" : "machine code is listed by objdump", "##own_code"))
      << program().words();
  EXPECT_TRUE(click_words("Back", "##own_code"));
  EXPECT_TRUE(words("My variants", "##own")) << program().words();
}

TEST_F(OwnWindow, OneIsWrittenOpensInTheEditorAndComputes) {
  const testing::NotedOpener opener = put_opener();
  ASSERT_NO_FATAL_FAILURE(start());
  program().key("ctrl+shift+n");
  ASSERT_TRUE(words("my_mandelbrot.cpp ")) << program().words();
  ASSERT_EQ(program().exports(".cpp").size(), 1U);
  const std::filesystem::path written = program().exports(".cpp").front();
  EXPECT_EQ(written.filename(), "my_mandelbrot.cpp");
  EXPECT_TRUE(wait_for([&] { return opener.opened() == written.string(); })) << opener.opened();
  make_known(written);
  const auto settings = program().exported();
  ASSERT_TRUE(settings) << program().words();
  EXPECT_EQ(settings->execution.variants.at("escape").cpu, "my_mandelbrot.cpp");
}

TEST_F(OwnWindow, ALessonMeasuresEachSave) {
  const testing::NotedOpener opener = put_opener();
  ASSERT_NO_FATAL_FAILURE(start());
  program().key("ctrl+shift+p");
  program().type("write it yourself: mandel");
  program().key("Return");
  ASSERT_TRUE(click_words("Write my file for the CPU", "##lessons")) << program().words();
  ASSERT_TRUE(words("my_mandelbrot.cpp is measured at each save", "##lessons")) << program().words();
  // measuring takes minutes beside other programs; as long as it goes on, it can be given up
  constexpr int patience = 4;
  bool reached = false;
  for (int looks = 0; looks < patience && !reached; ++looks) {
    reached = words("Step 1, reached.", "##lessons").has_value();
    ASSERT_TRUE(reached || words("Give up", "##lessons").has_value()) << program().words();
  }
  ASSERT_TRUE(reached) << program().words();
  ASSERT_TRUE(click_words("Open a hint (3 left)", "##lessons")) << program().words();
  EXPECT_TRUE(words("Hint 1: ", "##lessons")) << program().words();
  const std::filesystem::path written = program().exports(".cpp").front();
  std::ofstream(written, std::ios::app) << "int broken = 0\n";
  ASSERT_TRUE(words("my_mandelbrot.cpp does not compile")) << "what was measured stays: " << program().words();
  EXPECT_TRUE(words("Step 1, reached.", "##lessons")) << program().words();
}

}  // namespace
}  // namespace heteroscope
