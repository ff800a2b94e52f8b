#include <algorithm>
#include <set>
#include <sstream>
#include <vector>

#include "app/commands/describe/completion.hpp"
#include "app/commands/describe/manual.hpp"
#include "app/commands/describe/markdown.hpp"
#include "app/icon/icon.hpp"
#include "tests/command/program.hpp"
#include "tests/xml.hpp"

namespace heteroscope::testing {
namespace {

class Describe : public Program {
 protected:
  /// What completes the last of these shell words: the words, and the marks of files and folders.
  [[nodiscard]] std::vector<std::string> completed(const std::string& words) const {
    std::istringstream lines(expect_success("describe --complete -- " + words).out);
    std::vector<std::string> out;
    for (std::string line; std::getline(lines, line);) out.push_back(line.substr(0, line.find('\t')));
    return out;
  }

  void expect_completes(const std::string& words, const std::string& with) const {
    const std::vector<std::string> found = completed(words);
    EXPECT_NE(std::ranges::find(found, with), found.end()) << words << " has no " << with;
  }
};

using Words = std::vector<std::string>;

TEST_F(Describe, CompletesCommandsAndOptions) {
  EXPECT_EQ(completed("rend"), (Words{"render", ":files"}));
  EXPECT_EQ(completed("render mandelbrot --palet"), Words{"--palette"});
  expect_completes("''", "bench");
  expect_completes("''", ":files");
  expect_completes("--t", "--tour");
  EXPECT_EQ(completed("--tour ''"), Words{":folders"});
  EXPECT_EQ(completed("--display ''"), (Words{"host", "texture", "buffer"}));
  // what was given is not offered again, but for what may be repeated
  EXPECT_EQ(completed("render mandelbrot --size 3x3 --siz"), Words{});
  EXPECT_EQ(completed("render mandelbrot --set span=1 --se"), (Words{"--settings", "--set"}));
  // the window opens one file
  EXPECT_EQ(completed("histo"), (Words{"histogram", ":files"}));
  EXPECT_EQ(completed("picture.png ''"), Words{});
  EXPECT_EQ(completed("histogram ''"), Words{});
}

TEST_F(Describe, CompletesIdsOfTheWorkloadThatIsTyped) {
  EXPECT_EQ(completed("render mandelb"), Words{"mandelbrot"});
  EXPECT_EQ(completed("render mandelbrot --scene seah"), Words{"seahorses"});
  EXPECT_EQ(completed("render mandelbrot --set max_it"), Words{"max_iterations="});
  EXPECT_EQ(completed("render mandelbrot --variant omp_dyn"), Words{"omp_dynamic"});
  EXPECT_EQ(completed("render mandelbrot --variant=omp_dyn"), Words{"--variant=omp_dynamic"});
  expect_completes("render heat --set initial=", "initial=spot");
  expect_completes("render blur --source mandelbrot --set source.", "source.max_iterations=");
  expect_completes("render blur --source ''", ":files");
  expect_completes("render mandelbrot --processor ''", "split");
  expect_completes("movie mandelbrot --to ''", "seahorses");
  expect_completes("lesson ''", "schedules");
  for (const char* each : {"heat", "split", "mappings", "ranks"}) expect_completes("study ''", each);
  for (const char* each : {"mask", "heat"}) expect_completes("diff a.npy b.npy --style ''", each);
  EXPECT_EQ(completed("diff ''"), Words{":files"});
  EXPECT_EQ(completed("render mandelbrot --size ''"), Words{});
}

/// Each option whose value is an id knows which there are.
TEST_F(Describe, KnowsTheValuesOfEveryId) {
  std::set<std::string> seen;
  for (const char* command : {"render", "movie", "trace", "verify", "bench", "tune", "diff", "study"}) {
    std::istringstream lines(expect_success(std::string(command) + " --help").out);
    for (std::string line; std::getline(lines, line);) {
      const std::size_t at = line.find(" ID");
      if (!line.starts_with("  --") || at == std::string::npos || at > 24) continue;
      const std::string option = line.substr(2, at - 2);
      // a build without CUDA knows no mappings
      if (option == "--mapping") continue;
      EXPECT_FALSE(completed(std::string(command) + " mandelbrot " + option + " ''").empty()) << command << option;
      seen.insert(option);
    }
  }
  for (const char* each : {"--scene", "--precision", "--processor", "--memory", "--palette", "--scale", "--style"})
    EXPECT_TRUE(seen.contains(each)) << each << " is not among the options with an id";
}

/// Helps are made for terminals. Commands to be copied, and lists, have the lines that they need.
TEST_F(Describe, NoLineOfAHelpIsWide) {
  for (const char* command : {"", "list", "render", "movie", "trace", "profile", "verify", "bench", "tune", "compare",
                              "report", "lesson", "study", "diff", "describe"}) {
    std::istringstream lines(expect_success(std::string(command) + " --help").out);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
      const auto letters = std::ranges::count_if(line, [](char each) { return (each & 0xC0) != 0x80; });
      EXPECT_TRUE(letters <= 112 || line.starts_with("  ")) << command << ": " << line;
    }
    EXPECT_GT(count, 5U) << command;
  }
}

TEST_F(Describe, ManualHasEveryOptionOfEveryCommand) {
  const std::string page = expect_success("describe --man").out;
  EXPECT_TRUE(page.starts_with(".TH HETEROSCOPE 1 ")) << page.substr(0, 100);
  for (const char* part :
       {".SH NAME\n", ".SH SYNOPSIS\n", ".SH DESCRIPTION\n", ".SH OPTIONS\n", ".SH COMMANDS\n", ".SH EXIT CODES\n",
        ".SH EXAMPLES\n", ".SS render\n", ".SS describe\n", "\\fB\\-\\-tunable\\fR"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(page, expect_success("describe --man").out);
}

/// docs/command-line.md is what the program writes: `build/heteroscope describe --markdown > docs/command-line.md`.
TEST_F(Describe, ThePageOfCommandsIsThatOfTheProgram) {
  const std::string page = expect_success("describe --markdown").out;
  EXPECT_EQ(page, read_text(HETEROSCOPE_SOURCES "/docs/command-line.md"))
      << "build/heteroscope describe --markdown > docs/command-line.md";
}

TEST(CommandPage, TextIsNoMark) {
  const CommandText program{
      .name = "p",
      .summary = "p: does.",
      .options = {},
      .footer = "",
      .commands = {{.name = "c",
                    .summary = "Takes <b> and [a](b)",
                    .options = {{.names = {"-s", "--size"}, .value = "WxH", .help = "of *all*", .group = "Options"},
                                {.names = {"FILE"}, .value = "", .help = "read", .group = "", .words = true}},
                    .footer = "\nFirst line\nand second:\n\nNext.\n\nExamples:\n  p c | q\n\n  p c 2\n",
                    .commands = {}}}};
  const std::string page = command_page(program);
  for (const char* part : {"## c\n\nTakes \\<b\\> and \\[a\\](b).\n", "*Options*\n\n- `-s, --size WxH`: of \\*all\\*\n",
                           "*Words*\n\n- `FILE`: read\n", "\nFirst line and second:\n\nNext.\n",
                           "\n*Examples*\n\n```\np c | q\np c 2\n```\n"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part << "\nin\n" << page;
  }
}

/// No text of a help is taken for a request of man's.
TEST(Manual, TextIsNoRequest) {
  const CommandText program{.name = "p",
                            .summary = "p: does.\n\nMore.",
                            .options = {{.names = {"-h", "--help"}, .value = "", .help = ".TH \\fB it's"}},
                            .footer = "Examples:\n  .so /etc/passwd\n",
                            .commands = {}};
  const std::string page = manual(program, {.version = "1"});
  EXPECT_NE(page.find("\\&.TH \\efB it\\(aqs"), std::string::npos) << page;
  EXPECT_NE(page.find("\n\\&.so /etc/passwd\n"), std::string::npos) << page;
}

TEST_F(Describe, IconIsOnePictureInAllSizes) {
  for (const int size : {16, 48, 256}) {
    const std::string bytes = expect_success("describe --icon " + std::to_string(size)).out;
    const auto* const data = reinterpret_cast<const std::byte*>(bytes.data());
    const Picture picture = decode_png({data, bytes.size()}, "icon");
    ASSERT_EQ(picture.size, (Size{size, size}));
    EXPECT_EQ(picture.pixels.front() >> 24, 0U) << "the corner is transparent";
    const std::uint32_t middle = picture.pixels[static_cast<std::size_t>(size / 4) * size + size / 8];
    EXPECT_EQ(middle >> 24, 255U);
    EXPECT_TRUE(std::ranges::any_of(picture.pixels, [](std::uint32_t each) { return (each >> 8 & 255) > 200; }))
        << "the beam is bright";
  }
  const std::string svg = expect_success("describe --icon svg").out;
  EXPECT_EQ(fault_in_xml(svg), "");
}

TEST_F(Describe, RefusesWhatItDoesNotKnow) {
  expect_refused("describe", "one of --man, --markdown");
  expect_refused("describe --man --bash", "one of --man, --markdown");
  expect_refused("describe --icon huge", "--icon 'huge'");
  expect_refused("describe --man more", "'more' was not expected");
}

}  // namespace
}  // namespace heteroscope::testing
