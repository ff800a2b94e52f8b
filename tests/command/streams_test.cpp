#include <signal.h>
#include <sys/stat.h>

#include <algorithm>

#include "tests/command/stopped_program.hpp"

/// Streams that cannot be read or written, signals, folders that are gone, and what messages show of bad words.
namespace heteroscope::testing {
namespace {

class Streams : public StoppedProgram {
 protected:
  /// The exit code of a shell line in the folder; "PROGRAM" is the program.
  [[nodiscard]] int shell(std::string line) const {
    const std::string word = "PROGRAM";
    for (std::size_t at = line.find(word); at != line.npos; at = line.find(word, at)) {
      line.replace(at, word.size(), "'" HETEROSCOPE_PROGRAM "'");
    }
    const std::string command = "cd '" + folder() + "' && unset DISPLAY WAYLAND_DISPLAY; " + line;
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
};

TEST_F(Streams, AFullStandardOutputIsSaid) {
  const std::string full = "heteroscope: standard output cannot be written: No space left on device\n";
  for (const char* words : {"--help", "--version", "help", "help render", "bench --help", "list"}) {
    SCOPED_TRACE(words);
    EXPECT_EQ(shell("PROGRAM " + std::string(words) + " >/dev/full 2>error"), 2);
    EXPECT_EQ(read_text(file("error")), full);
  }
  EXPECT_EQ(shell("PROGRAM trace mandelbrot --size 8x8 --out - --picture start=a.png >/dev/full 2>error"), 2);
  EXPECT_EQ(read_text(file("error")), full);
  EXPECT_FALSE(std::filesystem::exists(file("a.png")));
}

TEST_F(Streams, AClosedStandardOutputIsSaidAndNoFileTakesItsPlace) {
  for (const char* words : {"--help", "list", "render mandelbrot --size 8x8 --out a.npy"}) {
    SCOPED_TRACE(words);
    EXPECT_EQ(shell("PROGRAM " + std::string(words) + " >&- 2>error"), 2);
    EXPECT_EQ(read_text(file("error")), "heteroscope: standard output cannot be written: Bad file descriptor\n");
  }
  EXPECT_EQ(shell("PROGRAM render mandelbrot --size 8x8 --out b.npy"), 0);
  EXPECT_EQ(read_text(file("a.npy")), read_text(file("b.npy")));
}

TEST_F(Streams, WhereNobodyCanBeToldTheExitCodeSaysIt) {
  for (const char* stream : {"2>/dev/full", "2>&-", "2>&- >&- <&-"}) {
    SCOPED_TRACE(stream);
    EXPECT_EQ(shell(std::string("PROGRAM render nothing --out a.npy ") + stream), 2);
    EXPECT_EQ(shell(std::string("PROGRAM --tour none/none/none ") + stream), 2);
  }
  // a note on standard error is no reason to fail
  EXPECT_EQ(
      shell("PROGRAM render mandelbrot --set span=1e-12 --precision fp32 --size 8x8 --out a.npy 2>/dev/full >out"), 0);
  EXPECT_EQ(shell("PROGRAM diff a.npy a.npy 2>&- >out"), 0);
}

TEST_F(Streams, AWorkingFolderThatIsGone) {
  const std::string gone = "mkdir gone; cd gone; rmdir ../gone; ";
  EXPECT_EQ(shell(gone + "PROGRAM bench mandelbrot --csv rows.csv 2>../error"), 2);
  EXPECT_EQ(read_text(file("error")), "heteroscope: rows.csv cannot be written: folder . has been removed\n");
  EXPECT_EQ(shell(gone + "PROGRAM render mandelbrot --size 8x8 --out a.png --trace b.json 2>../error"), 2);
  EXPECT_EQ(shell(gone + "PROGRAM render blur --source x.png --out '" + folder() + "/a.png' 2>../error"), 2);
  EXPECT_EQ(shell(gone + "PROGRAM render mandelbrot --size 8x8 --out '" + folder() + "/a.png'"), 0);
}

TEST_F(Streams, ASignalsEndIsSeenByTheCaller) {
#ifdef HETEROSCOPE_UNDER_THREAD_SANITIZER
  GTEST_SKIP() << "ThreadSanitizer holds signals back until the program calls a function that it knows";
#endif
  for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
    const int status = stopped_by(number,
                                  "render mandelbrot --size 4000x4000 --set max_iterations=1000000 --set span=0.1 "
                                  "--variant sequential --processor cpu --out a.npy",
                                  [&] { return cpu_seconds() > 0.2; });
    ASSERT_TRUE(WIFSIGNALED(status)) << number;
    EXPECT_EQ(WTERMSIG(status), number);
    EXPECT_FALSE(std::filesystem::exists(file("a.npy")));
  }
}

TEST_F(Streams, WhatHasNoEndIsNotRead) {
  ASSERT_EQ(mkfifo(file("pipe.json").c_str(), 0600), 0);
  std::filesystem::create_symlink("/dev/zero", file("zero.json"));
  std::filesystem::create_symlink("pipe.json", file("pipe.npy"));
  const auto refused = [&](const std::string& arguments, const std::string& words) {
    SCOPED_TRACE(arguments);
    const Result result = run(arguments, "timeout 20");
    EXPECT_EQ(result.code, 2);
    EXPECT_NE(result.error.find(words), std::string::npos) << result.error;
    EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
  };
  refused("render --settings pipe.json --out a.png", "cannot read pipe.json: it is a pipe, not a regular file");
  refused("render --settings zero.json --out a.png", "cannot read zero.json: it is a device, not a regular file");
  refused("render --settings /dev/zero --out a.png", "it is a device");
  refused("bench --settings pipe.json", "it is a pipe");
  refused("pipe.json", "it is a pipe");
  refused("diff pipe.npy pipe.json", "it is a pipe");
  refused("render blur --source pipe.npy --out a.png", "not a regular file");
  refused("render blur --source /dev/zero --out a.png", "not a regular file");
}

TEST_F(Streams, SettingsFromAPipeHaveALimit) {
  ASSERT_EQ(shell("PROGRAM render mandelbrot --size 8x8 --out a.png"), 0);
  EXPECT_EQ(shell("cat a.png | PROGRAM render --settings /dev/stdin --out b.png"), 0);
  EXPECT_EQ(shell("head -c 100M /dev/zero | PROGRAM render --settings /dev/stdin --out c.png 2>error"), 2);
  EXPECT_EQ(read_text(file("error")), "heteroscope: cannot read /dev/stdin: the file is larger than 33554432 bytes\n");
  EXPECT_EQ(shell("PROGRAM render --settings /dev/stdin --out c.png </dev/zero 2>error"), 2);
  EXPECT_EQ(read_text(file("error")), "heteroscope: cannot read /dev/stdin: it is a device, not a regular file\n");
}

TEST_F(Streams, SettingsThatAreMadeToHarm) {
  const auto refused = [&](const std::string& text, const std::string& words) {
    write_text(file("bad.json"), text);
    EXPECT_LT(expect_refused("render --settings bad.json --out a.png", words).error.size(), 600U);
  };
  const std::string start = R"({"heteroscope": 1, "workload": "blur", )";
  refused(std::string(100000, '['), "nested deeper than 8 levels");
  refused(R"({"heteroscope": 1, "workload": ")" + std::string(50000, 'x') + "\"}", "is longer than 200 bytes");
  refused(start + R"("mapping": ")" + std::string(50000, 'x') + "\"}", "is longer than 200 bytes");
  refused(start + R"("source": {"id": "file", "file": ")" + std::string(50000, 'x') + "\"}}",
          "is longer than 4095 bytes");
  refused(start + "\"" + std::string(50000, 'k') + "\": 1}", "unknown key");
  refused("{\"a\x1b[31m\": 1}", "not JSON");
  std::string many = R"({"heteroscope": 1, "workload": "heat", "strokes": [{})";
  for (int i = 0; i < 1'000'000; ++i) many += ",{}";
  refused(many + "]}", "bad.json: more than 1000000 values");
  write_text(file("large.json"), std::string(std::size_t{40} << 20, ' '));
  expect_refused("render --settings large.json --out a.png", "larger than 33554432 bytes");
}

