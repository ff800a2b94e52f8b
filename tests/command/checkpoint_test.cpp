#include <signal.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "core/io/json/json_text.hpp"
#include "tests/command/ranks_of_program.hpp"
#include "tests/json.hpp"

/// `render --checkpoint`: an iteration that is stopped, killed or fails goes on where it was kept, to the same bytes.
namespace heteroscope::testing {
namespace {

using nlohmann::json;

constexpr const char* heat_line = "render heat --set initial=noise --set n=200 --processor cpu --variant sequential";
/// That nobody waits for.
constexpr const char* endless = " --steps 100000000";
constexpr const char* often = " --checkpoint 0.1s --out ";

class Checkpoints : public StoppedProgram {
 protected:
  [[nodiscard]] bool is_kept(const std::string& out) const {
    return std::filesystem::exists(file(out + ".unfinished.json"));
  }
  /// Ends it once a state is kept, in the middle.
  [[nodiscard]] int ended(int signal, const std::string& line, const std::string& out) const {
    return stopped_by(signal, line + endless + often + out, [&] { return is_kept(out); });
  }
  [[nodiscard]] std::int64_t step_of(const std::string& out) const {
    return state(out).at("point").at("step").get<std::int64_t>();
  }
  /// " --steps N", some more than are kept.
  [[nodiscard]] std::string some_more(const std::string& out) const {
    return " --steps " + std::to_string(step_of(out) + 7);
  }
  [[nodiscard]] json state(const std::string& out) const { return json_of(read_text(file(out + ".unfinished.json"))); }
  /// With a checksum that fits.
  void write_state(const std::string& out, json state) const {
    state.erase("checksum");
    write_text(file(out + ".unfinished.json"), sealed_text(state));
  }
  void expect_same(const std::string& one, const std::string& other) const {
    EXPECT_TRUE(read_text(file(one)) == read_text(file(other))) << one << " and " << other << " differ";
  }
  void expect_nothing_beside(const std::string& out) const {
    EXPECT_FALSE(is_kept(out));
    EXPECT_FALSE(std::filesystem::exists(file(out + ".unfinished")));
  }
};

TEST_F(Checkpoints, OfWhatIsKilledAreGoneOnWith) {
  const int status = ended(SIGKILL, heat_line, "a.npy");
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_FALSE(std::filesystem::exists(file("a.npy")));
  const std::int64_t step = step_of("a.npy");
  EXPECT_GT(step, 0);
  const std::string more = some_more("a.npy");
  expect_refused(heat_line + more + often + "a.npy", "a.npy is unfinished: --resume continues it; without ");
  // on other threads, by another variant
  const std::string other = "render heat --set initial=noise --set n=200 --processor cpu --variant simd --threads 2";
  const Result result = expect_success(other + more + " --resume --out a.npy");
  EXPECT_NE(result.out.find(std::to_string(step + 7) + " steps of "), std::string::npos) << result.out;
  expect_nothing_beside("a.npy");
  expect_success(other + more + " --out whole.npy");
  expect_same("a.npy", "whole.npy");
}

TEST_F(Checkpoints, CtrlCKeepsTheState) {
  const int status = ended(SIGINT, heat_line, "a.png");
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const std::int64_t step = step_of("a.png");
  EXPECT_EQ(read_text(file("error")), "heteroscope: render was stopped at step " + std::to_string(step) +
                                          " of 100000000 of a.png; --resume continues\n");
  const int again = stopped_by(SIGTERM, heat_line + std::string(endless) + " --resume" + often + "a.png",
                               [&] { return step_of("a.png") > step; });
  ASSERT_TRUE(WIFEXITED(again));
  EXPECT_EQ(WEXITSTATUS(again), 130);
  const std::string more = some_more("a.png");
  expect_success(heat_line + more + " --resume --out a.png");
  expect_success(heat_line + more + " --out whole.png");
  expect_same("a.png", "whole.png");
}

TEST_F(Checkpoints, OfWhatEndsAreGone) {
  for (const char* line : {"render heat --set n=60 --steps 300 --processor cpu",
                           "render laplace --set method=cg --set n=65 --processor cpu",
                           "render laplace --set method=multigrid --set n=65 --processor cpu",
                           "render nbody --steps 20 --set bodies=300 --processor cpu"}) {
    expect_success(line + std::string(often) + "a.npy");
    expect_success(line + std::string(" --out whole.npy"));
    expect_same("a.npy", "whole.npy");
    expect_nothing_beside("a.npy");
  }
}

/// Methods whose state has several planes.
TEST_F(Checkpoints, OfSolversAreGoneOnWith) {
  for (const char* line : {"render laplace --set n=1501 --set method=jacobi --processor cpu",
                           "render laplace --set n=1501 --set method=cg --precision fp64 --processor cpu --threads 1",
                           "render nbody --set bodies=1000 --processor cpu"}) {
    SCOPED_TRACE(line);
    const int status = ended(SIGKILL, line, "a.npy");
    ASSERT_TRUE(WIFSIGNALED(status));
    const std::string more = some_more("a.npy");
    expect_success(line + more + " --resume --out a.npy");
    expect_success(line + more + " --out whole.npy");
    expect_same("a.npy", "whole.npy");
    std::filesystem::remove(file("a.npy"));
  }
}

TEST_F(Checkpoints, SigquitKeepsOneMoreState) {
  const int status = ended(SIGQUIT, heat_line, "a.npy");
  ASSERT_TRUE(WIFEXITED(status)) << "it ends by itself";
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_TRUE(is_kept("a.npy"));
}

TEST_F(Checkpoints, LinksBesideItAreRefused) {
  write_text(file("mine"), "mine");
  for (const char* const name : {"a.npy.unfinished", "a.npy.unfinished.json"}) {
    std::filesystem::create_symlink("mine", file(name));
    expect_refused(heat_line + std::string(" --steps 5") + often + "a.npy",
                   "cannot write " + std::string(name) + ": it is a symbolic link; ");
    std::filesystem::remove(file(name));
  }
  EXPECT_EQ(read_text(file("mine")), "mine");
}

TEST_F(Checkpoints, RefuseWhatIsNotTheirs) {
  expect_refused(heat_line + std::string(" --resume --out a.npy"), "--resume: there is no a.npy.unfinished.json");
  ASSERT_TRUE(WIFSIGNALED(ended(SIGKILL, heat_line, "a.npy")));
  const auto refused = [&](const std::string& more, const std::string& words) {
    expect_refused(heat_line + std::string(endless) + more + " --resume --out a.npy", words);
  };
  const json good = state("a.npy");
  const std::string good_text = read_text(file("a.npy.unfinished.json"));
  refused(" --set fourier=0.1",
          "--resume: a.npy.unfinished.json belongs to another result: settings /parameters/fourier\n");
  refused(" --precision fp32", "belongs to another result: settings /precision\n");
  refused(" --tile 64x64", "");
  expect_refused(
      heat_line + std::string(" --steps 0 --resume --out a.npy"),
      "--resume: a.npy.unfinished.json is at step " + std::to_string(step_of("a.npy")) + " already, after --steps 0\n");
  const auto wrong = [&](const char* place, const json& value, const std::string& words) {
    json bad = good;
    bad[json::json_pointer(place)] = value;
    write_state("a.npy", bad);
    SCOPED_TRACE(place);
    refused("", words);
  };
  const std::string none = "a.npy.unfinished.json: not the state of this unfinished iteration";
  wrong("/heteroscope_iteration", "0.0.1", "belongs to another result: version 0.0.1\n");
  wrong("/half", 2, none);
  wrong("/half", -1, none);
  wrong("/point/step", "7", none);
  wrong("/point/step", 1e30, none);
  wrong("/point/ms", 7, none);
  wrong("/point/painted", 1, none);
  wrong("/point/measured", {7}, none);
  wrong("/bands", json::array(), none);
  wrong("/bands/0/end", 199, none);
  wrong("/bands/0/begin", 1, none);
  wrong("/bands/0/sums", json::array(), none);
  wrong("/bands/0/sums/0", 7,
        "--resume: the saved data of a.npy do not match a.npy.unfinished.json: rows 0 to 199 "
        "differ\n");
  std::string other = good_text;
  char& digit = other[other.rfind("\"step\": ") + 8];
  digit = digit == '1' ? '2' : '1';
  write_text(file("a.npy.unfinished.json"), other);
  refused("", "a.npy.unfinished.json: the file is damaged: its checksum does not match its text\n");
  write_text(file("a.npy.unfinished.json"), "{");
  refused("", "a.npy.unfinished.json");
  write_state("a.npy", good);
  std::filesystem::resize_file(file("a.npy.unfinished"), 1000);
  refused("", "--resume: a.npy.unfinished is cut short: 1000 of ");
}

TEST_F(Checkpoints, RefuseWhatHasNoSteps) {
  expect_refused("render mandelbrot --checkpoint 1m --out a.png",
                 "--checkpoint: mandelbrot does not iterate; a result in pieces (--tile) saves its pieces "
                 "anyway\n");
  expect_refused(heat_line + std::string(" --checkpoint soon --out a.png"), "--checkpoint 'soon'");
  expect_refused(heat_line + std::string(" --checkpoint 0 --out a.png"), "--checkpoint '0'");
  expect_refused(heat_line + std::string(" --checkpoint 1m --isolate yes --out a.png"),
                 "the process that computes a state with --checkpoint writes its file: leave out --isolate");
  expect_refused(heat_line + std::string(" --checkpoint 1m --trace t.json --out a.png"),
                 "--trace: an iteration that is saved and continued has no single trace");
  expect_refused(heat_line + std::string(" --checkpoint 1m --verify"),
                 "--verify only compares: leave out --out, --trace, --values, --tile, --costs, --checkpoint "
                 "and --resume");
}

/// What was kept before stays.
TEST_F(Checkpoints, ADiskThatFillsLeavesWhatWasKept) {
  const Result full = run(heat_line + std::string(endless) + often + "a.npy",
                          "ulimit -f 1000;");  // of 512 bytes: one half fits, both do not
  EXPECT_EQ(full.code, 2);
  EXPECT_NE(full.error.find("cannot write a.npy: File too large; step "), std::string::npos) << full.error;
  EXPECT_NE(full.error.find(" of 100000000 of a.npy is saved: --resume continues\n"), std::string::npos) << full.error;
  ASSERT_TRUE(is_kept("a.npy"));
  const std::string more = some_more("a.npy");
  expect_success(heat_line + more + " --resume --out a.npy");
  expect_success(heat_line + more + " --out whole.npy");
  expect_same("a.npy", "whole.npy");
  const Result none = run(heat_line + std::string(endless) + often + "b.npy", "ulimit -f 100;");
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.error.find("cannot write b.npy: File too large\n"), std::string::npos) << none.error;
  expect_nothing_beside("b.npy");
}

TEST_F(Checkpoints, TwoDoNotWriteOne) {
  std::string second;
  const int status = stopped_by(SIGKILL, heat_line + std::string(endless) + often + "a.npy", [&] {
    if (!is_kept("a.npy")) return false;
    const Result other = run(heat_line + std::string(endless) + " --resume --out a.npy");
    EXPECT_EQ(other.code, 2);
    second = other.error;
    return true;
  });
  ASSERT_TRUE(WIFSIGNALED(status)) << "it ended before";
  EXPECT_EQ(second, "heteroscope: cannot write a.npy.unfinished: another process is writing it\n");
}

class CheckpointRanks : public RanksOfProgram {};

TEST_F(CheckpointRanks, OneThatIsKilledLeavesWhatAnyNumberGoesOnWith) {
  const std::string line = "render heat --set initial=noise --set n=200 --processor cpu --threads 1";
  const int status = stopped_by(0, line + endless + often + "a.npy", [&] {
    if (!std::filesystem::exists(file("a.npy.unfinished.json"))) return false;
    const pid_t one = process_of(1);
    return one != 0 && kill(one, SIGKILL) == 0;
  });
  ASSERT_TRUE(WIFEXITED(status));
  const Result killed{WEXITSTATUS(status), read_text(file("out")), read_text(file("error"))};
  expect_one_line(killed, 128 + SIGKILL, " of 100000000 of a.npy is saved: --resume continues");
  const json state = json_of(read_text(file("a.npy.unfinished.json")));
  EXPECT_EQ(state.at("bands").size(), 2U);
  std::filesystem::copy(file("a.npy.unfinished"), file("b.npy.unfinished"));
  std::filesystem::copy(file("a.npy.unfinished.json"), file("b.npy.unfinished.json"));
  const std::string more = " --steps " + std::to_string(state.at("point").at("step").get<std::int64_t>() + 7);
  const Result many = run(line + more + " --resume --out a.npy", "export RANKS=3;");
  EXPECT_EQ(many.code, 0) << many.error;
  alone(line + more + " --resume --out b.npy");
  alone(line + more + " --out whole.npy");
  expect_same("a.npy", "whole.npy");
  expect_same("b.npy", "whole.npy");
  for (const char* each : {"a.npy.unfinished", "a.npy.unfinished.json", "b.npy.unfinished", "b.npy.unfinished.json"})
    EXPECT_FALSE(std::filesystem::exists(file(each))) << each;
}

/// Whichever of them is asked to end. (mpirun would ask all of them, and end those that take longer than a second.)
TEST_F(CheckpointRanks, CtrlCKeepsTheState) {
  const std::string line = "render heat --set initial=noise --set n=200 --processor cpu --threads 1";
  const std::string state = file("a.npy.unfinished.json");
  const auto step = [&]() -> std::int64_t {
    if (!std::filesystem::exists(state)) return 0;
    return json_of(read_text(state)).at("point").at("step").get<std::int64_t>();
  };
  /// Sends it once something is kept beyond that step, which is when all of them compute.
  const auto expect_stopped = [&](const std::string& more, const std::vector<int>& asked, int signal) {
    const std::int64_t before = step();
    const int status = stopped_by(0, line + endless + often + "a.npy" + more, [&] {
      if (step() <= before) return false;
      return std::ranges::all_of(asked, [&](int each) {
        const pid_t rank = process_of(each);
        return rank != 0 && kill(rank, signal) == 0;
      });
    });
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_GT(step(), before);
    const Result stopped{WEXITSTATUS(status), read_text(file("out")), read_text(file("error"))};
    expect_one_line(
        stopped, 130,
        "render was stopped at step " + std::to_string(step()) + " of 100000000 of a.npy; --resume continues");
  };
  ASSERT_NO_FATAL_FAILURE(expect_stopped("", {1}, SIGINT));
  ASSERT_NO_FATAL_FAILURE(expect_stopped(" --resume", {0, 1}, SIGTERM));
  const std::string more = " --steps " + std::to_string(step() + 7);
  alone(line + more + " --resume --out a.npy");
  alone(line + more + " --out whole.npy");
  expect_same("a.npy", "whole.npy");
}

TEST_F(CheckpointRanks, AgreeOnWhatIsKept) {
  const std::string line = "render heat --set n=40 --processor cpu --steps 100";
  expect_one_line(run(line + " --resume --out a.npy", quickly), 2, "--resume: there is no a.npy.unfinished.json");
  expect_one_line(run(line + " --out a.npy", quickly + std::string("export OTHER='--checkpoint 5s';")), 2,
                  "rank 1 was started with another command or other settings: settings /checkpoint");
  EXPECT_FALSE(std::filesystem::exists(file("a.npy.unfinished")));
}

}  // namespace
}  // namespace heteroscope::testing
