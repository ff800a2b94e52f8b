#include <signal.h>

#include "app/ranks/bands.hpp"
#include "tests/command/ranks_of_program.hpp"

/// Heat and Laplace by several ranks, started by mpirun. That all bits are one rank's, in every way, is tested with
/// ranks that are threads (tests/conformance/bands_test.cpp).
namespace heteroscope::testing {
namespace {

class BandRanks : public RanksOfProgram {};

TEST_F(BandRanks, HaveTheBytesOfOne) {
  struct Case {
    const char *line, *out, *ranks, *way;
  };
  for (const Case& each :
       {Case{"render heat --set n=131 --set initial=noise --steps 200 --processor cpu", "a.npy", "3",
             " (--halo shared)"},
        Case{"render heat --set n=600 --set initial=noise --steps 20 --scale histogram --processor cpu", "a.tif", "2",
             " (--halo shared)"},
        Case{"render laplace --set n=129 --set method=cg --processor cpu", "a.png", "2", " (--halo pinned)"},
        Case{"render triangle --set n=301 --processor cpu", "a.npy", "3", " rows"},
        Case{"render triangle --set n=301 --scale histogram --processor cpu", "a.png", "2", " rows"}}) {
    SCOPED_TRACE(each.line);
    const std::string line = each.line + std::string(" --out ") + each.out;
    alone(line);
    std::filesystem::rename(file(each.out), file("one"));
    const bool pinned = std::string(each.way).find("pinned") != std::string::npos;
    const Result many = run(line + (pinned ? " --halo pinned" : ""), "export RANKS=" + std::string(each.ranks) + ';');
    EXPECT_EQ(many.code, 0) << many.error;
    EXPECT_EQ(many.error, "");
    EXPECT_NE(many.out.find("; " + std::string(each.ranks) + " ranks: "), std::string::npos) << many.out;
    EXPECT_NE(many.out.find(each.way), std::string::npos) << many.out;
    expect_same(each.out, "one");
  }
}

/// The result has 32 MB, which no rank may hold. A format that wants it whole is refused then.
TEST_F(BandRanks, HaveMemoryForTheirBandsAlone) {
  const std::string line = "render heat --set n=2000 --steps 5 --processor cpu --threads 1 --memory-limit ";
  alone(line + "100M --out one.npy");
  const std::string some = "export RANKS=4;";
  const Result many = run(line + "30M --out a.npy", some);
  EXPECT_EQ(many.code, 0) << many.error;
  expect_same("a.npy", "one.npy");
  expect_one_line(run(line + "30M --out a.hdr", quickly + some), 2, "n: 2000 in fp64 needs 58.0 MB; ");
}

TEST_F(BandRanks, OneThatIsKilledEndsAllInOneLine) {
  const int status = stopped_by(0, "render heat --set n=64 --steps 1000000000 --processor cpu --out a.npy", [&] {
    const pid_t one = process_of(1);
    // once it computes it has taken more of its processor's time than its start does
    return one != 0 && processor_seconds(one) > 0.25 && kill(one, SIGKILL) == 0;
  });
  ASSERT_TRUE(WIFEXITED(status));
  const Result killed{WEXITSTATUS(status), read_text(file("out")), read_text(file("error"))};
  expect_one_line(killed, 128 + SIGKILL, "the ranks were stopped, or one of them has died; nothing is saved");
  EXPECT_FALSE(std::filesystem::exists(file("a.npy")));
}

TEST_F(BandRanks, RefuseInOneLine) {
  const std::string line = "render heat --set n=5 --steps 10 --processor cpu --out a.npy";
  expect_one_line(run(line, quickly + std::string("export RANKS=6;")), 2, "6 ranks for 5 rows");
  expect_one_line(run(line, quickly + std::string("export OTHER='--set initial=noise';")), 2,
                  "rank 1 was started with another command or other settings: settings /parameters/initial");
  expect_one_line(run("render triangle --set n=33 --processor cpu --out a.npy --halo shared", quickly), 2,
                  "--halo: only for an iteration that several ranks share");
  expect_one_line(run(line + " --halo ipc", quickly), 2, "--halo ipc: rows are copied from GPU to GPU");
  const std::string cg = "render laplace --set n=33 --set method=cg --processor cpu --out a.npy";
  expect_one_line(run(cg + " --halo ipc", quickly), 2, "--halo ipc: conjugate gradients exchange");
  expect_one_line(run(cg + " --overlap always", quickly), 2, "--overlap always: conjugate gradients exchange");
  many_ = false;
  const Result one = run(line + " --overlap never");
  EXPECT_EQ(one.code, 2);
  EXPECT_NE(one.error.find("--overlap: only for an iteration that several ranks share"), std::string::npos);
}

TEST(BandShares, AreListedOrSummedUp) {
  BandShare one{512, 97, 3, {}};
  BandShare other{500, 98, 2, {}};
  one.halo.add(HaloWay::pinned);
  other.halo.add(HaloWay::ipc);
  EXPECT_EQ(shares_text({one, other}), "2 ranks: 512, 500 rows, exchanging 3 %, 2 % of the time (--halo ipc, pinned)");
  std::vector<BandShare> many(9, {5, 40, 10, {}});
  many[3] = {2, 20, 20, {}};
  EXPECT_EQ(shares_text(many), "9 ranks: 2 to 5 rows, exchanging 20 % to 50 % of the time");
}

}  // namespace
}  // namespace heteroscope::testing
