#include <unistd.h>

#include "core/plan/plan.hpp"
#include "core/process/memory_limit.hpp"
#include "tests/command/program.hpp"

/// Every bad input gets one clear line, exit code 2, and leaves every file as it was.
namespace heteroscope::testing {
namespace {

class BadInput : public Program {
 protected:
  BadInput() {
    write_text(file("out.png"), "precious");
    write_text(file("out.npy"), "precious");
  }
  /// Of a render that would overwrite something precious.
  void expect_render_refused(const std::string& arguments, const std::string& words) const {
    expect_refused("render " + arguments + " --out out.png", words);
  }
  void make_settings(const std::string& name) const {
    const Result result = run("render mandelbrot --size 8x8 --out made.png");
    ASSERT_EQ(result.code, 0) << result.error;
    std::filesystem::rename(file("made.png"), file(name));
  }
};

TEST_F(BadInput, UnknownCommandNamesTheKnownOnes) {
  expect_refused("rendr mandelbrot --out out.png", "'rendr'");
  expect_refused("rendr", "did you mean render?");
  expect_refused("histogramm", "did you mean histogram?");
  expect_refused("histogram heat", "'heat'");
  expect_refused("histogram bench heat", "'histogram' is an option of the window, not of a command");
  expect_refused("frobnicate", "commands: list, render, movie, trace, profile, verify, bench");
}

TEST_F(BadInput, UnknownOption) {
  expect_refused("--frob", "--frob");
  expect_render_refused("mandelbrot --precison fp32", "did you mean --precision?");
  expect_refused("list --jsn", "--json");
  expect_refused("render mandelbrot --ot out.png", "--out");
}

TEST_F(BadInput, MissingAndSurplusWords) {
  expect_refused("render mandelbrot", "render: --out is required, for example --out picture.png");
  expect_refused("render --out out.png", "which workload?");
  expect_refused("render mandelbrot --out", "--out needs a value");
  expect_render_refused("mandelbrot surplus", "'surplus'");
  expect_render_refused("mandelbrot --size 8x8 --size 9x9", "--size is given more than once");
  expect_refused("list surplus", "\"surplus\"");
  expect_refused("list heat cuda_shared surplus", "'surplus'");
  expect_refused("diff out.npy", "B is required");
}

TEST_F(BadInput, PicturesThatAFormatCannotHold) {
  const std::string large =
      "render triangle --processor cpu --precision fp32 --set n=16385 --memory-limit 1.25G --out out";
  for (const char* extension : {".bmp", ".hdr"}) {
    expect_refused(large + extension, std::string("out") + extension + ": a " + extension +
                                          " can hold at most 268435456 pixels, but the result is 16385x16385");
  }
  expect_refused("render mandelbrot --size 65501x1 --out out.jpg",
                 "out.jpg: a .jpg can hold at most 268435456 pixels, 65500 on a side, but the result is 65501x1");
}

TEST_F(BadInput, UnknownWorkload) {
  expect_render_refused("mandelbrod", "mandelbrot");
  expect_refused("verify mandelbrod", "mandelbrod");
  expect_refused("bench mandelbrod", "mandelbrod");
}

TEST_F(BadInput, UnknownIds) {
  expect_render_refused("mandelbrot --variant omp_statik", "did you mean omp_static?");
  expect_render_refused("mandelbrot --variant nostage=omp_static", "nostage");
  expect_render_refused("mandelbrot --scene fulll", "did you mean full?");
  expect_render_refused("mandelbrot --processor tpu", "known: cpu, gpu, split");
  expect_render_refused("mandelbrot --memory texture", "known: device, managed, pinned");
  expect_render_refused("mandelbrot --precision fp16", "known: fp32, fp64");
  expect_render_refused("mandelbrot --palette dus", "dusk");
  expect_render_refused("mandelbrot --scale square", "known: linear, sqrt, log, cyclic");
  expect_refused("verify mandelbrot --variant omp_statik", "omp_static");
  expect_refused("bench mandelbrot --variant omp_statik", "omp_static");
}

TEST_F(BadInput, UnknownKeyNamesTheKnownOnes) {
  expect_render_refused("mandelbrot --set zoom=3", "center_re, center_im, span, rotation, max_iterations");
  expect_render_refused("mandelbrot --set spam=3", "did you mean span?");
  expect_render_refused("mandelbrot --set span", "KEY=VALUE");
}

TEST_F(BadInput, ParameterValues) {
  expect_render_refused("mandelbrot --set span=0", "span: 0");
  expect_render_refused("mandelbrot --set span=-1", "span: -1");
  expect_render_refused("mandelbrot --set span=nan", "span");
  expect_render_refused("mandelbrot --set span=inf", "span");
  expect_render_refused("mandelbrot --set span=", "span");
  expect_render_refused("mandelbrot --set span=wide", "wide");
  expect_render_refused("mandelbrot --set max_iterations=0", "max_iterations: 0");
  expect_render_refused("mandelbrot --set max_iterations=2.5", "2.5");
  expect_render_refused("mandelbrot --set smooth=perhaps", "perhaps");
}

TEST_F(BadInput, Sizes) {
  for (const char* size : {"0x8", "8x0", "0x0", "-8x8", "8x-8", "8", "x", "8x8x8", "8.5x8", "99999999999x8", "wide"}) {
    expect_render_refused("mandelbrot --size=" + std::string(size), "--size");
  }
  expect_refused("verify mandelbrot --size 0x8", "--size");
}

TEST_F(BadInput, SizesBeyondMemory) {
  constexpr double needed_bytes = 65536.0 * 65536.0 * 8;
  if (needed_bytes < static_cast<double>(memory::limit()))
    GTEST_SKIP() << "the largest size fits this computer's memory";
  expect_render_refused("heat --set n=65536 --precision fp64", "memory");
  expect_refused("bench mandelbrot --size 65536x65536 --precision fp64 --variant simd", "memory");
}

TEST_F(BadInput, Blocks) {
  for (const char* block : {"0x8", "8x0", "0", "-8x8", "64x64", "1025x1", "99999x99999", "big"}) {
    expect_render_refused("mandelbrot --block=" + std::string(block), "block");
  }
}

TEST_F(BadInput, Splits) {
  for (const char* split : {"-0.1", "1.1", "nan", "inf", "half", "0.5x"}) {
    expect_render_refused("mandelbrot --split=" + std::string(split), "--split");
  }
  expect_render_refused("mandelbrot --split later", "--split");
}

TEST_F(BadInput, Numbers) {
  expect_render_refused("mandelbrot --threads=-1", "0 to 1024");
  expect_render_refused("mandelbrot --threads 1025", "0 to 1024");
  expect_render_refused("mandelbrot --threads 1.5", "whole");
  expect_render_refused("mandelbrot --range 5", "LOW:HIGH");
  expect_render_refused("mandelbrot --range 5:5", "below");
  expect_render_refused("mandelbrot --scale histogram --range 0:5", "the scale histogram has no ends");
  expect_render_refused("mandelbrot --scale distance --set smooth=1 --range 0:5",
                        "the scale distance always ends at 16 pixels");
  expect_render_refused("mandelbrot --scale distance", "scale distance needs fractional counts: smooth=1");
  expect_render_refused("mandelbrot --samples 0", "1 to 256");
  expect_render_refused("mandelbrot --samples 257", "1 to 256");
  expect_render_refused("mandelbrot --samples 2.5", "whole");
  expect_render_refused("heat --samples 4", "samples: heat supports only one sample per pixel");
  expect_refused("render mandelbrot --samples 4 --out out.npy",
                 "--samples '4': .npy files contain values without colors");
  expect_refused("bench mandelbrot --repeat 0", "--repeat");
  expect_refused("bench mandelbrot --warmup=-1", "--warmup");
  expect_refused("diff out.npy out.npy --tolerance=-1", "--tolerance");
  expect_refused("diff out.npy out.npy --style glow", "known: mask, heat");
}

TEST_F(BadInput, OutputsThatCannotBe) {
  expect_refused("render mandelbrot --out out.gif", ".png, .jpg, .bmp or .tif (picture), .npy or .hdr (values)");
  expect_refused("render mandelbrot --out missing/out.png", "no folder missing");
  expect_refused("render mandelbrot --out out.npy/below.png", "no folder out.npy");
  std::filesystem::create_directory(file("folder.png"));
  expect_refused("render mandelbrot --out folder.png", "is a folder");
  std::filesystem::create_symlink("/dev/full", file("full.png"));
  expect_refused("render mandelbrot --out full.png", "not a regular file");
  expect_render_refused("mandelbrot --trace missing/trace.json", "no folder missing");
  expect_refused("bench mandelbrot --csv missing/rows.csv", "no folder missing");
  expect_refused("verify mandelbrot --json missing/result.json", "no folder missing");
}

TEST_F(BadInput, FoldersWithoutPermission) {
  if (geteuid() == 0) GTEST_SKIP() << "permissions do not bind root";
  std::filesystem::create_directory(file("closed"));
  std::filesystem::permissions(file("closed"), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  expect_refused("render mandelbrot --out closed/out.png", "Permission denied");
}

/// A limit on the file's size stands for a full disk: the write fails half way.
TEST_F(BadInput, FullTargetsKeepWhatWasThere) {
  // The limit must not stop what a sanitized build needs: libomp shares a page of 1 KiB (two blocks), and
  // ThreadSanitizer maps a larger temporary file, which it goes without where there is no folder for it.
  const std::string full = "trap '' XFSZ; export TMPDIR=/nonexistent; ulimit -f 2;";
  expect_refused("render mandelbrot --size 640x480 --out out.png", "out.png", full);
  expect_refused("render mandelbrot --size 640x480 --out out.npy", "out.npy", full);
  expect_refused("render mandelbrot --size 640x480 --out new.npy", "new.npy", full);
}

TEST_F(BadInput, FullStandardOutput) {
  const std::string command = "'" HETEROSCOPE_PROGRAM "' list --json 2>'" + file("error").string() + "' >/dev/full";
  const int status = std::system(command.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_EQ(read_text(file("error")), "heteroscope: standard output cannot be written: No space left on device\n");
}

TEST_F(BadInput, SettingsFiles) {
  write_text(file("truncated.json"), R"({"heteroscope": 1, "workload": "mandel)");
  write_text(file("other.json"), R"({"heteroscope": 2, "workload": "mandelbrot"})");
  write_text(file("text.json"), "not JSON at all");
  write_text(file("list.json"), "[1, 2, 3]");
  write_text(file("empty.json"), "");
  for (const char* name : {"missing.json", "truncated.json", "other.json", "text.json", "list.json", "empty.json"}) {
    expect_render_refused("--settings " + std::string(name), name);
    expect_refused("diff " + std::string(name) + " out.npy", name);
    expect_refused(name, name);
  }
  expect_refused("bench mandelbrot --settings missing.json", "missing.json");
}

TEST_F(BadInput, SettingsWithWrongContents) {
  make_settings("good.png");
  const std::string text = [&] {
    const std::string bytes = read_text(file("good.png"));
    const std::size_t start = bytes.find('{');
    return bytes.substr(start, bytes.find("\n}", start) + 2 - start);
  }();
  ASSERT_NE(text.find("\"precision\": \"fp64\""), std::string::npos) << text;
  const auto with = [&](const std::string& what, const std::string& by) {
    std::string changed = text;
    changed.replace(changed.find(what), what.size(), by);
    write_text(file("wrong.json"), changed);
    expect_render_refused("--settings wrong.json", "wrong.json");
  };
  with("\"precision\": \"fp64\"", "\"precision\": \"fp16\"");
  with("\"workload\": \"mandelbrot\"", "\"workload\": \"tetris\"");
  with("\"size\": \"8x8\"", "\"size\": \"0x8\"");
  with("\"split\": 0.5", "\"split\": 1.5");
  with("\"span\"", "\"spam\"");
  with("\"max_iterations\": 500", "\"max_iterations\": -5");
}

TEST_F(BadInput, PngsWithoutSettings) {
  ASSERT_EQ(run("render mandelbrot --size 8x8 --out a.npy").code, 0);
  ASSERT_EQ(run("render mandelbrot --size 8x8 --precision fp32 --set max_iterations=3 --out b.npy").code, 0);
  ASSERT_EQ(run("diff a.npy b.npy --out plain.png").code, 1);
  expect_render_refused("--settings plain.png", "plain.png");
  // without settings it is an image; one that is none is refused before a display is asked for
  write_text(file("broken.png"), "\x89PNG\r\n\x1a\nand no more");
  expect_refused("broken.png", "broken.png");
  expect_render_refused("--settings out.png", "out.png");
  make_settings("good.png");
  write_text(file("cut.png"), read_text(file("good.png")).substr(0, 200));
  expect_render_refused("--settings cut.png", "cut.png");
}

TEST_F(BadInput, SettingsOfAnotherWorkloadOrKindOfFile) {
  ASSERT_EQ(run("render mandelbrot --size 8x8 --out a.npy").code, 0);
  expect_render_refused("--settings a.npy", "a.npy");
  expect_render_refused("--settings .", ".");
}

TEST_F(BadInput, DiffOfWhatCannotBeCompared) {
  ASSERT_EQ(run("render mandelbrot --size 8x8 --out a.npy").code, 0);
  ASSERT_EQ(run("render mandelbrot --size 8x9 --out b.npy").code, 0);
  expect_refused("diff a.npy b.npy", "a.npy is 8x8, b.npy is 8x9");
  expect_refused("diff a.npy missing.npy", "missing.npy");
  expect_refused("diff a.npy out.npy", "out.npy");
  expect_refused("diff a.npy a.txt", "a.txt");
  expect_refused("diff a.npy a.npy --out out.npy", ".png");
  write_text(file("cut.npy"), read_text(file("a.npy")).substr(0, 200));
  expect_refused("diff a.npy cut.npy", "cut.npy");
}

TEST_F(BadInput, NoDisplay) {
  expect_refused("", "render");
  std::filesystem::create_directory(file("tour"));
  expect_refused("--tour tour", "render");
  expect_refused("--display cinema", "--display: \"cinema\" is not one of host|texture|buffer");
  expect_refused("list --display host", "--display");
}

}  // namespace
}  // namespace heteroscope::testing
