#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>

#include "tests/command/machines.hpp"

/// Machines elsewhere: this program at the other end of a pipe is one. What comes from there has the bits that are
/// computed here, and whatever goes wrong on the way is one line.
namespace heteroscope::testing {
namespace {

TEST_F(Machines, AreAddedListedAndRemoved) {
  EXPECT_NE(expect_success("machines").out.find("machines add NAME"), std::string::npos);
  add("there", worker());
  const std::string listed = expect_success("machines").out;
  EXPECT_NE(listed.find("| there"), std::string::npos) << listed;
  EXPECT_NE(listed.find("B/s"), std::string::npos) << listed;
  expect_success("machines remove there");
  expect_refused("machines remove there", "there is no machine \"there\"");
  expect_refused("render mandelbrot --processor cpu@there --out picture.png", "heteroscope machines add there");
}

TEST_F(Machines, OneThatCannotBeUsedYetIsAddedAndSaidToBeSo) {
  const std::string words = "is in the list now, but it cannot be used yet";
  const std::string added = expect_success("machines add bad --via false").out;
  EXPECT_NE(added.find("bad: it ended with exit code 1"), std::string::npos) << added;
  EXPECT_NE(added.find("bad " + words), std::string::npos) << added;
  const std::string listed = expect_success("machines").out;
  EXPECT_NE(listed.find("| bad"), std::string::npos) << listed;
  const std::string usable = expect_success("machines add there --via \"" + worker() + "\"").out;
  EXPECT_EQ(usable.find(words), std::string::npos) << usable;
}

TEST_F(Machines, WrongWordsAreRefused) {
  expect_refused("machines look there", "known: add, remove, install");
  expect_refused("machines add", "which machine?");
  expect_refused("machines add -- -oProxyCommand=x", "is not a name of a machine");
  expect_refused("machines add 'a b'", "is not a name of a machine");
  expect_refused("machines remove there --via cat", "--via belongs to");
  expect_refused("machines --yes", "--yes belongs to");
  expect_refused("render mandelbrot --processor cpu@ --out picture.png", "--processor");
  expect_refused("study convergence --processor cpu@there", "on this machine only");
  expect_refused("list --processor cpu", "cpu@MACHINE");
  expect_refused("render mandelbrot --link packed --out picture.png", "changes nothing: this machine computes");
  add("there", worker());
  expect_refused("render mandelbrot --processor cpu@there --link narrow --out picture.png", "auto, plain, packed");
  expect_refused("bench mandelbrot --processor cpu@there --link packed", "no frame is sent");
  expect_refused("machines install there", "reached by a command of its own");
  expect_refused("render mandelbrot --processor cpu@there --isolate yes --out picture.png", "leave out --isolate");
  expect_refused("bench mandelbrot --processor cpu@there --again old.json", "on this machine");
}

TEST_F(Machines, ResultsHaveTheSameBits) {
  add("there", worker());
  for (const char* const problem :
       {"mandelbrot --precision fp32", "mandelbrot --scene seahorses", "heat --steps 40",
        "binarize --source checkerboard", "histogram --source mandelbrot", "triangle", "nbody"}) {
    SCOPED_TRACE(problem);
    const std::string size = std::string(problem).starts_with("triangle") ||
                                     std::string(problem).starts_with("nbody") ||
                                     std::string(problem).starts_with("heat")
                                 ? ""
                                 : "--size 131x77";
    expect_success(fmt::format("render {} {} --processor cpu --out here.npy", problem, size));
    const Result far = run(fmt::format("render {} {} --processor cpu@there --out there.npy", problem, size));
    EXPECT_EQ(far.code, 0) << far.error;
    EXPECT_NE(far.out.find("unpacking "), std::string::npos) << far.out;
    EXPECT_EQ(read_text(file("here.npy")), read_text(file("there.npy")));
  }
}

/// Frames whose rows are computed here and there.
class SharedRows : public Machines {};

TEST_F(SharedRows, AreOneResultHoweverTheyAreShared) {
  add("there", worker());
  add("other", worker());
  for (const char* const problem :
       {"mandelbrot --precision fp32", "mandelbrot --scene seahorses", "binarize --source mandelbrot",
        "transpose --source checkerboard", "blur --source mandelbrot", "histogram --source mandelbrot", "triangle"}) {
    SCOPED_TRACE(problem);
    const std::string size = std::string(problem) == "triangle" ? "" : "--size 131x77";
    expect_success(fmt::format("render {} {} --processor cpu --out here.npy", problem, size));
    const std::string expected = read_text(file("here.npy"));
    for (const char* const how :
         {"split:cpu,cpu@there --split 0.4", "split:cpu,cpu@there --split 1", "split:cpu,cpu@there --split auto",
          "split:cpu,cpu@there,cpu@other --split queue", "split:cpu,cpu@there,cpu@other --split 0.2,0.5"}) {
      SCOPED_TRACE(how);
      const Result shared = run(fmt::format("render {} {} --processor {} --out shared.npy", problem, size, how));
      EXPECT_EQ(shared.code, 0) << shared.error;
      EXPECT_EQ(read_text(file("shared.npy")), expected);
    }
  }
}

TEST_F(SharedRows, NameTheMachineInTheirTraces) {
  add("there", worker());
  for (const char* const how : {"0.4", "queue"}) {
    const Result traced = run(
        fmt::format("trace mandelbrot --size 131x77 --processor split:cpu,cpu@there --split {} --out trace.json", how));
    EXPECT_EQ(traced.code, 0) << traced.error;
    EXPECT_NE(traced.out.find("CPU of there: "), std::string::npos) << traced.out;
    EXPECT_NE(read_text(file("trace.json")).find("CPU of there"), std::string::npos);
  }
}

TEST_F(SharedRows, AreRefusedWhereTheyCannotBeShared) {
  add("there", worker());
  const auto refused = [this](const std::string& what, const std::string& words) {
    expect_refused(what + " --processor split:cpu,cpu@there", words);
  };
  for (const char* const workload : {"heat", "laplace", "nbody"})
    refused(fmt::format("render {} --out picture.png", workload), "needs rows of all processors");
  refused("render mandelbrot --isolate yes --out picture.png", "leave out --isolate");
  refused("bench mandelbrot", "only movie, render, trace share rows");
  refused("verify mandelbrot", "only movie, render, trace share rows");
  expect_refused("render mandelbrot --processor cpu@there,gpu:0 --out picture.png", "is unknown");
  expect_refused("render mandelbrot --processor split:cpu,gpu:99@there --out picture.png", "there has no GPU 99");
  expect_refused("render mandelbrot --processor split:cpu,cpu@there,cpu@there --out picture.png",
                 "CPU of there is named twice");
  expect_refused("render mandelbrot --processor split:cpu,cpu@nobody --out picture.png",
                 "heteroscope machines add nobody");
}

TEST_F(Machines, PicturesNameTheMachineAndAreMadeAgain) {
  add("there", worker());
  expect_success("render mandelbrot --size 64x48 --processor cpu@there --out a.png");
  expect_success("render --settings a.png --out b.png");
  EXPECT_EQ(read_text(file("a.png")), read_text(file("b.png")));
  expect_success("render mandelbrot --size 64x48 --processor cpu --out c.png");
  expect_success("diff a.png c.png");
}

TEST_F(Machines, ValuesHaveTheSameBitsInWhateverFormTheyCross) {
  add("there", worker());
  expect_success("render mandelbrot --size 131x77 --processor cpu --out here.npy");
  for (const char* const form : {"auto", "plain", "packed"}) {
    SCOPED_TRACE(form);
    expect_success(
        fmt::format("render mandelbrot --size 131x77 --processor cpu@there --link {} --out there.npy", form));
    EXPECT_EQ(read_text(file("here.npy")), read_text(file("there.npy")));
  }
}

TEST_F(Machines, FilesThatAreReadGoAlong) {
  add("there", worker());
  expect_success("render mandelbrot --size 64x48 --out source.png");
  expect_success("render blur --source source.png --processor cpu --out here.npy");
  expect_success("render blur --source source.png --processor cpu@there --out there.npy");
  EXPECT_EQ(read_text(file("here.npy")), read_text(file("there.npy")));
}

/// They cross in parts of a MiB, of which this one has several.
TEST_F(Machines, LargeFilesThatAreReadGoAlong) {
  add("there", fmt::format("XDG_CACHE_HOME='{}' exec {}", file("cache").string(), worker()));
  std::string picture = "P5\n2048 1600\n255\n";
  for (std::uint32_t i = 0, value = 1; i < 2048 * 1600; ++i, value = value * 1664525 + 1013904223)
    picture += static_cast<char>(value >> 24);
  write_text(file("noise.pgm"), picture);
  const std::string blur = "render blur --source noise.pgm --set radius=1 --processor ";
  expect_success(blur + "cpu --out here.npy");
  expect_success(blur + "cpu@there --out there.npy");
  EXPECT_EQ(read_text(file("here.npy")), read_text(file("there.npy")));
  const Result measured =
      run("bench binarize --source noise.pgm --variant threshold=simd --repeat 3 --processor cpu@there --csv -");
  EXPECT_EQ(measured.code, 0) << measured.error;
  std::filesystem::resize_file(file("noise.pgm"), (std::uintmax_t{1} << 30) + 1);
  expect_refused("bench binarize --source noise.pgm --processor cpu@there", "too large to be sent");
}

TEST_F(Machines, WhatLoginScriptsPrintIsPassedOverAndShown) {
  add("there", "echo Welcome to this machine; exec " + worker());
  expect_success("render mandelbrot --size 31x17 --processor cpu@there --out picture.png");
  EXPECT_NE(run("machines").out.find("Welcome to this machine"), std::string::npos);
}

TEST_F(Machines, WhatCannotBeUsedIsOneSentence) {
  expect_unusable("exit 7", "broken: it ended with exit code 7");
  expect_unusable("echo no such host >&2; exit 255", "no such host");
  expect_unusable("echo Password:; exit 1", "it printed \"Password:\"");
  expect_unusable("heteroscope-that-is-not-there worker", "not found");
  expect_unusable("yes", "but `heteroscope worker` has not answered");
  expect_unusable("printf '2RKRWTEH'; sleep 5", "another byte order");
  expect_unusable("head -c 100 /dev/zero", "broken: ");
  expect_unusable("printf 'HETWRKR2\\\\377\\\\377\\\\377\\\\377\\\\377\\\\377\\\\377\\\\177'; sleep 5", "broken: ");
}

/// A link that is cut behind some bytes of what comes from the worker (tests/link/link_cuts.cpp, which cuts many).
class CutLink : public Machines {
 protected:
  static constexpr const char* problem = "mandelbrot --size 131x77 --precision fp32 --link plain";

