// The source of a variant in the real program: by its key, by the search, from the panel, and a file beside it.
#include <fstream>
#include <iterator>
#include <string>

#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

constexpr const char* reference = "kernels/mandelbrot/reference.hpp";

class SourceWindow : public DrivenWindow {
 protected:
  void SetUp() override {
    DrivenWindow::SetUp();
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  }
};

TEST_F(SourceWindow, ByItsKeyTheOneThatComputes) {
  ASSERT_NO_FATAL_FAILURE(start());
  program().key("ctrl+F5");
  ASSERT_TRUE(words(reference, "##source")) << program().words();
  EXPECT_TRUE(words("#pragma once", "##source")) << program().words();
  program().key("ctrl+F5");
  EXPECT_TRUE(program().exported()) << "it is closed: " << program().words();
}

TEST_F(SourceWindow, BySearchAnyOne) {
  ASSERT_NO_FATAL_FAILURE(start());
  program().key("ctrl+shift+p");
  program().type("source omp_guided");
  program().key("Return");
  ASSERT_TRUE(words(reference, "##source")) << program().words();
  EXPECT_TRUE(words("omp_guided", "##source")) << program().words();
  program().key("Escape");
  EXPECT_TRUE(program().exported()) << "it is closed: " << program().words();
}

TEST_F(SourceWindow, FromThePanelsRow) {
  ASSERT_NO_FATAL_FAILURE(start());
  program().key("Tab");
  const auto heading = words("Problem", "##left");
  ASSERT_TRUE(heading) << program().words();
  program().move(heading->x(), heading->y());
  constexpr int wheel_down = 5;
  program().click(wheel_down, 4);  // the row may lie below what a low window shows
  ASSERT_TRUE(click_words("{}", "##left")) << program().words();
  ASSERT_TRUE(words(reference, "##source")) << program().words();
  EXPECT_TRUE(click_words("Close", "##source"));
}

TEST_F(SourceWindow, AFileIsWrittenBesideIt) {
  const testing::NotedOpener opener = put_opener();
  ASSERT_NO_FATAL_FAILURE(start());
  program().key("ctrl+shift+p");
  program().type("source omp_guided");
  program().key("Return");
  ASSERT_TRUE(click_words("Write my own variant", "##source")) << program().words();
  ASSERT_TRUE(wait_for([&] { return program().exports(".cpp").size() == 1; })) << program().words();
  const std::filesystem::path written = program().exports(".cpp").front();
  EXPECT_TRUE(wait_for([&] { return opener.opened() == written.string(); })) << opener.opened();
  std::ifstream file(written);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(text.find("kernels/mandelbrot/omp_guided.cpp"), std::string::npos) << text;
}

}  // namespace
}  // namespace heteroscope
