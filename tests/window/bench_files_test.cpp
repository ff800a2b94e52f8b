// What the window's bench writes, and what the desktop opens.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "app/window/feature/desktop.hpp"
#include "app/window/features/bench/files.hpp"
#include "app/window/features/files/open_file.hpp"
#include "tests/unit/set_variable.hpp"
#include "tests/unit/temporary_folder.hpp"
#include "tests/window/bench_lines.hpp"
#include "tests/window/noted_opener.hpp"
#include "tests/window/window_parts.hpp"

namespace heteroscope {
namespace {

class BenchOnDesktop : public ::testing::Test {
 protected:
  void finish(BenchFiles& files) {
    ASSERT_TRUE(comes_true([&] { return !files.busy(); }));
    files.update(parts.ui);
  }
  [[nodiscard]] bool is_there(const char* name) const { return std::filesystem::exists(folder.path() / name); }

  testing::TemporaryFolder folder;
  testing::NotedOpener desktop{folder.path()};
  testing::SetVariable exports{"HETEROSCOPE_EXPORT_DIR", folder.path()};
  WindowParts parts;

 private:
  testing::SetVariable path_{"PATH", desktop.bin()};
};

TEST_F(BenchOnDesktop, ReportsAreWrittenBesideTheirResultAndOpened) {
  desktop.put();
  BenchFiles files;
  const auto of = measured(outlook(tiny));
  files.save(of, of->parts.front());
  ASSERT_NO_FATAL_FAILURE(finish(files));
  for (const char* const each : {"heteroscope-bench-mandelbrot-001.json", "heteroscope-bench-mandelbrot-001.csv",
                                 "heteroscope-bench-mandelbrot-001.md", "heteroscope-bench-mandelbrot-001.svg"})
    EXPECT_TRUE(is_there(each)) << each;
  EXPECT_EQ(load_result(folder.path() / "heteroscope-bench-mandelbrot-001.json").rows.size(), 2U);
  files.report(of);
  ASSERT_NO_FATAL_FAILURE(finish(files));
  EXPECT_FALSE(is_there("heteroscope-bench-mandelbrot-002.json")) << "it has been saved before";
  const std::filesystem::path page = folder.path() / "heteroscope-bench-mandelbrot-report-001.html";
  EXPECT_TRUE(comes_true([&] { return desktop.opened() == page.string(); })) << desktop.opened();
  std::ifstream file(page);
  const std::string html{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(html.find("heteroscope bench <span>--again</span> heteroscope-bench-mandelbrot-001.json"),
            std::string::npos);
  for (const Toast& each : parts.ui.toasts.all()) EXPECT_FALSE(each.failure) << each.text;
  files.save(of, of->parts.front());
  ASSERT_NO_FATAL_FAILURE(finish(files));
  EXPECT_TRUE(is_there("heteroscope-bench-mandelbrot-002.json")) << "nothing is replaced";
}

TEST_F(BenchOnDesktop, ACollectionIsOneFileAndOnePage) {
  desktop.put();
  BenchFiles files;
  const auto of = measured(a_few());
  files.save(of, of->parts.back());
  ASSERT_NO_FATAL_FAILURE(finish(files));
  for (const char* const each :
       {"heteroscope-bench-few-001.csv", "heteroscope-bench-few-001.md", "heteroscope-bench-few-transpose-001.svg"})
    EXPECT_TRUE(is_there(each)) << each;
  const std::filesystem::path json = folder.path() / "heteroscope-bench-few-001.json";
  const Results saved = load_results(json);
  EXPECT_EQ(saved.title, "few");
  ASSERT_EQ(saved.parts.size(), 2U);
  ASSERT_EQ(saved.left_out.size(), 1U);
  EXPECT_EQ(results_json(saved), results_json(results_of(*of))) << "nothing is lost on the way";
  const Opened opened_again = open_file(json, parts.model.settings(), {}, catalog());
  ASSERT_NE(opened_again.measured, nullptr);
  EXPECT_EQ(titles_of(*opened_again.measured), titles_of(*of));
  files.report(of);
  ASSERT_NO_FATAL_FAILURE(finish(files));
  EXPECT_FALSE(is_there("heteroscope-bench-few-002.json")) << "it has been saved before";
  const std::filesystem::path page = folder.path() / "heteroscope-bench-few-report-001.html";
  EXPECT_TRUE(comes_true([&] { return desktop.opened() == page.string(); })) << desktop.opened();
  std::ifstream file(page);
  const std::string html{std::istreambuf_iterator<char>(file), {}};
  for (const char* const each : {"mandelbrot", "transpose"})
    EXPECT_NE(html.find(fmt::format("<span>--again</span> heteroscope-bench-few-001.json:{}", each)), html.npos)
        << each;
}

TEST_F(BenchOnDesktop, WithoutADesktopAMessageSaysWhereTheReportIs) {
  BenchFiles files;
  files.report(measured(outlook(tiny)));
  ASSERT_NO_FATAL_FAILURE(finish(files));
  ASSERT_EQ(parts.ui.toasts.all().size(), 2U);
  const std::string last = parts.ui.toasts.all().back().text;
  EXPECT_EQ(last, "it cannot be opened: xdg-open is not installed; the report is at " +
                      (folder.path() / "heteroscope-bench-mandelbrot-report-001.html").string());
}

TEST_F(BenchOnDesktop, WhatTheDesktopCannotOpenIsNamed) {
  desktop.put(3);
  Desktop asked;
  EXPECT_EQ(asked.open("/nowhere/a.html"), "");
  const auto& said = parts.ui.toasts.all();
  EXPECT_TRUE(comes_true([&] {
    asked.update(parts.ui);
    return !said.empty();
  }));
  asked.update(parts.ui);
  ASSERT_EQ(said.size(), 1U) << "it is said once";
  EXPECT_TRUE(said.front().failure);
  EXPECT_EQ(said.front().text, "the desktop could not open /nowhere/a.html");
}

TEST_F(BenchOnDesktop, AFolderThatCannotBeWrittenIsNamed) {
  const std::filesystem::path file = folder.path() / "file";
  std::ofstream(file) << "a";
  exports.set(file);
  BenchFiles files;
  const auto of = measured(outlook(tiny));
  files.save(of, of->parts.front());
  ASSERT_NO_FATAL_FAILURE(finish(files));
  ASSERT_EQ(parts.ui.toasts.all().size(), 1U);
  EXPECT_TRUE(parts.ui.toasts.all().front().failure);
  EXPECT_NE(parts.ui.toasts.all().front().text.find(file.string()), std::string::npos);
}

}  // namespace
}  // namespace heteroscope
