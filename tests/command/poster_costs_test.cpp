#include <algorithm>

#include "tests/command/program.hpp"

/// Posters whose pieces' costs are written, too.
namespace heteroscope::testing {
namespace {

using PosterCosts = Program;

/// --resume is refused with --costs, so that the way on is without.
TEST_F(PosterCosts, WhatIsKeptIsGoneOnWithWithoutThem) {
  const std::string line =
      "render mandelbrot --set max_iterations=50 --processor cpu --threads 1 --size 1000x1000 --tile 256x64 --out "
      "a.npy";
  expect_success(line);
  const std::string whole = read_text(file("a.npy"));
  const auto kept = [&](const std::string& costs, const std::string& before) {
    std::filesystem::remove(file("a.npy"));
    const Result result = run(line + " --costs " + costs, before);
    EXPECT_EQ(result.code, 2);
    EXPECT_NE(result.error.find(" pieces of a.npy are saved: --resume without --costs continues\n"), std::string::npos)
        << result.error;
    EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
    EXPECT_FALSE(std::filesystem::exists(file("a.npy")));
    expect_success(line + " --resume");
    EXPECT_TRUE(read_text(file("a.npy")) == whole);
  };
  kept("costs.json", "ulimit -f 4000;");
  EXPECT_FALSE(std::filesystem::exists(file("costs.json")));
  expect_refused(line + " --costs /dev/full", "/dev/full is not a regular file");
  // a disk of 4 KiB, for the costs alone
  std::filesystem::create_directory(file("small"));
  const std::string mount = "mount -t tmpfs -o size=4k small small";
  if (run("list", "unshare -rm sh -c '" + mount + " && \"$@\"' sh").code != 0) GTEST_SKIP() << "no mount";
  kept("small/costs.json", "unshare -rm sh -c '" + mount + " && \"$@\"' sh");
}

/// An unfinished poster that is in the way is refused in one line, whatever would be said of its disk.
TEST_F(PosterCosts, AnUnfinishedPosterIsNotWrittenOver) {
  const std::string line =
      "render mandelbrot --set max_iterations=50 --processor cpu --threads 1 --size 1000x1000 --tile 256x64 --out "
      "a.npy";
  EXPECT_EQ(run(line, "ulimit -f 4000;").code, 2);
  expect_refused(line, "a.npy is unfinished: --resume continues it");
}

}  // namespace
}  // namespace heteroscope::testing