  void SetUp() override {
    expect_success("render mandelbrot --size 131x77 --precision fp32 --processor cpu --out here.npy");
    add("cut", fmt::format("exec '{}' behind \\$(cat place) '{}' worker", HETEROSCOPE_LINK_CUTS, program()));
  }

  /// From the first byte on, or from where a result begins: each time there is one line and no file.
  void expect_one_line(const std::string& processors) const {
    for (const char* const place : {"start 0", "start 30000", "result 0", "result 3000"}) {
      SCOPED_TRACE(place);
      const Result far = computed(place, processors);
      EXPECT_EQ(far.code, 2);
      EXPECT_TRUE(far.error.starts_with("heteroscope: cut: ")) << far.error;
      EXPECT_EQ(far.error.find('\n'), far.error.size() - 1) << far.error;
      EXPECT_FALSE(std::filesystem::exists(file("there.npy")));
    }
    const Result whole = computed("start 1000000000", processors);
    EXPECT_EQ(whole.code, 0) << whole.error;
    EXPECT_EQ(read_text(file("there.npy")), read_text(file("here.npy")));
  }

 private:
  [[nodiscard]] Result computed(const std::string& place, const std::string& processors) const {
    write_text(file("place"), place);
    std::filesystem::remove(file("there.npy"));
    return run(fmt::format("render {} --processor {} --out there.npy", problem, processors));
  }
};

TEST_F(CutLink, IsOneLine) {
  expect_one_line("cpu@cut");
}

/// Rows that another machine was to compute are lost with its link, and with them the result.
TEST_F(CutLink, OfSharedRowsIsOneLine) {
  expect_one_line("split:cpu,cpu@cut --split 0.7");
}

TEST_F(Machines, CommandsAreExecutedThere) {
  add("there", fmt::format("cd /; XDG_CACHE_HOME='{}' exec {}", file("cache").string(), worker()));
  const std::string bench = "bench mandelbrot --scene full --size 64x48 --precision fp32 --variant simd --repeat 3 ";
  const Result measured = run(bench + "--processor cpu@there --json rows.json --markdown -");
  EXPECT_EQ(measured.code, 0) << measured.error;
  EXPECT_NE(read_text(file("rows.json")).find("\"processor\": \"cpu\""), std::string::npos);
  EXPECT_NE(measured.out.find("simd"), std::string::npos) << measured.out;
  const Result verified = run("verify transpose --processor cpu@there --size 17x9 --json checked.json");
  EXPECT_EQ(verified.code, 0) << verified.error << verified.out;
  EXPECT_TRUE(std::filesystem::exists(file("checked.json")));
  EXPECT_EQ(run("list heat --processor cpu@there").out, expect_success("list heat").out);
  EXPECT_EQ(run("list heat --processor split:cpu@there,gpu:0@there").out, expect_success("list heat").out);
  const Result refused = run("bench mandelbrot --processor cpu@there --repeat none");
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_NE(refused.error.find("--repeat"), std::string::npos) << refused.error;
  expect_refused("bench mandelbrot --detach", "--detach is for a machine elsewhere");
  expect_refused("machines fetch there", "there has no saved runs");
  expect_refused("machines remove there 0123abcd", "belongs to `machines fetch`");
}

/// ssh is called with two options and the name, as a file in its place shows, and nothing is copied but below the home
/// folder.
TEST_F(Machines, SshIsGivenTheNameAndNothingElse) {
  std::filesystem::create_directories(file("bin"));
  std::filesystem::create_directories(file("home"));
  write_text(file("bin/ssh"), fmt::format("#!/bin/sh\n"
                                          "echo \"$1 $2 $3 $4\" >> '{0}/calls'\nHOME='{0}/home'; export HOME\n"
                                          "exec sh -c \"$5\"\n",
                                          folder()));
  std::filesystem::permissions(file("bin/ssh"), std::filesystem::perms::owner_all);
  const std::string before = fmt::format("export PATH='{}/bin':/usr/bin:/bin;", folder());
  EXPECT_EQ(run("machines add server", before).code, 0);
  EXPECT_EQ(run("machines install server", before + " exec </dev/null;").code, 2);
  const Result installed = run("machines install server --yes", before);
  EXPECT_EQ(installed.code, 0) << installed.error;
  EXPECT_NE(installed.out.find("B/s"), std::string::npos) << installed.out;
  EXPECT_TRUE(std::filesystem::exists(file("home/.local/share/heteroscope/bin/heteroscope")));
  EXPECT_EQ(run("render mandelbrot --size 31x17 --processor cpu@server --out a.npy", before).code, 0);
  std::istringstream calls(read_text(file("calls")));
  int count = 0;
  for (std::string line; std::getline(calls, line); ++count) EXPECT_EQ(line, "-T -o BatchMode=yes server");
  EXPECT_GT(count, 3);
}

}  // namespace
}  // namespace heteroscope::testing
