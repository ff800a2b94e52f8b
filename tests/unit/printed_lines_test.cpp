// What a person's file prints in a worker, on its way to the person.
#include "core/worker/printed_lines.hpp"

#include <gtest/gtest.h>
#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/worker/caught_output.hpp"
#include "core/worker/messages.hpp"
#include "core/worker/own_prints.hpp"

namespace heteroscope {
namespace {

PrintedLines printed_lines_of(const std::vector<std::string>& parts) {
  LineReader reader;
  for (const std::string& each : parts) reader.add(each);
  return reader.take();
}

TEST(PrintedLines, AreThoseThatCameHoweverTheyWereCut) {
  const PrintedLines lines = printed_lines_of({"one\ntw", "o\r\n\n  \nthr", "ee"});
  EXPECT_EQ(lines.first, (std::vector<std::string>{"one", "two", "three"}));
  EXPECT_EQ(lines.more, 0U);
}

TEST(PrintedLines, AreHarmlessToATerminal) {
  const PrintedLines lines = printed_lines_of({"\x1b[2Jgone\tand \xff\n"});
  EXPECT_EQ(lines.first, (std::vector<std::string>{"\\x1b[2Jgone and \\xff"}));
}

TEST(PrintedLines, HaveABound) {
  std::string text(1'000'000, 'x');
  text += '\n';
  for (int i = 0; i < 4331; ++i) text += "line " + std::to_string(i) + '\n';
  const PrintedLines lines = printed_lines_of({text});
  ASSERT_EQ(lines.first.size(), PrintedLines::most_lines);
  EXPECT_EQ(lines.first.front(), std::string(PrintedLines::most_characters, 'x') + "…");
  EXPECT_EQ(lines.first[1], "line 0");
  EXPECT_EQ(more_lines_text(lines.more), "and 4,312 lines more");
  EXPECT_EQ(more_lines_text(1), "and 1 line more");
  EXPECT_EQ(more_lines_text(1'234'567), "and 1,234,567 lines more");
}

TEST(PrintedLines, OfSeveralFramesAreOneList) {
  PrintedLines all = printed_lines_of({"a\nb\n"});
  for (int i = 0; i < 30; ++i) all.add(printed_lines_of({"c\nd\n"}));
  EXPECT_EQ(all.first.size(), PrintedLines::most_lines);
  EXPECT_EQ(all.first.back(), "d");
  EXPECT_EQ(all.more, 62 - PrintedLines::most_lines);
}

/// A pipe holds 64 KiB: this would wait for ever if nobody read it.
TEST(CaughtOutput, IsReadWhetherItIsWantedOrNot) {
  CaughtOutput output;
  const int lines = 100'000;
  for (int i = 0; i < lines; ++i) ASSERT_GT(dprintf(output.writes(), "line %d\n", i), 0);
  const PrintedLines printed = output.take();
  ASSERT_EQ(printed.first.size(), PrintedLines::most_lines);
  EXPECT_EQ(printed.first.front(), "line 0");
  EXPECT_EQ(printed.more, lines - PrintedLines::most_lines);
  EXPECT_TRUE(output.take().empty());
}

TEST(CaughtOutput, MayEndBeforeItIsTaken) {
  CaughtOutput output;
  ASSERT_GT(dprintf(output.writes(), "the last words"), 0);
  output.leave();
  EXPECT_EQ(output.take().first, (std::vector<std::string>{"the last words"}));
}

/// What a worker has started may have it open for longer than the worker lives.
TEST(CaughtOutput, IsLeftWhereItDoesNotEnd) {
  int held = -1;
  {
    const CaughtOutput output;
    held = ::dup(output.writes());
  }
  ::close(held);
}

TEST(OwnPrints, AreSaidWithTheFilesNameUpToABound) {
  const std::vector<OwnFile> files{{.path = "/home/anna/printing.cpp", .text = "x"}};
  ::testing::internal::CaptureStderr();
  tell_printed(files, printed_lines_of({"hello\n"}));
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "printing.cpp prints: hello\n");
  ::testing::internal::CaptureStderr();
  for (int i = 0; i < 50; ++i) tell_printed(files, printed_lines_of({"again\n"}));
  tell_rest_of_printed();
  tell_rest_of_printed();
  const std::string said = ::testing::internal::GetCapturedStderr();
  const std::string last = "printing.cpp prints: and 31 lines more\n";
  ASSERT_TRUE(said.ends_with("printing.cpp prints: again\n" + last)) << said;
  EXPECT_EQ(std::ranges::count(said, '\n'), PrintedLines::most_lines) << "19 and the last one: " << said;
}

TEST(OwnPrints, AreToldToAListenerInPlaceOfStandardError) {
  std::vector<std::string> heard;
  ::testing::internal::CaptureStderr();
  {
    const PrintListener listener([&](const std::string& path, const std::string& text, const PrintedLines& lines) {
      heard.push_back(path + ", " + text + ": " + lines.first.front());
    });
    tell_printed({{.path = "heard.cpp", .text = "x"}}, printed_lines_of({"hello\n"}));
    tell_printed({{.path = "heard.cpp", .text = ""}}, {});
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(heard, (std::vector<std::string>{"heard.cpp, x: hello"}));
}

/// What a worker prints while it computes with variants of the program is its own.
TEST(OwnPrints, OfTheProgramHaveNoName) {
  ::testing::internal::CaptureStderr();
  tell_printed({}, printed_lines_of({"heteroscope: short of memory\n"}));
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "heteroscope: short of memory\n");
}

}  // namespace
}  // namespace heteroscope