TEST_F(Streams, MessagesAreOneReadableLine) {
  const std::string word = "$(printf '\\033]0;x\\007\\233\\302\\2332J')";
  const std::string many = "$(head -c 100000 /dev/zero | tr '\\0' w)";
  for (const std::string& bad : {word, many}) {
    for (const std::string& arguments : {bad,
                                         "--" + bad,
                                         "render " + bad + " --out a.png",
                                         "render mandelbrot --out " + bad + ".png/a.png",
                                         "render mandelbrot --set " + bad + " --out a.png",
                                         "render mandelbrot --set " + bad + "=1 --out a.png",
                                         "render mandelbrot --variant " + bad + " --out a.png",
                                         "render mandelbrot --scene " + bad + " --out a.png",
                                         "render mandelbrot --size " + bad + " --out a.png",
                                         "render mandelbrot --out " + bad,
                                         "render mandelbrot --trace " + bad + "/b --out a.png",
                                         "render --settings " + bad + " --out a.png",
                                         "render blur --source " + bad + " --out a.png",
                                         "render mandelbrot --palette " + bad + " --out a.png",
                                         "render mandelbrot --stroke " + bad + " --out a.png",
                                         "bench " + bad,
                                         "bench mandelbrot --repeat " + bad,
                                         "diff " + bad + ".npy b.npy",
                                         "verify " + bad,
                                         "verify --for " + bad,
                                         "help " + bad,
                                         "list " + bad,
                                         "study " + bad,
                                         "--tour /dev/null/" + bad}) {
      SCOPED_TRACE(arguments);
      const Result result = run(arguments);
      EXPECT_EQ(result.code, 2);
      EXPECT_LT(result.error.size(), 1000U);
      EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
      for (const unsigned char c : result.error) EXPECT_TRUE(c >= 0x20 || c == '\n') << int{c};
      EXPECT_EQ(result.error.find('\x9b'), std::string::npos) << result.error;
    }
  }
}

}  // namespace
}  // namespace heteroscope::testing
